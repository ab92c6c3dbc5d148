import Console
import MovieNightKit

/// Finds a typed movie. Titles and bare ids are looked up on the watchlist, which is read when it is first needed.
final class MovieFinder {
  private let client: MovieNightClient
  private var watchlist: [WatchlistItem]?

  init(_ client: MovieNightClient) { self.client = client }

  func movie(_ text: String) async throws -> SentMovie {
    switch try TypedMovie(text) {
    case .json(let json): return try SentMovie(typed: Array(json.utf8))
    case .described(let id, let title, let year, let contentRating):
      return SentMovie(
        tmdbMovieID: MovieID(id), title: title, year: year,
        contentRating: contentRating.map(MovieNightKit.ContentRating.init))
    case .id(let id):
      let known = try await readWatchlist().first { $0.id.rawValue == id }
      return known.map(SentMovie.init) ?? SentMovie(tmdbMovieID: MovieID(id))
    case .title(let title):
      return SentMovie(try prefixMatches(by: title, among: await readWatchlist(), at: "on the watchlist"))
    }
  }

  /// Returns the watchlist. One page is enough, because a watchlist has at most 50 movies.
  private func readWatchlist() async throws -> [WatchlistItem] {
    if let watchlist { return watchlist }
    let read = try await client.watchlist.list(limit: 100).items
    watchlist = read
    return read
  }
}

/// Returns the only movie whose title matches `title`. `place` is for messages, such as `on the watchlist`.
func prefixMatches<Movie: ListedMovie>(
  by title: String, among movies: [Movie], at place: String
) throws(CommandFailure) -> Movie {
  try prefixMatches(by: title, among: movies, called: \.title).only(
    none: CommandFailure(
      "There is no '\(title)' \(place)",
      hint:
        "Find its id with: movienight movie search WORDS. Or type it in full: \"\(TypedMovie.example)\"")
  ) { movies in
    let titles = movies.map(\.title).joined(separator: ", ")
    return CommandFailure("'\(title)' matches several movies \(place)", hint: "Type more of the title: \(titles)")
  }
}

extension SentMovie {
  fileprivate init(_ item: WatchlistItem) {
    self.init(
      tmdbMovieID: item.id, title: item.title, year: item.year, posterPath: item.posterPath,
      contentRating: item.contentRating, genres: item.genres, genreIDs: item.genreIDs, runtime: item.runtime,
      overview: item.overview, popularity: item.popularity, voteAverage: item.voteAverage, streaming: item.streaming)
  }

  /// Parses a movie that was typed as JSON. Unknown members are rejected, as the server does.
  init(typed json: [UInt8]) throws {
    do throws(JSONError) {
      let root = try JSONDocument(json).root
      self = try RawResult(json: root).value()
      var writer = JSONWriter()
      write(to: &writer)
      let written = try JSONDocument(writer.bytes).root.members.map(\.name)
      let unknown = root.members.first { !$0.value.isNull && !written.contains($0.name) }
      if let unknown { throw JSONError(.wrongType(expected: "known here"), field: "\(unknown.name)") }
    } catch {
      throw UsageError("This JSON is not a movie: \(error)")
    }
  }
}
