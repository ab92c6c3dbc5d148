import Primitives

/// A household's events as they are recorded: each once, in order, whatever becomes of connections and servers.
///
///     let feed = try client.events(after: position)
///     while true {
///       for event in try feed.next(within: .seconds(60)) { ... }
///     }
///
/// It goes on from its position when the connection is lost or the server restarts. It belongs to its client, and so to
/// one thread at a time; between two calls of `next` the client may be used for anything else.
public final class BlockingFeed {
  /// Everything up to here was handed out: where another feed would go on.
  public private(set) var position: Int

  private let client: BlockingClient
  private let household: String?
  /// Came, and was not handed out.
  private var waiting: [JSONValue] = []
  /// Of the last event that came.
  private var received: Int
  /// The server's name for it, and the connection that it was made on; nil while there is none.
  private var subscription: (id: String, connection: Int)?
  /// Between one lost connection and the next, as long as nothing comes.
  private var backoff = Backoff()

  /// Subscribes at once, so that "now" is now.
  init(_ client: BlockingClient, after position: Int?, household: String?) throws(ClientError) {
    self.client = client
    self.household = household
    self.position = position ?? 0
    received = position ?? 0
    let start = try subscribe(after: position)
    self.position = start
    received = start
  }

  /// The events that came since the last call, each as `events.read` gives it; waits for the first of them.
  ///
  /// - Returns: at least one event, or none when `duration` is over. While there is no connection it takes as long as
  ///   connecting does.
  /// - Throws: `refused` when the events are no longer the caller's to see, `unreachable` when the server was away for
  ///   longer than `reconnectTimeout`. The feed stays where it is: a later call goes on.
  public func next(within duration: Duration) throws(ClientError) -> [JSONValue] {
    let deadline = client.clock.uptime() + duration
    while waiting.isEmpty, client.clock.uptime() < deadline {
      if subscription?.connection != client.connectionNumber { _ = try subscribe(after: received) }
      do {
        try listen(until: deadline)
      } catch .unreachable, .timedOut {
        subscription = nil
        client.waitBeforeConnecting(&backoff)
      }
    }
    defer { waiting = [] }
    position = received
    return waiting
  }

  /// Ends it. Nothing more comes.
  public func close() {
    guard let subscription, subscription.connection == client.connectionNumber else { return }
    self.subscription = nil
    client.forget(self)
    // A server that cannot be reached has no subscription either.
    _ = try? client.call("events.unsubscribe") { $0.field("subscription_id", subscription.id) }
  }

  private func listen(until deadline: Duration) throws(ClientError) {
    let pause = min(deadline, client.clock.uptime() + client.options.quietTime)
    try client.listen(until: pause) { waiting.isEmpty && subscription != nil }
    // Nothing for so long: is there still a server? One that went without a word shows itself only to who asks.
    if waiting.isEmpty, subscription != nil, client.clock.uptime() < deadline { _ = try client.call("server.ping") }
  }

  private func subscribe(after: Int?) throws(ClientError) -> Int {
    subscription = nil
    let answer = try client.call("events.subscribe") { parameters in
      if let after { parameters.field("after", after) }
      if let household { parameters.field("household_id", household) }
    }
    guard let id = answer["subscription_id"]?.string, let position = answer["position"]?.integer else {
      throw .protocolViolation("a subscription without id or position")
    }
    subscription = (id, client.connectionNumber)
    client.remember(self)
    return position
  }

  /// Takes a notification.
  /// - Returns: whether it was about this feed.
  func take(_ method: String, _ parameters: JSONValue) -> Bool {
    guard let subscription, parameters["subscription_id"]?.string == subscription.id else { return false }
    switch method {
    case "events.appended":
      guard let events = parameters["events"], events.kind == .array else { return false }
      for event in events.elements {
        guard let position = event["position"]?.integer, position > received else { continue }
        received = position
        waiting.append(event)
      }
      backoff = Backoff()
    case "events.closed":
      self.subscription = nil
      // The next subscription would be refused on this connection, or the server is about to close it.
      if parameters["reason"]?.string == "stopping" { client.close() }
    default: return false
    }
    return true
  }
}
