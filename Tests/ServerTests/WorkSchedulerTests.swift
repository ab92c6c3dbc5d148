import Testing

@testable import Server
@testable import Transport

@Suite struct WorkSchedulerTests {
  private var scheduler = WorkScheduler()

  private static func id(_ number: Int) -> ConnectionID { ConnectionID(index: Int32(number), generation: 0) }

  /// Serves queued connections with items of `cost` until the turn ends. Returns the connections in order.
  private mutating func turn(cost: Int, atMost limit: Int = 10_000) -> [ConnectionID] {
    var order: [ConnectionID] = []
    while order.count < limit, let id = scheduler.next({ _ in cost }) {
      scheduler.charge(id, cost)
      order.append(id)
    }
    return order
  }

  @Test mutating func smallRequestIsAdmittedWhenQueueIsEmpty() {
    #expect(scheduler.admits(Self.id(1), cost: 300))
    #expect(!scheduler.admits(Self.id(1), cost: WorkScheduler.quantum + 1))
    scheduler.charge(Self.id(1), WorkScheduler.quantum - 100)
    #expect(!scheduler.admits(Self.id(1), cost: 300), "its share is used up")
    #expect(scheduler.admits(Self.id(2), cost: 300))
    scheduler.add(Self.id(3), isUnauthenticated: false)
    #expect(!scheduler.admits(Self.id(2), cost: 300), "somebody waits")
  }

  @Test mutating func turnEndsAtWorkLimit() {
    for number in 0..<3 { scheduler.add(Self.id(number), isUnauthenticated: false) }
    #expect(turn(cost: 1024).count == WorkScheduler.turn / 1024)
    #expect(scheduler.hasWaiting && turn(cost: 1024).isEmpty)
    scheduler.beginTurn()
    #expect(turn(cost: 1024).count == WorkScheduler.turn / 1024)
  }

  @Test mutating func longLinesAlternateWithUnauthenticatedWork() {
    scheduler.add(Self.id(0), isUnauthenticated: true)
    scheduler.add(Self.id(1), isUnauthenticated: false)
    var order: [ConnectionID] = []
    for _ in 0..<100 {
      while let id = scheduler.next({ $0 == Self.id(1) ? 1 << 20 : 1024 }) {
        scheduler.charge(id, id == Self.id(1) ? 1 << 20 : 1024)
        order.append(id)
      }
      scheduler.beginTurn()
    }
    let places = order.indices.filter { order[$0] == Self.id(1) }
    #expect(places.count > 10)
    #expect(places.allSatisfy { $0 > 0 && order[$0 - 1] == Self.id(0) }, "the strangers have their quarter")
  }

  @Test mutating func shortenedTurnIsOneEighth() {
    for number in 1...4 { scheduler.add(Self.id(number), isUnauthenticated: false) }
    scheduler.shortenTurn()
    #expect(turn(cost: 1024).count == WorkScheduler.turn / 8 / 1024)
    scheduler.beginTurn()
    #expect(turn(cost: 1024).count == WorkScheduler.turn / 1024)
  }

  @Test mutating func oneLongLineFillsTurn() {
    for number in 0..<90 { scheduler.add(Self.id(number), isUnauthenticated: false) }
    #expect(turn(cost: 1 << 20).count == 1)
    scheduler.beginTurn()
    scheduler.add(Self.id(100), isUnauthenticated: false)
    #expect(scheduler.next { $0 == Self.id(100) ? 50 : 1 << 20 } == Self.id(100), "a ping goes before the others")
  }

  @Test mutating func turnEndsAtAnswerByteLimit() {
    scheduler.add(Self.id(1), isUnauthenticated: false)
    #expect(scheduler.next { _ in 1 } == Self.id(1))
    scheduler.charge(Self.id(1), 1, answerBytes: WorkScheduler.answerBytes)
    #expect(scheduler.next { _ in 1 } == nil)
    #expect(!scheduler.mayContinue(Self.id(1)))
  }

  @Test mutating func turnEndsAtTimeLimit() {
    var now = Duration.seconds(7)
    scheduler.add(Self.id(1), isUnauthenticated: false)
    for _ in 0..<16 { scheduler.charge(request: Self.id(1)) { now } }
    now += WorkScheduler.longestTurn
    #expect(scheduler.next { _ in 1 } == Self.id(1))
    scheduler.charge(request: Self.id(1)) { now }
    #expect(scheduler.next { _ in 1 } == nil)
    scheduler.beginTurn()
    for _ in 0..<100 { scheduler.charge(request: Self.id(1)) { now } }
    #expect(scheduler.next { _ in 1 } == Self.id(1), "time before the turn does not count")
  }

  @Test mutating func unauthenticatedPeersGetQuarterOfEachTurn() {
    scheduler.add(Self.id(0), isUnauthenticated: false)
    for number in 1...6000 { scheduler.add(Self.id(number), isUnauthenticated: true) }
    for _ in 0..<3 {
      let order = turn(cost: 16 << 10)
      #expect(order.count { $0 == Self.id(0) } == order.count / 4 * 3)
      scheduler.beginTurn()
    }
    scheduler.remove(Self.id(0))
    #expect(turn(cost: 16 << 10).count == WorkScheduler.turn / (16 << 10), "all of it where nobody else waits")
  }

  @Test mutating func authenticationMovesConnectionBetweenQueues() {
    scheduler.add(Self.id(1), isUnauthenticated: true)
    scheduler.add(Self.id(1), isUnauthenticated: false)
    scheduler.add(Self.id(2), isUnauthenticated: false)
    let cost = WorkScheduler.quantum / 10
    let asMembers = turn(cost: cost)
    #expect(asMembers.count { $0 == Self.id(1) } - asMembers.count / 2 <= 10, "no more than the other one has")
    scheduler.beginTurn()
    scheduler.add(Self.id(1), isUnauthenticated: true)
    let asStranger = turn(cost: cost)
    #expect(asStranger.count { $0 == Self.id(1) } <= asStranger.count / 4 + 1)
    for number in 1...2 { scheduler.remove(Self.id(number)) }
    #expect(!scheduler.hasWaiting)
  }
}
