import CLinux
import Glibc
import MovieNightPrimitives
import Testing

@testable import Platform
@testable import Transport

@Suite struct StopTests {
  @Test func requestsInFlightAreAnsweredButNoMoreRead() throws {
    let held = Locked<[ReceivedLine]>([])
    try withServer { lines, _ in
      held.withLock { $0 += lines }
    } test: { server in
      let client = try TestClient(port: server.port)
      try client.send("one\ntwo\n")
      eventually("both are in flight") { held.withLock { $0.count } == 2 }
      server.loop.notify(held.withLock { $0[0].connection }, Array("closing".utf8))
      server.loop.stop()
      #expect(try client.readLine() == "closing")
      eventually("nobody is accepted") { access(server.path, F_OK) != 0 }
      #expect(throws: SystemError.self) { try TestClient(path: server.path) }
      try client.send("too late\n")

      server.loop.answer(held.withLock { $0 }.reversed().map { $0.answer($0.text) })
      #expect(try client.readLines(3) == ["one", "two"])
      server.join()
      #expect(server.handler.record.withLock { $0.closed.count } == 1)
      #expect(held.withLock { $0.count } == 2)
      #expect(access(server.path, F_OK) != 0)
    }
  }

  @Test func stopEndsAtTimeoutWithoutAnswer() throws {
    try withServer { _, _ in
    } test: { server in
      let client = try TestClient(path: server.path)
      try client.send("forget me\n")
      eventually("it is in flight") { server.handler.record.withLock { $0.lines.count } == 1 }
      server.loop.stop(within: .seconds(8))
      eventually("nobody is accepted") { access(server.path, F_OK) != 0 }
      server.clock.advance(by: .seconds(8))
      server.join()
      #expect(try client.readLine() == nil)
      #expect(server.disconnects(.stopping) == 1)
    }
  }

  @Test func largeOutputIsSentBeforeStopCompletes() throws {
    let answer = [UInt8](repeating: UInt8(ascii: "z"), count: 4 << 20)
    try withServer { lines, server in
      server.loop.answer(lines.map { OutgoingAnswer(connection: $0.connection, slot: $0.slot, bytes: answer) })
      server.loop.stop()
    } test: { server in
      let client = try TestClient(port: server.port)
      try client.send("all of it\n")
      #expect(try client.readToEnd() == answer.count + 1)
      server.join()
    }
  }

  @Test func terminationSignalReachesHandler() throws {
    // SIGTERM would end the test process, because its other threads do not block that signal.
    try withEchoServer(signals: [SIGUSR1]) { server in
      let client = try TestClient(path: server.path)
      #expect(try client.call("hello") == "hello")
      server.loop.execute { pthread_kill(pthread_self(), SIGUSR1) }
      server.join()
      #expect(server.handler.record.withLock { $0.signals } == [SIGUSR1])
      #expect(try client.readLine() == nil)
    }
  }
}
