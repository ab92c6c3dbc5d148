/// The events of a household as they are recorded: each once and in order, across lost connections and server restarts.
///
///     for try await event in client.events(after: position) { ... }
///
/// It resumes at its position when the connection is lost or the server restarts, however long that takes. When
/// `Options.maximumBufferedEvents` are waiting for a slow reader, it unsubscribes, and resubscribes when at most half are left.
///
/// A feed has one position in the history: iterating it again continues where the last iteration ended. Tasks that iterate
/// one feed divide its events among them.
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

  /// The position of the last event that was handed out, or of the beginning: another feed can continue there. It also moves
  /// past events that a filter leaves out. Nil while unknown: see ``begin()``.
  public var position: EventPosition? { client.core.position(of: id) }

  /// Waits until the server sends everything after ``position``, and returns that position. Throws as iterating does.
  @discardableResult
  public func begin() async throws -> EventPosition {
    _ = try await client.core.events(of: id, .beginning)
    guard let position else { throw ClientError.closed }
    return position
  }

  /// The events since the last call, or the first that comes; empty after `duration`, or at the end.
  ///
  /// - Throws: `unreachable`, or the server's reason, if it was away for `Options.reconnectTimeout`. The feed keeps its
  ///   position and keeps trying: a later call continues. Otherwise as iterating does.
  public func next(within duration: Duration) async throws -> [Event] {
    try await client.core.events(of: id, .allEvents, within: duration)
  }

  /// Closes the feed and ends its iterations.
  public func close() { client.core.closeFeed(id) }

  public func makeAsyncIterator() -> Iterator { Iterator(feed: self) }

  /// An iterator that waits for each event.
  public struct Iterator: AsyncIteratorProtocol {
    let feed: EventFeed

    /// The next event; nil if the feed or the client was closed.
    ///
    /// - Throws: `refused` if the caller may no longer see the events (`access_ended`, `identity_changed`) or the position is
    ///   beyond the last event (`ahead_of_history`), or `protocolViolation`: then the feed has ended. `CancellationError` if
    ///   the task was cancelled.
    public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async throws -> Event? {
      try await feed.client.core.events(of: feed.id, .oneEvent).first
    }
  }
}
