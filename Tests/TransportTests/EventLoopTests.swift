import CLinux
import Glibc
import MovieNightPrimitives
import Testing

@testable import Platform
@testable import Transport

@Suite struct EventLoopTests {
  @Test func unixAndTCPSocketsAnswerAndReportTheirPeer() throws {
    try withEchoServer { server in
      let (unix, tcp) = (try TestClient(path: server.path), try TestClient(port: server.port))
      #expect(try unix.call("over unix") == "over unix")
      #expect(try tcp.call("over tcp") == "over tcp")
      let peers = server.handler.record.withLock { $0.opened.map(\.peer) }
      #expect(peers == [.unix(uid: getuid()), .tcp(address: try #require(IPAddress("127.0.0.1")))])
    }
  }

  @Test func partialLinesAreJoinedAndEmptyLinesSkipped() throws {
    try withEchoServer { server in
      let client = try TestClient(path: server.path)
      try client.send("fir")
      try server.settle()
      try client.send("st\r\n\n\r\nsecond\nth")
      #expect(try client.readLines(2) == ["first", "second"])
      try client.send("ird\n")
      #expect(try client.readLine() == "third")
    }
  }

  @Test func halfClosedClientStillGetsItsAnswers() throws {
    try withEchoServer { server in
      let client = try TestClient(port: server.port)
      try client.send("one\ntwo\nhalf a line is no request")
      client.shutdown(SHUT_WR)
      #expect(try client.readLines(3) == ["one", "two"])
      eventually("the connection is closed") { server.disconnects(.peerClosed) == 1 }
    }
  }

  @Test func answersKeepRequestOrderWhenCompletedInReverse() throws {
    let held = Locked<[ReceivedLine]>([])
    try withServer { lines, server in
      for line in lines where line.text != "go" { held.withLock { $0.append(line) } }
      guard lines.contains(where: { $0.text == "go" }) else { return }
      let go = lines.filter { $0.text == "go" }.map { $0.answer("went") }
      // Another thread answers the requests one at a time, starting with the last.
      let worker = WorkerThread(name: "reversed") {
        for line in held.withLock({ $0 }).reversed() { server.loop.answer([line.answer(line.text)]) }
        server.loop.answer(go)
      }
      #expect(throws: Never.self) { try worker.start() }
    } test: { server in
      let client = try TestClient(path: server.path)
      let lines = (0..<200).map { "line \($0)" }
      try client.send((lines + ["go"]).joined(separator: "\n") + "\n")
      #expect(try client.readLines(201) == lines + ["went"])
    }
  }

  @Test func longPipelineKeepsOrderAndInFlightLimit() throws {
    var limits = TransportLimits()
    limits.requestsInFlight = 64
    let answerer = try ShufflingAnswerer()
    defer { answerer.stop() }
    try withServer(limits: limits) { lines, server in
      answerer.put(lines, server.loop)
    } test: { server in
      let client = try TestClient(port: server.port)
      let lines = (0..<10_000).map { "line \($0)" }
      try client.send(lines.joined(separator: "\n") + "\n")
      #expect(try client.readLines(10_000) == lines)
      #expect(answerer.mostInFlight <= 64)
    }
  }

  @Test func notificationsFollowTheirAnswerAndSilentLinesAreSkipped() throws {
    try withServer { lines, server in
      for line in lines {
        guard line.text != "silent" else {
          server.loop.answer([OutgoingAnswer(connection: line.connection, slot: line.slot, bytes: nil)])
          continue
        }
        server.loop.answer([line.answer(line.text)])
        server.loop.notify(line.connection, Array("after \(line.text)".utf8))
      }
    } test: { server in
      let client = try TestClient(path: server.path)
      try client.send("one\nsilent\ntwo\n")
      #expect(try client.readLines(4) == ["one", "after one", "two", "after two"])
    }
  }

  @Test func requestsAfterClosingAnswerAreNotAnswered() throws {
    try withServer { lines, server in
      server.loop.answer(lines.map { $0.answer($0.text, closeAfter: $0.text == "bye") })
    } test: { server in
      let client = try TestClient(port: server.port)
      try client.send("hello\nbye\nanyone there?\n")
      #expect(try client.readLines(3) == ["hello", "bye"])
      client.shutdown(SHUT_WR)
      eventually("the connection is closed") { server.disconnects(.requested) == 1 }
    }
  }

  @Test func lateAnswerDoesNotReachConnectionWithReusedIndex() throws {
    let held = Locked<[ReceivedLine]>([])
    try withServer { lines, server in
      for line in lines {
        switch line.text {
        case "hold": held.withLock { $0.append(line) }
        case "release":
          server.loop.answer(held.withLock { $0 }.map { $0.answer("for someone else") })
          server.loop.notify(held.withLock { $0[0].connection }, Array("for someone else".utf8))
          server.loop.answer([line.answer("released")])
        default: server.loop.answer([line.answer(line.text)])
        }
      }
    } test: { server in
      do {
        let first = try TestClient(path: server.path)
        try first.send("hold\n")
        eventually("the line is held") { held.withLock { $0.count } == 1 }
      }
      eventually("the first is gone") { server.handler.record.withLock { $0.closed.count } == 1 }
      let second = try TestClient(path: server.path)
      #expect(try second.call("release") == "released")
      #expect(try second.call("again") == "again")
      let ids = server.handler.record.withLock { $0.opened.map(\.id) }
      #expect(ids[0].index == ids[1].index && ids[0].generation != ids[1].generation)
    }
  }

  @Test func answerToPeerThatStoppedReadingRaisesNoSIGPIPE() throws {
    try withEchoServer { server in
      let deaf = try TestClient(path: server.path)
      deaf.shutdown(SHUT_RD)
      try deaf.send("this answer raises SIGPIPE unless that is avoided\n")
      eventually("it is dropped") { server.disconnects(.peerClosed) == 1 }
      #expect(try TestClient(path: server.path).call("still here") == "still here")
    }
  }

  @Test func fiveHundredConcurrentConnectionsAreAnswered() throws {
    raiseDescriptorLimit(to: 4096)
    try withEchoServer { server in
      let clients = try (0..<500).map { index in
        index % 2 == 0 ? try TestClient(path: server.path) : try TestClient(port: server.port)
      }
      for round in 0..<3 {
        for (index, client) in clients.enumerated() { try client.send("\(round) of \(index)\n") }
        for (index, client) in clients.enumerated() { #expect(try client.readLine() == "\(round) of \(index)") }
      }
      #expect(TransportMetrics(registry: server.metrics).connectionsOpen.value == 500)
    }
  }

  @Test func drainIsReportedOncePerRequest() throws {
    try withServer { lines, server in
      for line in lines {
        server.loop.answer([line.answer(line.text)])
        if line.text == "tell" { server.loop.reportDrained(line.connection) }
      }
    } test: { server in
      let client = try TestClient(path: server.path)
      #expect(try client.call("tell") == "tell")
      #expect(try client.call("and again") == "and again")
      try server.settle()
      #expect(server.handler.record.withLock { $0.drained.count } == 1)
    }
  }
}

/// Answers from its own thread, in shuffled batches.
private final class ShufflingAnswerer: Sendable {
  private struct State {
    var waiting: [ReceivedLine] = []
    var loop: EventLoop?
    var mostInFlight = 0
    var isStopped = false
    var generator = SystemRandomNumberGenerator()
  }

  private let state = Locked(State())
  private let thread = Locked<WorkerThread?>(nil)

  init() throws {
    let worker = WorkerThread(name: "shuffling") { [state] in
      while !state.withLock({ $0.isStopped }) {
        let (lines, loop) = state.withLock { state in
          defer { state.waiting = [] }
          return (state.waiting.shuffled(using: &state.generator), state.loop)
        }
        for line in lines { loop?.answer([line.answer(line.text)]) }
        if lines.isEmpty { usleep(50) }
      }
    }
    try worker.start()
    thread.withLock { $0 = worker }
  }

  var mostInFlight: Int { state.withLock { $0.mostInFlight } }

  func put(_ lines: [ReceivedLine], _ loop: EventLoop) {
    state.withLock { state in
      state.waiting += lines
      state.loop = loop
      state.mostInFlight = max(state.mostInFlight, state.waiting.count)
    }
  }

  func stop() {
    state.withLock { $0.isStopped = true }
    thread.withLock { $0 }?.join()
  }
}
