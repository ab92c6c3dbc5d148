import Console

enum TypedMovie: Equatable {
  /// A movie with all data that a server without a catalog needs, such as `603=The Matrix (1999) R`.
  case described(id: Int, title: String, year: Int?, contentRating: String?)
  /// An id, such as `603`. The movie must be on the watchlist or in the server's catalog.
  case id(Int)
  /// A title or its beginning, such as `matrix`. The movie must be on the watchlist.
  case title(String)
  /// A movie as JSON, as described in docs/protocol.
  case json(String)

  static let contentRatings = ["G", "PG", "PG-13", "R", "NC-17"]
  static let example = "603=The Matrix (1999) R"

  init(_ text: String) throws(UsageError) {
    let text = String(text.drop { $0 == " " })
    guard !text.hasPrefix("{") else {
      self = .json(text)
      return
    }
    if let id = Int(text) {
      self = .id(id)
      return
    }
    guard let equals = text.firstIndex(of: "="), let id = Int(text[..<equals]) else {
      self = .title(text)
      return
    }
    var words = text[text.index(after: equals)...].split(separator: " ").map(String.init)
    var contentRating: String?
    // A rating is recognized only after a year, so that the title "Vitamin R" keeps its last word.
    if words.count > 2, Self.year(words[words.count - 2]) != nil,
      let rating = Self.contentRatings.first(where: { $0 == words.last?.uppercased() })
    {
      contentRating = rating
      words.removeLast()
    }
    let year = words.last.flatMap(Self.year)
    if year != nil { words.removeLast() }
    guard !words.isEmpty else {
      throw UsageError("'\(text)' has no title. Write a movie like this: \"\(Self.example)\"")
    }
    self = .described(id: id, title: words.joined(separator: " "), year: year, contentRating: contentRating)
  }

  private static func year(_ word: String) -> Int? {
    guard word.hasPrefix("("), word.hasSuffix(")"), word.count == 6 else { return nil }
    return Int(word.dropFirst().dropLast())
  }
}
