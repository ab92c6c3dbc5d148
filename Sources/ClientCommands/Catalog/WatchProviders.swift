import Console
import MovieNightPrimitives

/// Where a movie or a series can be watched in a country.
struct WatchProviders {
  let country: String
  let link: String?
  /// By the way they offer it, without the ways that nobody offers.
  let offers: [(label: String, names: [String])]

  private static let kinds: [(name: StaticString, label: String)] = [
    ("flatrate", "Stream"), ("free", "Free"), ("ads", "With ads"), ("rent", "Rent"), ("buy", "Buy"),
  ]

  /// Nil where nobody offers it.
  init?(_ json: JSONValue?) throws(JSONError) {
    guard let json, !json.isNull else { return nil }
    country = try json.text("country") ?? ""
    link = try json.text("link")
    var offers: [(label: String, names: [String])] = []
    for kind in Self.kinds {
      let names = try json.list(kind.name) { (provider) throws(JSONError) in try provider.text("name") }
        .compactMap(\.self)
      if !names.isEmpty { offers.append((kind.label, names)) }
    }
    guard !offers.isEmpty else { return nil }
    self.offers = offers
  }
}
