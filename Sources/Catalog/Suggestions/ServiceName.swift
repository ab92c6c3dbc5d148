/// The name of a service, of a household's or of a provider, as the two are compared (`docs/catalog.md`, "Suggestions").
///
/// "Disney+" is "Disney Plus", "Netflix Standard with Ads" is "Netflix", "Prime Video" is "Amazon Prime Video".
public struct ServiceName: Hashable, Sendable {
  /// Lower-case letters and digits; empty where the name has none, and then it is like no other.
  public let key: String
  /// As people read it: the name without what it says of advertising.
  public let shown: String

  public init(_ name: String) {
    shown = Self.withoutAds(name)
    let letters = shown.lowercased().map { $0 == "+" ? "plus" : $0.isLetter || $0.isNumber ? String($0) : "" }.joined()
    key = Self.otherNames[letters] ?? letters
  }

  public static func == (left: Self, right: Self) -> Bool { left.key == right.key && !left.key.isEmpty }

  public func hash(into hasher: inout Hasher) { hasher.combine(key) }

  private static let otherNames = [
    "primevideo": "amazonprimevideo", "amazonprime": "amazonprimevideo", "max": "hbomax",
  ]

  // The longer ones first: each of them ends as the last does.
  private static let endings = ["standard with ads", "basic with ads", "with ads"]

  private static func withoutAds(_ name: String) -> String {
    let words = name.split(whereSeparator: \.isWhitespace)
    for ending in endings {
      let count = ending.split(separator: " ").count
      guard words.count > count, words.suffix(count).joined(separator: " ").lowercased() == ending else { continue }
      return words.dropLast(count).joined(separator: " ")
    }
    return name
  }
}

extension ServiceName {
  /// The services of a household that are among the providers, in the household's order, each once, and named as the
  /// provider is.
  public static func shown(_ services: [String], among providers: [Provider]) -> [String] {
    let names = providers.map { ServiceName($0.name) }
    var seen: Set<String> = []
    return services.compactMap { service in
      let service = ServiceName(service)
      guard let name = names.first(where: { $0 == service }), seen.insert(name.key).inserted else { return nil }
      return name.shown
    }
  }

  /// Which providers are that service.
  public static func providers(of service: String, among providers: [Provider]) -> [Provider] {
    let service = ServiceName(service)
    return providers.filter { ServiceName($0.name) == service }
  }
}
