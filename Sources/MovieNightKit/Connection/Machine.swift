/// All that a client has to remember, as a value: what happened goes in with the time, and what is to be done comes out.
///
/// It knows no sockets, tasks and clocks. `Core` holds it in a lock, and does what it says.
struct Machine {
  let address: ServerAddress
  let options: MovieNightClient.Options
  var randomness: any RandomNumberGenerator
  private var lastID = 0

  var link: Link
  var calls = Calls()
  var feeds: [FeedID: Feed] = [:]

  // Who it acts as.
  private(set) var authentication: Request?
  private(set) var identity: ConnectionIdentity?
  /// How many ask for another identity, and have no answer.
  private(set) var authentications = 0

  var actions: [Action] = []
  /// No deadline is earlier; nil while there is none.
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

  /// An id for a command, of version 7.
  mutating func makeCommandID(at time: Timestamp) -> CommandID { CommandID(version7At: time, using: &randomness) }

  // MARK: After every input

  /// Does what has become possible or due, and gives out what there is to do.
  mutating func settle(_ now: Duration) -> [Action] {
    if let due = nextDeadline, due <= now { passDeadlines(now) }
    calls.wakeResting(now)
    connectIfNeeded(now)
    fill(now)
    defer { actions.removeAll() }
    return actions
  }

  /// Notes that something is due at that moment.
  mutating func expect(_ deadline: Duration?) {
    guard let deadline else { return }
    nextDeadline = min(nextDeadline ?? deadline, deadline)
  }

  /// Whether the moment has come; if not, it is noted.
  mutating func isDue(_ moment: Duration?, _ now: Duration) -> Bool {
    guard let moment else { return false }
    if moment > now { expect(moment) }
    return moment <= now
  }

  /// When the next pause between attempts is over; nil while there is none.
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
      lose(unreachable(link.isOpen ? "it takes nothing more" : "it does not answer"), now)
    }
    if link.isOpen, isDue(silenceEnd, now) { lose(unreachable("it has fallen silent"), now) }
    passFeedDeadlines(now)
  }

  func unreachable(_ reason: String) -> ClientError { .unreachable(address: address, reason: reason) }

  /// Ends everything: whoever waits is told `closed`, feeds end.
  mutating func close() {
    if link.state != .none, link.state != .closed { actions.append(.disconnect(number: link.number)) }
    link.close()
    for id in feeds.keys.sorted() { end(id, nil) }
    for id in calls.ids { complete(id, .failure(.closed)) }
    calls = Calls()
    nextDeadline = nil
  }

  // MARK: Calls

  /// Asks for something. Its outcome comes as `finish` under this id.
  mutating func submit(
    _ id: CallID, _ request: Request, _ purpose: Call.Purpose = .request, within limit: Duration?,
    need: Call.Need = .nothing, isWanted: @escaping @Sendable () -> Bool = { true }, _ now: Duration
  ) {
    var call = Call(
      purpose: purpose, request: request, limit: limit, deadline: limit.map { now + $0 }, need: need,
      isWanted: isWanted, backoff: Backoff(longest: options.longestPause))
    if call.isAuthentication { authentications += 1 }
    // Whoever calls while another identity is asked for may mean either.
    if authentications == 0 { call.meantAs = identity }
    calls[id] = call
    guard link.state != .closed else { return complete(id, .failure(.closed)) }
    expect(call.deadline)
    if case .opening = purpose, link.isOpen { return complete(id, .success(.empty)) }
    calls.enqueue(id)
  }

  /// Nobody waits for it any more. A late answer is then nobody's.
  mutating func cancel(_ id: CallID, _ now: Duration) {
    if let call = calls[id] { giveUp(id, call, nil, now) }
  }

  private mutating func timeOut(_ id: CallID, _ call: Call, _ now: Duration) {
    // While it waits for another attempt, why the last one failed says more.
    let error = call.wireID == nil ? call.lastError : nil
    giveUp(id, call, .failure(error ?? .timedOut(after: call.limit ?? .zero)), now)
  }

  private mutating func giveUp(_ id: CallID, _ call: Call, _ result: Result<JSONValue, ClientError>?, _ now: Duration) {
    if let wireID = call.wireID {
      link.flight.abandon(wireID)
      expect(silenceEnd)
    }
    complete(id, result)
    // Whether the server took a token whose answer nobody waited for is unknown, and so who the connection acts as.
    if call.isAuthentication, call.wireID != nil {
      lost(link.number, unreachable("nobody waited for who it acts as"), now)
    }
  }

  /// Ends a call with its outcome, nil when it was cancelled.
  private mutating func complete(_ id: CallID, _ result: Result<JSONValue, ClientError>?) {
    guard let call = calls.remove(id) else { return }
    switch call.purpose {
    case .unheeded: break
    case .subscribing(let feed): if let result { subscribed(feed, result) }
    case .request, .opening:
      if call.isAuthentication { authentications -= 1 }
      if call.isAuthentication, case .success(let answer)? = result {
        acts(as: ConnectionIdentity(answer), by: call.request)
      }
      actions.append(.finish(id, result))
    }
  }

  /// How many bytes wait for the connection at most, but for one request more.
  private static var outgoingBytes: Int { 256 * 1024 }

  /// Sends what waits, as far as the connection may take it.
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
      } else if case .request = call.purpose, !call.isAuthentication, let identity, identity != call.meantAs ?? identity
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
    (call.stage, call.meantAs, call.wasSent) = (.underWay(wireID), call.meantAs ?? identity, true)
    calls[id] = call
    if call.isAuthentication { link.identifying = wireID }
    // An endless one has no deadline: its attempts have.
    if call.limit == nil { expect(now + options.callTimeout) }
  }

  mutating func takeOutgoing() -> [UInt8] { link.flight.takeOutgoing() }

  // MARK: Answers

  mutating func received(_ messages: [ServerMessage], _ number: Int, _ now: Duration) {
    guard link.isCurrent(number) else { return }
    link.lastHeard = now
    for message in messages {
      switch message {
      case .notification(let method, let parameters): notified(method, parameters, now)
      case .answer(nil, .failure(let error)) where error.refusal?.code == 429 && link.isOpen:
        // The server ends the connection: it has too many, or others of this member have taken its place. That answers no
        // request; what was under way is sent again.
        lose(unreachable(error.refusal?.message ?? "it has too many connections"), now)
        return link.wait(until: now + (error.leastRetryDelay ?? .zero))
      case .answer(let wireID, let result):
        guard let answered = link.flight.take(wireID) else {
          return lose(.protocolViolation("an answer to a request that is not open"), now)
        }
        take(result, answered.number, of: answered.call, now)
        // The link may be lost by what it was told.
        guard link.isCurrent(number) else { return }
      }
    }
  }

  private mutating func take(
    _ result: Result<JSONValue, ClientError>, _ wireID: Int, of call: CallID?, _ now: Duration
  ) {
    if link.identifying == wireID { link.identifying = nil }
    expect(silenceEnd)
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
        if case .subscribing(let feed) = call.purpose { noteTrouble(of: feed, error, now) }
        if call.end.map({ rest < $0 }) ?? true { return calls.rest(id, until: rest) }
      } else if call.need != .nothing, error.refusal?.code == 401 {
        // The access has ended, not the command: it waits until somebody has authenticated anew.
        calls.hold(id)
        return forgetIdentity()
      }
    }
    complete(id, result)
  }

  /// When the connection counts as lost unless something comes; nil while a caller waits for what is due next.
  ///
  /// Answers come in order. So one that nobody waits for any more holds up all others, and only silence tells whether it
  /// will ever come.
  private var silenceEnd: Duration? {
    guard let oldest = link.flight.oldest else { return nil }
    let since = max(link.lastHeard, oldest.at)
    guard let id = oldest.call else { return since + options.silenceTimeout }
    guard let call = calls[id], call.limit == nil else { return nil }
    return since + options.callTimeout
  }

  // MARK: Who it acts as

  /// A token was accepted.
  private mutating func acts(as identity: ConnectionIdentity, by authentication: Request) {
    self.authentication = authentication
    self.identity = identity
    for id in feeds.keys.sorted() {
      // A feed that was begun as nobody is theirs from now on.
      let owner = feeds[id]?.owner ?? identity
      feeds[id]?.owner = owner
      if owner != identity { end(id, .refused(.ended("identity_changed"))) }
    }
    calls.releaseHeld()
  }

  /// The token is worth nothing any more. Feeds have their own way of hearing of it.
  mutating func forgetIdentity() {
    authentication = nil
    identity = nil
  }

  // MARK: The connection

  /// Whether anything waits for a connection.
  private var needsLink: Bool {
    if feeds.values.contains(where: \.wantsToHear) { return true }
    // Those that are held wait for an identity, which a connection brings where there is a token.
    if authentication != nil, identity == nil, calls.areHeld { return true }
    return calls.areReady
  }

  private mutating func connectIfNeeded(_ now: Duration) {
    guard link.state == .none, now >= link.notBefore, needsLink else { return }
    link.connect(by: now + options.connectTimeout)
    expect(link.deadline)
    actions.append(.connect(number: link.number))
  }

  /// The connection stands.
  /// - Returns: false where it comes too late, and is to be closed.
  mutating func connected(_ number: Int, _ now: Duration) -> Bool {
    guard link.state == .connecting, link.isCurrent(number) else { return false }
    link.lastHeard = now
    authenticate(now)
    return true
  }

  /// Sends what says who we are: what was asked for last, else what was accepted last, else nothing.
  private mutating func authenticate(_ now: Duration) {
    let wireID: Int
    if let asked = calls.takeAuthentication(), let request = calls[asked]?.request {
      wireID = link.flight.send(request, for: asked, now)
      calls[asked]?.stage = .underWay(wireID)
    } else if let authentication {
      wireID = link.flight.send(authentication, for: nil, now)
    } else {
      return open(now)
    }
    link.authenticate(wireID, by: now + options.callTimeout)
    expect(link.deadline)
    actions.append(.send(number: link.number))
  }

  /// The answer to what was sent before all else.
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
        // Only that one was wrong: who we were before may still be right.
        complete(asked, result)
        return authenticate(now)
      }
      if error.endsIdentity { forgetIdentity() }
      // Somebody has another one by now.
      if authentications > 0 { return authenticate(now) }
      lose(error, now)
    }
  }

  private mutating func open(_ now: Duration) {
    link.open()
    calls.releaseHeld()
    for feed in feeds.keys.sorted() { subscribeIfNeeded(feed, now) }
  }

  /// The connection, or the attempt to make it, has failed.
  mutating func lost(_ number: Int, _ error: ClientError, _ now: Duration) {
    if link.isCurrent(number) { lose(error, now) }
  }

  /// It takes nothing more: what was sent last may have gone in part. What the server has said before may still come, and why.
  mutating func sendingFailed(_ number: Int, _ now: Duration) {
    guard link.isCurrent(number) else { return }
    link.end(by: now + Self.patienceWithDeaf)
    expect(link.deadline)
  }

  private static var patienceWithDeaf: Duration { .seconds(1) }

  /// Gives up the connection. What can be sent again waits for the next one, in its order; the rest fails with `error`.
  private mutating func lose(_ error: ClientError, _ now: Duration) {
    let (underWay, waiting, wasOpen) = (link.flight.calls, calls.takeQueue(), link.isOpen)
    actions.append(.disconnect(number: link.number))
    link.lose(now, pause: error.leastRetryDelay ?? .zero, using: &randomness)
    let passes = error.leastRetryDelay != nil
    for id in underWay { settleLoss(of: id, error, mayRetry: passes, now) }
    // What was not sent has nothing to do with an open connection's end. Where none came to be, it concerns all but those that
    // wait for somebody however long that takes.
    for id in waiting {
      let isPatient = calls[id].map { $0.need != .nothing } ?? false
      settleLoss(of: id, error, mayRetry: passes || wasOpen || isPatient, now)
    }
    for id in feeds.keys.sorted() {
      if feeds[id]?.subscriptionID != nil {
        if passes { feeds[id]?.state = .unsubscribed } else { end(id, error) }
      }
      noteTrouble(of: id, error, now)
    }
  }

  private mutating func settleLoss(of id: CallID, _ error: ClientError, mayRetry: Bool, _ now: Duration) {
    guard var call = calls[id] else { return }
    switch call.purpose {
    case .subscribing(let feed) where feeds[feed]?.isEnded != false:
      _ = calls.remove(id)
      return
    case .opening, .unheeded: return complete(id, .failure(error))
    case .request, .subscribing: break
    }
    if call.need != .nothing, error.refusal?.code == 401 { return calls.hold(id) }
    guard mayRetry else { return complete(id, .failure(error)) }
    call.lastError = error
    if let deadline = call.deadline {
      // A server that went away is waited for, but not as long as an answer may take.
      let last = min(call.lastAttempt ?? deadline, now + options.reconnectTimeout)
      call.lastAttempt = last
      guard link.notBefore < last else { return complete(id, .failure(error)) }
    }
    calls[id] = call
    calls.enqueue(id)
  }
}

/// What the state machine wants to be done.
enum Action {
  /// Open a connection, and tell what came of it under this number.
  case connect(number: Int)
  /// End the connection with this number, or the attempt to make it.
  case disconnect(number: Int)
  /// There are bytes to send on it: `takeOutgoing`.
  case send(number: Int)
  /// Tell a caller the outcome of a call; nil when it was cancelled.
  case finish(CallID, Result<JSONValue, ClientError>?)
  /// Tell a reader of a feed what has come; nil when it was cancelled.
  case deliver(CallID, Result<[Event], ClientError>?)
  /// Hand on a notification that is for no feed.
  case notify(method: String, parameters: JSONValue)
}
