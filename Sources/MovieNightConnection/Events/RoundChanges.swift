import Primitives

/// A round as `rounds.get` gives it, as JSON: at once, and again whenever it has changed. Not only by what happens in it: a name,
/// a newcomer or a mark on a list changes what is shown of a round, too.
///
/// What happens while the last one is looked at is told by one more, not by one each: the newest counts. It does not end
/// by itself; a round that is over changes no more. Each iteration begins anew.
package struct RoundChanges: AsyncSequence, Sendable {
  package typealias Element = JSONValue
  package typealias Failure = ClientError

  private let client: MovieNightClient
  private let round: RoundID
  private let household: HouseholdID?

  package init(_ client: MovieNightClient, round: RoundID, household: HouseholdID?) {
    self.client = client
    self.round = round
    self.household = household
  }

  package func makeAsyncIterator() -> Iterator { Iterator(changes: self) }

  private func look() async throws(ClientError) -> JSONValue {
    let request = Request("rounds.get") { parameters in
      parameters.field("round_id", round)
      if let household { parameters.field("household_id", household) }
    }
    return try await client.core.outcome(of: request, within: nil).get()
  }

  /// Waits for something to happen in the household. False at the end of the feed.
  private func wait(for feed: EventFeed) async throws(ClientError) -> Bool {
    try await !client.core.events(of: feed.id, .allEvents).get().isEmpty
  }

  package struct Iterator: AsyncIteratorProtocol {
    private let changes: RoundChanges
    private var feed: EventFeed?
    private var last: JSONValue?

    init(changes: RoundChanges) { self.changes = changes }

    /// The round after its next change; at first as it is.
    ///
    /// - Throws: `refused` when there is no such round, or it is no longer yours to see; `cancelled`, `closed`. A server
    ///   that is away is waited for, however long that takes.
    package mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(ClientError) -> JSONValue? {
      guard let feed else {
        // From before the first look on, so that nothing falls between.
        let feed = changes.client.events(household: changes.household)
        self.feed = feed
        try await feed.begin()
        last = try await changes.look()
        return last
      }
      while try await changes.wait(for: feed) {
        let round = try await changes.look()
        // A server writes the same in the same way.
        guard round.rawBytes != last?.rawBytes else { continue }
        last = round
        return round
      }
      return nil
    }
  }
}
