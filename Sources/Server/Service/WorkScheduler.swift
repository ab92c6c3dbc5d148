import Transport

/// Divides the event loop's time among connections: how much is done in one turn, and for whom next.
///
/// A turn is what one loop iteration does at most. What is left waits for the next one, so that others are read, answered
/// and served in between. Unauthenticated connections have a queue of their own and a quarter of each turn, so that
/// neither side can shut the other out. Values in, values out.
struct WorkScheduler {
  /// Work is counted in the time that it takes to parse one byte of the most expensive JSON, about 20 ns.
  enum Cost {
    /// Besides the bytes of its line and of its answer.
    static let request = 128
    /// Bytes of an answer that cost as much as one parsed byte.
    static let answerBytes = 64
  }

  /// About 8 ms of work.
  static let turn = 512 << 10
  /// Covers the longest line of an unauthenticated connection.
  static let quantum = 20 << 10
  /// Bytes of answers made in one turn.
  static let answerBytes = 16 << 20
  /// How long one turn takes at most, whatever its requests cost; looked at every few requests.
  static let longestTurn = Duration.milliseconds(8)

  private var members = FairQueue<ConnectionID>(quantum: quantum)
  private var strangers = FairQueue<ConnectionID>(quantum: quantum)
  private var left = turn
  /// Whether a line that was longer than what was left of a turn was not begun. The next one is, whatever is left.
  private var hasPutOff = false
  private var leftForStrangers = turn / 4
  private var answerBytesLeft = answerBytes
  // The connection that worked last without being queued, with what that has cost.
  private var unqueued: (id: ConnectionID, spent: Int)?
  private var requests = 0
  /// When the first request of this turn was carried out.
  private var began: Duration?

  /// Whether connections wait for a turn.
  var hasWaiting: Bool { !members.isEmpty || !strangers.isEmpty }

  private var isOver: Bool { left <= 0 || answerBytesLeft <= 0 }

  /// Whether a connection that is not queued may work at once: nobody waits, and neither the turn nor its share is used
  /// up.
  func admits(_ id: ConnectionID, cost: Int) -> Bool {
    guard !hasWaiting, !isOver else { return false }
    return cost <= Self.quantum - spentUnqueued(id)
  }

  /// Whether a connection that is at work may go on.
  func mayContinue(_ id: ConnectionID) -> Bool {
    guard !isOver else { return false }
    if let credit = members.credit(of: id) ?? strangers.credit(of: id) { return credit > 0 }
    return spentUnqueued(id) < Self.quantum
  }

  private func spentUnqueued(_ id: ConnectionID) -> Int {
    if let unqueued, unqueued.id == id { unqueued.spent } else { 0 }
  }

  /// Queues a connection that has work which may be done. One that is queued keeps its place.
  mutating func add(_ id: ConnectionID, isStranger: Bool) {
    if isStranger {
      members.remove(id)
      strangers.add(id, spent: spentUnqueued(id))
    } else {
      strangers.remove(id)
      members.add(id, spent: spentUnqueued(id))
    }
  }

  mutating func remove(_ id: ConnectionID) {
    members.remove(id)
    strangers.remove(id)
  }

  /// Counts work of a connection.
  mutating func charge(_ id: ConnectionID, _ cost: Int, answerBytes: Int = 0) {
    left -= cost
    answerBytesLeft -= answerBytes
    if hasWaiting {
      members.charge(id, cost)
      strangers.charge(id, cost)
    }
    unqueued = (id, spentUnqueued(id) + cost)
  }

  /// Counts a request of a connection, and ends a turn that takes too long by the clock.
  mutating func charge(request id: ConnectionID, clock: () -> Duration) {
    charge(id, Cost.request)
    requests &+= 1
    guard requests & 15 == 1 else { return }
    let now = clock()
    if let began, now - began >= Self.longestTurn { left = 0 } else if began == nil { began = now }
  }

  /// The connection that works next in this turn; nil when the turn is over, or nobody has work. A line longer than
  /// the rest of the turn waits for the next turn, but only once, so that a turn is not twice as long.
  ///
  /// - Parameter cost: what the next work of a connection costs at least; nil where it has none that may be done.
  mutating func next(_ cost: (ConnectionID) -> Int?) -> ConnectionID? {
    guard !isOver else { return nil }
    if leftForStrangers > 0, let id = strangers.next(cost) {
      leftForStrangers -= cost(id) ?? 0
      return id
    }
    guard let id = members.next(cost) ?? strangers.next(cost) else { return nil }
    if left < Self.turn, cost(id) ?? 0 > left {
      guard hasPutOff else {
        hasPutOff = true
        return nil
      }
      hasPutOff = false
    }
    return id
  }

  /// Leaves an eighth of this turn at most.
  mutating func shortenTurn() {
    left = min(left, Self.turn / 8)
    leftForStrangers = min(leftForStrangers, Self.turn / 32)
  }

  mutating func beginTurn() {
    left = Self.turn
    leftForStrangers = Self.turn / 4
    answerBytesLeft = Self.answerBytes
    unqueued = nil
    requests = 0
    began = nil
  }
}
