import Console
import MovieNightKit

/// A movie to send with a command, and the names under which people know it.
struct FoundMovie {
  let sent: SentMovie
  /// The titles, of which the first is shown; empty if only the id is known.
  var titles: [String]
  var year: Int?
  var contentRating: MovieNightKit.ContentRating?

  init(_ sent: SentMovie) {
    self.sent = sent
    (titles, year, contentRating) = (sent.title.map { [$0] } ?? [], sent.year, sent.contentRating)
  }

  init(_ movie: some RecordedMovie) { self.init(SentMovie(movie)) }

  /// Creates a movie of the catalog. Only its id is sent, because the server adds the catalog's data.
  fileprivate init(_ result: MovieSearchResult) {
    self.init(SentMovie(tmdbMovieID: result.id))
    titles = [result.title, result.originalTitle].compactMap(\.self)
    (year, contentRating) = (result.year, result.contentRating)
  }

  var id: MovieID { sent.tmdbMovieID }
  /// The title with the year, such as `Toy Story (1995)`; nil if only the id is known.
  var name: String? { names.first }
  fileprivate var names: [String] { titles.map { movieName($0, year) } }

  /// Whether `typed` is a whole title, with or without the year, except for case, accents and punctuation.
  fileprivate func isCalled(_ typed: String) -> Bool { (titles + names).contains { isSameName($0, typed) } }
}

func movieName(_ title: String, _ year: Int?) -> String { title + (year.map { " (\($0))" } ?? "") }

/// Finds the movies that a user typed by id, link or title. A whole title on the household's own list has priority over
/// one in the server's catalog, and that over a part of a title on the list, so "toy story" is not "Toy Story 2".
final class MovieFinder {
  private let client: MovieNightClient
  private let environment: Environment
  /// The list to look at first, and its place for messages, such as `on the watchlist`; nil for a command without one.
  private let list: (movies: [FoundMovie], place: String)?
  private let searchesCatalog: Bool
  /// Whether the movies are sent with a command, which also takes movies that the catalog does not have.
  private let isForCommand: Bool
  private var candidates: [String: Candidates] = [:]

  private struct Candidates {
    var movies: [FoundMovie]
    /// Whether the movies have the whole title that was typed.
    var isExact = false
    /// A title that is spelled almost like the typed one, if no movie was found.
    var closeTitle: String?
  }

  /// The number of movies among which a user can choose.
  private static let choices = 9

  init(
    _ client: MovieNightClient, _ environment: Environment, list: (movies: [FoundMovie], place: String)? = nil,
    searchesCatalog: Bool = true, isForCommand: Bool = true
  ) {
    (self.client, self.environment) = (client, environment)
    // A pick may also be on the watchlist.
    var ids: Set<MovieID> = []
    self.list = list.map { ($0.movies.filter { ids.insert($0.id).inserted }, $0.place) }
    (self.searchesCatalog, self.isForCommand) = (searchesCatalog, isForCommand)
  }

  /// Returns the movies that the words name. All are found before any command is sent.
  func movies(_ words: [String]) async throws -> [FoundMovie] {
    let texts = try await TypedMovie.texts(in: words) {
      try await !self.find($0).movies.isEmpty
    } isWholeTitle: {
      try await self.find($0).isExact
    }
    var movies: [FoundMovie] = []
    for text in texts { movies.append(try await movie(text, amongWords: words.count > 1)) }
    return movies
  }

  /// Returns the movie that `text` names. If several match, the user chooses one. Without a terminal, throws a usage
  /// error that lists them.
  /// `amongWords` is whether several words were typed, which may be one title or several.
  func movie(_ text: String, amongWords: Bool = false) async throws -> FoundMovie {
    let found = try await find(text)
    if let only = found.movies.first, found.movies.count == 1 { return only }
    guard found.movies.isEmpty else {
      return try await choice(
        of: found.movies,
        advice: text.allSatisfy(\.isNumber) ? Self.numberAdvice : amongWords ? Self.wordsAdvice : Self.advice,
        "'\(text)' matches several movies")
    }
    let absence = "There is no movie '\(text)'" + (list.map { searchesCatalog ? "" : " \($0.place)" } ?? "")
    if let closeTitle = found.closeTitle {
      let close = try await search(closeTitle).movies
      if !close.isEmpty { return try await choice(of: close, "\(absence). Did you mean one of these?") }
    }
    throw CommandFailure(
      absence,
      hints: [
        amongWords ? "If these are several movies, put each title in quotes." : nil,
        searchesCatalog ? "Look for it with: movienight movie search WORDS" : nil,
      ])
  }

  // MARK: Finding candidates

  private func find(_ text: String) async throws -> Candidates {
    if let known = candidates[text] { return known }
    let found = try await findAnew(text)
    candidates[text] = found
    return found
  }

  private func findAnew(_ text: String) async throws -> Candidates {
    let own = list?.movies ?? []
    switch try TypedMovie(text) {
    case .json(let json):
      return Candidates(movies: [FoundMovie(try SentMovie(typed: Array(json.utf8)))], isExact: true)
    case .described(let id, let title, let year, let contentRating):
      let movie = SentMovie(
        tmdbMovieID: MovieID(id), title: title, year: year,
        contentRating: contentRating.map(MovieNightKit.ContentRating.init))
      return Candidates(movies: [FoundMovie(movie)], isExact: true)
    case .id(let id):
      let named = own.first { $0.id.rawValue == id } ?? FoundMovie(SentMovie(tmdbMovieID: MovieID(id)))
      // A number can also be a title, such as 1917.
      let titled = text.allSatisfy(\.isNumber) ? try await titled(text).filter { $0.id != named.id } : []
      return Candidates(movies: try await titled.isEmpty ? [named] : existing(named) + titled, isExact: true)
    case .imdb(let id):
      let movies = try await search(id).movies
      return Candidates(movies: movies.map { movie in own.first { $0.id == movie.id } ?? movie }, isExact: true)
    case .title(let title):
      let exact = own.filter { $0.isCalled(title) }
      if !exact.isEmpty { return Candidates(movies: exact, isExact: true) }
      let near = prefixMatches(by: title, among: own, calledAnyOf: { $0.titles + $0.names })
      return searchesCatalog ? try await inCatalog(title, near: near) : Candidates(movies: near)
    }
  }

  /// Looks for a title in the catalog. `near` are the movies of the list with a part of the title.
  private func inCatalog(_ title: String, near: [FoundMovie]) async throws -> Candidates {
    let found: Candidates
    do {
      found = try await search(title)
    } catch let error as ClientError where error.refusal?.code == 503 {
      // Without a catalog, only the movies of the list can be named by title.
      if !near.isEmpty { return Candidates(movies: near) }
      guard isForCommand, let hint = error.refusal?.hint([], starts: false, suggests: false) else { throw error }
      let absence = list.map { "There is no '\(title)' \($0.place). " } ?? ""
      throw CommandFailure(error, hints: [absence + hint])
    }
    let exact = found.movies.filter { $0.isCalled(title) }
    if !exact.isEmpty { return Candidates(movies: exact, isExact: true) }
    return near.isEmpty ? found : Candidates(movies: near)
  }

  /// Returns the movies of the list and of the catalog with this whole title. Without a catalog, those of the list.
  private func titled(_ title: String) async throws -> [FoundMovie] {
    let own = (list?.movies ?? []).filter { $0.isCalled(title) }
    guard searchesCatalog else { return own }
    do {
      return own + (try await search(title).movies.filter { $0.isCalled(title) && !own.map(\.id).contains($0.id) })
    } catch let error as ClientError where error.refusal?.code == 503 {
      return own
    }
  }

  /// Returns the movie with its title and year from the catalog; nothing if the catalog does not know its id.
  private func existing(_ movie: FoundMovie) async throws -> [FoundMovie] {
    guard movie.titles.isEmpty else { return [movie] }
    guard let details = try await client.details(of: [movie.id])[movie.id] else { return [] }
    var movie = movie
    (movie.titles, movie.year) = ([details["title"]?.string].compactMap(\.self), details["year"]?.integer)
    return [movie]
  }

  private func search(_ text: String) async throws -> Candidates {
    guard text.count > 1 else { return Candidates(movies: []) }
    let page = try await client.rawResult(of: MoviesRequests.search(text)).shown()
    return Candidates(movies: page.results.map { FoundMovie($0) }, closeTitle: page.didYouMean)
  }

  // MARK: Choosing

  private static let advice = "Type the number instead of the title, or the title with its year."
  private static let wordsAdvice = "Put each title in quotes, or type the number instead of it."
  private static let numberAdvice = "Type tmdb: and the id, or the title with its year."

  private func choice(
    of found: [FoundMovie], advice: String = advice, _ sentence: String
  ) async throws -> FoundMovie {
    let movies = try await rated(Array(found.prefix(Self.choices)))
    let options = movies.enumerated().map { index, movie in
      // The next command line can contain the id, but not the place in this list.
      let number = environment.canAsk ? index + 1 : movie.id.rawValue
      let facts = [movie.name, movie.contentRating?.rawValue].compactMap(\.self).joined(separator: " · ")
      return (number, facts, movie)
    }
    return try environment.choose(
      NumberedChoice(
        sentence, options, more: found.count > movies.count ? "movienight movie search WORDS" : nil,
        advice: advice
      ))
  }

  /// Adds ratings that the search did not know, because the catalog has not looked up the details yet.
  private func rated(_ movies: [FoundMovie]) async throws -> [FoundMovie] {
    let details = try await client.details(of: movies.filter { $0.contentRating == nil }.map(\.id))
    return movies.map { movie in
      var rated = movie
      let rating = details[movie.id]?["content_rating"]?.string
      rated.contentRating = rating.map { MovieNightKit.ContentRating(rawValue: $0) } ?? movie.contentRating
      return rated
    }
  }
}

extension MovieNightClient {
  /// Returns the results of `movies.get` for several movies, without those that failed.
  func details(of movies: [MovieID]) async throws -> [MovieID: JSONValue] {
    guard !movies.isEmpty else { return [:] }
    let requests = movies.map { movie in Request("movies.get") { $0.field("tmdb_movie_id", movie) } }
    let outcomes = try await pipeline(requests)
    return Dictionary(zip(movies, outcomes).compactMap { movie, outcome in (try? outcome.get()).map { (movie, $0) } }) {
      first, _ in first
    }
  }

  /// Returns `typed` or, for an id or a link at IMDb, the movie's TMDb id, because rounds do not record IMDb ids.
  func knownReference(_ typed: String) async throws -> String {
    guard case .imdb(let id)? = try? TypedMovie(typed) else { return typed }
    guard let movie = try await rawResult(of: MoviesRequests.search(id)).value().results.first else {
      throw CommandFailure("The catalog has no movie '\(typed)'", hint: "Type its title instead.")
    }
    return "tmdb:\(movie.id)"
  }
}

/// A movie as the household has recorded it.
protocol RecordedMovie {
  var tmdbMovieID: MovieID { get }
  var title: String { get }
  var year: Int? { get }
  var posterPath: String? { get }
  var contentRating: MovieNightKit.ContentRating? { get }
  var genres: [String] { get }
  var genreIDs: [GenreID] { get }
  var runtime: Duration? { get }
  var overview: String? { get }
  var popularity: Double? { get }
  var voteAverage: Double? { get }
  var streaming: [String] { get }
}

extension WatchlistItem: RecordedMovie {}
extension WatchedItem: RecordedMovie {}
extension Suggestion: RecordedMovie {}

extension RecordedMovie {
  var name: String { movieName(title, year) }
}

extension SentMovie {
  init(_ movie: some RecordedMovie) {
    self.init(
      tmdbMovieID: movie.tmdbMovieID, title: movie.title, year: movie.year, posterPath: movie.posterPath,
      contentRating: movie.contentRating, genres: movie.genres, genreIDs: movie.genreIDs, runtime: movie.runtime,
      overview: movie.overview, popularity: movie.popularity, voteAverage: movie.voteAverage,
      streaming: movie.streaming)
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
