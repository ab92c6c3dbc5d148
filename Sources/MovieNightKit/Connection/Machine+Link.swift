import MovieNightPrimitives

// The connection: made when something needs it, lost, made again.
extension Machine {
  /// Whether anything waits for a connection.
  var needsLink: Bool {
    if feeds.values.contains(where: \.wantsToHear) { return true }
    // Those that are held wait for an identity, which a connection brings where there is a token.
    if authentication != nil, identity == nil, held.contains(where: { calls[$0] != nil }) { return true }
    return calls.values.contains(where: \.isReady)
  }

  mutating func connectIfNeeded(_ now: Duration) {
    guard link == .none, now >= notBefore, needsLink else { return }
    lastLink += 1
    link = .connecting(number: lastLink)
    linkDeadline = now + options.connectTimeout
    expect(linkDeadline)
    actions.append(.connect(number: lastLink))
  }

  /// The connection stands.
  /// - Returns: false where it comes too late, and is to be closed.
  mutating func connected(_ number: Int, _ now: Duration) -> Bool {
    guard link == .connecting(number: number) else { return false }
    lastHeard = now
    authenticate(number, now)
    return true
  }

  /// Sends what says who we are: what was asked for last, else what was accepted last, else nothing.
  private mutating func authenticate(_ number: Int, _ now: Duration) {
    let asked = firstQueuedAuthentication()
    guard let request = asked.flatMap({ calls[$0]?.request }) ?? authentication else { return open(number, now) }
    let wireID = send(request, for: asked, now)
    if let asked { calls[asked]?.wireID = wireID }
    link = .authenticating(number: number, wireID: wireID)
    linkDeadline = now + options.callTimeout
    expect(linkDeadline)
    actions.append(.send(number: number))
  }

  private mutating func firstQueuedAuthentication() -> CallID? {
    var rest: [CallID] = []
    var found: CallID?
    for id in queue.takeAll() {
      if found == nil, case .authentication? = calls[id]?.purpose { found = id } else { rest.append(id) }
    }
    queue.append(contentsOf: rest)
    queued = rest.count
    return found
  }

  /// The answer to what was sent before all else.
  mutating func authenticated(
    _ number: Int, _ asked: CallID?, _ result: Result<JSONValue, ClientError>, _ now: Duration
  ) {
    switch result {
    case .success(let answer):
      if let asked {
        complete(asked, result)
      } else if let authentication {
        acts(as: ConnectionIdentity(answer), by: authentication)
      }
      open(number, now)
    case .failure(let error) where error.leastRetryDelay != nil:
      if let asked {
        calls[asked]?.wireID = nil
        enqueue(asked)
      }
      lose(error, now)
    case .failure(let error):
      if let asked {
        // Only that one was wrong: who we were before may still be right.
        complete(asked, result)
        return authenticate(number, now)
      }
      if error.endsIdentity { forgetIdentity() }
      // Somebody has another one by now.
      if authentications > 0 { return authenticate(number, now) }
      lose(error, now)
    }
  }

  private mutating func open(_ number: Int, _ now: Duration) {
    link = .open(number: number)
    linkDeadline = nil
    releaseHeld()
    for feed in feeds.keys.sorted() { subscribeIfNeeded(feed, now) }
  }

  /// What came over the connection.
  mutating func received(_ messages: [ServerMessage], _ number: Int, _ now: Duration) {
    guard isCurrent(number) else { return }
    lastHeard = now
    for message in messages {
      switch message {
      case .notification(let method, let parameters): notified(method, parameters, now)
      case .answer(nil, .failure(let error)) where error.refusal?.code == 429 && isOpen:
        return turnedAway(number, error, now)
      case .answer(let wireID, let result):
        guard take(wireID, result, now) else {
          return lost(number, .protocolViolation("an answer to a request that is not open"), now)
        }
        // The link may be lost by what it was told.
        guard isCurrent(number) else { return }
      }
    }
  }

  private var isOpen: Bool { if case .open = link { true } else { false } }

  /// The server ends the connection: it has too many, or others of this member have taken its place. That answers no
  /// request; what was under way is sent again.
  private mutating func turnedAway(_ number: Int, _ error: ClientError, _ now: Duration) {
    lost(number, unreachable(error.refusal?.message ?? "it has too many connections"), now)
    notBefore = max(notBefore, now + (error.leastRetryDelay ?? .zero))
  }

  private func isCurrent(_ number: Int) -> Bool {
    switch link {
    case .connecting(number), .authenticating(number, _), .open(number): true
    case .none, .connecting, .authenticating, .open, .closed: false
    }
  }

  /// The connection, or the attempt to make it, has failed.
  mutating func lost(_ number: Int, _ error: ClientError, _ now: Duration) {
    guard isCurrent(number) else { return }
    lose(error, now)
  }

  /// It takes nothing more: what was sent last may have gone in part. What the server has said before may still come, and why.
  mutating func sendingFailed(_ number: Int, _ now: Duration) {
    guard isCurrent(number) else { return }
    linkDeadline = min(linkDeadline ?? .seconds(Int64.max), now + Self.patienceWithDeaf)
    expect(linkDeadline)
  }

  private static var patienceWithDeaf: Duration { .seconds(1) }

  /// Gives up the connection. What can be sent again waits for the next one, in its order; the rest fails with `error`.
  private mutating func lose(_ error: ClientError, _ now: Duration) {
    let wasOpen = isOpen
    actions.append(.disconnect(number: lastLink))
    link = .none
    linkDeadline = nil
    notBefore = now + max(error.leastRetryDelay ?? .zero, backoff.next(using: &randomness))
    outgoing = []
    let underWay = flight.sorted { $0.key < $1.key }.compactMap(\.value.call)
    flight = [:]
    // Every connection counts its requests from 1.
    nextWireID = 1
    oldestWireID = 1
    identifying = nil
    let waiting = queue.takeAll()
    queued = 0
    let passes = error.leastRetryDelay != nil
    for id in underWay {
      calls[id]?.wireID = nil
      settleLoss(of: id, error, mayRetry: passes, now)
    }
    // What was not sent has nothing to do with an open connection's end. Where none came to be, it concerns all but those that
    // wait for somebody however long that takes.
    for id in waiting {
      let isPatient = calls[id].map { $0.need != .nothing } ?? false
      settleLoss(of: id, error, mayRetry: passes || wasOpen || isPatient, now)
    }
    loseSubscriptions(error, mayRetry: passes, wasOpen: wasOpen, now)
  }

  private mutating func settleLoss(of id: CallID, _ error: ClientError, mayRetry: Bool, _ now: Duration) {
    guard var call = calls[id] else { return }
    if case .subscribing(let feed) = call.purpose, feeds[feed]?.isEnded != false {
      calls[id] = nil
      return
    }
    if case .opening = call.purpose { return complete(id, .failure(error)) }
    if case .unheeded = call.purpose { return complete(id, .failure(error)) }
    if call.need != .nothing, error.refusal?.code == 401 { return hold(id) }
    guard mayRetry else { return complete(id, .failure(error)) }
    call.lastError = error
    if let deadline = call.deadline {
      // A server that went away is waited for, but not as long as an answer may take.
      let last = min(call.lastAttempt ?? deadline, now + options.reconnectTimeout)
      call.lastAttempt = last
      guard notBefore < last else { return complete(id, .failure(error)) }
    }
    calls[id] = call
    enqueue(id)
  }

  mutating func passLinkDeadline(_ now: Duration) {
    if let deadline = linkDeadline {
      if deadline <= now {
        lose(unreachable(isOpen ? "it takes nothing more" : "it does not answer"), now)
      } else {
        expect(deadline)
      }
    }
    guard case .open = link, let end = silenceEnd else { return }
    if end <= now {
      lose(unreachable("it has fallen silent"), now)
    } else {
      expect(end)
    }
  }

  func unreachable(_ reason: String) -> ClientError { .unreachable(address: address, reason: reason) }

  /// Ends everything: whoever waits is told `closed`, feeds end.
  mutating func close() {
    if link != .none, link != .closed { actions.append(.disconnect(number: lastLink)) }
    link = .closed
    flight = [:]
    outgoing = []
    endFeeds(nil)
    for id in calls.keys.sorted() { complete(id, .failure(.closed)) }
    queue = Queue()
    queued = 0
    held = []
    resting = []
    expectNothing()
  }
}
