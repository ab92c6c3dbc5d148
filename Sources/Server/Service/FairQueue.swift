import Primitives

/// Decides which flow works next: deficit round robin in which flows that were idle go first (as in FQ-CoDel, RFC 8290).
///
/// Every flow has a credit, which its work uses up. A flow works while its credit covers what it does next. Then it waits
/// behind the others with a backlog, and gets a quantum each time its turn comes. Values in, values out.
struct FairQueue<Flow: Hashable> {
  let quantum: Int
  /// The credit of each flow that is queued.
  private var credits: [Flow: Int] = [:]
  private var fresh = Queue<Flow>()
  private var backlogged = Queue<Flow>()

  init(quantum: Int) { self.quantum = quantum }

  var isEmpty: Bool { credits.isEmpty }

  /// The credit of a queued flow; nil for others.
  func credit(of flow: Flow) -> Int? { credits[flow] }

  /// Queues a flow that has work. One that is queued keeps its place.
  ///
  /// - Parameter spent: what its work has cost since it was idle.
  mutating func add(_ flow: Flow, spent: Int = 0) {
    guard credits[flow] == nil else { return }
    credits[flow] = quantum - spent
    fresh.append(flow)
  }

  mutating func remove(_ flow: Flow) { credits[flow] = nil }

  /// Counts what a queued flow has done.
  mutating func charge(_ flow: Flow, _ cost: Int) {
    if let index = credits.index(forKey: flow) { credits.values[index] -= cost }
  }

  /// The flow that works next; nil when no flow has work.
  ///
  /// - Parameter cost: what the next work of a flow costs at least; nil where it has none.
  mutating func next(_ cost: (Flow) -> Int?) -> Flow? {
    while let flow = fresh.first ?? backlogged.first {
      guard let credit = credits[flow] else {
        _ = popFirst()
        continue
      }
      guard let cost = cost(flow) else {
        // A fresh flow stays once more, so that it does not become fresh again by pausing for a moment.
        if popFirst() { backlogged.append(flow) } else { credits[flow] = nil }
        continue
      }
      if credit >= cost { return flow }
      credits[flow] = credit + quantum
      _ = popFirst()
      backlogged.append(flow)
    }
    return nil
  }

  /// - Returns: whether it was a fresh one.
  private mutating func popFirst() -> Bool {
    if fresh.popFirst() != nil { return true }
    _ = backlogged.popFirst()
    return false
  }
}
