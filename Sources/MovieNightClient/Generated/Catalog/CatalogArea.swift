// Made by `make protocol` from the server's declarations: change those.

import Primitives

extension MovieNightClient {
  /// The methods `catalog.…`.
  public var catalog: CatalogArea { CatalogArea(route: Route(client: self)) }

  /// The methods `catalog.…`.
  public struct CatalogArea: MethodArea {
    public var route: Route
  }
}

extension MovieNightClient.CatalogArea {
  /// Tells how it goes with the catalog.
  ///
  /// Sends `catalog.status`. Only for administrators.
  ///
  /// Refused, but for what refuses any request, with
  /// - ``RefusalReason/notAllowed`` (403): only an administrator can do this
  ///
  /// - Returns: How it goes with the catalog.
  /// - Throws: why there is no result.
  public func status() async throws(ClientError) -> CatalogStatus {
    try await result(of: Request.read("catalog.status"))
  }

  /// Forgets what is kept, so that the source is asked again.
  ///
  /// Sends `catalog.clear`. Only for administrators.
  ///
  /// Refused, but for what refuses any request, with
  /// - ``RefusalReason/notAllowed`` (403): only an administrator can do this
  /// - ``RefusalReason/noCatalog`` (503): only a movie catalog could tell this, or the rest of the movie; the server
  ///   has none
  ///
  /// - Parameters:
  ///   - kind: Answers to which questions, as of `catalog.status`; all where it is nil.
  ///   - id: Of a movie or series its number, of a season `1396/1`, of an episode `1396/1/2`; without a `kind` whatever
  ///     has it, all where it is nil.
  /// - Returns: What was forgotten.
  /// - Throws: why there is no result.
  public func clear(kind: CatalogOperation? = nil, id: String? = nil) async throws(ClientError) -> ForgottenEntries {
    let request = Request.read("catalog.clear") { json in
      json.fieldIfPresent("kind", kind)
      json.fieldIfPresent("id", id)
    }
    return try await result(of: request)
  }

  /// Shows what is kept, as `--catalog file:PATH` reads it.
  ///
  /// Sends `catalog.export`. Only for administrators.
  ///
  /// Refused, but for what refuses any request, with
  /// - ``RefusalReason/notAllowed`` (403): only an administrator can do this
  /// - ``RefusalReason/noCatalog`` (503): only a movie catalog could tell this, or the rest of the movie; the server
  ///   has none
  ///
  /// - Parameters:
  ///   - cursor: What `next_cursor` said; the first page where it is nil.
  /// - Returns: Some of what is kept.
  /// - Throws: why there is no result.
  public func export(cursor: String? = nil) async throws(ClientError) -> CatalogExport {
    let request = Request.read("catalog.export") { json in
      json.fieldIfPresent("cursor", cursor)
    }
    return try await result(of: request)
  }

  /// All that `export` gives, asked for page by page.
  ///
  /// - Returns: To be written one a line.
  public func exportAll() -> AllItems<JSONObject, String> {
    AllItems { (cursor) async throws(ClientError) in
      let page = try await export(cursor: cursor)
      return (page.lines, page.nextCursor)
    }
  }
}
