import Catalog
import Domain
import Projections

extension CatalogAccess {
  /// The time in milliseconds that a request waits for fresh answers about all of its movies, or about genres.
  static let timeout = 2000
}

extension Caller {
  /// Returns a command with completed movies. The country of `household` decides which streaming services are recorded.
  func command<Shown>(
    of sent: [SentMovie], for household: HouseholdID,
    _ make: @escaping @Sendable ([Movie]) throws(Refusal) -> PreparedCommand<Shown>
  ) throws(Refusal) -> PreparedCommand<Shown> {
    let movies = try resolve(sent, for: household)
    return try make(sent.map(\.movie)).completed(by: try movies.map(make))
  }

  /// Completes movies with the catalog's data (`docs/catalog.md`, "Movies of commands"). The country of `household`
  /// decides which streaming services are recorded.
  /// - Returns: a lookup that can fail with `no_catalog`, if the server has no catalog and a movie has no title; with
  ///   `unknown_movie`; or because the catalog is unavailable.
  func resolve(_ sent: [SentMovie], for household: HouseholdID) throws(Refusal) -> Lookup<[Movie]> {
    guard let catalog else {
      guard sent.allSatisfy(\.isNamed) else { return .failing(.noCatalog) }
      return .known(sent.map(\.movie))
    }
    let ids = Set(sent.map(\.movie.tmdbMovieID))
    guard !ids.isEmpty else { return .known([]) }
    return try country(of: household).then { (country) throws(Refusal) in
      try catalog.movies(ids, within: CatalogAccess.timeout).map { (answers) throws(Refusal) in
        var movies: [Movie] = []
        for sent in sent { movies.append(try sent.resolved(answers[sent.movie.tmdbMovieID], in: country)) }
        return movies
      }
    }
  }

  /// Returns the household's country, or the default for an unknown household, whose command is refused.
  private func country(of household: HouseholdID) throws(Refusal) -> Lookup<String> {
    if case .hit(let details)? = try? readModels.cachedHousehold(household) {
      return .known(details?.settings.country ?? Country.standard)
    }
    return try Lookup.known(()).moved(to: perform).map { [readModels] (_) throws(Refusal) in
      do throws(ProjectionError) {
        return try readModels.household(household)?.settings.country ?? Country.standard
      } catch {
        throw .storeUnavailable
      }
    }
  }
}

extension SentMovie {
  /// Returns the movie with the catalog's values. The sender's only fill gaps, so a client cannot lower a rating.
  /// - Throws: a refusal if the catalog has no answer and the sender gave no title.
  fileprivate func resolved(
    _ answer: Result<CatalogAnswer, CatalogFailure>?, in country: String
  ) throws(Refusal) -> Movie {
    switch answer {
    case .success(let answer):
      guard case .movie(let facts) = answer.facts else { break }
      return Movie(facts, in: country).filled(from: movie)
    case .failure(let failure) where !isNamed: throw Refusal(failure, of: .movie(movie.tmdbMovieID))
    case .failure, nil: break
    }
    guard isNamed else { throw .catalogUnavailable }
    return movie
  }
}

extension Movie {
  /// Creates the movie that events record. Omits values that exceed the limits for movies from clients.
  init(_ facts: MovieFacts, in country: String) {
    let genres = facts.genres.prefix(MovieLimits.names)
    self.init(
      tmdbMovieID: facts.id, title: facts.title, year: facts.releaseDate.map(\.year).flatMap(Self.fitting(year:)),
      posterPath: facts.posterPath,
      contentRating: facts.contentRating.flatMap { MovieLimits.contentRating.contains($0.utf8.count) ? $0 : nil },
      genres: Self.shortNames(genres.map(\.name)), genreIDs: genres.map(\.id), overview: facts.overview,
      runtime: facts.runtime, popularity: facts.popularity, voteAverage: facts.voteAverage,
      streaming: Self.shortNames(facts.providers(in: country)?.streaming.map(\.name) ?? []))
  }

  static func fitting(year: Int) -> Int? { MovieLimits.year.contains(year) ? year : nil }

  fileprivate func filled(from other: Movie) -> Movie {
    var movie = self
    movie.year = year ?? other.year
    movie.posterPath = posterPath ?? other.posterPath
    movie.contentRating = contentRating ?? other.contentRating
    if genreIDs.isEmpty { (movie.genres, movie.genreIDs) = (other.genres, other.genreIDs) }
    movie.overview = overview ?? other.overview
    movie.runtime = runtime ?? other.runtime
    movie.popularity = popularity ?? other.popularity
    movie.voteAverage = voteAverage ?? other.voteAverage
    if streaming.isEmpty { movie.streaming = other.streaming }
    return movie
  }
}
