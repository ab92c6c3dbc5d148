/// A parsed search for a movie or series (`docs/catalog.md`, "Methods").
///
///     try SearchText("Dune (2021)", thisYear: 2026).questions(for: .movie, page: 1)
public enum SearchText: Equatable, Sendable {
  /// A TMDb id, from "tmdb:550" or a link. The media kind is nil if the text does not contain it.
  case one(Int, MediaKind?)
  /// An IMDb id, entered directly or as a link.
  case foreign(ForeignID)
  /// Words of a title. If they find nothing, `otherwise` is searched for, which takes a number at the end as the year.
  case words(Words, otherwise: Words?)

  public struct Words: Equatable, Sendable {
    public var text: String
    public var year: Int?

    public init(_ text: String, year: Int? = nil) {
      self.text = text
      self.year = year
    }
  }

  public enum ValidationError: Error, Equatable, Sendable {
    /// Fewer characters than `fewestCharacters`.
    case tooShort
    /// More bytes than `CatalogBounds.searchBytes`.
    case tooLong
    /// An id outside of `CatalogBounds.id`.
    case unknownID
  }

  public static let fewestCharacters = 2
  /// The number of characters from which a text also finds titles that only contain it.
  static let fewestOfPartialTitles = 3

  /// Parses a search. White space is trimmed and collapsed; control characters count as spaces. `year` is the year of
  /// release. If it is given, it replaces a year in parentheses or after "y:", and a number at the end is not taken as
  /// a year. Otherwise a number at the end may be a year, but at most five years after `thisYear`.
  public init(_ typed: String, year: Int? = nil, thisYear: Int) throws(ValidationError) {
    guard typed.utf8.count <= CatalogBounds.searchBytes.upperBound else { throw .tooLong }
    let text = Self.trimmed(typed)
    guard text.count >= Self.fewestCharacters else { throw .tooShort }
    if let one = try Self.one(text) {
      self = one
    } else if let words = Self.withYear(text) {
      self = .words(Words(words.text, year: year ?? words.year), otherwise: nil)
    } else {
      let otherwise = year == nil ? Self.withBareYear(text, 1900...max(1900, thisYear + 5)) : nil
      self = .words(Words(text, year: year), otherwise: otherwise)
    }
  }

  /// Returns the questions to ask in turn until one has results; none if the text refers to the other media kind.
  public func questions(for media: MediaKind, page: Int) -> [CatalogQuestion] {
    switch self {
    case .one(let id, let kind):
      guard kind == nil || kind == media else { return [] }
      return [media == .movie ? .movie(id) : .series(id)]
    case .foreign(let id): return [.find(id)]
    case .words(let words, let otherwise):
      return [words, otherwise].compactMap(\.self).map {
        // The whole titles that a short text finds are all on the first page.
        let page = $0.text.count < Self.fewestOfPartialTitles ? 1 : page
        return switch media {
        case .movie: .searchMovies($0.text, year: $0.year, page: page)
        case .tv: .searchSeries($0.text, year: $0.year, page: page)
        }
      }
    }
  }

  /// The words of a title; nil if the text is an id or a link.
  public var title: String? {
    if case .words(let words, let otherwise) = self { (otherwise ?? words).text } else { nil }
  }

  private static func trimmed(_ text: String) -> String {
    isTrimmed(text)
      ? text
      : text.split { character in
        character.isWhitespace || character.unicodeScalars.contains { $0.properties.generalCategory == .control }
      }.joined(separator: " ")
  }

  /// Whether the text is ASCII and needs no trimming. This check is fast and suffices for most input.
  private static func isTrimmed(_ text: String) -> Bool {
    var last: UInt8 = 0x20
    for byte in text.utf8 {
      guard (0x20...0x7e).contains(byte), byte != 0x20 || last != 0x20 else { return false }
      last = byte
    }
    return last != 0x20
  }

  // MARK: Parsing ids and links

  private static func one(_ text: String) throws(ValidationError) -> SearchText? {
    let lower = text.lowercased()
    if let id = ForeignID(.imdb, checking: lower) { return .foreign(id) }
    if lower.hasPrefix("tmdb:") {
      let digits = trimmed(String(lower.dropFirst(5)))
      return isNumber(digits) ? .one(try checkedID(digits), nil) : nil
    }
    return try link(text)
  }

  /// Parses links such as "https://www.themoviedb.org/movie/550-fight-club" and "imdb.com/title/tt0137523/?ref_=x".
  private static func link(_ text: String) throws(ValidationError) -> SearchText? {
    guard text.utf8.contains(UInt8(ascii: "/")) else { return nil }
    var rest = text[...]
    for scheme in ["https://", "http://"] where rest.lowercased().hasPrefix(scheme) {
      rest = rest.dropFirst(scheme.count)
    }
    let parts = rest.prefix { $0 != "?" && $0 != "#" }.split(separator: "/")
    guard let host = parts.first?.lowercased() else { return nil }
    switch host {
    case "themoviedb.org", "www.themoviedb.org":
      guard parts.count >= 3, let media = MediaKind(rawValue: String(parts[1])) else { return nil }
      // A name may follow the number: "550-fight-club".
      let digits = parts[2].prefix { $0 != "-" }
      return isNumber(digits) ? .one(try checkedID(digits), media) : nil
    case "imdb.com", "www.imdb.com", "m.imdb.com":
      // A language may precede "title", as in "imdb.com/de/title/tt0137523".
      guard let title = parts.firstIndex(of: "title"), title + 1 < parts.count else { return nil }
      return ForeignID(.imdb, checking: parts[title + 1].lowercased()).map(SearchText.foreign)
    default: return nil
    }
  }

  private static func isNumber(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (48...57).contains($0) }
  }

  private static func checkedID(_ digits: some StringProtocol) throws(ValidationError) -> Int {
    guard let id = Int(digits), CatalogBounds.id.contains(id) else { throw .unknownID }
    return id
  }

  // MARK: Parsing years

  /// Splits "Dune (2021)" and "Dune y:2021", because no title ends like that. Nil if no title precedes the year.
  private static func withYear(_ text: String) -> Words? {
    let words = text.split(separator: " ")
    guard let last = words.last else { return nil }
    if last.lowercased().hasPrefix("y:"), let year = year(last.dropFirst(2)) {
      return rest(words.dropLast().joined(separator: " "), year)
    }
    guard text.hasSuffix(")"), let open = text.lastIndex(of: "("),
      let year = year(text[text.index(after: open)...].dropLast())
    else { return nil }
    return rest(trimmed(String(text[..<open])), year)
  }

  private static func withBareYear(_ text: String, _ years: ClosedRange<Int>) -> Words? {
    let words = text.split(separator: " ")
    guard let last = words.last, let year = year(last), years.contains(year) else { return nil }
    return rest(words.dropLast().joined(separator: " "), year)
  }

  private static func rest(_ text: String, _ year: Int) -> Words? { text.isEmpty ? nil : Words(text, year: year) }

  private static func year(_ text: some StringProtocol) -> Int? {
    guard text.utf8.count == 4, isNumber(text), let year = Int(text), year > 0 else { return nil }
    return year
  }
}
