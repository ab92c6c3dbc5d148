extension RoundsArea {
  /// The round now, and again after each change, over lost connections and restarts of the server.
  ///
  ///     for try await round in client.rounds.updates(of: id) { draw(round) }
  ///
  /// - Parameters:
  ///   - round: The round.
  ///   - household: The household of the round, for an administrator. Members leave it out.
  public func updates(of round: RoundID, household: HouseholdID? = nil) -> RoundUpdates {
    RoundUpdates(client: scope.client, round: round, household: household)
  }
}

/// A round now, and again after each change of what is shown of it: also of a member's name, or of a mark on a list.
///
/// Changes that happen while the last element is handled become one element: the newest state counts. The sequence does not end
/// by itself; a round that is over changes no more. Each iteration starts anew.
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

  /// Waits for one change after the other.
  public struct Iterator: AsyncIteratorProtocol {
    private let updates: RoundUpdates
    private var feed: EventFeed?
    private var last: JSONValue?

    fileprivate init(updates: RoundUpdates) { self.updates = updates }

    /// The round after its next change; the first time, the round as it is.
    ///
    /// - Throws: `refused` when there is no such round, or the caller may no longer see it; `identityChanged`, `closed`,
    ///   `protocolViolation`, `CancellationError`. A server that is away is waited for, however long that takes.
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
        // A server writes the same round with the same bytes.
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
