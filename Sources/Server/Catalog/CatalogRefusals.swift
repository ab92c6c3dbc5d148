import Catalog
import Commands
import Domain

extension Refusal {
  static let unknownMovie = Refusal(
    404, "unknown_movie", "the catalog does not have the movie, and the request gives no title",
    "The catalog has no movie %.", hint: "Find its id with: movienight movie search WORDS")
  static let unknownSeries = Refusal(
    404, "unknown_series", "the catalog has no such series", "The catalog has no series %.",
    hint: "Find its id with: movienight tv search WORDS")
  static let unknownSeason = Refusal(
    404, "unknown_season", "the catalog has no such season", "The catalog has no season % of series %.",
    hint: "List its seasons with: movienight tv show ID")
  static let unknownEpisode = Refusal(
    404, "unknown_episode", "the catalog has no such episode",
    "The catalog has no episode % of season % of series %.",
    hint: "List its episodes with: movienight tv season ID N")
  static let tooManyRefreshes = Refusal(
    429, "too_many_refreshes",
    "10 refreshes in a minute by the household, or by all administrators together",
    "At most \(RefreshLimiter.refreshesPerMinute) refreshes a minute are allowed. Try again later.", .retryAfter,
    hint: "Leave out --refresh to see the cached data. %")
  package static let noCatalog = Refusal(
    503, "no_catalog", "the request needs a movie catalog, and the server has none",
    "This server is not connected to a movie catalog.",
    hint: "The server's operator can connect one, such as: movienight serve --catalog demo")
  static let catalogUnauthorised = Refusal(
    503, "catalog_unauthorised",
    "the catalog rejects the server's key; only its operator can fix this. Nothing was changed",
    "The catalog rejects this server's key. Nothing was changed.",
    hint: "The server's operator must give it a valid TMDb token (MOVIENIGHT_TMDB_TOKEN).")
  static let catalogUnavailable = Refusal(
    503, "catalog_unavailable", "the catalog fails, does not respond, or accepts no requests now. Nothing was changed",
    "The catalog is not available now. Nothing was changed.", .retryAfter, hint: "%")
  static let tooFewPreferences = Refusal(
    422, "too_few_preferences", "fewer than 2 attendees have said which genres they like",
    "At least \(RoundLimits.preferencesToSuggest) attendees must have said which genres they like.",
    .limit(RoundLimits.preferencesToSuggest),
    hint: "At least two of you must first type: movienight preferences set --likes drama,comedy --ceiling PG-13")

  static let ofCatalog = [noCatalog, catalogUnauthorised, catalogUnavailable]
  /// Refusals of methods that take movies, which may be sent as ids alone.
  static let ofSentMovies = [unknownMovie] + ofCatalog

  /// Creates the refusal for a failed question (`docs/catalog.md`, "Failures").
  init(_ failure: CatalogFailure, of question: CatalogQuestion) {
    self =
      switch failure {
      case .notFound: .unknown(question)
      case .unauthorised: .catalogUnauthorised
      case .limited(let milliseconds): .catalogUnavailable.with(data: .retryAfter(milliseconds))
      case .unavailable: .catalogUnavailable
      }
  }

  private static func unknown(_ question: CatalogQuestion) -> Refusal {
    switch question {
    case .movie(let id): unknownMovie.with("\(id)")
    case .series(let id): unknownSeries.with("\(id)")
    case .season(let series, let season): unknownSeason.with("\(season)", "\(series)")
    case .episode(let series, let season, let episode): unknownEpisode.with("\(episode)", "\(season)", "\(series)")
    case .searchMovies, .searchSeries, .discover, .find, .genres, .providers, .configuration:
      // These ask for lists and for the configuration, which always exist, so "not found" is a failure of the source.
      catalogUnavailable
    }
  }
}
