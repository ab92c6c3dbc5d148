import MovieNightPrimitives

/// The calls that have no outcome yet, and the order in which they are sent.
struct Calls {
  private var calls: [CallID: Call] = [:]
  /// To be sent, in this order. Some may be over by now.
  private var queue = Queue<CallID>()
  private var queued = 0
  /// Those that rest, and those that are held.
  private var aside: Set<CallID> = []

  subscript(id: CallID) -> Call? {
    get { calls[id] }
    _modify { yield &calls[id] }
  }

  var isEmpty: Bool { calls.isEmpty }

  /// Sorted, so that those who asked first hear first.
  var ids: [CallID] { calls.keys.sorted() }

  /// Whether one could be sent, if there were a connection.
  var areReady: Bool { calls.values.contains { $0.stage == .waiting } }

  /// Whether one waits for another identity.
  var areHeld: Bool { aside.contains { calls[$0]?.stage == .held } }

  mutating func remove(_ id: CallID) -> Call? {
    aside.remove(id)
    return calls.removeValue(forKey: id)
  }

  /// Removes those that nobody has to hear of.
  mutating func removeAll(where isOver: (Call) -> Bool) {
    for (id, call) in calls where isOver(call) { _ = remove(id) }
  }

  // MARK: In order

  mutating func enqueue(_ id: CallID) {
    calls[id]?.stage = .waiting
    append(id)
    // What was cancelled while there is no connection must not pile up.
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

  /// Takes the first one that asks for another identity.
  mutating func takeAuthentication() -> CallID? {
    var found: CallID?
    for id in takeQueue() {
      if found == nil, calls[id]?.isAuthentication == true { found = id } else { append(id) }
    }
    return found
  }

  // MARK: Aside

  /// It waits for its next attempt.
  mutating func rest(_ id: CallID, until moment: Duration) { setAside(id, .resting(until: moment)) }

  /// It waits until the client acts as somebody else.
  mutating func hold(_ id: CallID) { setAside(id, .held) }

  private mutating func setAside(_ id: CallID, _ stage: Call.Stage) {
    calls[id]?.stage = stage
    if calls[id] != nil { aside.insert(id) }
  }

  /// When the first one has rested enough; nil where none rests.
  var nextRest: Duration? {
    aside.reduce(nil) { next, id in
      guard case .resting(let end)? = calls[id]?.stage else { return next }
      return min(next ?? end, end)
    }
  }

  mutating func wakeResting(_ now: Duration) {
    enqueueAside { if case .resting(let end) = $0 { end <= now } else { false } }
  }

  /// What waits for an identity is looked at again.
  mutating func releaseHeld() { enqueueAside { $0 == .held } }

  private mutating func enqueueAside(where isDue: (Call.Stage) -> Bool) {
    guard !aside.isEmpty else { return }
    // Sorted, so that what waited equally long goes in the order in which it was asked for.
    for id in aside.sorted() {
      guard let call = calls[id], isDue(call.stage) else { continue }
      aside.remove(id)
      enqueue(id)
    }
  }
}
