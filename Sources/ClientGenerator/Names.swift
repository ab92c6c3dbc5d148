/// What the protocol's names are in Swift.
enum Names {
  /// `tmdb_movie_id` → `tmdbMovieID`, `did_not_like` → `didNotLike`, `PG-13` → `pg13`, `VoteCast` → `voteCast`.
  static func lowerCamel(_ name: some StringProtocol) -> String {
    let words = words(of: name)
    guard let first = words.first else { return "" }
    return first + words.dropFirst().map(capitalized).joined()
  }

  /// `watched_list` → `WatchedList`, `tv` → `TV`.
  static func upperCamel(_ name: some StringProtocol) -> String {
    words(of: name).map(capitalized).joined()
  }

  private static func words(of name: some StringProtocol) -> [String] {
    let words = name.split { $0 == "_" || $0 == "-" || $0 == "." }.flatMap { humps(of: $0) }
    return words.enumerated().map { index, word in
      // Units are written out: `uptime_s`.
      index > 0 ? units[word.lowercased()] ?? word.lowercased() : word.lowercased()
    }
  }

  /// `VoteCast` → `Vote`, `Cast`. Capitals side by side stay together.
  private static func humps(of word: some StringProtocol) -> [String] {
    var humps = [""]
    for character in word {
      if character.isUppercase, humps[humps.count - 1].last?.isLowercase == true { humps.append("") }
      humps[humps.count - 1].append(character)
    }
    return humps
  }

  private static let units = ["s": "seconds", "ms": "milliseconds"]

  private static let initialisms = [
    "id": "ID", "ids": "IDs", "url": "URL", "urls": "URLs", "rpc": "RPC", "tv": "TV", "tmdb": "TMDb", "imdb": "IMDb",
  ]

  private static func capitalized(_ word: String) -> String {
    initialisms[word] ?? word.prefix(1).uppercased() + word.dropFirst()
  }

  /// With backticks where Swift needs them to take the word for a name.
  static func escaped(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

  private static let keywords: Set<String> = [
    "Any", "Self", "as", "associatedtype", "await", "break", "case", "catch", "class", "continue", "default", "defer",
    "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if",
    "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private",
    "protocol", "public", "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch",
    "throw", "throws", "true", "try", "typealias", "var", "where", "while",
  ]

  /// The client's type with the methods of an area: `RoundsArea`.
  static func type(ofArea area: String) -> String { "\(upperCamel(area))Area" }

  /// What makes the requests of an area's methods: `RoundsRequests`.
  static func requests(ofArea area: String) -> String { "\(upperCamel(area))Requests" }

  /// Links to the documentation of reasons, each once.
  static func links(toReasons reasons: [String]) -> String {
    var links: [String] = []
    for reason in reasons {
      let link = "``RefusalReason/\(lowerCamel(reason))``"
      if !links.contains(link) { links.append(link) }
    }
    return links.joined(separator: ", ")
  }

  /// A method's area and what it does there: `rounds` and `open_voting`.
  static func parts(ofMethod name: String) -> (area: String, verb: String) {
    let parts = name.split(separator: ".", maxSplits: 1)
    return parts.count == 2 ? (String(parts[0]), String(parts[1])) : ("server", name)
  }
}
