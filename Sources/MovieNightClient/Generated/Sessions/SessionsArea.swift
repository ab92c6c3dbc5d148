// Made by `make protocol` from the server's declarations: change those.

import Primitives

extension MovieNightClient {
  /// The methods `sessions.…`.
  public var sessions: SessionsArea { SessionsArea(route: Route(client: self)) }

  /// The methods `sessions.…`.
  public struct SessionsArea: MethodArea {
    public var route: Route
  }
}

extension MovieNightClient.SessionsArea {
  /// Lists the household's sessions, newest first.
  ///
  /// Sends `sessions.list`.
  ///
  /// Refused, but for what refuses any request, with
  /// - ``RefusalReason/notAMember`` (403): that household is not yours
  /// - ``RefusalReason/unknownHousehold`` (404): no such household
  ///
  /// - Parameters:
  ///   - limit: How many come at most; 20 where it is nil. Must be a whole number from 1 to 100.
  ///   - cursor: What `next_cursor` said; the first page where it is nil.
  ///   - household: Which household; your own where it is nil, an administrator must say.
  /// - Returns: Some sessions.
  /// - Throws: why there is no result.
  public func list(
    limit: Int? = nil, cursor: String? = nil, household: HouseholdID? = nil
  ) async throws(ClientError) -> SessionPage {
    let request = Request.read("sessions.list") { json in
      json.fieldIfPresent("limit", limit)
      json.fieldIfPresent("cursor", cursor)
      json.fieldIfPresent("household_id", household)
    }
    return try await result(of: request)
  }

  /// All that `list` gives, asked for page by page.
  ///
  /// - Parameters:
  ///   - limit: How many come with one page.
  ///   - household: Which household; your own where it is nil, an administrator must say.
  /// - Returns: Newest first.
  public func all(limit: Int? = nil, household: HouseholdID? = nil) -> AllItems<Session, String> {
    AllItems { (cursor) async throws(ClientError) in
      let page = try await list(limit: limit, cursor: cursor, household: household)
      return (page.sessions, page.nextCursor)
    }
  }
}
