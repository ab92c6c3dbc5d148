import Catalog
import Domain

extension WireError {
  /// Why there is no answer (`docs/catalog.md`, "Failures").
  init(_ failure: CatalogFailure, of question: CatalogQuestion) {
    switch failure {
    case .notFound: self = .unknown(question)
    case .unauthorised: self = .catalogUnauthorised
    case .limited(let milliseconds): self = .catalogUnavailable(retryAfter: milliseconds)
    case .unavailable: self = .catalogUnavailable(retryAfter: nil)
    }
  }

  private static func unknown(_ question: CatalogQuestion) -> WireError {
    switch question {
    case .movie(let id): WireError(404, "unknown_movie", "The catalog has no movie \(id).")
    case .series(let id): WireError(404, "unknown_series", "The catalog has no series \(id).")
    case .season(let series, let season):
      WireError(404, "unknown_season", "The catalog has no season \(season) of the series \(series).")
    case .episode(let series, let season, let episode):
      WireError(
        404, "unknown_episode", "The catalog has no episode \(episode) of season \(season) of the series \(series).")
    case .searchMovies, .searchSeries, .discover, .find, .genres, .providers, .configuration:
      // Lists may be empty, but they are there.
      .catalogUnavailable(retryAfter: nil)
    }
  }

  static let catalogUnauthorised = WireError(
    503, "catalog_unauthorised", "The catalog does not accept this server's key. Nothing was changed.")

  static func catalogUnavailable(retryAfter milliseconds: Int?) -> WireError {
    WireError(
      503, "catalog_unavailable", "The catalog cannot be asked now. Nothing was changed.",
      milliseconds.map { [.retryAfter(milliseconds: $0)] } ?? [])
  }

  static let tooFewPreferences = WireError(
    422, "too_few_preferences",
    "At least \(RoundLimits.preferencesToSuggest) of the attendees must have set what they like.",
    [.integer("limit", RoundLimits.preferencesToSuggest)])

  static func tooManyRefreshes(milliseconds: Int) -> WireError {
    WireError(
      429, "too_many_refreshes",
      "A household has the catalog asked anew at most \(RefreshLimiter.aMinute) times a minute.",
      [.retryAfter(milliseconds: milliseconds)])
  }
}
