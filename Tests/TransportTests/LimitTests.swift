import CLinux
import Glibc
import MovieNightPrimitives
import Testing

@testable import Platform
@testable import Transport

@Suite struct LimitTests {
  @Test func overlongLineIsAnsweredInOrderThenConnectionEnds() throws {
    var limits = TransportLimits()
    limits.lineLength = 1000
    try withEchoServer(limits: limits) { server in
      for client in [try TestClient(path: server.path), try TestClient(port: server.port)] {
        let longest = String(repeating: "x", count: 1000)
        try client.send("before\n\(longest)\n\(longest)x\nafter\n")
        #expect(try client.readLines(4) == ["before", longest, "413"])
      }
    }
  }

  @Test func answerToEndlessLineArrivesBeforeDisconnect() throws {
    var limits = TransportLimits()
    limits.lineLength = 1000
    try withEchoServer(limits: limits) { server in
      let client = try TestClient(port: server.port)
      // The line is longer than all buffers on the way can hold, so the server must discard it as it arrives.
      try client.send([UInt8](repeating: UInt8(ascii: "x"), count: 16 << 20))
      #expect(try client.readLine() == "413")
      #expect(try client.readLine() == nil)
      server.clock.advance(by: limits.lingering)
      eventually("the connection is closed") { server.disconnects(.lineTooLong) == 1 }
    }
  }

  @Test func pipelineOverLimitIsReadOnlyAsAnswersDrain() throws {
    var limits = TransportLimits()
    limits.requestsInFlight = 8
    let held = Locked<[ReceivedLine]>([])
    try withServer(limits: limits) { lines, server in
      for line in lines {
        if line.text == "probe" {
          server.loop.answer([line.answer("probe")])
        } else {
          held.withLock { $0.append(line) }
        }
      }
    } test: { server in
      let client = try TestClient(path: server.path)
      let lines = (0..<100).map { "line \($0)" }
      try client.send(lines.joined(separator: "\n") + "\n")
      eventually("the first lines are there") { held.withLock { $0.count } == 8 }
      try server.settle()
      #expect(held.withLock { $0.count } == 8)

      var answered = 0
      while answered < 100 {
        let batch = held.withLock { held in
          defer { held = [] }
          return held
        }
        server.loop.answer(batch.map { $0.answer($0.text) })
        #expect(batch.count <= 8)
        #expect(try client.readLines(batch.count) == batch.map(\.text))
        answered += batch.count
      }
    }
  }

  @Test func requestBytesInFlightAreLimited() throws {
    var limits = TransportLimits()
    limits.requestBytesInFlight = 256 << 10
    let count = Locked(0)
    try withServer(limits: limits) { lines, server in
      for line in lines {
        if line.text == "probe" { server.loop.answer([line.answer("probe")]) } else { count.withLock { $0 += 1 } }
      }
    } test: { server in
      let client = try TestClient(path: server.path)
      _ = fcntl(client.descriptor.number, F_SETFL, O_NONBLOCK)
      let line = String(repeating: "x", count: 32 << 10) + "\n"
      #expect(throws: SystemError.self) { for _ in 0..<1000 { try client.send(line) } }
      try server.settle()
      // Nothing is answered, so the server reads up to the limit, plus at most one read beyond it.
      #expect((7...9).contains(count.withLock { $0 }))
    }
  }

  @Test func stalledReaderIsLimitedThenDisconnected() throws {
    var limits = TransportLimits()
    limits.requestsInFlight = 4
    limits.unreadOutput = 1 << 20
    let answered = Locked(0)
    let answer = [UInt8](repeating: UInt8(ascii: "y"), count: 64 << 10)
    try withServer(limits: limits) { lines, server in
      for line in lines where line.text == "probe" { server.loop.answer([line.answer("probe")]) }
      let large = lines.filter { $0.text == "large" }
      answered.withLock { $0 += large.count }
      server.loop.answer(large.map { OutgoingAnswer(connection: $0.connection, slot: $0.slot, bytes: answer) })
    } test: { server in
      let slow = try TestClient(path: server.path)
      try slow.send(String(repeating: "large\n", count: 2000))
      eventually("its output is full") { answered.withLock { $0 } >= 16 }
      try server.settle()
      // Only the unread limit, the answers of one loop iteration and the kernel's buffers are filled, far less than the
      // 125 MiB requested.
      #expect(answered.withLock { $0 } < 16 + 4 + 64)

      server.clock.advance(by: .seconds(59))
      try server.settle()
      #expect(server.disconnects(.stalled) == 0)
      // By reading a little, the client counts as slow instead of stalled, although there is no room for more output
      // yet.
      let before = answered.withLock { $0 }
      _ = try slow.readLine()
      server.clock.advance(by: .seconds(2))
      try server.settle()
      #expect(server.disconnects(.stalled) == 0 && answered.withLock { $0 } == before)
      server.clock.advance(by: .seconds(60))
      eventually("it is disconnected") { server.disconnects(.stalled) == 1 }
    }
  }

  @Test func readerGetsAllOutputBeyondUnreadLimit() throws {
    let answer = [UInt8](repeating: UInt8(ascii: "z"), count: 3 << 20)
    var limits = TransportLimits()
    limits.unreadOutput = 1 << 20
    try withServer(limits: limits) { lines, server in
      server.loop.answer(lines.map { OutgoingAnswer(connection: $0.connection, slot: $0.slot, bytes: answer) })
    } test: { server in
      let client = try TestClient(port: server.port)
      try client.send("one\ntwo\nthree\n")
      client.shutdown(SHUT_WR)
      #expect(try client.readToEnd() == 3 * (answer.count + 1))
    }
  }

  @Test func outputArrivesInFullWithinPerTurnLimits() throws {
    var limits = TransportLimits()
    limits.bytesSentPerTurn = 1000
    limits.bytesSentPerIteration = 1500
    let answer = [UInt8](repeating: UInt8(ascii: "z"), count: 20_000)
    try withServer(limits: limits) { lines, server in
      server.loop.answer(lines.map { OutgoingAnswer(connection: $0.connection, slot: $0.slot, bytes: answer) })
    } test: { server in
      let before = TransportMetrics(registry: server.metrics).loopIterations.value
      let clients = try (0..<5).map { _ in try TestClient(path: server.path) }
      for client in clients {
        try client.send("one\ntwo\n")
        client.shutdown(SHUT_WR)
      }
      for client in clients { #expect(try client.readToEnd() == 2 * (answer.count + 1)) }
      // An iteration stops after the connection that takes it over its limit of 1500 bytes, so it sends at most 2500.
      let loopIterations = TransportMetrics(registry: server.metrics).loopIterations.value - before
      #expect(loopIterations >= 5 * 2 * answer.count / 2500)
    }
  }

  @Test func unreadReadyConnectionsAreReportedToHandler() throws {
    var limits = TransportLimits()
    limits.eventsPerIteration = 4
    let allHaveSent = Locked(false)
    try withServer(limits: limits) { lines, server in
      if lines.contains(where: { $0.text == "wait" }) {
        eventually("all have sent") { allHaveSent.withLock { $0 } }
      }
      TestServer.echo(lines, server)
    } test: { server in
      let clients = try (0..<9).map { _ in try TestClient(path: server.path) }
      for client in clients { #expect(try client.call("alone") == "alone") }
      #expect(server.handler.record.withLock { $0.crowdedTurns } == 0)
      try clients[0].send("wait\n")
      eventually("the loop waits") { server.handler.record.withLock { $0.lines.last?.text == "wait" } }
      for client in clients[1...] { try client.send("together\n") }
      allHaveSent.withLock { $0 = true }
      for client in clients[1...] { #expect(try client.readLine() == "together") }
      #expect((1...2).contains(server.handler.record.withLock { $0.crowdedTurns }))
    }
  }

  @Test func connectionOverLimitIsRefusedWith503() throws {
    var limits = TransportLimits()
    limits.connections = ConnectionSlots.Limits(all: 2, reservedForLocal: 0, reservedForAuthenticated: 0)
    limits.refusals = 1
    try withEchoServer(limits: limits) { server in
      var clients = [try TestClient(path: server.path), try TestClient(port: server.port)]
      for client in clients { #expect(try client.call("in") == "in") }
      let refused = try TestClient(port: server.port)
      #expect(try refused.readLine() == "503")
      #expect(try refused.readLine() == nil)
      #expect(try TestClient(port: server.port).readLine() == nil)
      #expect(server.handler.record.withLock { $0.opened.count } == 2)

      clients.removeLast()
      eventually("there is room") { server.handler.record.withLock { $0.closed.count } == 1 }
      #expect(try TestClient(path: server.path).call("in") == "in")
    }
  }

  @Test func unauthenticatedConnectionIsClosedAfterHandshakeTimeout() throws {
    try withServer(areUnauthenticated: true) { lines, server in
      for line in lines where line.text == "secret" {
        server.loop.setAuthorizationLevel(line.connection, .administrator)
      }
      TestServer.echo(lines, server)
    } test: { server in
      let (unauthenticated, member) = (try TestClient(path: server.path), try TestClient(path: server.path))
      #expect(try unauthenticated.call("hello") == "hello")
      #expect(try member.call("secret") == "secret")
      server.clock.advance(by: .seconds(60))
      #expect(try unauthenticated.readLine() == nil)
      #expect(try member.call("still here") == "still here")
      eventually("it is counted") { server.disconnects(.handshakeTimeout) == 1 }
    }
  }

  @Test func idleConnectionIsClosedUnlessMarkedToStay() throws {
    try withServer { lines, server in
      for line in lines where line.text == "listen" { server.loop.setStaysWhileIdle(line.connection, true) }
      TestServer.echo(lines, server)
    } test: { server in
      let (quiet, listening) = (try TestClient(path: server.path), try TestClient(path: server.path))
      #expect(try quiet.call("hello") == "hello")
      #expect(try listening.call("listen") == "listen")
      server.clock.advance(by: .seconds(15 * 60))
      #expect(try quiet.readLine() == nil)
      #expect(try listening.call("still here") == "still here")
      eventually("it is counted") { server.disconnects(.idle) == 1 }
    }
  }
}
