import MovieNightPrimitives

// Calls: asked for, sent, answered, given up.
extension Machine {
  /// Asks for something. Its outcome comes as `finish` under this id.
  mutating func submit(
    _ id: CallID, _ request: Request, _ purpose: Call.Purpose = .request, within limit: Duration?,
    need: Call.Need = .nothing, isWanted: @escaping @Sendable () -> Bool = { true }, _ now: Duration
  ) {
    let deadline = limit.map { now + $0 }
    var call = Call(
      purpose: Self.purpose(of: request, purpose), request: request, limit: limit, deadline: deadline, need: need,
      isWanted: isWanted, backoff: Backoff(longest: options.longestPause))
    if case .authentication = call.purpose { authentications += 1 }
    // Whoever calls while another identity is asked for may mean either.
    if authentications == 0 { call.meantAs = identity }
    calls[id] = call
    guard link != .closed else { return complete(id, .failure(.closed)) }
    expect(deadline)
    if case .opening = purpose, case .open = link { return complete(id, .success(.empty)) }
    enqueue(id)
  }

  /// However it is asked for: what makes the connection act as somebody else is remembered.
  private static func purpose(of request: Request, _ purpose: Call.Purpose) -> Call.Purpose {
    guard case .request = purpose, request.method == "auth.authenticate" else { return purpose }
    return .authentication
  }

  /// Nobody waits for it any more. A late answer is then nobody's.
  mutating func cancel(_ id: CallID, _ now: Duration) {
    guard let call = calls[id] else { return }
    abandon(call)
    complete(id, nil)
    loseUnknownIdentity(call, now)
  }

  mutating func enqueue(_ id: CallID) {
    queue.append(id)
    queued += 1
    // What was cancelled while there is no connection must not pile up.
    guard queued > 2 * calls.count + 64 else { return }
    let living = queue.takeAll().filter { calls[$0] != nil }
    queue.append(contentsOf: living)
    queued = living.count
  }

  // MARK: Sending

  /// How many bytes wait for the connection at most, but for one request more.
  private static var outgoingBytes: Int { 256 * 1024 }

  /// Sends what waits, as far as the connection may take it.
  mutating func fill(_ now: Duration) {
    guard case .open(let number) = link else { return }
    let before = outgoing.count
    while identifying == nil, flight.count < options.maximumRequestsInFlight, outgoing.count < Self.outgoingBytes,
      let id = nextQueued()
    {
      guard let call = calls[id] else { continue }
      switch call.purpose {
      case .opening: complete(id, .success(.empty))
      case .request, .authentication, .subscribing, .unheeded:
        if !isMet(call.need) {
          hold(id)
        } else if !call.wasSent, !call.isWanted() {
          complete(id, nil)
        } else if isMeantForAnother(call) {
          complete(id, .failure(.identityChanged))
        } else {
          write(id, call, now)
        }
      }
    }
    if outgoing.count > before { actions.append(.send(number: number)) }
  }

  private func isMet(_ need: Call.Need) -> Bool {
    switch need {
    case .nothing: true
    case .member(let member): identity?.member == member
    }
  }

  private func isMeantForAnother(_ call: Call) -> Bool {
    guard case .request = call.purpose, let identity, let meantAs = call.meantAs else { return false }
    return meantAs != identity
  }

  private mutating func nextQueued() -> CallID? {
    let id = queue.popFirst()
    if id != nil { queued -= 1 }
    return id
  }

  private mutating func write(_ id: CallID, _ call: Call, _ now: Duration) {
    let wireID = send(call.request, for: id, now)
    calls[id]?.wireID = wireID
    calls[id]?.meantAs = call.meantAs ?? identity
    calls[id]?.wasSent = true
    if case .authentication = call.purpose { identifying = wireID }
    // An endless one has no deadline: its attempts have.
    if call.isEndless { expect(now + options.callTimeout) }
  }

  /// - Returns: the number that its answer will have.
  mutating func send(_ request: Request, for id: CallID?, _ now: Duration) -> Int {
    let wireID = nextWireID
    nextWireID += 1
    if flight.isEmpty { oldestWireID = wireID }
    flight[wireID] = Sent(call: id, at: now)
    request.write(id: wireID, to: &outgoing)
    return wireID
  }

  /// The bytes to send now.
  mutating func takeOutgoing() -> [UInt8] {
    var taken: [UInt8] = []
    swap(&taken, &outgoing)
    return taken
  }

  // MARK: Outcomes

  /// Takes an answer. False where nothing of that number is under way.
  mutating func take(_ wireID: Int?, _ result: Result<JSONValue, ClientError>, _ now: Duration) -> Bool {
    // Without an id it is for the oldest one, because answers come in the order of the requests.
    let number = wireID ?? oldestWireID
    guard let sent = flight.removeValue(forKey: number) else { return false }
    if identifying == number { identifying = nil }
    while oldestWireID < nextWireID, flight[oldestWireID] == nil { oldestWireID += 1 }
    expect(silenceEnd)
    if case .authenticating(let link, number) = link {
      authenticated(link, sent.call, result, now)
    } else if let id = sent.call {
      backoff = Backoff(longest: options.longestPause)
      answered(id, result, now)
    }
    return true
  }

  private mutating func answered(_ id: CallID, _ result: Result<JSONValue, ClientError>, _ now: Duration) {
    guard var call = calls[id] else { return }
    call.wireID = nil
    if case .failure(let error) = result {
      if let least = error.leastRetryDelay {
        let rest = now + max(least, call.backoff.next(using: &randomness))
        call.lastError = error
        if case .subscribing(let feed) = call.purpose { noteTrouble(of: feed, error, now) }
        guard let end = call.end, rest >= end else {
          call.restsUntil = rest
          calls[id] = call
          resting.insert(id)
          return
        }
      } else if call.need != .nothing, error.refusal?.code == 401 {
        // The access has ended, not the command: it waits until somebody has authenticated anew.
        calls[id] = call
        hold(id)
        forgetIdentity()
        return
      }
    }
    complete(id, result)
  }

  /// Ends a call with its outcome, nil when it was cancelled.
  mutating func complete(_ id: CallID, _ result: Result<JSONValue, ClientError>?) {
    guard let call = calls.removeValue(forKey: id) else { return }
    if case .authentication = call.purpose { authentications -= 1 }
    switch call.purpose {
    case .unheeded: break
    case .subscribing(let feed): if let result { subscribed(feed, result) }
    case .authentication:
      if case .success(let answer)? = result { acts(as: ConnectionIdentity(answer), by: call.request) }
      actions.append(.finish(id, result))
    case .request, .opening: actions.append(.finish(id, result))
    }
  }

  mutating func timeOut(_ id: CallID, _ call: Call, _ now: Duration) {
    abandon(call)
    let isUnderWay = call.wireID != nil
    // While it waits for another attempt, why the last one failed says more.
    let error = isUnderWay ? nil : call.lastError
    complete(id, .failure(error ?? .timedOut(after: call.limit ?? .zero)))
    loseUnknownIdentity(call, now)
  }

  /// Whether the server took a token whose answer nobody waited for is unknown, and so who the connection acts as.
  private mutating func loseUnknownIdentity(_ call: Call, _ now: Duration) {
    guard case .authentication = call.purpose, call.wireID != nil else { return }
    lost(lastLink, unreachable("nobody waited for who it acts as"), now)
  }

  private mutating func abandon(_ call: Call) {
    guard let wireID = call.wireID else { return }
    flight[wireID]?.call = nil
    expect(silenceEnd)
  }

  /// When the connection counts as lost unless something comes; nil while a caller waits for what is due next.
  ///
  /// Answers come in order. So one that nobody waits for any more holds up all others, and only silence tells whether it
  /// will ever come.
  var silenceEnd: Duration? {
    guard let oldest = flight[oldestWireID] else { return nil }
    let since = max(lastHeard, oldest.at)
    guard let id = oldest.call else { return since + options.silenceTimeout }
    return calls[id]?.isEndless == true ? since + options.callTimeout : nil
  }
}
