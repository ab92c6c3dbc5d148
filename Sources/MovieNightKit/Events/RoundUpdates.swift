extension RoundsArea {
  /// Returns a sequence of the round now and after each change, even across lost connections and server restarts.
  ///
  ///     for try await round in client.rounds.updates(of: id) { draw(round) }
  ///
  /// An administrator passes the round's household; a member omits it.
  public func updates(of round: RoundID, household: HouseholdID? = nil) -> RoundUpdates {
    RoundUpdates(client: scope.client, round: round, household: household)
  }
}

/// A round now and after each visible change, including changes to members' names and to the movies marked as watched.
///
/// Changes that occur while the caller handles an element are combined into one. The sequence does not end when the
/// round is finished, but a finished round no longer changes. Each iteration starts with the current round.
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

    /// Returns the current round the first time. After that, waits for the next change and returns the changed round.
    ///
    /// - Throws: `refused` if there is no such round or the caller may no longer see it; `identityChanged`, `closed`,
    ///   `protocolViolation`, `CancellationError`. The call waits for an unreachable server without a time limit.
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
        // Equal rounds have equal bytes, so events that did not change the round are skipped.
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
