// Made by `make protocol` from the server's declarations: change those.

import Primitives

extension MovieNightClient {
  /// The methods `projections.…`.
  public var projections: ProjectionsArea { ProjectionsArea(route: Route(client: self)) }

  /// The methods `projections.…`.
  public struct ProjectionsArea: MethodArea {
    public var route: Route
  }
}

extension MovieNightClient.ProjectionsArea {
  /// Folds read models anew from the first event on, and swaps them in.
  ///
  /// Sends `projections.rebuild`. Only for administrators.
  ///
  /// Refused, but for what refuses any request, with
  /// - ``RefusalReason/notAllowed`` (403): only an administrator can do this
  /// - ``RefusalReason/rebuildRunning`` (409): a rebuild is running already
  /// - ``RefusalReason/outcomeUnknown`` (503): it may stand or not: send the same `command_id` again
  ///
  /// - Parameters:
  ///   - names: Which read models, all where none is named; none where it is nil. Must be a list of what is one of
  ///     "households", "access", "libraries", "watchlist", "watched", "rounds", "sessions", at most 20.
  /// - Returns: What was folded.
  /// - Throws: why there is no result.
  public func rebuild(_ names: [ReadModel]? = nil) async throws(ClientError) -> Rebuilt {
    let request = Request.read("projections.rebuild") { json in
      json.fieldIfPresent("names", names)
    }
    return try await result(of: request)
  }
}
