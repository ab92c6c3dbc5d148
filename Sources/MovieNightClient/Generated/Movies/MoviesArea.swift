// Made by `make protocol` from the server's declarations: change those.

import Primitives

extension MovieNightClient {
  /// The methods `movies.…`.
  public var movies: MoviesArea { MoviesArea(route: Route(client: self)) }

  /// The methods `movies.…`.
  public struct MoviesArea: MethodArea {
    public var route: Route
  }
}

extension MovieNightClient.MoviesArea {
  /// Shows what is known of a movie, and what the household had to do with it.
  ///
  /// Sends `movies.get`.
  ///
  /// Refused, but for what refuses any request, with
  /// - ``RefusalReason/unknownMovie`` (404): the catalog has no such movie, and who sent it told no title
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
  ///   - movie: Which movie, by TMDb's id. Must be a whole number from 1 to 2147483647.
  ///   - refresh: `true`: the source is asked although a fresh copy is there; `false` where it is nil.
  /// - Returns: What is known of a movie, and what the household had to do with it.
  /// - Throws: why there is no result.
  public func get(_ movie: Int, refresh: Bool? = nil) async throws(ClientError) -> MovieDetails {
    let request = Request.read("movies.get") { json in
      json.field("tmdb_movie_id", movie)
      json.fieldIfPresent("refresh", refresh)
    }
    return try await result(of: request)
  }

  /// Finds movies.
  ///
  /// Sends `movies.search`.
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
  ///   - withinCeiling: `true`: without what the open round, or one for everybody, would refuse for its rating; `false`
  ///     where it is nil.
  /// - Returns: What a search has found.
  /// - Throws: why there is no result.
  public func search(
    _ query: String, year: Int? = nil, page: Int? = nil, withinCeiling: Bool? = nil
  ) async throws(ClientError) -> FoundMovies {
    let request = Request.read("movies.search") { json in
      json.field("query", query)
      json.fieldIfPresent("year", year)
      json.fieldIfPresent("page", page)
      json.fieldIfPresent("within_ceiling", withinCeiling)
    }
    return try await result(of: request)
  }
}
