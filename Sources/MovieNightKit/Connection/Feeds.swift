/// The event feeds of a client, a value without calls or a connection. Each input returns the steps for `Machine` to
/// perform.
struct Feeds {
  enum Step {
    /// Send a request that subscribes a feed, and pass the outcome to `handleSubscription`.
    case subscribe(FeedID, Request)
    /// Drop the unsent subscription request of a feed that has ended. After the answer to a sent one, the client
    /// unsubscribes.
    case dropSubscribing(FeedID)
    /// Unsubscribe, unless the connection has ended.
    case unsubscribe(String)
    /// Resume a reader with events; nil if the read was cancelled.
    case deliver(CallID, Result<[Event], ClientError>?)
    /// Call `handleDeadlines` at that time.
    case schedule(Duration)
  }

  private var feeds: [FeedID: Feed] = [:]
  /// Whether the client was closed, so that a new feed ends at once.
  private var isClosed = false
  private let options: MovieNightClient.Options

  init(options: MovieNightClient.Options) { self.options = options }

  subscript(id: FeedID) -> Feed? { feeds[id] }

  var isEmpty: Bool { feeds.isEmpty }

  /// Whether any feed needs a connection.
  var wantEvents: Bool { feeds.values.contains(where: \.wantsEvents) }

  var haveSubscription: Bool { feeds.values.contains { $0.subscriptionID != nil } }

  private var ids: [FeedID] { feeds.keys.sorted() }

  // MARK: Opening and closing

  mutating func open(
    _ id: FeedID, _ request: Request, after position: EventPosition?, owner: ConnectionIdentity?
  ) -> [Step] {
    feeds[id] = Feed(request, after: position, owner: owner)
    return isClosed ? end(id, nil) : subscribe(id)
  }

  mutating func close(_ id: FeedID) -> [Step] {
    defer { feeds[id] = nil }
    return unsubscribe(id) + end(id, nil)
  }

  /// Ends all feeds, and each one that is opened later.
  mutating func closeAll() -> [Step] {
    isClosed = true
    return ids.flatMap { end($0, nil) }
  }

  /// Ends a feed with an error, or without one as if the feed had been closed.
  private mutating func end(_ id: FeedID, _ error: ClientError?) -> [Step] {
    guard let feed = feeds[id], !feed.isEnded else { return [] }
    feeds[id]?.state = .ended(error)
    return [.dropSubscribing(id)] + serve(id)
  }

  // MARK: Subscribing

  /// Subscribes the feeds without a subscription.
  mutating func subscribeAll() -> [Step] { ids.flatMap { subscribe($0) } }

  private mutating func subscribe(_ id: FeedID) -> [Step] {
    guard let feed = feeds[id], case .unsubscribed = feed.state else { return [] }
    feeds[id]?.state = .subscribing
    return [.subscribe(id, feed.subscribeRequest)]
  }

  private func unsubscribe(_ id: FeedID) -> [Step] { feeds[id]?.subscriptionID.map { [.unsubscribe($0)] } ?? [] }

  mutating func handleSubscription(
    of id: FeedID, _ result: Result<JSONValue, ClientError>, _ now: Duration
  ) -> [Step] {
    switch result {
    case .failure(let error): return end(id, error)
    case .success(let answer):
      guard let subscription = answer["subscription_id"]?.string, let position = answer["position"]?.integer else {
        return end(id, .protocolViolation("a subscription without id or position"))
      }
      if feeds[id]?.isEnded != false { return [.unsubscribe(subscription)] }
      feeds[id]?.begin(subscription, at: EventPosition(position))
      return [.schedule(now + options.quietTime)] + serve(id)
    }
  }

  /// Gives the feeds that were opened before authentication to `identity`, and ends those of another identity.
  mutating func adopt(_ identity: ConnectionIdentity) -> [Step] {
    ids.flatMap { id -> [Step] in
      let owner = feeds[id]?.owner ?? identity
      feeds[id]?.owner = owner
      return owner == identity ? [] : end(id, .refused(.ended("identity_changed")))
    }
  }

  /// Handles a lost connection. A feed with a subscription loses it, or ends if the error is permanent.
  mutating func handleLoss(_ error: ClientError, _ now: Duration) -> [Step] {
    ids.flatMap { id -> [Step] in
      var steps: [Step] = []
      if feeds[id]?.subscriptionID != nil {
        if error.leastRetryDelay != nil { feeds[id]?.state = .unsubscribed } else { steps = end(id, error) }
      }
      return steps + recordFailure(of: id, error, now)
    }
  }

  mutating func recordFailure(of id: FeedID, _ error: ClientError, _ now: Duration) -> [Step] {
    guard let feed = feeds[id], feed.wantsEvents else { return [] }
    let since = feed.failure?.since ?? now
    feeds[id]?.failure = (since, error)
    return [.schedule(since + options.reconnectTimeout)]
  }

  // MARK: Notifications

  /// Returns the feed that a notification is for. Nil for a subscription that has ended, whose notifications may still
  /// arrive for a moment.
  func recipient(of notification: JSONValue) -> FeedID? {
    guard let subscription = notification["subscription_id"]?.string else { return nil }
    return feeds.first { $0.value.subscriptionID == subscription }?.key
  }

  /// Handles `events.appended`.
  mutating func append(_ notification: JSONValue, to id: FeedID) -> [Step] {
    do throws(JSONError) {
      try feeds[id]?.append(notification)
    } catch {
      return end(id, .protocolViolation("an invalid event: \(error)"))
    }
    var steps: [Step] = []
    if let buffered = feeds[id]?.buffered, buffered >= options.maximumBufferedEvents {
      steps = unsubscribe(id)
      feeds[id]?.state = .full
    }
    return steps + serve(id)
  }

  /// Handles `events.closed`. A stopping server is reported to readers as `stopping`.
  mutating func handleClosing(
    of id: FeedID, _ notification: JSONValue, stopping: ClientError, _ now: Duration
  ) -> [Step] {
    if let reason = notification["reason"]?.string, ["access_ended", "identity_changed"].contains(reason) {
      return end(id, .refused(.ended(reason)))
    }
    // The server is stopping. Until it closes the connection, it refuses new subscriptions with the reason `stopping`.
    feeds[id]?.state = .unsubscribed
    return recordFailure(of: id, stopping, now) + subscribe(id) + serve(id)
  }

  // MARK: Reading

  mutating func read(_ read: Feed.Read, of id: FeedID, _ now: Duration) -> [Step] {
    guard feeds[id] != nil else { return [.deliver(read.id, .success([]))] }
    feeds[id]?.reads.append(read)
    var steps: [Step] = []
    if let deadline = read.deadline {
      steps.append(.schedule(deadline))
      if let since = feeds[id]?.failure?.since { steps.append(.schedule(max(now, since + options.reconnectTimeout))) }
    }
    return steps + serve(id) + subscribe(id)
  }

  mutating func cancelRead(_ read: CallID, of id: FeedID) -> [Step] {
    guard let index = feeds[id]?.reads.firstIndex(where: { $0.id == read }) else { return [] }
    feeds[id]?.reads.remove(at: index)
    return [.deliver(read, nil)]
  }

  private mutating func serve(_ id: FeedID) -> [Step] {
    let served = feeds[id]?.serve(options.maximumBufferedEvents) ?? []
    return served.map { .deliver($0.read, $0.outcome) }
  }

  // MARK: Deadlines

  /// Ends the reads whose deadline has passed, and reports interruptions that have lasted for `reconnectTimeout`.
  mutating func handleDeadlines(_ now: Duration) -> [Step] {
    ids.flatMap { id in endDueReads(of: id, now) + reportFailure(of: id, now) }
  }

  private mutating func endDueReads(of id: FeedID, _ now: Duration) -> [Step] {
    let reads = feeds[id]?.reads ?? []
    return reads.flatMap { read -> [Step] in
      guard let deadline = read.deadline else { return [] }
      return deadline > now ? [.schedule(deadline)] : finish([read], of: id, .success([]))
    }
  }

  private mutating func reportFailure(of id: FeedID, _ now: Duration) -> [Step] {
    let reads = feeds[id]?.reads.filter { $0.deadline != nil } ?? []
    guard !reads.isEmpty, let failure = feeds[id]?.failure else { return [] }
    let deadline = failure.since + options.reconnectTimeout
    guard deadline <= now else { return [.schedule(deadline)] }
    // Report the error once, and again if the interruption lasts for another `reconnectTimeout`.
    feeds[id]?.failure?.since = now
    return finish(reads, of: id, .failure(failure.error))
  }

  private mutating func finish(
    _ reads: [Feed.Read], of id: FeedID, _ outcome: Result<[Event], ClientError>
  ) -> [Step] {
    reads.map { read in
      feeds[id]?.reads.removeAll { $0.id == read.id }
      return .deliver(read.id, outcome)
    }
  }
}
