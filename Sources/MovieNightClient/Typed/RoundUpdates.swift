import Primitives

extension MovieNightClient.RoundsArea {
  /// The round at once, and again whenever something has happened in it, over lost connections and restarts of the server.
  ///
  ///     for try await round in client.rounds.updates(of: id) { draw(round) }
  ///
  /// - Parameters:
  ///   - round: which one.
  ///   - household: which one the round belongs to, for an administrator; a member's own else.
  public func updates(of round: RoundID, household: HouseholdID? = nil) -> RoundUpdates {
    RoundUpdates(RoundChanges(route.client, round: round, household: household))
  }
}

/// A round as it is, and again after each of its changes. What happens while the last one is looked at is told by one more,
/// not by one each. Each iteration begins anew.
public struct RoundUpdates: AsyncSequence, Sendable {
  public typealias Element = Round
  public typealias Failure = ClientError

  private let changes: RoundChanges

  init(_ changes: RoundChanges) { self.changes = changes }

  public func makeAsyncIterator() -> Iterator { Iterator(changes: changes.makeAsyncIterator()) }

  /// Waits for one change after the other.
  public struct Iterator: AsyncIteratorProtocol {
    private var changes: RoundChanges.Iterator

    fileprivate init(changes: RoundChanges.Iterator) { self.changes = changes }

    /// - Throws: `refused` when there is no such round, or it is no longer yours to see; `identityChanged`, `cancelled`,
    ///   `closed`, `protocolViolation`. A server that is away is waited for.
    public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async throws(ClientError) -> Round? {
      guard let json = try await changes.next(isolation: actor) else { return nil }
      return try Round(result: json, of: "rounds.get")
    }
  }
}
