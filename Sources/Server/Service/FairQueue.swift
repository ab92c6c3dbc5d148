import MovieNightPrimitives

/// A queue of flows that take turns by deficit round robin. Flows that were idle go first, as in FQ-CoDel (RFC 8290). A
/// flow runs while its credit covers its next work. Then it waits behind the other flows with a backlog, and gets a
/// quantum of credit at each turn. A flow that pauses with credit left goes first again when it has work. A pure value.
struct FairQueue<Flow: Hashable> {
  let quantum: Int
  private var states: [Flow: State] = [:]
  private var fresh = Queue<Entry>()
  private var backlogged = Queue<Entry>()
  private var lastTicket: UInt64 = 0

  private struct State {
    var credit: Int
    /// The ticket of the flow's only valid entry.
    var ticket: UInt64
    /// Whether the flow had no work at the last check.
    var isPausing = false
  }

  private struct Entry {
    let flow: Flow
    let ticket: UInt64
  }

  init(quantum: Int) { self.quantum = quantum }

  var isEmpty: Bool { states.isEmpty }

  /// The credit of a queued flow; nil if the flow is not queued.
  func credit(of flow: Flow) -> Int? { states[flow]?.credit }

  /// Queues a flow that has work. A queued flow keeps its credit. `spent` is the cost of its work since it was idle.
  mutating func add(_ flow: Flow, spent: Int = 0) {
    let known = states[flow]
    if let known, !known.isPausing || known.credit <= 0 { return }
    lastTicket += 1
    states[flow] = State(credit: known?.credit ?? quantum - spent, ticket: lastTicket)
    fresh.append(Entry(flow: flow, ticket: lastTicket))
  }

  mutating func remove(_ flow: Flow) { states[flow] = nil }

  mutating func charge(_ flow: Flow, _ cost: Int) {
    if let index = states.index(forKey: flow) { states.values[index].credit -= cost }
  }

  /// Returns the next flow to work; nil if none has work. `cost` returns a flow's next minimum cost; nil for none.
  mutating func next(_ cost: (Flow) -> Int?) -> Flow? {
    while let entry = fresh.first ?? backlogged.first {
      guard let index = states.index(forKey: entry.flow), states.values[index].ticket == entry.ticket else {
        _ = popFirst()
        continue
      }
      guard let cost = cost(entry.flow) else {
        // A fresh flow stays in the queue once more, so that a pause alone does not give it new credit.
        if popFirst() {
          states.values[index].isPausing = true
          backlogged.append(entry)
        } else if states.values[index].credit < 0 {
          // The flow stays in the queue until its turns have paid off its debt.
          states.values[index].credit += quantum
          backlogged.append(entry)
        } else {
          states.remove(at: index)
        }
        continue
      }
      if states.values[index].isPausing {
        states.values[index].isPausing = false
        states.values[index].credit += quantum
      }
      if states.values[index].credit >= cost { return entry.flow }
      states.values[index].credit += quantum
      _ = popFirst()
      backlogged.append(entry)
    }
    return nil
  }

  /// Removes the first entry. Returns whether the entry was a fresh one.
  private mutating func popFirst() -> Bool {
    if fresh.popFirst() != nil { return true }
    _ = backlogged.popFirst()
    return false
  }
}
