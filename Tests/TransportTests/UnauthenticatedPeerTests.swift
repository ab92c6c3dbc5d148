import Glibc
import MovieNightPrimitives
import Testing

@testable import Platform
@testable import Transport

/// The resources that unauthenticated peers may use, and the server's buffer budget.
@Suite struct UnauthenticatedPeerTests {
  private let authenticating: TestServer.Responder = { lines, server in
    for line in lines where line.text == "secret" { server.loop.setAuthorizationLevel(line.connection, .administrator) }
    TestServer.echo(lines, server)
  }

  @Test func unauthenticatedLineOverItsLimitIsRefused() throws {
    try withServer(areUnauthenticated: true, authenticating) { server in
      let longest = String(repeating: "x", count: TransportLimits().unauthenticated.lineLength)
      let unauthenticated = try TestClient(port: server.port)
      #expect(try unauthenticated.call(longest) == longest)
      #expect(try unauthenticated.call(longest + "x") == "413")
      let member = try TestClient(port: server.port)
      #expect(try member.call("secret") == "secret")
      #expect(try member.call(longest + longest) == longest + longest)
    }
  }

  @Test func longLineBehindPendingAuthenticationIsHeld() throws {
    let held = Locked<[ReceivedLine]>([])
    try withServer(areUnauthenticated: true) { lines, server in
      for line in lines {
        if line.text == "secret" { held.withLock { $0.append(line) } } else { TestServer.echo([line], server) }
      }
    } test: { server in
      let client = try TestClient(port: server.port)
      let long = String(repeating: "x", count: 100_000)
      try client.send("secret\n")
      eventually("it is asked") { held.withLock { $0.count } == 1 }
      try client.send(long + "\n")
      try server.settle()
      #expect(server.disconnects(.lineTooLong) == 0)
      let line = held.withLock { $0[0] }
      server.loop.execute {
        server.loop.setAuthorizationLevel(line.connection, .administrator)
        server.loop.answer([line.answer("welcome")])
      }
      #expect(try client.readLines(2) == ["welcome", long])
    }
  }

  @Test func unansweredBytesOfUnauthenticatedPeerAreLimited() throws {
    let count = Locked(0)
    try withServer(areUnauthenticated: true) { lines, server in
      for line in lines {
        if line.text == "probe" { TestServer.echo([line], server) } else { count.withLock { $0 += line.bytes.count } }
      }
    } test: { server in
      let client = try TestClient(path: server.path)
      _ = fcntl(client.descriptor.number, F_SETFL, O_NONBLOCK)
      let line = String(repeating: "x", count: 3000) + "\n"
      #expect(throws: SystemError.self) { for _ in 0..<1000 { try client.send(line) } }
      try server.settle()
      #expect((12_000...16 << 10).contains(count.withLock { $0 }))
      #expect(TransportMetrics(registry: server.metrics).bufferBytes.value <= 20_000)
    }
  }

  @Test func unauthenticatedPeerOverUnreadLimitIsDisconnected() throws {
    let answer = String(repeating: "y", count: 20_000)
    try withServer(areUnauthenticated: true) { lines, server in
      for line in lines { server.loop.answer([line.answer(line.text == "large" ? answer : line.text)]) }
    } test: { server in
      let greedy = try TestClient(path: server.path)
      try greedy.send(String(repeating: "large\n", count: 4))
      eventually("it is disconnected") { server.disconnects(.unreadOutput) == 1 }
      let modest = try TestClient(path: server.path)
      for _ in 0..<20 { #expect(try modest.call("large") == answer) }
    }
  }

  @Test func revokedConnectionMustAuthenticateAgainInTime() throws {
    try withServer(areUnauthenticated: true) { lines, server in
      for line in lines {
        server.loop.setAuthorizationLevel(line.connection, line.text == "revoke" ? .unauthenticated : .administrator)
      }
      TestServer.echo(lines, server)
    } test: { server in
      let client = try TestClient(port: server.port)
      #expect(try client.call("secret") == "secret")
      server.clock.advance(by: .seconds(100))
      #expect(try client.call("revoke") == "revoke")
      server.clock.advance(by: TransportLimits().handshake - .seconds(1))
      try server.settle()
      #expect(try client.call("revoke") == "revoke", "it has its time to authenticate again")
      server.clock.advance(by: .seconds(1))
      #expect(try client.readLine() == nil)
    }
  }

  @Test func idleUnauthenticatedPeersDoNotLockOutOthers() throws {
    var limits = TransportLimits()
    limits.connections = ConnectionSlots.Limits(all: 10, reservedForLocal: 2, reservedForAuthenticated: 3)
    let server = try TestServer(limits: limits, areUnauthenticated: true, respond: authenticating)
    defer { server.shutDown() }
    let first = try TestClient(port: server.port)
    #expect(try first.call("secret") == "secret")
    let idle = try (0..<40).map { _ in try TestClient(port: server.port) }
    let member = try TestClient(port: server.port)
    #expect(try member.call("secret") == "secret")
    #expect(try TestClient(path: server.path).call("secret") == "secret", "the administrator")
    #expect(try first.call("still here") == "still here")
    #expect(try idle[0].readLine() == nil)
    #expect(try idle[39].call("the last ones stay") == "the last ones stay")
    eventually("all but those there is room for are gone") { server.disconnects(.evicted) == 40 + 1 - 5 }
  }

  @Test func heaviestConnectionIsDisconnectedOverBufferBudget() throws {
    var limits = TransportLimits()
    limits.buffers = 1 << 20
    try withEchoServer(limits: limits) { server in
      let metrics = TransportMetrics(registry: server.metrics)
      let clients = try (0..<3).map { _ in try TestClient(port: server.port) }
      try clients[0].send(String(repeating: "x", count: 500_000))
      eventually("the first holds it") { metrics.bufferBytes.value == 500_000 }
      try clients[1].send(String(repeating: "x", count: 400_000))
      eventually("the second too") { metrics.bufferBytes.value == 900_000 }
      try clients[2].send(String(repeating: "x", count: 300_000))
      #expect(try clients[0].readLine() == nil, "it held most")
      for client in clients[1...] { #expect(try client.call("x")?.hasPrefix("xxx") == true) }
      #expect(server.disconnects(.overBudget) == 1)
      eventually("nothing is held any more") { metrics.bufferBytes.value == 0 }
    }
  }

  @Test func freedMemoryIsReportedOnce() throws {
    try withEchoServer { server in
      let clients = try (0..<40).map { _ in try TestClient(port: server.port) }
      for client in clients { try client.send(String(repeating: "x", count: 1_000_000)) }
      let metrics = TransportMetrics(registry: server.metrics)
      eventually("all of it is held") { metrics.bufferBytes.value == 40_000_000 }
      for client in clients { client.shutdown(SHUT_RDWR) }
      eventually("nothing is") { metrics.bufferBytes.value == 0 }
      server.clock.advance(by: .seconds(1))
      eventually("it is reported") { server.handler.record.withLock { $0.shrinkings } == 1 }
      server.clock.advance(by: .seconds(1))
      try server.settle()
      #expect(server.handler.record.withLock { $0.shrinkings } == 1)
    }
  }

  @Test func bytesHeldByHandlerCountTowardBufferBudget() throws {
    var limits = TransportLimits()
    limits.buffers = 1 << 20
    let server = try TestServer(limits: limits) { lines, server in
      for line in lines {
        switch line.text {
        case "hold": server.loop.changeHeld(line.connection, by: 600_000)
        case "let go": server.loop.changeHeld(line.connection, by: -600_000)
        default: break
        }
      }
      TestServer.echo(lines, server)
    }
    defer { server.shutDown() }
    let (first, second) = (try TestClient(path: server.path), try TestClient(path: server.path))
    #expect(try first.call("hold") == "hold")
    #expect(try first.call("let go") == "let go")
    #expect(try second.call("hold") == "hold", "the first one's are gone")
    try second.send("hold\n")
    eventually("it is too much") { server.disconnects(.overBudget) == 1 }
    #expect(try first.call("hello") == "hello")
  }
}
