extension RoundsArea {
  /// The round now and after each change, across lost connections and server restarts.
  ///
  ///     for try await round in client.rounds.updates(of: id) { draw(round) }
  ///
  /// An administrator names the round's household; members leave it out.
  public func updates(of round: RoundID, household: HouseholdID? = nil) -> RoundUpdates {
    RoundUpdates(client: scope.client, round: round, household: household)
  }
}

/// A round now and after each visible change, including those of a member's name or of a mark on a list.
///
/// Changes that happen while an element is handled become one element with the newest state. The sequence does not end by
/// itself; a finished round changes no more. Each iteration starts anew.
public struct RoundUpdates: AsyncSequence, Sendable {
  public typealias Element = Round
  public typealias Failure = any Error

  let client: MovieNightClient
  let round: RoundID
  let household: HouseholdID?

  public func makeAsyncIterator() -> Iterator { Iterator(updates: self) }

  private func read() async throws -> JSONValue {
    let request = RoundsRequests.get(round, household: household).request()
    return try await client.core.result(of: request, within: nil)
  }

  /// An iterator that waits for each change.
  public struct Iterator: AsyncIteratorProtocol {
    private let updates: RoundUpdates
    private var feed: EventFeed?
    private var last: JSONValue?

    fileprivate init(updates: RoundUpdates) { self.updates = updates }

    /// The round after its next change; at first, the current round.
    ///
    /// - Throws: `refused` if there is no such round or the caller may no longer see it; `identityChanged`, `closed`,
    ///   `protocolViolation`, `CancellationError`. Waits for an unreachable server without a time limit.
    public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async throws -> Round? {
      guard let feed else {
        // Begin before the first read so that no change is missed.
        let feed = updates.client.events(household: updates.household)
        self.feed = feed
        try await feed.begin()
        return try round(try await updates.read())
      }
      while try await !updates.client.core.events(of: feed.id, .allEvents).isEmpty {
        let json = try await updates.read()
        // Equal rounds have equal bytes.
        if json.rawBytes != last?.rawBytes { return try round(json) }
      }
      return nil
    }

    private mutating func round(_ json: JSONValue) throws(ClientError) -> Round {
      last = json
      return try Round(result: json, of: "rounds.get")
    }
  }
}
