import Catalog
import Domain
import Primitives
import Projections

/// `movies.search`: what was found, and what the household has to do with it. An object: copying all that it holds would take
/// longer than finding its answer.
final class MovieSearchQuery: Query {
  let page: FoundPage<MovieListing>
  let withinCeiling: Bool
  /// Nil for an administrator.
  let household: HouseholdID?
  let catalog: CatalogAccess
  /// Of what is in memory of movies, genres and images: with others it is another question.
  let shown: UInt64
  let askedAt: Timestamp

  init(
    page: FoundPage<MovieListing>, withinCeiling: Bool, household: HouseholdID?, catalog: CatalogAccess,
    at now: Timestamp
  ) {
    self.page = page
    self.withinCeiling = withinCeiling
    self.household = household
    self.catalog = catalog
    askedAt = now
    shown = catalog.catalog.shownGeneration
  }

  static func == (left: MovieSearchQuery, right: MovieSearchQuery) -> Bool {
    left.page == right.page && left.withinCeiling == right.withinCeiling && left.household == right.household
      && left.shown == right.shown
  }

  var heldBytes: Int { page.heldBytes }

  func hash(into hasher: inout Hasher) {
    hasher.combine(page)
    hasher.combine(household)
  }

  func write(to json: inout JSONWriter, _ answering: Answering) throws {
    let standing = try household.map { try answering.standing(of: page.listings.results.map(\.id), in: $0) }
    var results: [(listing: MovieListing, details: MovieFacts?)] = []
    for listing in page.listings.results {
      let details = catalog.knownMovie(listing.id)
      // A round refuses what has no rating as it refuses what is over the ceiling.
      if withinCeiling, let standing, standing.ceiling.refuses(details?.contentRating) { continue }
      results.append((listing, details))
    }
    let (sizes, names) = (catalog.imageSizes(at: askedAt), catalog.genres(of: .movie))
    json.object { json in
      json.listingMembers(page)
      json.key("results")
      json.array(results) { json, result in
        json.object { json in
          let (movie, details) = result
          json.listing(movie, sizes, names)
          json.field("content_rating", details?.contentRating)
          json.field("on_watchlist", standing?.listed.contains(movie.id))
          json.field("watched", standing?.watched.contains(movie.id))
          json.field("exceeds_ceiling", details.flatMap { standing?.ceiling.refuses($0.contentRating) })
        }
      }
      json.provenance(page.asked?.answer)
    }
  }
}

/// What a household has to do with some movies.
private struct HouseholdStanding {
  let listed: Set<MovieID>
  let watched: Set<MovieID>
  let ceiling: CeilingInForce
}

extension Answering {
  fileprivate func standing(of movies: [MovieID], in id: HouseholdID) throws -> HouseholdStanding {
    let household = try household(id)
    let limit = LibraryLimits.watchlist
    let watchlist = try value(readModels.cachedWatchlist(id, after: nil, limit: limit)) {
      try readModels.watchlist(id, after: nil, limit: limit)
    }
    let watched = try value(readModels.cachedWatched(among: movies, in: id)) {
      try readModels.watched(among: movies, in: id)
    }
    return HouseholdStanding(
      listed: Set(watchlist?.rows.map(\.entry.movie.tmdbMovieID) ?? []), watched: watched ?? [],
      ceiling: try ceilingInForce(in: household))
  }
}

/// `tv.search`.
final class SeriesSearchQuery: Query {
  let page: FoundPage<SeriesListing>
  let catalog: CatalogAccess
  /// Of what is in memory of genres and images: with others it is another question.
  let shown: UInt64
  let askedAt: Timestamp

  init(page: FoundPage<SeriesListing>, catalog: CatalogAccess, at now: Timestamp) {
    self.page = page
    self.catalog = catalog
    askedAt = now
    shown = catalog.catalog.shownGeneration
  }

  static func == (left: SeriesSearchQuery, right: SeriesSearchQuery) -> Bool {
    left.page == right.page && left.shown == right.shown
  }

  var heldBytes: Int { page.heldBytes }

  func hash(into hasher: inout Hasher) { hasher.combine(page) }

  func write(to json: inout JSONWriter, _ answering: Answering) {
    let (sizes, names) = (catalog.imageSizes(at: askedAt), catalog.genres(of: .tv))
    json.object { json in
      json.listingMembers(page)
      json.key("results")
      json.array(page.listings.results) { json, series in
        json.object { json in
          json.field("tmdb_id", series.id)
          json.field("name", series.name)
          json.field("original_name", series.originalName)
          json.field("year", series.firstAirDate?.year)
          json.date("first_air_date", series.firstAirDate)
          json.field("overview", series.overview)
          json.poster(series.posterPath, sizes)
          json.genres(names.named(series.genreIDs))
          json.field("popularity", series.popularity)
          json.field("vote_average", series.voteAverage)
        }
      }
      json.provenance(page.asked?.answer)
    }
  }
}

extension CatalogAccess {
  /// Details that are in memory.
  func knownMovie(_ id: MovieID) -> MovieFacts? {
    if case .movie(let movie)? = catalog.known(.movie(id))?.facts { movie } else { nil }
  }
}

extension GenreList {
  /// Lists of results have ids alone. One whose name is not known is left out.
  func named(_ ids: [Int]) -> [Genre] { ids.compactMap { id in genres.first { $0.id == id } } }
}

extension JSONWriter {
  fileprivate mutating func listingMembers<Listing>(_ page: FoundPage<Listing>) {
    field("page", page.listings.page)
    field("total_pages", page.listings.totalPages)
    field("total_results", page.listings.totalResults)
  }

  fileprivate mutating func listing(_ movie: MovieListing, _ sizes: ImageSizes, _ names: GenreList) {
    field("tmdb_movie_id", movie.id)
    field("title", movie.title)
    field("original_title", movie.originalTitle)
    field("year", movie.releaseDate?.year)
    date("release_date", movie.releaseDate)
    field("overview", movie.overview)
    poster(movie.posterPath, sizes)
    genres(names.named(movie.genreIDs))
    field("popularity", movie.popularity)
    field("vote_average", movie.voteAverage)
  }

  /// Where nothing was asked, because nothing can be found, nobody said so.
  fileprivate mutating func provenance(_ answer: CatalogAnswer?) {
    if let answer { return provenance(answer) }
    nullField("source")
    nullField("fetched_at")
    field("stale", false)
  }
}
