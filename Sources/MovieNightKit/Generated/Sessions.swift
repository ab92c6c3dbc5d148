// Made by `make protocol` from the server's declarations: change those.

extension ClientMethods {
  /// The methods `sessions.…`.
  public var sessions: SessionsArea { SessionsArea(scope: scope) }
}

/// The methods `sessions.…`.
public struct SessionsArea: Sendable {
  let scope: ClientScope

  /// Lists the household's sessions, newest first.
  ///
  /// Sends `sessions.list`. Refused with ``RefusalReason/notAMember``, ``RefusalReason/unknownHousehold``, and with
  /// what refuses any request.
  ///
  /// - Parameters:
  ///   - limit: How many come at most; 20 where it is nil. Must be a whole number from 1 to 100.
  ///   - cursor: What `next_cursor` said; the first page where it is nil.
  ///   - household: Which household; your own where it is nil, an administrator must say.
  /// - Returns: Some sessions.
  public func list(
    limit: Int? = nil, cursor: String? = nil, household: HouseholdID? = nil
  ) async throws -> SessionPage {
    try await scope.send(SessionsRequests.list(limit: limit, cursor: cursor, household: household))
  }

  /// All that `list` gives, asked for page by page.
  public func all(limit: Int? = nil, household: HouseholdID? = nil) -> AllItems<Session, String> {
    AllItems { cursor in
      let page = try await list(limit: limit, cursor: cursor, household: household)
      return (page.sessions, page.nextCursor)
    }
  }
}

/// The requests of the methods `sessions.…`. An outbox keeps commands without secrets only.
public enum SessionsRequests {
  /// The request `sessions.list`: lists the household's sessions, newest first.
  public static func list(
    limit: Int? = nil, cursor: String? = nil, household: HouseholdID? = nil
  ) -> TypedRequest<SessionPage> {
    TypedRequest("sessions.list") { json in
      json.fieldIfPresent("limit", limit)
      json.fieldIfPresent("cursor", cursor)
      json.fieldIfPresent("household_id", household)
    }
  }
}

/// Some sessions.
public struct SessionPage: Hashable, Codable, Sendable {
  /// Newest first.
  public var sessions: [Session]
  /// To be sent as `cursor` for the next page; nil at the end.
  public var nextCursor: String?

  private enum CodingKeys: String, CodingKey {
    case sessions, nextCursor = "next_cursor"
  }
}

/// A round, as history shows it.
public struct Session: Identifiable, Hashable, Codable, Sendable {
  /// Which round.
  public var roundID: RoundID
  /// How far it is.
  public var status: RoundStatus
  /// The status for people: `Draft`, `Voting`, `Selected`, `Watched`, `Rated` or `Expired`.
  public var statusLabel: String
  /// When it was started.
  public var createdAt: Timestamp
  /// Who takes part; empty where nobody wrote it down.
  public var attendees: [Attendee]
  /// `everyone` as long as newcomers take part too, else `fixed`; `unknown` in an imported round whose records do not
  /// tell, with no `attendees`: show "All members".
  public var attendeesMode: AttendeesMode
  /// What the round chose; nil before.
  public var pick: MovieCard?
  /// How it was rated; nil unless the status is `watched` or `rated`.
  public var ratingsSummary: RatingsSummary?

  public var id: RoundID { roundID }

  private enum CodingKeys: String, CodingKey {
    case roundID = "round_id", status, statusLabel = "status_label", createdAt = "created_at", attendees,
      attendeesMode = "attendees_mode", pick, ratingsSummary = "ratings_summary"
  }
}
