import WireProtocol

extension Reason {
  static let unknownMovie = Reason(404, "unknown_movie", "the catalog has no such movie, and who sent it told no title")
  static let unknownSeries = Reason(404, "unknown_series", "the catalog has no such series")
  static let unknownSeason = Reason(404, "unknown_season", "the catalog has no such season")
  static let unknownEpisode = Reason(404, "unknown_episode", "the catalog has no such episode")
  static let tooManyRefreshes = Reason(
    429, "too_many_refreshes",
    "the household (or administrators, all together) had the catalog asked anew 10 times in a minute", [.retryAfter])
  package static let noCatalog = Reason(
    503, "no_catalog", "only a movie catalog could tell this, or the rest of the movie; the server has none")
  static let catalogUnauthorised = Reason(
    503, "catalog_unauthorised",
    "the catalog does not accept the server's key: its operator's matter. Nothing was changed")
  static let catalogUnavailable = Reason(
    503, "catalog_unavailable", "the catalog fails, is silent, or is not to be asked now. Nothing was changed",
    [.retryAfter])

  /// Of what asks the catalog.
  static let ofCatalog: [Reason] = [noCatalog, catalogUnauthorised, catalogUnavailable]
  /// Of what brings movies in that may have been sent as an id alone.
  static let ofSentMovies: [Reason] = [unknownMovie] + ofCatalog
}
