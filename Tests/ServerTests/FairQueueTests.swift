import Testing

@testable import Server

@Suite struct FairQueueTests {
  private var queue = FairQueue<String>(quantum: 10)
  /// The costs of the remaining items of each flow.
  private var work: [String: [Int]] = [:]

  private mutating func add(_ flow: String, _ costs: [Int]) {
    work[flow, default: []] += costs
    queue.add(flow)
  }

  /// Serves at most `limit` items and returns their flows in order.
  private mutating func run(atMost limit: Int = 1000) -> [String] {
    var order: [String] = []
    while order.count < limit, let flow = queue.next({ work[$0]?.first }) {
      order.append(flow)
      queue.charge(flow, work[flow]?.removeFirst() ?? 0)
    }
    return order
  }

  @Test mutating func flowsWithBacklogTakeTurns() {
    add("a", Array(repeating: 5, count: 6))
    add("b", Array(repeating: 5, count: 6))
    #expect(run() == ["a", "a", "b", "b", "a", "a", "b", "b", "a", "a", "b", "b"])
    #expect(queue.isEmpty)
  }

  @Test mutating func idleFlowGoesFirst() {
    for flow in ["a", "b", "c"] { add(flow, Array(repeating: 5, count: 100)) }
    #expect(run(atMost: 9).count == 9)
    add("ping", [1])
    // The flow that is being served may use up its quantum before `ping` is served.
    #expect(run(atMost: 2).contains("ping"))
  }

  @Test mutating func flowAddedAgainAfterServiceWaitsItsTurn() {
    for flow in ["a", "b"] { add(flow, Array(repeating: 10, count: 100)) }
    add("sly", [10])
    #expect(run(atMost: 4) == ["a", "b", "sly", "a"])
    // `sly` gets more work right after it was served.
    add("sly", [10])
    #expect(run(atMost: 4) == ["b", "sly", "a", "b"])
  }

  @Test mutating func pausedFlowGoesFirstUntilCreditIsSpent() {
    let large = (1...50).map { "large \($0)" }
    for flow in large { add(flow, [100, 100]) }
    // Once `large 1` is served, the other flows have enough credit to be served in the same rotation.
    #expect(run(atMost: 1) == ["large 1"])
    for number in 2...11 {
      add("ping", [1])
      #expect(run(atMost: 2) == ["ping", "large \(number)"])
    }
    add("ping", [1])
    #expect(run().firstIndex(of: "ping") == 39)
  }

  @Test mutating func pausingDoesNotClearDebt() {
    for flow in ["a", "b"] { add(flow, Array(repeating: 10, count: 100)) }
    add("sly", [10])
    #expect(run(atMost: 3) == ["a", "b", "sly"])
    queue.charge("sly", 20)
    #expect(run(atMost: 3) == ["a", "b", "a"])
    #expect(queue.credit(of: "sly") == -10, "one rotation has passed")
    #expect(run(atMost: 6).count == 6)
    #expect(queue.credit(of: "sly") == nil)
  }

  @Test mutating func costlyItemWaitsUntilCreditCoversIt() {
    add("large", [50, 50])
    add("small", Array(repeating: 5, count: 40))
    let order = run()
    #expect(order.prefix { $0 == "small" }.count >= 8, "four quanta of the other one come before")
    #expect(order.count { $0 == "large" } == 2)
  }

  @Test mutating func costBeyondCreditIsPaidBack() {
    add("a", [1, 1, 1])
    add("b", Array(repeating: 5, count: 10))
    #expect(run(atMost: 1) == ["a"])
    queue.charge("a", 39)
    #expect(run(atMost: 7) == Array(repeating: "b", count: 7))
  }

  @Test mutating func flowWithoutWorkIsRemoved() {
    add("a", [])
    add("b", [1])
    add("gone", [1])
    queue.remove("gone")
    #expect(run() == ["b"])
    #expect(queue.isEmpty && queue.credit(of: "a") == nil)
  }
}
