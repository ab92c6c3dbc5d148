/// The state machine of a client, a value without sockets, tasks or clocks. Each input has the current time as a
/// parameter, and may result in actions. `Core` guards the machine with a lock, and performs its actions.
struct Machine {
  let address: ServerAddress
  let options: MovieNightClient.Options
  var randomness: any RandomNumberGenerator
  private var lastID = 0

  private(set) var link: Link
  private(set) var calls = Calls()
  private(set) var feeds: Feeds

  /// The request that authenticates each new connection; nil if there is none.
  private(set) var authentication: Request?
  private(set) var identity: ConnectionIdentity?
  private(set) var pendingAuthentications = 0

  private var actions: [Action] = []
  /// The earliest deadline, or a time before it; nil if there is no deadline.
  private(set) var nextDeadline: Duration?

  init(
    address: ServerAddress, options: MovieNightClient.Options, authentication: Request?,
    randomness: any RandomNumberGenerator
  ) {
    self.address = address
    self.options = options
    self.authentication = authentication
    self.randomness = randomness
    link = Link(longestPause: options.longestPause)
    feeds = Feeds(options: options)
  }

  mutating func makeID() -> Int {
    lastID += 1
    return lastID
  }

  mutating func makeCommandID(at time: Timestamp) -> CommandID { CommandID(version7At: time, using: &randomness) }

  // MARK: Deadlines and actions

  /// Handles deadlines and retries, connects and sends if possible, and returns actions. Called after every input.
  mutating func settle(_ now: Duration) -> [Action] {
    if let due = nextDeadline, due <= now { handleDeadlines(now) }
    calls.enqueueDueRetries(now)
    connectIfNeeded(now)
    sendQueuedCalls(now)
    defer { actions.removeAll() }
    return actions
  }

  private mutating func scheduleDeadline(_ deadline: Duration?) {
    guard let deadline else { return }
    nextDeadline = min(nextDeadline ?? deadline, deadline)
  }

  /// Whether `moment` has been reached. If not, schedules it as a deadline.
  private mutating func isDue(_ moment: Duration?, _ now: Duration) -> Bool {
    guard let moment else { return false }
    if moment > now { scheduleDeadline(moment) }
    return moment <= now
  }

  /// The time at which the next pause between attempts ends; nil if nothing waits for another attempt.
  var nextPause: Duration? {
    let pauses = [link.state == .none && needsLink ? link.notBefore : nil, calls.nextRetry]
    return pauses.compactMap(\.self).min()
  }

  private mutating func handleDeadlines(_ now: Duration) {
    nextDeadline = nil
    for id in calls.ids {
      if let call = calls[id], isDue(call.deadline, now) { timeOut(id, call, now) }
    }
    if isDue(link.deadline, now) {
      lose(unreachable(link.isOpen ? "the server accepts no more data" : "the server does not answer"), now)
    }
    if link.isOpen, isDue(silenceDeadline, now) { lose(unreachable("the server stopped answering"), now) }
    perform(feeds.handleDeadlines(now), now)
    pingIfQuiet(now)
  }

  /// Pings the server if nothing has arrived for `quietTime`, because only sending reveals that a peer has vanished.
  private mutating func pingIfQuiet(_ now: Duration) {
    guard link.isOpen, feeds.haveSubscription, isDue(link.lastReceived + options.quietTime, now) else { return }
    guard link.flight.count == 0 else { return scheduleDeadline(now + options.quietTime) }
    submit(makeID(), Request("server.ping"), .ignored, within: options.callTimeout, now)
  }

  private func unreachable(_ reason: String) -> ClientError { .unreachable(address: address, reason: reason) }

  mutating func close() {
    if link.state != .none, link.state != .closed { actions.append(.disconnect(number: link.number)) }
    link.close()
    perform(feeds.closeAll(), link.lastReceived)
    for id in calls.ids { complete(id, .failure(.closed)) }
    calls = Calls()
    nextDeadline = nil
  }

  // MARK: Calls

  mutating func submit(
    _ id: CallID, _ request: Request, _ purpose: Call.Purpose = .request, within limit: Duration?,
    need: Call.Need = .nothing, isWanted: @escaping @Sendable () -> Bool = { true }, _ now: Duration
  ) {
    var call = Call(
      purpose: purpose, request: request, limit: limit, deadline: limit.map { now + $0 }, need: need,
      isWanted: isWanted, backoff: Backoff(longest: options.longestPause))
    if call.isAuthentication { pendingAuthentications += 1 }
    // While an authentication is pending, it is unknown which identity the caller intends.
    if pendingAuthentications == 0 { call.intendedIdentity = identity }
    calls[id] = call
    guard link.state != .closed else { return complete(id, .failure(.closed)) }
    scheduleDeadline(call.deadline)
    if case .opening = purpose, link.isOpen { return complete(id, .success(.empty)) }
    calls.enqueue(id)
  }

  mutating func cancel(_ id: CallID, _ now: Duration) {
    if let call = calls[id] { giveUp(id, call, nil, now) }
  }

  private mutating func timeOut(_ id: CallID, _ call: Call, _ now: Duration) {
    // If the call is waiting for another attempt, its last error is more informative than a timeout.
    let error = call.wireID == nil ? call.lastError : nil
    giveUp(id, call, .failure(error ?? .timedOut(after: call.limit ?? .zero)), now)
  }

  private mutating func giveUp(_ id: CallID, _ call: Call, _ result: Result<JSONValue, ClientError>?, _ now: Duration) {
    if let wireID = call.wireID {
      link.flight.abandon(wireID)
      scheduleDeadline(silenceDeadline)
    }
    complete(id, result)
    // Close the connection: it is unknown whether the server accepted the token, and so which identity it has.
    if call.isAuthentication, call.wireID != nil {
      lost(link.number, unreachable("an authentication was cancelled"), now)
    }
  }

  /// Ends a call with its outcome; nil if the call was cancelled or withdrawn.
  private mutating func complete(_ id: CallID, _ result: Result<JSONValue, ClientError>?) {
    guard let call = calls.remove(id) else { return }
    switch call.purpose {
    case .ignored: break
    case .subscribing(let feed):
      let now = link.lastReceived
      if let result { perform(feeds.handleSubscription(of: feed, result, now), now) }
    case .request, .opening:
      if call.isAuthentication { pendingAuthentications -= 1 }
      if call.isAuthentication, case .success(let answer)? = result {
        adopt(ConnectionIdentity(answer), authenticatedBy: call.request)
      }
      actions.append(.finish(id, result))
    }
  }

  /// The number of unsent bytes at which no further request is added. The last request may exceed it.
  private static var maximumOutgoingBytes: Int { 256 * 1024 }

  private mutating func sendQueuedCalls(_ now: Duration) {
    guard link.isOpen else { return }
    let before = link.flight.outgoing.count
    while link.identifying == nil, link.flight.count < options.maximumRequestsInFlight,
      link.flight.outgoing.count < Self.maximumOutgoingBytes, let id = calls.next()
    {
      guard let call = calls[id] else { continue }
      if case .opening = call.purpose {
        complete(id, .success(.empty))
      } else if case .member(let member) = call.need, identity?.member != member {
        calls.hold(id)
      } else if !call.wasSent, !call.isWanted() {
        complete(id, nil)
      } else if case .request = call.purpose, !call.isAuthentication, let identity,
        identity != call.intendedIdentity ?? identity
      {
        complete(id, .failure(.identityChanged))
      } else {
        send(id, call, now)
      }
    }
    if link.flight.outgoing.count > before { actions.append(.send(number: link.number)) }
  }

  private mutating func send(_ id: CallID, _ call: Call, _ now: Duration) {
    var call = call
    let wireID = link.flight.send(call.request, for: id, now)
    (call.stage, call.intendedIdentity, call.wasSent) = (.inFlight(wireID), call.intendedIdentity ?? identity, true)
    calls[id] = call
    if call.isAuthentication { link.identifying = wireID }
    // A call without a time limit has no deadline, but each of its attempts has one.
    if call.limit == nil { scheduleDeadline(now + options.callTimeout) }
  }

  mutating func takeOutgoing() -> [UInt8] { link.flight.takeOutgoing() }

  // MARK: Answers

  mutating func received(_ messages: [ServerMessage], _ number: Int, _ now: Duration) {
    guard link.isCurrent(number) else { return }
    link.lastReceived = now
    for message in messages {
      switch message {
      case .notification(let method, let parameters): handleNotification(method, parameters, now)
      case .answer(nil, .failure(let error)) where error.refusal?.code == 429 && link.isOpen:
        // The server closes the connection, because the server or this member has too many connections. This message
        // answers no request, so the requests in flight are sent again.
        lose(unreachable(error.refusal?.message ?? "the server has too many connections"), now)
        return link.postpone(until: now + (error.leastRetryDelay ?? .zero))
      case .answer(let wireID, let result):
        guard let answered = link.flight.take(wireID) else {
          return lose(.protocolViolation("an answer to a request that is not open"), now)
        }
        handle(result, answered.number, of: answered.call, now)
        guard link.isCurrent(number) else { return }
      }
    }
  }

  private mutating func handle(
    _ result: Result<JSONValue, ClientError>, _ wireID: Int, of call: CallID?, _ now: Duration
  ) {
    if link.identifying == wireID { link.identifying = nil }
    scheduleDeadline(silenceDeadline)
    if link.state == .authenticating(wireID) {
      handleAuthentication(call, result, now)
    } else if let call {
      link.resetBackoff()
      handleAnswer(call, result, now)
    }
  }

  private mutating func handleAnswer(_ id: CallID, _ result: Result<JSONValue, ClientError>, _ now: Duration) {
    guard var call = calls[id] else { return }
    if case .failure(let error) = result {
      if let least = error.leastRetryDelay {
        let retry = now + max(least, call.backoff.next(using: &randomness))
        call.lastError = error
        calls[id] = call
        if case .subscribing(let feed) = call.purpose { perform(feeds.recordFailure(of: feed, error, now), now) }
        if call.cutoff.map({ retry < $0 }) ?? true { return calls.scheduleRetry(id, at: retry) }
      } else if call.need != .nothing, error.refusal?.code == 401 {
        // The server rejected the token, not the command, so the command waits for the next authentication.
        calls.hold(id)
        return forgetIdentity()
      }
    }
    complete(id, result)
  }

  /// The time at which the connection counts as lost if nothing arrives. Nil if nothing is in flight, or the oldest
  /// call has a time limit. A missing answer delays later ones; if its call has ended, only silence reveals that.
  private var silenceDeadline: Duration? {
    guard let oldest = link.flight.oldest else { return nil }
    let since = max(link.lastReceived, oldest.sentAt)
    guard let id = oldest.call else { return since + options.silenceTimeout }
    guard let call = calls[id], call.limit == nil else { return nil }
    return since + options.callTimeout
  }

  private mutating func handleNotification(_ method: String, _ parameters: JSONValue, _ now: Duration) {
    guard method == "events.appended" || method == "events.closed" else {
      return actions.append(.notify(method: method, parameters: parameters))
    }
    guard let feed = feeds.recipient(of: parameters) else { return }
    link.resetBackoff()
    if method == "events.appended" {
      perform(feeds.append(parameters, to: feed), now)
    } else {
      let stopping = unreachable("the server is stopping")
      perform(feeds.handleClosing(of: feed, parameters, stopping: stopping, now), now)
    }
  }

  // MARK: Feeds

  mutating func openFeed(
    _ id: FeedID, _ request: Request = Request("events.subscribe"), after position: EventPosition?, _ now: Duration
  ) {
    perform(feeds.open(id, request, after: position, owner: identity), now)
  }

  mutating func closeFeed(_ id: FeedID, _ now: Duration) { perform(feeds.close(id), now) }

  mutating func read(_ read: Feed.Read, of feed: FeedID, _ now: Duration) {
    perform(feeds.read(read, of: feed, now), now)
  }

  mutating func cancelRead(_ read: CallID, of feed: FeedID) {
    perform(feeds.cancelRead(read, of: feed), link.lastReceived)
  }

  private mutating func perform(_ steps: [Feeds.Step], _ now: Duration) {
    for step in steps {
      switch step {
      case .subscribe(let feed, let request): submit(makeID(), request, .subscribing(feed), within: nil, now)
      case .dropSubscribing(let feed): calls.removeAll { $0.isSubscribing(feed) && $0.wireID == nil }
      case .unsubscribe(let subscription):
        guard link.isOpen else { continue }
        let request = Request("events.unsubscribe") { $0.field("subscription_id", subscription) }
        submit(makeID(), request, .ignored, within: options.callTimeout, now)
      case .deliver(let read, let outcome): actions.append(.deliver(read, outcome))
      case .schedule(let deadline): scheduleDeadline(deadline)
      }
    }
  }

  // MARK: Identity

  private mutating func adopt(_ identity: ConnectionIdentity, authenticatedBy authentication: Request) {
    self.authentication = authentication
    self.identity = identity
    perform(feeds.adopt(identity), link.lastReceived)
    calls.releaseHeld()
  }

  /// Forgets an identity that the server no longer accepts. The server itself closes the subscriptions of the feeds.
  mutating func forgetIdentity() {
    authentication = nil
    identity = nil
  }

  // MARK: Connection

  private var needsLink: Bool {
    if feeds.wantEvents { return true }
    // Held calls wait for an identity. If there is a token, a new connection gets its identity from that.
    if authentication != nil, identity == nil, calls.hasHeldCalls { return true }
    return calls.hasReadyCalls
  }

  private mutating func connectIfNeeded(_ now: Duration) {
    guard link.state == .none, now >= link.notBefore, needsLink else { return }
    link.connect(by: now + options.connectTimeout)
    scheduleDeadline(link.deadline)
    actions.append(.connect(number: link.number))
  }

  /// Starts to use an established connection. Returns false if it was established too late and must be closed.
  mutating func connected(_ number: Int, _ now: Duration) -> Bool {
    guard link.state == .connecting, link.isCurrent(number) else { return false }
    link.lastReceived = now
    authenticate(now)
    return true
  }

  /// Authenticates before anything else is sent: with the first queued authentication, else `authentication`, if any.
  private mutating func authenticate(_ now: Duration) {
    let wireID: Int
    if let asked = calls.takeAuthentication(), let request = calls[asked]?.request {
      wireID = link.flight.send(request, for: asked, now)
      calls[asked]?.stage = .inFlight(wireID)
    } else if let authentication {
      wireID = link.flight.send(authentication, for: nil, now)
    } else {
      return open(now)
    }
    link.authenticate(wireID, by: now + options.callTimeout)
    scheduleDeadline(link.deadline)
    actions.append(.send(number: link.number))
  }

  private mutating func handleAuthentication(
    _ asked: CallID?, _ result: Result<JSONValue, ClientError>, _ now: Duration
  ) {
    switch result {
    case .success(let answer):
      if let asked {
        complete(asked, result)
      } else if let authentication {
        adopt(ConnectionIdentity(answer), authenticatedBy: authentication)
      }
      open(now)
    case .failure(let error) where error.leastRetryDelay != nil:
      if let asked { calls.enqueue(asked) }
      lose(error, now)
    case .failure(let error):
      if let asked {
        // Only this token was rejected. The earlier identity may still be valid, so authenticate as that.
        complete(asked, result)
        return authenticate(now)
      }
      if error.endsIdentity { forgetIdentity() }
      // Try the next authentication that was requested in the meantime.
      if pendingAuthentications > 0 { return authenticate(now) }
      lose(error, now)
    }
  }

  private mutating func open(_ now: Duration) {
    link.open()
    calls.releaseHeld()
    perform(feeds.subscribeAll(), now)
  }

  mutating func lost(_ number: Int, _ error: ClientError, _ now: Duration) {
    if link.isCurrent(number) { lose(error, now) }
  }

  /// Handles a failed send, which may have sent some of the bytes. Keeps the connection for a moment, because earlier
  /// messages of the server, and its reason for closing, may still arrive.
  mutating func sendingFailed(_ number: Int, _ now: Duration) {
    guard link.isCurrent(number) else { return }
    link.end(by: now + Self.unresponsiveServerTimeout)
    scheduleDeadline(link.deadline)
  }

  private static var unresponsiveServerTimeout: Duration { .seconds(1) }

  /// Closes the connection. Calls that can be retried are queued in order; the others fail with `error`.
  private mutating func lose(_ error: ClientError, _ now: Duration) {
    let (inFlight, waiting, wasOpen) = (link.flight.calls, calls.takeQueue(), link.isOpen)
    actions.append(.disconnect(number: link.number))
    link.lose(now, pause: error.leastRetryDelay ?? .zero, using: &randomness)
    let isTemporary = error.leastRetryDelay != nil
    for id in inFlight { handleLoss(of: id, error, mayRetry: isTemporary, now) }
    // Calls that were not sent are retried if the connection was open or the error is temporary. Otherwise they fail,
    // except for an outbox's commands, which wait for a connection however long it takes.
    for id in waiting {
      let isPatient = calls[id].map { $0.need != .nothing } ?? false
      handleLoss(of: id, error, mayRetry: isTemporary || wasOpen || isPatient, now)
    }
    perform(feeds.handleLoss(error, now), now)
  }

  private mutating func handleLoss(of id: CallID, _ error: ClientError, mayRetry: Bool, _ now: Duration) {
    guard var call = calls[id] else { return }
    switch call.purpose {
    case .subscribing(let feed) where feeds[feed]?.isEnded != false:
      _ = calls.remove(id)
      return
    case .opening, .ignored: return complete(id, .failure(error))
    case .request, .subscribing: break
    }
    if call.need != .nothing, error.refusal?.code == 401 { return calls.hold(id) }
    guard mayRetry else { return complete(id, .failure(error)) }
    call.lastError = error
    if let deadline = call.deadline {
      // A call waits for an unreachable server for at most `reconnectTimeout`, even if its own deadline is later.
      let retryDeadline = min(call.retryDeadline ?? deadline, now + options.reconnectTimeout)
      call.retryDeadline = retryDeadline
      guard link.notBefore < retryDeadline else { return complete(id, .failure(error)) }
    }
    calls[id] = call
    calls.enqueue(id)
  }
}

enum Action {
  /// Open a connection, and report the result with this number.
  case connect(number: Int)
  /// Close the connection with this number, or cancel the attempt to establish it.
  case disconnect(number: Int)
  /// Send the bytes that `takeOutgoing` returns.
  case send(number: Int)
  /// Resume a caller with the outcome of a call; nil if the call was cancelled or withdrawn.
  case finish(CallID, Result<JSONValue, ClientError>?)
  /// Resume a reader of a feed with events; nil if the read was cancelled.
  case deliver(CallID, Result<[Event], ClientError>?)
  /// Pass a notification that belongs to no feed to the app's handler.
  case notify(method: String, parameters: JSONValue)
}
