import MovieNightPrimitives

/// The name of a streaming service, normalized so that a household's services can be compared with providers
/// (`docs/catalog.md`, "Suggestions"). "Disney+" is "Disney Plus", "Netflix Standard with Ads" is "Netflix", "Prime
/// Video" is "Amazon Prime Video".
public struct ServiceName: Hashable, Sendable {
  /// The normalized name: lower-case letters and digits. A name without any has an empty key, and equals no other.
  public let key: String
  /// The name to show to people, without a mention of advertising.
  public let shown: String

  public init(_ name: String) {
    shown = Self.withoutAds(name)
    let letters = Self.asciiLetters(shown) ?? Self.letters(shown)
    key = Self.otherNames[letters] ?? letters
  }

  private static func letters(_ name: String) -> String {
    name.lowercased().map { $0 == "+" ? "plus" : $0.isLetter || $0.isNumber ? String($0) : "" }.joined()
  }

  /// Returns the same as `letters` in a tenth of the time; nil if the name has other characters than ASCII's.
  private static func asciiLetters(_ name: String) -> String? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(name.utf8.count + 3)
    for byte in name.utf8 {
      guard byte < 0x80 else { return nil }
      if byte == UInt8(ascii: "+") { bytes.append(contentsOf: "plus".utf8) }
      guard ASCII.isLetterOrDigit(byte) else { continue }
      bytes.append(ASCII.isCapital(byte) ? byte + 32 : byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  public static func == (left: Self, right: Self) -> Bool { left.key == right.key && !left.key.isEmpty }

  public func hash(into hasher: inout Hasher) { hasher.combine(key) }

  private static let otherNames = [
    "primevideo": "amazonprimevideo", "amazonprime": "amazonprimevideo", "max": "hbomax",
  ]

  // Longer endings come first, because each of them ends with the last one.
  private static let endings = ["standard with ads", "basic with ads", "with ads"]

  private static func withoutAds(_ name: String) -> String {
    // Splitting takes long, and few names end with "ads", or with white space.
    guard let end = name.utf8.last, !ASCII.isLetterOrDigit(end) || "sS".utf8.contains(end) else { return name }
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
  /// Returns the household's services that are among the providers, in the household's order, without duplicates, and
  /// with the providers' names.
  public static func shown(_ services: [String], among providers: [Provider]) -> [String] {
    let names = providers.map { ServiceName($0.name) }
    var seen: Set<String> = []
    return services.compactMap { service in
      let service = ServiceName(service)
      guard let name = names.first(where: { $0 == service }), seen.insert(name.key).inserted else { return nil }
      return name.shown
    }
  }

  public static func providers(of service: String, among providers: [Provider]) -> [Provider] {
    let service = ServiceName(service)
    return providers.filter { ServiceName($0.name) == service }
  }
}
