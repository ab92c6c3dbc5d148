// Made by `make protocol` from the server's declarations: change those.

import Primitives

extension MovieNightClient {
  /// The methods `events.…`.
  public var events: EventsArea { EventsArea(route: Route(client: self)) }

  /// The methods `events.…`.
  public struct EventsArea: MethodArea {
    public var route: Route
  }
}

extension MovieNightClient.EventsArea {
  /// Reads the household's events in their order: an audit, and a feed to poll.
  ///
  /// Sends `events.read`.
  ///
  /// Refused, but for what refuses any request, with
  /// - ``RefusalReason/notAMember`` (403): that household is not yours
  /// - ``RefusalReason/unknownHousehold`` (404): no such household
  /// - ``RefusalReason/aheadOfHistory`` (409): nothing was recorded after that position: a backup was restored. Look at
  ///   everything anew
  ///
  /// - Parameters:
  ///   - after: A position: only events behind it; from the first event where it is nil. Must be a whole number from 0
  ///     on.
  ///   - limit: How many come at most; 100 where it is nil. Must be a whole number from 1 to 1000.
  ///   - round: Only events of this round; of all rounds, and of the household, where it is nil.
  ///   - types: Only events of these types (`docs/events.md`); of all where it is nil. Must be a list of words of
  ///     EventType, at most 100.
  ///   - until: A position or a time: the last that counts; up to now where it is nil.
  ///   - household: Which household; your own where it is nil, an administrator must say.
  /// - Returns: Some events.
  /// - Throws: why there is no result.
  public func read(
    after: Int? = nil, limit: Int? = nil, round: RoundID? = nil, types: [EventType]? = nil, until: Moment? = nil,
    household: HouseholdID? = nil
  ) async throws(ClientError) -> EventPage {
    let request = Request.read("events.read") { json in
      json.fieldIfPresent("after", after)
      json.fieldIfPresent("limit", limit)
      json.fieldIfPresent("round_id", round)
      json.fieldIfPresent("types", types)
      json.fieldIfPresent("until", until)
      json.fieldIfPresent("household_id", household)
    }
    return try await result(of: request)
  }
}
