import FakeServer
import MovieNightPrimitives
import Testing

@testable import MovieNightKit

/// The client's state machine, tested by its inputs and actions, without tasks, sockets and clocks.
@Suite struct MachineTests {
  static let address = ServerAddress.unix(path: "/s")

  func machine(_ options: MovieNightClient.Options = .init(), as token: String? = nil) -> Machine {
    var machine = Machine(
      address: Self.address, options: options,
      authentication: token.map { MovieNightClient.Authentication.token($0).request }, randomness: CountingGenerator())
    // The tests number their own calls from 1, so the machine's ids must be larger.
    for _ in 0..<1000 { _ = machine.makeID() }
    return machine
  }

  static let lost = ClientError.unreachable(address: address, reason: "lost")

  /// Returns a connected machine with three calls in flight.
  func machineWithThreeCalls(_ options: MovieNightClient.Options = .init()) -> Machine {
    var machine = machine(options)
    for id in 1...3 { machine.submit(id, Request("test.\(id)"), within: .seconds(30), .zero) }
    #expect(machine.settle(.zero).map(\.name) == ["connect 1"])
    expectConnected(true, 1, &machine, .zero)
    #expect(machine.settle(.zero).map(\.name) == ["send 1"])
    return machine
  }

  func expectConnected(_ isWanted: Bool, _ number: Int, _ machine: inout Machine, _ now: Duration) {
    let isTaken = machine.connected(number, now)
    #expect(isTaken == isWanted)
  }

  func answer(_ id: Int) throws -> ServerMessage {
    try ServerMessage(line: Array(#"{"jsonrpc":"2.0","id":\#(id),"result":{"n":\#(id)}}"#.utf8))
  }

  func refusal(_ id: Int, _ code: Int, _ reason: String) throws -> ServerMessage {
    let error = #"{"code":\#(code),"message":"No.","data":{"reason":"\#(reason)"}}"#
    return try ServerMessage(line: Array(#"{"jsonrpc":"2.0","id":\#(id),"error":\#(error)}"#.utf8))
  }

  func notification(_ line: String) throws -> ServerMessage { try ServerMessage(line: Array(line.utf8)) }

  /// Takes the outgoing lines and returns their methods.
  func takeSentMethods(_ machine: inout Machine) throws -> [String] {
    try String(decoding: machine.takeOutgoing(), as: UTF8.self).split(separator: "\n")
      .map { try #require(try JSONDocument(String($0)).root["method"]?.string) }
  }

  @Test func answersAreMatchedToCallsByID() throws {
    var machine = machineWithThreeCalls()
    #expect(try takeSentMethods(&machine) == ["test.1", "test.2", "test.3"])
    machine.received([try answer(3), try answer(1)], 1, .zero)
    #expect(machine.settle(.zero).map(\.name) == ["finish 3 3", "finish 1 1"])
    machine.received([try answer(2)], 1, .zero)
    #expect(machine.settle(.zero).map(\.name) == ["finish 2 2"])
  }

  @Test func cancelledCallEndsAloneAndItsAnswerIsDropped() throws {
    var machine = machineWithThreeCalls()
    machine.cancel(2, .zero)
    #expect(machine.settle(.zero).map(\.name) == ["finish 2 cancelled"])
    machine.received([try answer(1), try answer(2), try answer(3)], 1, .zero)
    #expect(machine.settle(.zero).map(\.name) == ["finish 1 1", "finish 3 3"], "its late answer is dropped")
    machine.cancel(2, .zero)
    #expect(machine.settle(.zero).isEmpty)
  }

  @Test func duplicateAnswerIsViolation() throws {
    var machine = machineWithThreeCalls()
    machine.received([try answer(2), try answer(2)], 1, .zero)
    #expect(
      machine.settle(.zero).map(\.name) == ["finish 2 2", "disconnect 1", "finish 1 violation", "finish 3 violation"])
  }

  @Test func callNoLongerWantedIsNotSent() throws {
    var machine = machine()
    let isWanted = Locked(true)
    for id in 1...2 {
      machine.submit(
        id, Request("test.\(id)"), within: nil, isWanted: { id == 2 || isWanted.withLock { $0 } }, .zero)
    }
    _ = machine.settle(.zero)
    isWanted.withLock { $0 = false }
    expectConnected(true, 1, &machine, .zero)
    #expect(machine.settle(.zero).map(\.name) == ["finish 1 cancelled", "send 1"])
    #expect(try takeSentMethods(&machine) == ["test.2"])
  }

  @Test func connectionClosesSoonAfterSendingFails() throws {
    var machine = machineWithThreeCalls()
    machine.sendingFailed(1, .zero)
    // Answers that were sent earlier may still arrive.
    machine.received([try answer(1)], 1, .milliseconds(500))
    #expect(machine.settle(.milliseconds(500)).map(\.name) == ["finish 1 1"])
    #expect(try #require(machine.nextDeadline) <= .seconds(1))
    #expect(machine.settle(.seconds(1)).map(\.name) == ["disconnect 1"])
  }

  @Test func eachCallHasItsOwnTimeout() throws {
    var machine = machine()
    machine.submit(1, Request("slow"), within: .seconds(3600), .zero)
    machine.submit(2, Request("quick"), within: .seconds(2), .zero)
    _ = machine.settle(.zero)
    _ = machine.connected(1, .zero)
    _ = machine.settle(.zero)
    let deadline = try #require(machine.nextDeadline)
    #expect(deadline <= .seconds(2))
    #expect(machine.settle(.milliseconds(1999)).isEmpty)
    #expect(machine.settle(.seconds(2)).map(\.name) == ["finish 2 timed out"])
    machine.received([try answer(1)], 1, .seconds(3))
    #expect(machine.settle(.seconds(3)).map(\.name) == ["finish 1 1"])
  }

  @Test func onlyUnansweredCallsAreResentInOrder() throws {
    var machine = machineWithThreeCalls()
    #expect(try takeSentMethods(&machine).count == 3)
    machine.received([try answer(1)], 1, .zero)
    machine.submit(4, Request("test.4"), within: .seconds(30), .zero)
    _ = machine.settle(.zero)
    machine.lost(1, Self.lost, .seconds(1))
    #expect(machine.settle(.seconds(1)).map(\.name) == ["disconnect 1"])
    let pause = try #require(machine.nextPause)
    #expect(pause > .seconds(1) && pause <= .seconds(1) + .milliseconds(50))
    #expect(machine.settle(pause).map(\.name) == ["connect 2"])
    expectConnected(true, 2, &machine, pause)
    _ = machine.settle(pause)
    #expect(try takeSentMethods(&machine) == ["test.2", "test.3", "test.4"])
  }

  @Test func inputFromLostConnectionIsIgnored() throws {
    var machine = machineWithThreeCalls()
    machine.lost(1, Self.lost, .zero)
    _ = machine.settle(.zero)
    let pause = try #require(machine.nextPause)
    #expect(machine.settle(pause).map(\.name) == ["connect 2"])
    machine.received([try answer(1)], 1, pause)
    machine.lost(1, Self.lost, pause)
    expectConnected(false, 1, &machine, pause)
    #expect(machine.settle(pause).isEmpty)
    expectConnected(true, 2, &machine, pause)
  }

  @Test func reconnectPausesGrowUntilCallGivesUp() throws {
    var machine = machine(.init(callTimeout: .seconds(60), reconnectTimeout: .seconds(10)))
    machine.submit(1, Request("rounds.vote"), within: .seconds(60), .zero)
    var (now, attempts) = (Duration.zero, 0)
    var pauses: [Duration] = []
    while true {
      let actions = machine.settle(now).map(\.name)
      if actions.contains(where: { $0.hasPrefix("finish") }) {
        #expect(actions.last == "finish 1 unreachable")
        break
      }
      attempts += 1
      #expect(actions.last == "connect \(attempts)")
      machine.lost(attempts, Self.lost, now)
      let next = machine.nextPause ?? now
      pauses.append(next - now)
      now = next
    }
    #expect(now >= .seconds(8) && now <= .seconds(10))
    #expect(zip(pauses, pauses.dropFirst()).prefix(5).allSatisfy { $0 < $1 })
    #expect(pauses.allSatisfy { $0 <= .seconds(2) })
    #expect(machine.nextPause == nil, "nobody needs a connection any more")
  }

  @Test func retriedCallFailsWithLastRefusal() throws {
    var machine = machineWithThreeCalls()
    machine.received([try answer(1), try refusal(2, 503, "stopping"), try answer(3)], 1, .zero)
    #expect(machine.settle(.zero).map(\.name) == ["finish 1 1", "finish 3 3"])
    var (now, wireID) = (Duration.zero, 4)
    while let pause = machine.nextPause {
      now = pause
      #expect(machine.settle(now).map(\.name) == ["send 1"])
      machine.received([try refusal(wireID, 503, "stopping")], 1, now)
      let actions = machine.settle(now).map(\.name)
      if !actions.isEmpty { #expect(actions == ["finish 2 stopping"]) }
      wireID += 1
    }
    #expect(now > .seconds(27) && now < .seconds(30))
  }

  @Test func requestsInFlightStayWithinLimit() throws {
    var machine = machine(.init(maximumRequestsInFlight: 2))
    for id in 1...5 { machine.submit(id, Request("test.\(id)"), within: .seconds(30), .zero) }
    _ = machine.settle(.zero)
    _ = machine.connected(1, .zero)
    _ = machine.settle(.zero)
    #expect(try takeSentMethods(&machine) == ["test.1", "test.2"])
    machine.cancel(1, .zero)
    machine.cancel(4, .zero)
    _ = machine.settle(.zero)
    #expect(try takeSentMethods(&machine) == [], "the server still has to answer it")
    machine.received([try answer(1), try answer(2)], 1, .zero)
    _ = machine.settle(.zero)
    #expect(try takeSentMethods(&machine) == ["test.3", "test.5"])
  }

  @Test func largeQueueIsWrittenInBoundedPortions() throws {
    var machine = machine(.init(maximumRequestsInFlight: 100_000))
    for id in 1...2000 {
      machine.submit(
        id, Request("t") { $0.field("x", String(repeating: "x", count: 1000)) }, within: .seconds(9), .zero)
    }
    _ = machine.settle(.zero)
    _ = machine.connected(1, .zero)
    _ = machine.settle(.zero)
    var all = 0
    while case let count = machine.takeOutgoing().count, count > 0 {
      #expect(count < 300_000)
      all += count
      _ = machine.settle(.zero)
    }
    #expect(all > 2_000_000)
  }

  // MARK: Refused connections

  /// The refusal answers no call, so all calls in flight are sent again.
  @Test func tooManyConnectionsRefusalIsRetriedAfterServersDelay() throws {
    var machine = machineWithThreeCalls()
    _ = machine.takeOutgoing()
    let line =
      #"{"jsonrpc":"2.0","id":null,"error":{"code":429,"message":"Too many.","data":"#
      + #"{"reason":"too_many_connections","retry_after_ms":5000}}}"#
    machine.received([try notification(line)], 1, .zero)
    #expect(machine.settle(.zero).map(\.name) == ["disconnect 1"])
    #expect(machine.nextPause == .seconds(5), "as the server wants it")
    #expect(machine.settle(.seconds(5)).map(\.name) == ["connect 2"])
    expectConnected(true, 2, &machine, .seconds(5))
    _ = machine.settle(.seconds(5))
    #expect(try takeSentMethods(&machine) == ["test.1", "test.2", "test.3"])
  }

  // MARK: Silence

  @Test func silentConnectionIsLostWhenNextAnswerWasCancelled() throws {
    var machine = machineWithThreeCalls(.init(silenceTimeout: .seconds(10)))
    _ = machine.takeOutgoing()
    machine.cancel(1, .seconds(1))
    #expect(machine.settle(.seconds(1)).map(\.name) == ["finish 1 cancelled"])
    let deadline = try #require(machine.nextDeadline)
    #expect(deadline <= .seconds(10))
    #expect(machine.settle(.seconds(9)).isEmpty)
    #expect(machine.settle(.seconds(10)).map(\.name) == ["disconnect 1"], "the others are sent again")
    let pause = try #require(machine.nextPause)
    _ = machine.settle(pause)
    _ = machine.connected(2, pause)
    _ = machine.settle(pause)
    #expect(try takeSentMethods(&machine) == ["test.2", "test.3"])
  }

  @Test func slowAnswerIsAwaitedUntilItsTimeoutDespiteSilence() throws {
    var machine = machineWithThreeCalls(.init(silenceTimeout: .seconds(1)))
    machine.cancel(3, .zero)
    _ = machine.settle(.zero)
    #expect(machine.settle(.seconds(29)).isEmpty, "the first is still waited for")
    #expect(machine.settle(.seconds(30)).map(\.name) == ["finish 1 timed out", "finish 2 timed out", "disconnect 1"])
  }

  @Test func notificationsResetSilenceTimeout() throws {
    var machine = machineWithThreeCalls(.init(silenceTimeout: .seconds(10)))
    machine.cancel(1, .zero)
    _ = machine.settle(.zero)
    let progress = try notification(#"{"jsonrpc":"2.0","method":"projections.progress","params":{}}"#)
    for second in stride(from: 5, through: 25, by: 5) {
      machine.received([progress], 1, .seconds(second))
      #expect(machine.settle(.seconds(second)).map(\.name) == ["notify projections.progress"])
    }
  }

  @Test func timedOutConnectIsRetried() throws {
    var machine = machine(.init(connectTimeout: .seconds(5)))
    machine.submit(1, Request("server.ping"), within: .seconds(30), .zero)
    #expect(machine.settle(.zero).map(\.name) == ["connect 1"])
    #expect(machine.settle(.seconds(5)).map(\.name) == ["disconnect 1"])
    #expect(machine.nextPause != nil)
  }

  // MARK: Authentication

  @Test func authenticationPrecedesOtherCalls() throws {
    var machine = machine(as: "mn_x")
    machine.submit(1, Request("rounds.get"), within: .seconds(30), .zero)
    _ = machine.settle(.zero)
    _ = machine.connected(1, .zero)
    #expect(machine.settle(.zero).map(\.name) == ["send 1"])
    #expect(try takeSentMethods(&machine) == ["auth.authenticate"])
    machine.received([try answer(1)], 1, .zero)
    _ = machine.settle(.zero)
    #expect(try takeSentMethods(&machine) == ["rounds.get"])
  }

  @Test func explicitAuthenticationPrecedesStoredToken() throws {
    var machine = machine(as: "old")
    machine.submit(
      1, MovieNightClient.Authentication.token("new").request, within: .seconds(30), .zero)
    _ = machine.settle(.zero)
    _ = machine.connected(1, .zero)
    _ = machine.settle(.zero)
    #expect(String(decoding: machine.takeOutgoing(), as: UTF8.self).contains(#""token":"new""#))
    machine.received([try refusal(1, 401, "not_authenticated")], 1, .zero)
    #expect(machine.settle(.zero).map(\.name) == ["finish 1 not_authenticated", "send 1"])
    #expect(
      String(decoding: machine.takeOutgoing(), as: UTF8.self).contains(#""token":"old""#), "the other may be right")
  }

  @Test func cancelledAuthenticationClosesConnection() throws {
    var machine = machine(as: "old")
    machine.submit(
      1, MovieNightClient.Authentication.token("new").request, within: .seconds(30), .zero)
    _ = machine.settle(.zero)
    _ = machine.connected(1, .zero)
    _ = machine.settle(.zero)
    machine.cancel(1, .zero)
    #expect(machine.settle(.zero).map(\.name) == ["finish 1 cancelled", "disconnect 1"])
  }

  @Test func callForAnotherMemberWaitsWithoutReconnecting() throws {
    var machine = machine()
    machine.submit(1, Request("rounds.vote"), within: nil, need: .member("ann"), .zero)
    machine.submit(2, Request("server.ping"), within: .seconds(30), .zero)
    _ = machine.settle(.zero)
    _ = machine.connected(1, .zero)
    _ = machine.settle(.zero)
    #expect(try takeSentMethods(&machine) == ["server.ping"])
    machine.received([try answer(1)], 1, .zero)
    _ = machine.settle(.zero)
    machine.lost(1, Self.lost, .zero)
    #expect(machine.settle(.zero).map(\.name) == ["disconnect 1"])
    #expect(machine.nextPause == nil)
  }

  // MARK: Events

  private func page(_ positions: ClosedRange<Int>) throws -> ServerMessage {
    try notification(FakeEvents.appended("s", Array(positions)))
  }

  /// Returns a machine with a feed whose subscription was the first request on the connection.
  private func subscribedMachine(_ options: MovieNightClient.Options) throws -> Machine {
    var machine = machine(options)
    machine.openFeed(1, after: 0, .zero)
    _ = machine.settle(.zero)
    expectConnected(true, 1, &machine, .zero)
    _ = machine.settle(.zero)
    #expect(try takeSentMethods(&machine) == ["events.subscribe"])
    let answer = #"{"jsonrpc":"2.0","id":1,"result":{"subscription_id":"s","position":0}}"#
    machine.received([try ServerMessage(line: Array(answer.utf8))], 1, .zero)
    #expect(machine.settle(.zero).isEmpty)
    return machine
  }

  private func take(_ count: Int, _ machine: inout Machine) -> [Int] {
    var taken: [Int] = []
    for _ in 0..<count {
      machine.read(.init(id: 2, kind: .oneEvent), of: 1, .zero)
      for case .deliver(2, .success(let events)) in machine.settle(.zero) { taken += events.map(\.position.rawValue) }
    }
    return taken
  }

  @Test func fullFeedUnsubscribesAndResumesFromItsPosition() throws {
    var machine = try subscribedMachine(.init(maximumBufferedEvents: 250))
    for first in stride(from: 1, to: 1000, by: 100) {
      machine.received([try page(first...first + 99)], 1, .zero)
      _ = machine.settle(.zero)
    }
    #expect(machine.feeds[1]?.buffered == 300, "the rest was left to the server")
    #expect(try takeSentMethods(&machine) == ["events.unsubscribe"])
    #expect(take(170, &machine) == Array(1...170))
    #expect(try takeSentMethods(&machine) == [])
    #expect(take(10, &machine) == Array(171...180))
    #expect(String(decoding: machine.takeOutgoing(), as: UTF8.self).contains(#""params":{"after":300}"#))
    #expect(take(120, &machine) == Array(181...300))
  }

  @Test func fullFeedNeedsNoConnection() throws {
    var machine = try subscribedMachine(.init(maximumBufferedEvents: 2))
    machine.received([try page(1...3)], 1, .zero)
    _ = machine.settle(.zero)
    machine.lost(1, Self.lost, .zero)
    #expect(machine.settle(.zero).map(\.name) == ["disconnect 1"])
    #expect(machine.nextPause == nil)
    #expect(take(3, &machine) == [1, 2, 3])
    #expect(machine.nextPause != nil)
  }

  @Test func closedFeedNeedsNoConnection() throws {
    var machine = try subscribedMachine(.init())
    machine.lost(1, Self.lost, .zero)
    _ = machine.settle(.zero)
    #expect(machine.nextPause != nil)
    machine.closeFeed(1, .zero)
    _ = machine.settle(.zero)
    #expect(machine.nextPause == nil)
    #expect(machine.feeds.isEmpty && machine.calls.isEmpty)
  }

  @Test func outageIsReportedOncePerReconnectTimeout() throws {
    var machine = try subscribedMachine(.init(reconnectTimeout: .seconds(30)))
    machine.lost(1, Self.lost, .seconds(1))
    for (asked, told) in [(2, 31), (32, 61)] {
      machine.read(.init(id: 2, kind: .allEvents, deadline: .seconds(600)), of: 1, .seconds(asked))
      #expect(!machine.settle(.seconds(asked)).map(\.name).contains { $0.hasPrefix("deliver") })
      #expect(try #require(machine.nextDeadline) <= .seconds(told))
      #expect(!machine.settle(.seconds(told) - .milliseconds(1)).map(\.name).contains { $0.hasPrefix("deliver") })
      #expect(machine.settle(.seconds(told)).map(\.name).contains("deliver 2 unreachable"))
    }
  }

  @Test func beginningIsDeliveredAheadOfWaitingReader() throws {
    var machine = try subscribedMachine(.init())
    machine.read(.init(id: 2, kind: .oneEvent), of: 1, .zero)
    machine.read(.init(id: 3, kind: .beginning), of: 1, .zero)
    #expect(machine.settle(.zero).map(\.name) == ["deliver 3 0"])
  }

  @Test func closeEndsAllCallsAndReads() throws {
    var machine = machineWithThreeCalls()
    machine.openFeed(8, after: 0, .zero)
    machine.read(.init(id: 9, kind: .oneEvent), of: 8, .zero)
    machine.close()
    let names = machine.settle(.zero).map(\.name)
    #expect(names == ["disconnect 1", "deliver 9 0", "finish 1 closed", "finish 2 closed", "finish 3 closed"])
    machine.submit(10, Request("server.ping"), within: .seconds(1), .zero)
    #expect(machine.settle(.zero).map(\.name) == ["finish 10 closed"])
  }
}

extension Action {
  /// A short text for comparing actions.
  var name: String {
    switch self {
    case .connect(let number): "connect \(number)"
    case .disconnect(let number): "disconnect \(number)"
    case .send(let number): "send \(number)"
    case .finish(let id, nil): "finish \(id) cancelled"
    case .deliver(let id, nil): "deliver \(id) cancelled"
    case .finish(let id, .success(let result)?): "finish \(id) \(result["n"]?.integer ?? 0)"
    case .finish(let id, .failure(let error)?): "finish \(id) \(error.name)"
    case .deliver(let id, .success(let events)?): "deliver \(id) \(events.count)"
    case .deliver(let id, .failure(let error)?): "deliver \(id) \(error.name)"
    case .notify(let method, _): "notify \(method)"
    }
  }
}

extension ClientError {
  var name: String {
    switch self {
    case .closed: "closed"
    case .identityChanged: "identity changed"
    case .timedOut: "timed out"
    case .unreachable: "unreachable"
    case .protocolViolation: "violation"
    case .refused(let refusal): refusal.reason
    case .badAddress, .unreadableParameters, .outbox: "\(self)"
    }
  }
}
