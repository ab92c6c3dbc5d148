import Catalog
import Domain
import MovieNightPrimitives

/// `movies.search`, with the household's state. A class: copying a struct takes longer than finding a cached answer.
final class MovieSearchQuery: ResultQuery {
  let page: SearchPage<MovieListing>
  /// The ratings to filter by, if the search is limited to movies within the ceiling; nil if it covers all movies.
  let ratings: CatalogAccess.Ratings?
  /// The member who sent the query; nil for an administrator.
  let reader: MovieQuery.Reader?
  let catalog: CatalogAccess
  /// The version of the cached movies, genres and images that the answer shows; part of the query's identity.
  let shownGeneration: UInt64
  let askedAt: Timestamp

  init(
    page: SearchPage<MovieListing>, ratings: CatalogAccess.Ratings?, reader: MovieQuery.Reader?, catalog: CatalogAccess,
    at now: Timestamp
  ) {
    self.page = page
    self.ratings = ratings
    self.reader = reader
    self.catalog = catalog
    askedAt = now
    shownGeneration = catalog.catalog.shownGeneration
  }

  static func == (left: MovieSearchQuery, right: MovieSearchQuery) -> Bool {
    left.page == right.page && left.reader == right.reader && left.shownGeneration == right.shownGeneration
      && left.ratings == right.ratings
  }

  var heldBytes: Int { page.heldBytes + (ratings?.count ?? 0) * Self.bytesOfRating }

  private static let bytesOfRating = 64

  func hash(into hasher: inout Hasher) {
    hasher.combine(page)
    hasher.combine(reader)
  }

  /// A movie of the page and its rating. The rating is nil if the movie's details are unknown.
  private typealias RatedMovie = (listing: MovieListing, rating: MovieRating?)

  static var result: ResultObject<SearchPageView<MovieResultView>> { CatalogTypes.foundMovies }

  func shown(_ answering: AnswerContext) throws -> SearchPageView<MovieResultView> {
    let ids = page.listings.results.map(\.id)
    let movieStatus = try reader.map { try answering.movieStatus(of: ids, in: $0.household) }
    let statuses = try answering.statuses(of: ids.map { .movie($0) }, in: reader)
    let results = try movies(within: movieStatus?.ceiling)
    let (sizes, names) = (catalog.imageSizes(at: askedAt), catalog.genres(of: .movie, at: askedAt))
    return SearchPageView(
      page,
      results.map { movie in
        MovieResultView(
          listing: movie.listing, rating: movie.rating, household: movieStatus,
          collectionStatus: statuses[.movie(movie.listing.id)], sizes: sizes, names: names)
      })
  }

  /// Returns all movies of the page, or only those that are known to be within the ceiling.
  /// - Throws: the first failure if failures outnumber the movies left. An almost empty page would suggest that nothing
  ///   was found.
  private func movies(within ceiling: CeilingInForce?) throws(Refusal) -> [RatedMovie] {
    guard let ratings, let ceiling else {
      return page.listings.results.map { ($0, catalog.knownMovie($0.id).map(MovieRating.init)) }
    }
    var movies: [RatedMovie] = []
    var failures: [CatalogFailure] = []
    for listing in page.listings.results {
      switch ratings[listing.id] {
      case .success(let rating): if !ceiling.refuses(rating.text) { movies.append((listing, rating)) }
      case .failure(.notFound), nil: break
      case .failure(let failure): failures.append(failure)
      }
    }
    if let failure = failures.first, failures.count > movies.count { throw Refusal(failure, of: .configuration) }
    return movies
  }
}

struct MovieRating: Equatable, Sendable {
  /// The rating as text; nil if the movie has no rating.
  let text: String?

  init(_ movie: MovieFacts) { text = movie.contentRating }
}

extension CatalogAccess {
  /// The rating of each movie, or the failure to look up the movie's details.
  typealias Ratings = [MovieID: Result<MovieRating, CatalogFailure>]

  /// Looks up the ratings of movies. Listings do not contain ratings, so this looks up each movie's details.
  func ratings(of movies: [MovieID]) throws(Refusal) -> Lookup<Ratings> {
    try self.movies(Set(movies), within: Self.timeout).map { $0.mapValues(\.rating) }
  }
}

extension Result<CatalogAnswer, CatalogFailure> {
  fileprivate var rating: Result<MovieRating, CatalogFailure> {
    flatMap { answer in
      guard case .movie(let movie) = answer.facts else { return .failure(.unavailable(.unexpectedBody)) }
      return .success(MovieRating(movie))
    }
  }
}

struct HouseholdMovieStatus {
  let listed: Set<MovieID>
  let watched: Set<MovieID>
  let ceiling: CeilingInForce
}

extension AnswerContext {
  fileprivate func movieStatus(of movies: [MovieID], in id: HouseholdID) throws -> HouseholdMovieStatus {
    let household = try household(id)
    let limit = LibraryLimits.watchlist
    let watchlist = try value(readModels.cachedWatchlist(id, after: nil, limit: limit)) {
      try readModels.watchlist(id, after: nil, limit: limit)
    }
    return HouseholdMovieStatus(
      listed: Set(watchlist?.rows.map(\.entry.movie.tmdbMovieID) ?? []), watched: try watched(among: movies, in: id),
      ceiling: try ceilingInForce(in: household))
  }
}

final class SeriesSearchQuery: ResultQuery {
  let page: SearchPage<SeriesListing>
  /// The member who sent the query; nil for an administrator.
  let reader: MovieQuery.Reader?
  let catalog: CatalogAccess
  /// The version of the cached genres and images that the answer shows; part of the query's identity.
  let shownGeneration: UInt64
  let askedAt: Timestamp

  init(page: SearchPage<SeriesListing>, reader: MovieQuery.Reader?, catalog: CatalogAccess, at now: Timestamp) {
    self.page = page
    self.reader = reader
    self.catalog = catalog
    askedAt = now
    shownGeneration = catalog.catalog.shownGeneration
  }

  static func == (left: SeriesSearchQuery, right: SeriesSearchQuery) -> Bool {
    left.page == right.page && left.reader == right.reader && left.shownGeneration == right.shownGeneration
  }

  var heldBytes: Int { page.heldBytes }

  func hash(into hasher: inout Hasher) {
    hasher.combine(page)
    hasher.combine(reader)
  }

  static var result: ResultObject<SearchPageView<SeriesResultView>> { CatalogTypes.foundSeries }

  func shown(_ answering: AnswerContext) throws -> SearchPageView<SeriesResultView> {
    let statuses = try answering.statuses(of: page.listings.results.map { .series($0.id) }, in: reader)
    let (sizes, names) = (catalog.imageSizes(at: askedAt), catalog.genres(of: .tv, at: askedAt))
    return SearchPageView(
      page,
      page.listings.results.map {
        SeriesResultView(listing: $0, collectionStatus: statuses[.series($0.id)], sizes: sizes, names: names)
      })
  }
}

extension CatalogAccess {
  /// Returns the details of a movie if they are in memory.
  func knownMovie(_ id: MovieID) -> MovieFacts? {
    if case .movie(let movie)? = catalog.known(.movie(id))?.facts { movie } else { nil }
  }
}
