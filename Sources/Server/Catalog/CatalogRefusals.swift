import Catalog
import Commands
import Domain

extension Refusal {
  static let unknownMovie = Refusal(
    404, "unknown_movie", "the catalog has no such movie, and who sent it told no title", "The catalog has no movie %.")
  static let unknownSeries = Refusal(
    404, "unknown_series", "the catalog has no such series", "The catalog has no series %.")
  static let unknownSeason = Refusal(
    404, "unknown_season", "the catalog has no such season", "The catalog has no season % of the series %.")
  static let unknownEpisode = Refusal(
    404, "unknown_episode", "the catalog has no such episode",
    "The catalog has no episode % of season % of the series %.")
  static let tooManyRefreshes = Refusal(
    429, "too_many_refreshes",
    "the household (or administrators, all together) had the catalog asked anew 10 times in a minute",
    "A household has the catalog asked anew at most \(RefreshLimiter.aMinute) times a minute.", .retryAfter)
  package static let noCatalog = Refusal(
    503, "no_catalog", "only a movie catalog could tell this, or the rest of the movie; the server has none",
    "This server is not connected to a movie catalog.")
  static let catalogUnauthorised = Refusal(
    503, "catalog_unauthorised",
    "the catalog does not accept the server's key: its operator's matter. Nothing was changed",
    "The catalog does not accept this server's key. Nothing was changed.")
  static let catalogUnavailable = Refusal(
    503, "catalog_unavailable", "the catalog fails, is silent, or is not to be asked now. Nothing was changed",
    "The catalog cannot be asked now. Nothing was changed.", .retryAfter)
  static let tooFewPreferences = Refusal(
    422, "too_few_preferences", "to find movies for them, 2 of the attendees must have set what they like",
    "At least \(RoundLimits.preferencesToSuggest) of the attendees must have set what they like.",
    .limit(RoundLimits.preferencesToSuggest))

  static let ofCatalog = [noCatalog, catalogUnauthorised, catalogUnavailable]
  /// Refusals of methods that take movies, which may be sent as ids alone.
  static let ofSentMovies = [unknownMovie] + ofCatalog

  /// The refusal for a failure (`docs/catalog.md`, "Failures").
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
      // A list may be empty, but it exists.
      catalogUnavailable
    }
  }
}
