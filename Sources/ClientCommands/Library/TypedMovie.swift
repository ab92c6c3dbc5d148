import Catalog
import Console

enum TypedMovie: Equatable {
  /// A movie with all data that a server without a catalog needs, such as `603=The Matrix (1999) R`.
  case described(id: Int, title: String, year: Int?, contentRating: String?)
  /// An id, such as `603` or `tmdb:603`, or a link to the movie at TMDb.
  case id(Int)
  /// An id at IMDb, such as `tt0133093`, or a link to it. Only the server's catalog knows which movie that is.
  case imdb(String)
  /// A title or its beginning, such as `matrix`, which may end in its year.
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
    if let movie = try Self.reference(text) {
      self = movie
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

  /// Parses an id or a link, as the server's search does.
  private static func reference(_ text: String) throws(UsageError) -> TypedMovie? {
    if let id = Int(text) { return .id(id) }
    do throws(SearchText.ValidationError) {
      switch try SearchText(text, thisYear: 0) {
      case .one(_, .tv): throw .unknownID
      case .one(let id, _): return .id(id)
      case .foreign(let id): return .imdb(id.id)
      case .words: return nil
      }
    } catch {
      if error == .unknownID { throw UsageError("'\(text)' is not the id of a movie") }
      return nil
    }
  }

  private static func year(_ word: String) -> Int? {
    guard word.hasPrefix("("), word.hasSuffix(")"), word.count == 6 else { return nil }
    return Int(word.dropFirst().dropLast())
  }

  // MARK: Several movies

  /// The movie's id, if `text` is one.
  static func id(_ text: String) -> Int? {
    if case .id(let id)? = try? TypedMovie(text) { id } else { nil }
  }

  /// Splits words into texts that name one movie each. They are the words if each is an id, a link or a described
  /// movie, or if one contains a space, as a quoted title does. Else all words are one title or, if it is not found,
  /// each is a whole title.
  static func texts(
    in words: [String], isFound: (String) async throws -> Bool, isWholeTitle: (String) async throws -> Bool
  ) async rethrows -> [String] {
    let title = words.joined(separator: " ")
    guard words.count > 1 else { return [title] }
    if words.contains(where: { $0.contains(" ") }) || words.allSatisfy(isReference) { return words }
    // Each word may cause a request.
    guard words.count <= maximumTitles, try await !isFound(title) else { return [title] }
    for word in words {
      guard try await isWholeTitle(word) else { return [title] }
    }
    return words
  }

  private static func isReference(_ word: String) -> Bool {
    if case .title? = try? TypedMovie(word) { false } else { true }
  }

  private static let maximumTitles = 12
}
