import MovieNightPrimitives

// Feeds of events: subscriptions made, lost and made again; what comes is held until somebody asks for it.
extension Machine {
  mutating func openFeed(_ id: FeedID, after position: EventPosition?, household: HouseholdID?, _ now: Duration) {
    feeds[id] = Feed(household: household, owner: identity, received: position, position: position)
    guard link != .closed else { return end(id, nil) }
    subscribeIfNeeded(id, now)
  }

  mutating func closeFeed(_ id: FeedID, _ now: Duration) {
    guard let feed = feeds[id] else { return }
    if case .subscribed(let subscription) = feed.state { unsubscribe(subscription, now) }
    end(id, nil)
    feeds[id] = nil
  }

  // MARK: Subscribing

  mutating func subscribeIfNeeded(_ id: FeedID, _ now: Duration) {
    guard let feed = feeds[id], case .unsubscribed = feed.state else { return }
    feeds[id]?.state = .subscribing
    let request = Request("events.subscribe") { parameters in
      if let after = feed.received { parameters.field("after", after) }
      if let household = feed.household { parameters.field("household_id", household) }
    }
    submit(makeID(), request, .subscribing(id), within: nil, now)
  }

  private mutating func unsubscribe(_ subscription: String, _ now: Duration) {
    subscriptions[subscription] = nil
    let request = Request("events.unsubscribe") { $0.field("subscription_id", subscription) }
    // Where there is no connection there is no subscription either.
    guard case .open = link else { return }
    submit(makeID(), request, .unheeded, within: options.callTimeout, now)
  }

  /// The outcome of a subscription.
  mutating func subscribed(_ id: FeedID, _ result: Result<JSONValue, ClientError>) {
    switch result {
    case .failure(let error): end(id, error)
    case .success(let answer):
      guard let subscription = answer["subscription_id"]?.string,
        let position = answer["position"]?.integer.map(EventPosition.init(rawValue:))
      else {
        return end(id, .protocolViolation("a subscription without id or position"))
      }
      guard let feed = feeds[id], !feed.isEnded else {
        // Closed meanwhile.
        return unsubscribe(subscription, lastHeard)
      }
      subscriptions[subscription] = id
      feeds[id]?.state = .subscribed(subscription)
      feeds[id]?.trouble = nil
      feeds[id]?.hasBegun = true
      if feed.received == nil { feeds[id]?.received = position }
      if feed.position == nil { feeds[id]?.position = position }
      expect(lastHeard + options.quietTime)
      serve(id)
    }
  }

  /// The connection is gone, and all subscriptions with it.
  mutating func loseSubscriptions(_ error: ClientError, mayRetry: Bool, wasOpen: Bool, _ now: Duration) {
    subscriptions = [:]
    for id in feeds.keys.sorted() {
      if case .subscribed? = feeds[id]?.state {
        if mayRetry { feeds[id]?.state = .unsubscribed } else { end(id, error) }
      }
      noteTrouble(of: id, error, now)
    }
  }

  mutating func noteTrouble(of id: FeedID, _ error: ClientError, _ now: Duration) {
    guard let feed = feeds[id], feed.wantsToHear else { return }
    feeds[id]?.trouble = (feed.trouble?.since ?? now, error)
    expect((feed.trouble?.since ?? now) + options.reconnectTimeout)
  }

  /// - Parameter error: nil: they end as if they had been closed.
  mutating func endFeeds(_ error: ClientError?) {
    for id in feeds.keys.sorted() { end(id, error) }
    subscriptions = [:]
  }

  /// Who was begun by nobody is theirs from now on.
  mutating func endFeeds(notOf identity: ConnectionIdentity, _ error: ClientError) {
    for id in feeds.keys.sorted() {
      let owner = feeds[id]?.owner ?? identity
      feeds[id]?.owner = owner
      if owner != identity { end(id, error) }
    }
  }

  private mutating func end(_ id: FeedID, _ error: ClientError?) {
    guard let feed = feeds[id], !feed.isEnded else { return }
    if case .subscribed(let subscription) = feed.state { subscriptions[subscription] = nil }
    feeds[id]?.state = .ended(error)
    // One that is under way is given back when it is answered.
    for (call, asked) in calls where asked.isSubscribing(id) && asked.wireID == nil { calls[call] = nil }
    serve(id)
  }

  // MARK: Notifications

  mutating func notified(_ method: String, _ parameters: JSONValue, _ now: Duration) {
    switch method {
    case "events.appended", "events.closed":
      // One that was given up may still be told of for a moment.
      guard let name = parameters["subscription_id"]?.string, let id = subscriptions[name] else { return }
      backoff = Backoff(longest: options.longestPause)
      if method == "events.appended" { append(parameters, to: id, now) } else { closed(parameters, id, now) }
      serve(id)
    default: actions.append(.notify(method: method, parameters: parameters))
    }
  }

  private mutating func append(_ parameters: JSONValue, to id: FeedID, _ now: Duration) {
    guard var feed = feeds.removeValue(forKey: id) else { return }
    var failure: JSONError?
    do throws(JSONError) {
      for json in try parameters.array("events") {
        let event = try json.decoded(as: Event.self)
        guard event.position > feed.received ?? -1 else { continue }
        feed.received = event.position
        feed.buffer.append(event)
        feed.buffered += 1
      }
    } catch {
      failure = error
    }
    feeds[id] = feed
    if let failure { return end(id, .protocolViolation("an event that is none: \(failure)")) }
    guard case .subscribed(let name) = feed.state, feed.buffered >= options.maximumBufferedEvents else { return }
    feeds[id]?.state = .full
    unsubscribe(name, now)
  }

  private mutating func closed(_ parameters: JSONValue, _ id: FeedID, _ now: Duration) {
    if let name = parameters["subscription_id"]?.string { subscriptions[name] = nil }
    switch parameters["reason"]?.string {
    case "access_ended": end(id, .refused(.ended("access_ended")))
    case "identity_changed": end(id, .refused(.ended("identity_changed")))
    default:
      // The server ends: it says so to who subscribes again, until the connection is gone.
      feeds[id]?.state = .unsubscribed
      noteTrouble(of: id, unreachable("the server is stopping"), now)
      subscribeIfNeeded(id, now)
    }
  }

  // MARK: Reading

  /// Asks for events; they come as `deliver` under this id.
  mutating func read(_ read: Feed.Read, of id: FeedID, _ now: Duration) {
    guard feeds[id] != nil else { return actions.append(.deliver(read.id, .success([]))) }
    feeds[id]?.reads.append(read)
    expect(read.deadline)
    if read.tellsTrouble, let since = feeds[id]?.trouble?.since { expect(max(now, since + options.reconnectTimeout)) }
    serve(id)
    subscribeIfNeeded(id, now)
  }

  mutating func cancelRead(_ read: CallID, of id: FeedID) {
    guard let index = feeds[id]?.reads.firstIndex(where: { $0.id == read }) else { return }
    feeds[id]?.reads.remove(at: index)
    actions.append(.deliver(read, nil))
  }

  /// Gives out what there is to those who wait.
  private mutating func serve(_ id: FeedID) {
    guard var feed = feeds.removeValue(forKey: id) else { return }
    // Who waits for the beginning must not stand behind who waits for an event.
    let waiting = feed.reads
    feed.reads = []
    for read in waiting {
      if let outcome = Self.outcome(for: read, &feed) {
        actions.append(.deliver(read.id, outcome))
      } else {
        feed.reads.append(read)
      }
    }
    if case .full = feed.state, feed.buffered <= options.maximumBufferedEvents / 2 { feed.state = .unsubscribed }
    feeds[id] = feed
  }

  private static func outcome(for read: Feed.Read, _ feed: inout Feed) -> Result<[Event], ClientError>? {
    if case .beginning = read.kind {
      if feed.hasBegun { return .success([]) }
    } else if let event = feed.buffer.first {
      var taken = [event]
      if case .oneEvent = read.kind { _ = feed.buffer.popFirst() } else { taken = feed.buffer.takeAll() }
      feed.buffered -= taken.count
      feed.position = taken.last?.position
      return .success(taken)
    }
    guard case .ended(let error) = feed.state else { return nil }
    return error.map { .failure($0) } ?? .success([])
  }

  // MARK: Time

  mutating func passFeedDeadlines(_ now: Duration) {
    for id in feeds.keys.sorted() {
      passReadDeadlines(id, now)
      reportTrouble(id, now)
    }
    askIfQuiet(now)
  }

  private mutating func passReadDeadlines(_ id: FeedID, _ now: Duration) {
    for read in feeds[id]?.reads ?? [] {
      guard let deadline = read.deadline else { continue }
      if deadline <= now {
        feeds[id]?.reads.removeAll { $0.id == read.id }
        actions.append(.deliver(read.id, .success([])))
      } else {
        expect(deadline)
      }
    }
  }

  private mutating func reportTrouble(_ id: FeedID, _ now: Duration) {
    guard let feed = feeds[id], let trouble = feed.trouble, feed.reads.contains(where: \.tellsTrouble) else { return }
    let due = trouble.since + options.reconnectTimeout
    guard due <= now else { return expect(due) }
    // Told once; the next time is as far away as the first.
    feeds[id]?.trouble?.since = now
    feeds[id]?.reads.removeAll(where: \.tellsTrouble)
    for read in feed.reads where read.tellsTrouble { actions.append(.deliver(read.id, .failure(trouble.error))) }
  }

  /// Nothing for so long: is there still a server? One that went without a word shows itself only to who asks.
  private mutating func askIfQuiet(_ now: Duration) {
    guard case .open = link, !subscriptions.isEmpty else { return }
    let due = lastHeard + options.quietTime
    guard due <= now else { return expect(due) }
    guard flight.isEmpty else { return expect(now + options.quietTime) }
    submit(makeID(), Request("server.ping"), .unheeded, within: options.callTimeout, now)
  }
}
