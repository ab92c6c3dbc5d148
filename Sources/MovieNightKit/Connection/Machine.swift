/// The whole state of a client as a value, without sockets, tasks or clocks: inputs go in with the time, and actions come out.
/// `Core` guards it with a lock, and performs its actions.
struct Machine {
  let address: ServerAddress
  let options: MovieNightClient.Options
  var randomness: any RandomNumberGenerator
  private var lastID = 0

  var link: Link
  var calls = Calls()
  var feeds: [FeedID: Feed] = [:]

  private(set) var authentication: Request?
  private(set) var identity: ConnectionIdentity?
  private(set) var authentications = 0

  var actions: [Action] = []
  /// No deadline is earlier; nil if there is none.
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
  }

  mutating func makeID() -> Int {
    lastID += 1
    return lastID
  }

  mutating func makeCommandID(at time: Timestamp) -> CommandID { CommandID(version7At: time, using: &randomness) }

  // MARK: After every input

  /// Does what has become possible or due, and returns the actions.
  mutating func settle(_ now: Duration) -> [Action] {
    if let due = nextDeadline, due <= now { passDeadlines(now) }
    calls.enqueueDueRetries(now)
    connectIfNeeded(now)
    fill(now)
    defer { actions.removeAll() }
    return actions
  }

  mutating func expect(_ deadline: Duration?) {
    guard let deadline else { return }
    nextDeadline = min(nextDeadline ?? deadline, deadline)
  }

  /// Whether the moment has come; if not, it is noted as a deadline.
  mutating func isDue(_ moment: Duration?, _ now: Duration) -> Bool {
    guard let moment else { return false }
    if moment > now { expect(moment) }
    return moment <= now
  }

  /// When the next pause between attempts ends; nil if there is none.
  var nextPause: Duration? {
    let pauses = [link.state == .none && needsLink ? link.notBefore : nil, calls.nextRest]
    return pauses.compactMap(\.self).min()
  }

  private mutating func passDeadlines(_ now: Duration) {
    nextDeadline = nil
    for id in calls.ids {
      if let call = calls[id], isDue(call.deadline, now) { timeOut(id, call, now) }
    }
    if isDue(link.deadline, now) {
      lose(unreachable(link.isOpen ? "the server accepts no more data" : "the server does not answer"), now)
    }
    if link.isOpen, isDue(silenceDeadline, now) { lose(unreachable("the server stopped answering"), now) }
    passFeedDeadlines(now)
  }

  func unreachable(_ reason: String) -> ClientError { .unreachable(address: address, reason: reason) }

  mutating func close() {
    if link.state != .none, link.state != .closed { actions.append(.disconnect(number: link.number)) }
    link.close()
    for id in feeds.keys.sorted() { end(id, nil) }
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
    if call.isAuthentication { authentications += 1 }
    // While an authentication is pending, the caller may mean either identity.
    if authentications == 0 { call.intendedIdentity = identity }
    calls[id] = call
    guard link.state != .closed else { return complete(id, .failure(.closed)) }
    expect(call.deadline)
    if case .opening = purpose, link.isOpen { return complete(id, .success(.empty)) }
    calls.enqueue(id)
  }

  mutating func cancel(_ id: CallID, _ now: Duration) {
    if let call = calls[id] { giveUp(id, call, nil, now) }
  }

  private mutating func timeOut(_ id: CallID, _ call: Call, _ now: Duration) {
    // While the call waits for another attempt, the last error says more than a timeout.
    let error = call.wireID == nil ? call.lastError : nil
    giveUp(id, call, .failure(error ?? .timedOut(after: call.limit ?? .zero)), now)
  }

  private mutating func giveUp(_ id: CallID, _ call: Call, _ result: Result<JSONValue, ClientError>?, _ now: Duration) {
    if let wireID = call.wireID {
      link.flight.abandon(wireID)
      expect(silenceDeadline)
    }
    complete(id, result)
    // It is unknown whether the server accepted the token, and so which identity the connection has.
    if call.isAuthentication, call.wireID != nil {
      lost(link.number, unreachable("an authentication was cancelled"), now)
    }
  }

  /// Ends a call with its outcome; nil if it was cancelled.
  private mutating func complete(_ id: CallID, _ result: Result<JSONValue, ClientError>?) {
    guard let call = calls.remove(id) else { return }
    switch call.purpose {
    case .ignored: break
    case .subscribing(let feed): if let result { subscribed(feed, result) }
    case .request, .opening:
      if call.isAuthentication { authentications -= 1 }
      if call.isAuthentication, case .success(let answer)? = result {
        acts(as: ConnectionIdentity(answer), by: call.request)
      }
      actions.append(.finish(id, result))
    }
  }

  /// The limit on bytes that wait for the connection; one more request may exceed it.
  private static var outgoingBytes: Int { 256 * 1024 }

  /// Sends queued calls, up to the limits of the connection.
  private mutating func fill(_ now: Duration) {
    guard link.isOpen else { return }
    let before = link.flight.outgoing.count
    while link.identifying == nil, link.flight.count < options.maximumRequestsInFlight,
      link.flight.outgoing.count < Self.outgoingBytes, let id = calls.next()
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
    // A call without a time limit has no deadline, but its attempts have.
    if call.limit == nil { expect(now + options.callTimeout) }
  }

  mutating func takeOutgoing() -> [UInt8] { link.flight.takeOutgoing() }

  // MARK: Answers

  mutating func received(_ messages: [ServerMessage], _ number: Int, _ now: Duration) {
    guard link.isCurrent(number) else { return }
    link.lastReceived = now
    for message in messages {
      switch message {
      case .notification(let method, let parameters): notified(method, parameters, now)
      case .answer(nil, .failure(let error)) where error.refusal?.code == 429 && link.isOpen:
        // The server has too many connections, or this member does. That answers no request: those in flight are sent again.
        lose(unreachable(error.refusal?.message ?? "the server has too many connections"), now)
        return link.wait(until: now + (error.leastRetryDelay ?? .zero))
      case .answer(let wireID, let result):
        guard let answered = link.flight.take(wireID) else {
          return lose(.protocolViolation("an answer to a request that is not open"), now)
        }
        take(result, answered.number, of: answered.call, now)
        guard link.isCurrent(number) else { return }
      }
    }
  }

  private mutating func take(
    _ result: Result<JSONValue, ClientError>, _ wireID: Int, of call: CallID?, _ now: Duration
  ) {
    if link.identifying == wireID { link.identifying = nil }
    expect(silenceDeadline)
    if link.state == .authenticating(wireID) {
      authenticated(call, result, now)
    } else if let call {
      link.succeed()
      answered(call, result, now)
    }
  }

  private mutating func answered(_ id: CallID, _ result: Result<JSONValue, ClientError>, _ now: Duration) {
    guard var call = calls[id] else { return }
    if case .failure(let error) = result {
      if let least = error.leastRetryDelay {
        let rest = now + max(least, call.backoff.next(using: &randomness))
        call.lastError = error
        calls[id] = call
        if case .subscribing(let feed) = call.purpose { noteFailure(of: feed, error, now) }
        if call.end.map({ rest < $0 }) ?? true { return calls.rest(id, until: rest) }
      } else if call.need != .nothing, error.refusal?.code == 401 {
        // The access has ended, not the command: it waits for the next authentication.
        calls.hold(id)
        return forgetIdentity()
      }
    }
    complete(id, result)
  }

  /// When the connection counts as lost if nothing arrives; nil while a caller waits for the next answer. Answers come in order:
  /// an answer whose call has ended delays all others, and only silence shows that it will never come.
  private var silenceDeadline: Duration? {
    guard let oldest = link.flight.oldest else { return nil }
    let since = max(link.lastReceived, oldest.at)
    guard let id = oldest.call else { return since + options.silenceTimeout }
    guard let call = calls[id], call.limit == nil else { return nil }
    return since + options.callTimeout
  }

  // MARK: The identity

  private mutating func acts(as identity: ConnectionIdentity, by authentication: Request) {
    self.authentication = authentication
    self.identity = identity
    for id in feeds.keys.sorted() {
      // A feed that was opened before authentication belongs to this identity from now on.
      let owner = feeds[id]?.owner ?? identity
      feeds[id]?.owner = owner
      if owner != identity { end(id, .refused(.ended("identity_changed"))) }
    }
    calls.releaseHeld()
  }

  /// Forgets an identity that the server no longer accepts. Feeds learn of it from the server.
  mutating func forgetIdentity() {
    authentication = nil
    identity = nil
  }

  // MARK: The connection

  private var needsLink: Bool {
    if feeds.values.contains(where: \.wantsEvents) { return true }
    // Held calls wait for an identity, which a connection brings if there is a token.
    if authentication != nil, identity == nil, calls.areHeld { return true }
    return calls.areReady
  }

  private mutating func connectIfNeeded(_ now: Duration) {
    guard link.state == .none, now >= link.notBefore, needsLink else { return }
    link.connect(by: now + options.connectTimeout)
    expect(link.deadline)
    actions.append(.connect(number: link.number))
  }

  /// False if the connection came too late and must be closed.
  mutating func connected(_ number: Int, _ now: Duration) -> Bool {
    guard link.state == .connecting, link.isCurrent(number) else { return false }
    link.lastReceived = now
    authenticate(now)
    return true
  }

  /// Authenticates before anything else is sent: with the first queued authentication, or else the last accepted one, if any.
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
    expect(link.deadline)
    actions.append(.send(number: link.number))
  }

  private mutating func authenticated(_ asked: CallID?, _ result: Result<JSONValue, ClientError>, _ now: Duration) {
    switch result {
    case .success(let answer):
      if let asked {
        complete(asked, result)
      } else if let authentication {
        acts(as: ConnectionIdentity(answer), by: authentication)
      }
      open(now)
    case .failure(let error) where error.leastRetryDelay != nil:
      if let asked { calls.enqueue(asked) }
      lose(error, now)
    case .failure(let error):
      if let asked {
        // Only this token was wrong: the earlier identity may still be valid.
        complete(asked, result)
        return authenticate(now)
      }
      if error.endsIdentity { forgetIdentity() }
      // Another authentication was requested meanwhile.
      if authentications > 0 { return authenticate(now) }
      lose(error, now)
    }
  }

  private mutating func open(_ now: Duration) {
    link.open()
    calls.releaseHeld()
    for feed in feeds.keys.sorted() { subscribeIfNeeded(feed, now) }
  }

  mutating func lost(_ number: Int, _ error: ClientError, _ now: Duration) {
    if link.isCurrent(number) { lose(error, now) }
  }

  /// Handles a failed send, which may have sent a part. The server's earlier messages, and its reason, may still arrive.
  mutating func sendingFailed(_ number: Int, _ now: Duration) {
    guard link.isCurrent(number) else { return }
    link.end(by: now + Self.unresponsiveServerTimeout)
    expect(link.deadline)
  }

  private static var unresponsiveServerTimeout: Duration { .seconds(1) }

  /// Gives up the connection. Calls that can be retried are queued in order; the others fail with `error`.
  private mutating func lose(_ error: ClientError, _ now: Duration) {
    let (inFlight, waiting, wasOpen) = (link.flight.calls, calls.takeQueue(), link.isOpen)
    actions.append(.disconnect(number: link.number))
    link.lose(now, pause: error.leastRetryDelay ?? .zero, using: &randomness)
    let passes = error.leastRetryDelay != nil
    for id in inFlight { handleLoss(of: id, error, mayRetry: passes, now) }
    // The end of an open connection does not affect calls that were not sent. A failed attempt to connect fails them, except
    // those that wait however long it takes.
    for id in waiting {
      let isPatient = calls[id].map { $0.need != .nothing } ?? false
      handleLoss(of: id, error, mayRetry: passes || wasOpen || isPatient, now)
    }
    for id in feeds.keys.sorted() {
      if feeds[id]?.subscriptionID != nil {
        if passes { feeds[id]?.state = .unsubscribed } else { end(id, error) }
      }
      noteFailure(of: id, error, now)
    }
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
      // A call waits for an unreachable server, but not as long as for an answer.
      let last = min(call.lastAttempt ?? deadline, now + options.reconnectTimeout)
      call.lastAttempt = last
      guard link.notBefore < last else { return complete(id, .failure(error)) }
    }
    calls[id] = call
    calls.enqueue(id)
  }
}

enum Action {
  /// Open a connection, and report the result under this number.
  case connect(number: Int)
  /// End the connection with this number, or the attempt to make it.
  case disconnect(number: Int)
  /// Send the bytes of `takeOutgoing`.
  case send(number: Int)
  /// Resume a caller with the outcome of a call; nil if it was cancelled.
  case finish(CallID, Result<JSONValue, ClientError>?)
  /// Resume a reader of a feed with its events; nil if it was cancelled.
  case deliver(CallID, Result<[Event], ClientError>?)
  /// Pass on a notification that belongs to no feed.
  case notify(method: String, parameters: JSONValue)
}
