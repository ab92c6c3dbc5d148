// Event feeds, which subscribe again after a lost connection.
extension Machine {
  mutating func openFeed(
    _ id: FeedID, _ request: Request = Request("events.subscribe"), after position: EventPosition?, _ now: Duration
  ) {
    feeds[id] = Feed(request, after: position, owner: identity)
    guard link.state != .closed else { return end(id, nil) }
    subscribeIfNeeded(id, now)
  }

  mutating func closeFeed(_ id: FeedID, _ now: Duration) {
    if let subscription = feeds[id]?.subscriptionID { unsubscribe(subscription, now) }
    end(id, nil)
    feeds[id] = nil
  }

  // MARK: Subscribing

  mutating func subscribeIfNeeded(_ id: FeedID, _ now: Duration) {
    guard let feed = feeds[id], case .unsubscribed = feed.state else { return }
    feeds[id]?.state = .subscribing
    submit(makeID(), feed.subscribeRequest, .subscribing(id), within: nil, now)
  }

  private mutating func unsubscribe(_ subscription: String, _ now: Duration) {
    guard link.isOpen else { return }
    let request = Request("events.unsubscribe") { $0.field("subscription_id", subscription) }
    submit(makeID(), request, .ignored, within: options.callTimeout, now)
  }

  mutating func handleSubscription(of id: FeedID, _ result: Result<JSONValue, ClientError>) {
    switch result {
    case .failure(let error): end(id, error)
    case .success(let answer):
      guard let subscription = answer["subscription_id"]?.string, let position = answer["position"]?.integer else {
        return end(id, .protocolViolation("a subscription without id or position"))
      }
      if feeds[id]?.isEnded != false { return unsubscribe(subscription, link.lastReceived) }
      feeds[id]?.begin(subscription, at: EventPosition(position))
      scheduleDeadline(link.lastReceived + options.quietTime)
      serve(id)
    }
  }

  mutating func recordFailure(of id: FeedID, _ error: ClientError, _ now: Duration) {
    guard let feed = feeds[id], feed.wantsEvents else { return }
    let since = feed.failure?.since ?? now
    feeds[id]?.failure = (since, error)
    scheduleDeadline(since + options.reconnectTimeout)
  }

  /// Ends a feed with an error, or without one as if the feed had been closed.
  mutating func end(_ id: FeedID, _ error: ClientError?) {
    guard let feed = feeds[id], !feed.isEnded else { return }
    feeds[id]?.state = .ended(error)
    // A subscription request in flight is not removed. The client unsubscribes when the answer arrives.
    calls.removeAll { $0.isSubscribing(id) && $0.wireID == nil }
    serve(id)
  }

  // MARK: Notifications

  mutating func handleNotification(_ method: String, _ parameters: JSONValue, _ now: Duration) {
    guard method == "events.appended" || method == "events.closed" else {
      return actions.append(.notify(method: method, parameters: parameters))
    }
    // Ignore notifications of a subscription that has ended, which may still arrive for a moment.
    guard let subscription = parameters["subscription_id"]?.string,
      let id = feeds.first(where: { $0.value.subscriptionID == subscription })?.key
    else { return }
    link.resetBackoff()
    if method == "events.appended" {
      append(parameters, to: id, subscription, now)
    } else if let reason = parameters["reason"]?.string, ["access_ended", "identity_changed"].contains(reason) {
      end(id, .refused(.ended(reason)))
    } else {
      // The server is stopping. Until it closes the connection, it refuses new subscriptions with the reason `stopping`.
      feeds[id]?.state = .unsubscribed
      recordFailure(of: id, unreachable("the server is stopping"), now)
      subscribeIfNeeded(id, now)
    }
    serve(id)
  }

  private mutating func append(_ parameters: JSONValue, to id: FeedID, _ subscription: String, _ now: Duration) {
    do throws(JSONError) {
      try feeds[id]?.append(parameters)
    } catch {
      return end(id, .protocolViolation("an invalid event: \(error)"))
    }
    guard let buffered = feeds[id]?.buffered, buffered >= options.maximumBufferedEvents else { return }
    feeds[id]?.state = .full
    unsubscribe(subscription, now)
  }

  // MARK: Reading

  mutating func read(_ read: Feed.Read, of id: FeedID, _ now: Duration) {
    guard feeds[id] != nil else { return actions.append(.deliver(read.id, .success([]))) }
    feeds[id]?.reads.append(read)
    scheduleDeadline(read.deadline)
    if read.deadline != nil, let since = feeds[id]?.failure?.since {
      scheduleDeadline(max(now, since + options.reconnectTimeout))
    }
    serve(id)
    subscribeIfNeeded(id, now)
  }

  mutating func cancelRead(_ read: CallID, of id: FeedID) {
    guard let index = feeds[id]?.reads.firstIndex(where: { $0.id == read }) else { return }
    feeds[id]?.reads.remove(at: index)
    actions.append(.deliver(read, nil))
  }

  private mutating func serve(_ id: FeedID) {
    let limit = options.maximumBufferedEvents
    for (read, outcome) in feeds[id]?.serve(limit) ?? [] {
      actions.append(.deliver(read, outcome))
    }
  }

  // MARK: Deadlines

  mutating func handleFeedDeadlines(_ now: Duration) {
    for id in feeds.keys.sorted() {
      for read in feeds[id]?.reads ?? [] where isDue(read.deadline, now) { finish([read], of: id, .success([])) }
      reportFailure(id, now)
    }
    pingIfQuiet(now)
  }

  private mutating func finish(_ reads: [Feed.Read], of id: FeedID, _ outcome: Result<[Event], ClientError>) {
    for read in reads {
      feeds[id]?.reads.removeAll { $0.id == read.id }
      actions.append(.deliver(read.id, outcome))
    }
  }

  private mutating func reportFailure(_ id: FeedID, _ now: Duration) {
    let reads = feeds[id]?.reads.filter { $0.deadline != nil } ?? []
    guard !reads.isEmpty, let failure = feeds[id]?.failure, isDue(failure.since + options.reconnectTimeout, now) else {
      return
    }
    // Report the error once, and again if the interruption lasts for another `reconnectTimeout`.
    feeds[id]?.failure?.since = now
    finish(reads, of: id, .failure(failure.error))
  }

  /// Pings the server if nothing has arrived for `quietTime`, because only sending reveals that a peer has vanished silently.
  private mutating func pingIfQuiet(_ now: Duration) {
    guard link.isOpen, feeds.values.contains(where: { $0.subscriptionID != nil }),
      isDue(link.lastReceived + options.quietTime, now)
    else { return }
    guard link.flight.count == 0 else { return scheduleDeadline(now + options.quietTime) }
    submit(makeID(), Request("server.ping"), .ignored, within: options.callTimeout, now)
  }
}
