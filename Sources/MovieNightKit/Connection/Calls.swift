import MovieNightPrimitives

/// The calls without an outcome, and the order in which they are sent.
struct Calls {
  private var calls: [CallID: Call] = [:]
  /// The order in which calls are sent. May contain the ids of calls that have ended.
  private var queue = Queue<CallID>()
  private var queued = 0
  /// The ids of the calls that wait for a retry or for an identity, and are not in the queue.
  private var parked: Set<CallID> = []

  subscript(id: CallID) -> Call? {
    get { calls[id] }
    _modify { yield &calls[id] }
  }

  var isEmpty: Bool { calls.isEmpty }

  /// The ids of all calls, in the order of submission.
  var ids: [CallID] { calls.keys.sorted() }

  var hasReadyCalls: Bool { calls.values.contains { $0.stage == .waiting } }

  var hasHeldCalls: Bool { parked.contains { calls[$0]?.stage == .held } }

  mutating func remove(_ id: CallID) -> Call? {
    parked.remove(id)
    return calls.removeValue(forKey: id)
  }

  mutating func removeAll(where isOver: (Call) -> Bool) {
    for (id, call) in calls where isOver(call) { _ = remove(id) }
  }

  // MARK: Queue

  mutating func enqueue(_ id: CallID) {
    calls[id]?.stage = .waiting
    append(id)
    // Drop cancelled calls from time to time, so that they do not pile up while there is no connection.
    if queued > 2 * calls.count + 64 { for id in takeQueue() where calls[id] != nil { append(id) } }
  }

  private mutating func append(_ id: CallID) {
    queue.append(id)
    queued += 1
  }

  mutating func next() -> CallID? {
    let id = queue.popFirst()
    if id != nil { queued -= 1 }
    return id
  }

  mutating func takeQueue() -> [CallID] {
    queued = 0
    return queue.takeAll()
  }

  mutating func takeAuthentication() -> CallID? {
    var found: CallID?
    for id in takeQueue() {
      if found == nil, calls[id]?.isAuthentication == true { found = id } else { append(id) }
    }
    return found
  }

  // MARK: Parked calls

  mutating func scheduleRetry(_ id: CallID, at moment: Duration) { park(id, .waitingToRetry(until: moment)) }

  mutating func hold(_ id: CallID) { park(id, .held) }

  private mutating func park(_ id: CallID, _ stage: Call.Stage) {
    calls[id]?.stage = stage
    if calls[id] != nil { parked.insert(id) }
  }

  var nextRetry: Duration? {
    parked.reduce(nil) { next, id in
      guard case .waitingToRetry(let end)? = calls[id]?.stage else { return next }
      return min(next ?? end, end)
    }
  }

  mutating func enqueueDueRetries(_ now: Duration) {
    enqueueParked { if case .waitingToRetry(let end) = $0 { end <= now } else { false } }
  }

  mutating func releaseHeld() { enqueueParked { $0 == .held } }

  private mutating func enqueueParked(where isDue: (Call.Stage) -> Bool) {
    guard !parked.isEmpty else { return }
    // Ids increase with each submission, so sorting restores the order of submission.
    for id in parked.sorted() {
      guard let call = calls[id], isDue(call.stage) else { continue }
      parked.remove(id)
      enqueue(id)
    }
  }
}
