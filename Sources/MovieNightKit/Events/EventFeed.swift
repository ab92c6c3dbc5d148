/// A household's events as they are recorded: each once, in order, whatever becomes of connections and servers.
///
///     for try await event in client.events(after: position) { ... }
///
/// It goes on from where it is when the connection is lost or the server restarts, however long that takes. It holds a
/// bounded number of events (`Options.maximumBufferedEvents`) for who is slow; then it leaves the subscription, and
/// takes it up again from there when they were taken.
///
/// A feed is one place in the history: whoever iterates it again goes on where the last iteration has ended. Several
/// tasks that iterate one feed share its events out among them.
public final class EventFeed: AsyncSequence, Sendable {
  public typealias Element = Event
  public typealias Failure = any Error

  let client: MovieNightClient
  let id: FeedID

  /// - Parameter request: subscribes to its events, from now on.
  init(_ client: MovieNightClient, _ request: Request, after position: EventPosition?) {
    self.client = client
    id = client.core.openFeed(request, after: position)
  }

  deinit { client.core.closeFeed(id) }

  /// The position of the last event that was handed out, else of where it began: where another feed would go on. A filtered feed
  /// also gets past events that it leaves out. Nil as long as that is not known: see ``begin()``.
  public var position: EventPosition? { client.core.position(of: id) }

  /// Waits until the server tells of everything after ``position``.
  ///
  /// - Returns: that position.
  /// - Throws: as iterating does.
  @discardableResult
  public func begin() async throws -> EventPosition {
    _ = try await client.core.events(of: id, .beginning)
    guard let position else { throw ClientError.closed }
    return position
  }

  /// The events that came since the last call, or the first that comes; none when `duration` is over, or at the end.
  ///
  /// - Throws: `unreachable`, or the server's reason, when it was away for `Options.reconnectTimeout`. The feed stays
  ///   where it is, and goes on trying: a later call goes on. All else as iterating does.
  public func next(within duration: Duration) async throws -> [Event] {
    try await client.core.events(of: id, .allEvents, within: duration)
  }

  /// Ends it: iterations end.
  public func close() { client.core.closeFeed(id) }

  public func makeAsyncIterator() -> Iterator { Iterator(feed: self) }

  /// Waits for one event after the other.
  public struct Iterator: AsyncIteratorProtocol {
    let feed: EventFeed

    /// The next event; nil when the feed or the client was closed.
    ///
    /// - Throws: `refused` when the events are no longer yours to see (`access_ended`, `identity_changed`) or the
    ///   position is ahead of all that there is (`ahead_of_history`); `protocolViolation`. The feed has ended then.
    ///   `CancellationError` when the task was cancelled.
    public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async throws -> Event? {
      try await feed.client.core.events(of: feed.id, .oneEvent).first
    }
  }
}
