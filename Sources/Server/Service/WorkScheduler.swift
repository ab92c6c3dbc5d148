import Transport

/// Divides the event loop's time among connections. A turn is the maximum work of one loop iteration. Further work
/// waits, so that the loop can first read from and answer other connections. Unauthenticated connections have their own
/// queue and a quarter of each turn, so that neither side can shut the other out. A pure value.
struct WorkScheduler {
  /// Costs of work. The unit is the time that it takes to parse one byte of the most expensive JSON, about 20 ns.
  enum Cost {
    /// The cost of a request in addition to the bytes of its line and answer.
    static let request = 128
    /// The number of bytes of an answer that cost as much as one parsed byte.
    static let answerBytes = 64
  }

  /// The work of a turn, at most about 10 ms. A turn of many requests ends after `longestTurn`.
  static let turn = 512 << 10
  /// A connection's credit at each turn. It covers the longest line of an unauthenticated connection.
  static let quantum = 20 << 10
  /// The maximum number of bytes of answers created in one turn.
  static let answerBytes = 16 << 20
  /// The maximum duration of a turn, whatever its requests cost. It is checked every few requests.
  static let longestTurn = Duration.milliseconds(8)

  private var members = FairQueue<ConnectionID>(quantum: quantum)
  private var unauthenticatedPeers = FairQueue<ConnectionID>(quantum: quantum)
  private var workLeft = turn
  /// Whether a line longer than the rest of a turn has been deferred. The next such line is not deferred, however
  /// little of the turn is left.
  private var hasDeferredLine = false
  private var workLeftForUnauthenticated = turn / 4
  private var answerBytesLeft = answerBytes
  // The connection that worked last without being queued, and the cost of that work.
  private var unqueued: (id: ConnectionID, spent: Int)?
  private var requests = 0
  /// The time at which the first request of this turn started.
  private var turnStart: Duration?

  var hasWaiting: Bool { !members.isEmpty || !unauthenticatedPeers.isEmpty }

  private var isOver: Bool { workLeft <= 0 || answerBytesLeft <= 0 }

  /// Whether an unqueued connection may work now: no other waits, and turn and share are not used up.
  func admits(_ id: ConnectionID, cost: Int) -> Bool {
    guard !hasWaiting, !isOver else { return false }
    return cost <= Self.quantum - spentUnqueued(id)
  }

  /// Whether a connection that is working may continue.
  func mayContinue(_ id: ConnectionID) -> Bool {
    guard !isOver else { return false }
    if let credit = members.credit(of: id) ?? unauthenticatedPeers.credit(of: id) { return credit > 0 }
    return spentUnqueued(id) < Self.quantum
  }

  private func spentUnqueued(_ id: ConnectionID) -> Int {
    if let unqueued, unqueued.id == id { unqueued.spent } else { 0 }
  }

  /// Queues a connection that has work ready to start. A connection that is already queued keeps its place.
  mutating func add(_ id: ConnectionID, isUnauthenticated: Bool) {
    if isUnauthenticated {
      members.remove(id)
      unauthenticatedPeers.add(id, spent: spentUnqueued(id))
    } else {
      unauthenticatedPeers.remove(id)
      members.add(id, spent: spentUnqueued(id))
    }
  }

  mutating func remove(_ id: ConnectionID) {
    members.remove(id)
    unauthenticatedPeers.remove(id)
  }

  mutating func charge(_ id: ConnectionID, _ cost: Int, answerBytes: Int = 0) {
    workLeft -= cost
    answerBytesLeft -= answerBytes
    if hasWaiting {
      members.charge(id, cost)
      unauthenticatedPeers.charge(id, cost)
    }
    unqueued = (id, spentUnqueued(id) + cost)
  }

  /// Charges a connection for a request, and ends a turn that takes too long by the clock.
  mutating func charge(request id: ConnectionID, clock: () -> Duration) {
    charge(id, Cost.request)
    requests &+= 1
    guard requests & 15 == 1 else { return }
    let now = clock()
    if let turnStart, now - turnStart >= Self.longestTurn { workLeft = 0 } else if turnStart == nil { turnStart = now }
  }

  /// Returns the connection that works next; nil if the turn is over or no connection has work. A line longer than the
  /// rest of the turn is deferred once, so that a turn does not take twice as long. `cost` returns the minimum cost of
  /// a connection's next work, or nil if it has no work that may start.
  mutating func next(_ cost: (ConnectionID) -> Int?) -> ConnectionID? {
    guard !isOver else { return nil }
    if workLeftForUnauthenticated > 0, let id = unauthenticatedPeers.next(cost) {
      workLeftForUnauthenticated -= cost(id) ?? 0
      return id
    }
    guard let id = members.next(cost) ?? unauthenticatedPeers.next(cost) else { return nil }
    if workLeft < Self.turn, cost(id) ?? 0 > workLeft {
      guard hasDeferredLine else {
        hasDeferredLine = true
        return nil
      }
      hasDeferredLine = false
    }
    return id
  }

  /// Limits the rest of this turn to an eighth of a whole one.
  mutating func shortenTurn() {
    workLeft = min(workLeft, Self.turn / 8)
    workLeftForUnauthenticated = min(workLeftForUnauthenticated, Self.turn / 32)
  }

  mutating func beginTurn() {
    workLeft = Self.turn
    workLeftForUnauthenticated = Self.turn / 4
    answerBytesLeft = Self.answerBytes
    unqueued = nil
    requests = 0
    turnStart = nil
  }
}
