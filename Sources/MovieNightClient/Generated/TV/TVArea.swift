// Made by `make protocol` from the server's declarations: change those.

import Primitives

extension MovieNightClient {
  /// The methods `tv.…`.
  public var tv: TVArea { TVArea(route: Route(client: self)) }

  /// The methods `tv.…`.
  public struct TVArea: MethodArea {
    public var route: Route
  }
}

extension MovieNightClient.TVArea {
  /// Finds series.
  ///
  /// Sends `tv.search`.
  ///
  /// Refused, but for what refuses any request, with
  /// - ``RefusalReason/catalogUnauthorised`` (503): the catalog does not accept the server's key: its operator's
  ///   matter. Nothing was changed
  /// - ``RefusalReason/catalogUnavailable`` (503): the catalog fails, is silent, or is not to be asked now. Nothing was
  ///   changed
  /// - ``RefusalReason/noCatalog`` (503): only a movie catalog could tell this, or the rest of the movie; the server
  ///   has none
  ///
  /// - Parameters:
  ///   - query: What somebody typed: a title, an id (`tmdb:550`, `tt0137523`) or a link.
  ///   - year: Of release, or of the first episode; any where it is nil. Must be a whole number from 1 to 9999.
  ///   - page: Which page of the results; 1 where it is nil. Must be a whole number from 1 to 500.
  /// - Returns: What a search has found.
  /// - Throws: why there is no result.
  public func search(_ query: String, year: Int? = nil, page: Int? = nil) async throws(ClientError) -> FoundSeriesPage {
    let request = Request.read("tv.search") { json in
      json.field("query", query)
      json.fieldIfPresent("year", year)
      json.fieldIfPresent("page", page)
    }
    return try await result(of: request)
  }

  /// Shows a series with its seasons.
  ///
  /// Sends `tv.get`.
  ///
  /// Refused, but for what refuses any request, with
  /// - ``RefusalReason/unknownSeries`` (404): the catalog has no such series
  /// - ``RefusalReason/tooManyRefreshes`` (429): the household (or administrators, all together) had the catalog asked
  ///   anew 10 times in a minute
  /// - ``RefusalReason/catalogUnauthorised`` (503): the catalog does not accept the server's key: its operator's
  ///   matter. Nothing was changed
  /// - ``RefusalReason/catalogUnavailable`` (503): the catalog fails, is silent, or is not to be asked now. Nothing was
  ///   changed
  /// - ``RefusalReason/noCatalog`` (503): only a movie catalog could tell this, or the rest of the movie; the server
  ///   has none
  ///
  /// - Parameters:
  ///   - series: Which series, by TMDb's id. Must be a whole number from 1 to 2147483647.
  ///   - refresh: `true`: the source is asked although a fresh copy is there; `false` where it is nil.
  /// - Returns: What is known of a series.
  /// - Throws: why there is no result.
  public func get(_ series: Int, refresh: Bool? = nil) async throws(ClientError) -> Series {
    let request = Request.read("tv.get") { json in
      json.field("tmdb_id", series)
      json.fieldIfPresent("refresh", refresh)
    }
    return try await result(of: request)
  }

  /// Shows a season with its episodes.
  ///
  /// Sends `tv.season`.
  ///
  /// Refused, but for what refuses any request, with
  /// - ``RefusalReason/unknownSeason`` (404): the catalog has no such season
  /// - ``RefusalReason/tooManyRefreshes`` (429): the household (or administrators, all together) had the catalog asked
  ///   anew 10 times in a minute
  /// - ``RefusalReason/catalogUnauthorised`` (503): the catalog does not accept the server's key: its operator's
  ///   matter. Nothing was changed
  /// - ``RefusalReason/catalogUnavailable`` (503): the catalog fails, is silent, or is not to be asked now. Nothing was
  ///   changed
  /// - ``RefusalReason/noCatalog`` (503): only a movie catalog could tell this, or the rest of the movie; the server
  ///   has none
  ///
  /// - Parameters:
  ///   - seasonNumber: Which season; 0: the specials. Must be a whole number from 0 to 9999.
  ///   - series: Which series, by TMDb's id. Must be a whole number from 1 to 2147483647.
  ///   - refresh: `true`: the source is asked although a fresh copy is there; `false` where it is nil.
  /// - Returns: A season with its episodes.
  /// - Throws: why there is no result.
  public func season(_ seasonNumber: Int, of series: Int, refresh: Bool? = nil) async throws(ClientError) -> Season {
    let request = Request.read("tv.season") { json in
      json.field("season_number", seasonNumber)
      json.field("tmdb_id", series)
      json.fieldIfPresent("refresh", refresh)
    }
    return try await result(of: request)
  }

  /// Shows an episode.
  ///
  /// Sends `tv.episode`.
  ///
  /// Refused, but for what refuses any request, with
  /// - ``RefusalReason/unknownEpisode`` (404): the catalog has no such episode
  /// - ``RefusalReason/tooManyRefreshes`` (429): the household (or administrators, all together) had the catalog asked
  ///   anew 10 times in a minute
  /// - ``RefusalReason/catalogUnauthorised`` (503): the catalog does not accept the server's key: its operator's
  ///   matter. Nothing was changed
  /// - ``RefusalReason/catalogUnavailable`` (503): the catalog fails, is silent, or is not to be asked now. Nothing was
  ///   changed
  /// - ``RefusalReason/noCatalog`` (503): only a movie catalog could tell this, or the rest of the movie; the server
  ///   has none
  ///
  /// - Parameters:
  ///   - episodeNumber: Which episode. Must be a whole number from 0 to 99999.
  ///   - seasonNumber: Which season; 0: the specials. Must be a whole number from 0 to 9999.
  ///   - series: Which series, by TMDb's id. Must be a whole number from 1 to 2147483647.
  ///   - refresh: `true`: the source is asked although a fresh copy is there; `false` where it is nil.
  /// - Returns: An episode, asked for by itself.
  /// - Throws: why there is no result.
  public func episode(
    _ episodeNumber: Int, season seasonNumber: Int, of series: Int, refresh: Bool? = nil
  ) async throws(ClientError) -> EpisodeDetails {
    let request = Request.read("tv.episode") { json in
      json.field("episode_number", episodeNumber)
      json.field("season_number", seasonNumber)
      json.field("tmdb_id", series)
      json.fieldIfPresent("refresh", refresh)
    }
    return try await result(of: request)
  }
}
