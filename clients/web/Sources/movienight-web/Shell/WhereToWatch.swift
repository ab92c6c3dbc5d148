import MovieNightKit

/// The services that offer a movie or series, for the template `where-to-watch`.
struct WhereToWatch: Sendable {
  let texts = WhereToWatchTexts()
  let heading: String
  let kinds: [Kind]
  /// The address of a page with all of them; nil if there is none.
  let allServices: String?

  struct Kind: Sendable, Equatable {
    let label: String
    let services: String
  }

  /// Nil if no service is known.
  init?(_ providers: WatchProviders?) {
    guard let providers else { return nil }
    let texts = WhereToWatchTexts()
    heading = texts.heading(providers.country)
    kinds = [
      (texts.subscription, providers.flatrate), (texts.free, providers.free), (texts.ads, providers.ads),
      (texts.rent, providers.rent), (texts.buy, providers.buy),
    ].filter { !$0.1.isEmpty }.map { Kind(label: $0.0, services: $0.1.map(\.name).joined(separator: ", ")) }
    allServices = providers.link.flatMap(WebAddress.valid)
    if kinds.isEmpty && allServices == nil { return nil }
  }
}

struct WhereToWatchTexts: ScreenTexts {
  let credit = "Data about services by JustWatch."
  let all = "All services"
  let subscription = "With a subscription"
  let free = "Free"
  let ads = "With advertisements"
  let rent = "To rent"
  let buy = "To buy"

  func heading(_ country: String) -> String { "Where to watch in \(country)" }
}

enum WebAddress {
  /// The address if it leads to a web page. Catalogs may have any text.
  static func valid(_ address: String) -> String? {
    let isWeb = address.hasPrefix("https://") || address.hasPrefix("http://")
    let isPlain =
      address.utf8.allSatisfy { (0x21...0x7E).contains($0) } && !address.contains { "\"<>\\^`{|}".contains($0) }
    return isWeb && isPlain && address.utf8.count <= 2000 ? address : nil
  }
}
