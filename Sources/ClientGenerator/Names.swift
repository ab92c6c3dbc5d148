enum Names {
  /// Converts a name of the protocol to a Swift property's: `tmdb_movie_id` → `tmdbMovieID`, `did_not_like` →
  /// `didNotLike`, `PG-13` → `pg13`, `VoteCast` → `voteCast`.
  static func lowerCamel(_ name: some StringProtocol) -> String {
    let words = words(of: name)
    guard let first = words.first else { return "" }
    return first + words.dropFirst().map(capitalized).joined()
  }

  /// Converts a name of the protocol to a Swift type's: `watched_list` → `WatchedList`, `tv` → `TV`.
  static func upperCamel(_ name: some StringProtocol) -> String {
    words(of: name).map(capitalized).joined()
  }

  private static func words(of name: some StringProtocol) -> [String] {
    let words = name.split { $0 == "_" || $0 == "-" || $0 == "." }.flatMap { camelCaseWords(of: $0) }
    return words.enumerated().map { index, word in
      // Units are written out, such as the `s` of `uptime_s`.
      index > 0 ? units[word.lowercased()] ?? word.lowercased() : word.lowercased()
    }
  }

  /// Splits a name before each capital letter that follows a lower-case one: `VoteCast` → `Vote`, `Cast`.
  private static func camelCaseWords(of word: some StringProtocol) -> [String] {
    var camelCaseWords = [""]
    for character in word {
      if character.isUppercase, camelCaseWords[camelCaseWords.count - 1].last?.isLowercase == true {
        camelCaseWords.append("")
      }
      camelCaseWords[camelCaseWords.count - 1].append(character)
    }
    return camelCaseWords
  }

  private static let units = ["s": "seconds", "ms": "milliseconds"]

  private static let initialisms = [
    "id": "ID", "ids": "IDs", "url": "URL", "urls": "URLs", "rpc": "RPC", "tv": "TV", "tmdb": "TMDb", "imdb": "IMDb",
  ]

  private static func capitalized(_ word: String) -> String {
    initialisms[word] ?? word.prefix(1).uppercased() + word.dropFirst()
  }

  /// Returns the name, in backticks if it is a Swift keyword.
  static func escaped(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

  private static let keywords: Set<String> = [
    "Any", "Self", "as", "associatedtype", "await", "break", "case", "catch", "class", "continue", "default", "defer",
    "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if",
    "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private",
    "protocol", "public", "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch",
    "throw", "throws", "true", "try", "typealias", "var", "where", "while",
  ]

  /// Returns the name of the type that has an area's methods, such as `RoundsArea`.
  static func type(ofArea area: String) -> String { "\(upperCamel(area))Area" }

  /// Returns the name of the type that makes an area's requests, such as `RoundsRequests`.
  static func requests(ofArea area: String) -> String { "\(upperCamel(area))Requests" }

  static func links(toReasons reasons: [String]) -> String {
    var links: [String] = []
    for reason in reasons {
      let link = "``RefusalReason/\(lowerCamel(reason))``"
      if !links.contains(link) { links.append(link) }
    }
    return links.joined(separator: ", ")
  }

  /// Splits a method's name into its area and its name within the area, such as `rounds` and `open_voting`.
  static func parts(ofMethod name: String) -> (area: String, verb: String) {
    let parts = name.split(separator: ".", maxSplits: 1)
    return parts.count == 2 ? (String(parts[0]), String(parts[1])) : ("server", name)
  }
}
