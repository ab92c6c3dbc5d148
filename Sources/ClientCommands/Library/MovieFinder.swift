import Console
import MovieNightKit
import MovieNightPrimitives

/// Makes of what somebody typed a movie as the protocol takes it. Titles and bare ids are looked for on one of the
/// household's lists, as a rule the watchlist, which is read once, and only where it is needed.
final class MovieFinder {
  private let client: MovieNightClient
  private let method: String
  private var list: [JSONValue]?

  /// - Parameter method: which list: `watchlist.list` or `watched.list`.
  init(_ client: MovieNightClient, on method: String = "watchlist.list") {
    self.client = client
    self.method = method
  }

  /// - Returns: the JSON of a movie parameter.
  func movie(_ text: String) async throws -> [UInt8] {
    switch try TypedMovie(text) {
    case .json(let json): return Array(json.utf8)
    case .described(let id, let title, let year, let contentRating):
      var writer = JSONWriter()
      writer.movie(id: id, title: title, year: year, contentRating: contentRating)
      return writer.bytes
    case .id(let id):
      let known = try await newest().first { $0["tmdb_movie_id"]?.integer == id }
      if let known { return Self.parameter(known) }
      var writer = JSONWriter()
      writer.object { $0.field("tmdb_movie_id", id) }
      return writer.bytes
    case .title(let title):
      return Self.parameter(try await listed(called: title))
    }
  }

  /// A movie that is on the list, by its title, the beginning of it, or its id. An id that is not among the newest is
  /// taken at its word: the server knows the others.
  func listed(_ text: String) async throws -> (id: Int, title: String?) {
    if let id = Int(text) {
      return (id, try await newest().first { $0["tmdb_movie_id"]?.integer == id }?["title"]?.string)
    }
    let movie = try await listed(called: text)
    return (try movie.integer("tmdb_movie_id"), try movie.string("title"))
  }

  private func listed(called title: String) async throws -> JSONValue {
    let place = method == "watchlist.list" ? "the watchlist" : "the newest of the watched list"
    switch meant(by: title, among: try await newest(), called: { $0["title"]?.string ?? "" }) {
    case .one(let movie): return movie
    case .several(let movies):
      let titles = movies.map { printable($0["title"]?.string ?? "") }.joined(separator: ", ")
      throw CommandFailure("'\(title)' could be several movies of \(place)", hint: "Which one: \(titles)?")
    case .none:
      throw CommandFailure(
        "There is no '\(title)' on \(place)",
        hint:
          "Find its id with: movienight movie search WORDS. Or write it as ID=TITLE (YEAR): \"\(TypedMovie.example)\"")
    }
  }

  /// As many as the server gives at once: all of a watchlist, which has 50 at most.
  private func newest() async throws -> [JSONValue] {
    if let list { return list }
    let read = Array(try await client.call(method) { $0.field("limit", 100) }.array("items"))
    list = read
    return read
  }

  /// What a movie of the watchlist says of itself, without how it came there.
  private static func parameter(_ listed: JSONValue) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { json in
      for (name, value) in listed.members where !["added_by", "added_by_name", "added_at"].contains(name) {
        guard !value.isNull else { continue }
        json.key(name)
        json.raw(value.encoded)
      }
    }
    return writer.bytes
  }
}
