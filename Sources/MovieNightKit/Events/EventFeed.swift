/// A household's events as they are recorded, each once, in order, even across lost connections and server restarts.
///
///     for try await event in client.events(after: position) { ... }
///
/// After an interruption, however long, the feed resumes at its position. When `Options.maximumBufferedEvents` events
/// are waiting for a slow reader, the feed unsubscribes; it subscribes again when at most half of them are left.
///
/// A feed has a single position in the history, so iterating it again continues where the last iteration ended. If
/// several tasks iterate one feed, each event goes to only one of them.
public final class EventFeed: AsyncSequence, Sendable {
  public typealias Element = Event
  public typealias Failure = any Error

  let client: MovieNightClient
  let id: FeedID

  init(_ client: MovieNightClient, _ request: Request, after position: EventPosition?) {
    self.client = client
    id = client.core.openFeed(request, after: position)
  }

  deinit { client.core.closeFeed(id) }

  /// The position of the last event that the feed delivered, or where it began; another feed can continue there. Also
  /// advances past events that the filter excludes. Nil if opened without a position and not begun: see ``begin()``.
  public var position: EventPosition? { client.core.position(of: id) }

  /// Waits until the feed is subscribed from ``position`` on, and returns it. Throws the same errors as iteration.
  @discardableResult
  public func begin() async throws -> EventPosition {
    _ = try await client.core.events(of: id, .beginning)
    guard let position else { throw ClientError.closed }
    return position
  }

  /// Returns all unread events, or waits for the next ones; empty if none arrive within `duration` or the feed closed.
  ///
  /// - Throws: `unreachable`, or the server's refusal, if the feed was interrupted for `Options.reconnectTimeout`. The
  ///   feed keeps its position and keeps trying to resume, so a later call can succeed. Otherwise like iteration.
  public func next(within duration: Duration) async throws -> [Event] {
    try await client.core.events(of: id, .allEvents, within: duration)
  }

  /// Closes the feed and ends its iterations.
  public func close() { client.core.closeFeed(id) }

  public func makeAsyncIterator() -> Iterator { Iterator(feed: self) }

  /// An iterator that waits for each event.
  public struct Iterator: AsyncIteratorProtocol {
    let feed: EventFeed

    /// Waits for the next event and returns it; nil if the feed or the client was closed.
    ///
    /// - Throws: `refused` if the caller may no longer see the events (`access_ended`, `identity_changed`) or if the
    ///   position is beyond the last event (`ahead_of_history`); `protocolViolation`. After these errors the feed has
    ///   ended. `CancellationError` if the task was cancelled.
    public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async throws -> Event? {
      try await feed.client.core.events(of: feed.id, .oneEvent).first
    }
  }
}
