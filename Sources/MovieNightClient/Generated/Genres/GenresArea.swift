// Made by `make protocol` from the server's declarations: change those.

import Primitives

extension MovieNightClient {
  /// The methods `genres.…`.
  public var genres: GenresArea { GenresArea(route: Route(client: self)) }

  /// The methods `genres.…`.
  public struct GenresArea: MethodArea {
    public var route: Route
  }
}

extension MovieNightClient.GenresArea {
  /// Lists the genres of movies or of series.
  ///
  /// Sends `genres.list`.
  ///
  /// - Parameters:
  ///   - kind: Of movies, or of series; `movie` where it is nil.
  /// - Returns: Genres.
  /// - Throws: why there is no result.
  public func list(of kind: MediaKind? = nil) async throws(ClientError) -> GenreList {
    let request = Request.read("genres.list") { json in
      json.fieldIfPresent("kind", kind)
    }
    return try await result(of: request)
  }
}
