import FakeServer
import MovieNightKit
import MovieNightPrimitives
import Testing

/// The client's reaction to failures of the server or the network.
@Suite(.onOneThread) struct RetryTests {
  private let clock = TestClock()

  private func connect(_ server: FakeServer, options: MovieNightClient.Options = .init()) async throws
    -> MovieNightClient
  {
    try await MovieNightClient.connect(
      to: server.address, options: options, clock: clock.clientClock, randomness: CountingGenerator())
  }

  private func parameters(_ line: String) throws -> String {
    try #require(try JSONDocument(line).root["params"]).rawBytes.map { String(UnicodeScalar($0)) }.joined()
  }

  @Test func lostCommandIsResentWithSameIDAfterReauthentication() async throws {
    let server = try FakeServer { connection, number in
      while let request = connection.receive() {
        if request.method == "rounds.vote", number < 2 { return }
        connection.send(request.result())
      }
    }
    let client = try await connect(server)
    try await client.authenticate("secret")
    _ = try await client.call("rounds.vote") { $0.field("vote", "up") }

    let sent = server.received
    let methods = try sent.map { try JSONDocument($0).root["method"]?.string }
    let expected = ["auth.authenticate", "rounds.vote"]
    #expect(methods == expected + expected + expected)
    let votes = try sent.enumerated().filter { $0.offset % 2 == 1 }.map { try parameters($0.element) }
    #expect(Set(votes).count == 1)
    #expect(votes[0].hasPrefix(#"{"command_id":"019c"#) && votes[0].hasSuffix(#"","vote":"up"}"#))
    #expect(clock.sleeps.count == 2)
    #expect(clock.sleeps[0] >= .milliseconds(25) && clock.sleeps[0] <= .milliseconds(50))
    #expect(clock.sleeps[1] >= .milliseconds(50) && clock.sleeps[1] <= .milliseconds(100))
  }

  @Test func pipelineResendsOnlyUnansweredRequests() async throws {
    let server = try FakeServer { connection, number in
      var answered = 0
      while let request = connection.receive() {
        if number == 0, answered == 2 { return }
        connection.send(request.result(#"{"connection":\#(number)}"#))
        answered += 1
      }
    }
    let outcomes = try await connect(server).pipeline((0..<4).map { _ in Request("rounds.vote") })
    #expect(try outcomes.map { try $0.get()["connection"]?.integer } == [0, 0, 1, 1])
  }

  @Test(arguments: ["stopping", "store_unavailable", "outcome_unknown"])
  func temporaryRefusalIsRetried(_ reason: String) async throws {
    let left = Locked(3)
    let server = try FakeServer.answering { request in
      let refuses = left.withLock {
        $0 -= 1
        return $0 > 0
      }
      return refuses ? request.refusal(503, reason) : request.result()
    }
    _ = try await connect(server).call("rounds.pick")
    #expect(Set(try server.received.map(parameters)).count == 1)
    #expect(server.received.count == 3)
  }

  @Test func tooFastRefusalIsRetriedAfterServersDelay() async throws {
    let isFirst = Locked(true)
    let server = try FakeServer.answering { request in
      let refuses = isFirst.withLock { first in
        defer { first = false }
        return first
      }
      return refuses ? request.refusal(429, "too_fast", more: #","retry_after_ms":7000"#) : request.result()
    }
    _ = try await connect(server).call("rounds.pick")
    #expect(clock.sleeps == [.seconds(7)])
  }

  @Test func quotaOutlastingCallIsReportedAtOnceWithHint() async throws {
    let server = try FakeServer.answering {
      $0.refusal(429, "too_much_recorded", more: #","retry_after_ms":6000000"#)
    }
    let error = try await #require(throws: ClientError.self) { try await connect(server).call("rounds.pick") }
    #expect(error.hint == "Try again in 101 minutes, or ask the server's operator to raise the limit.")
    #expect(server.received.count == 1 && clock.sleeps.isEmpty)
  }

  @Test(arguments: [
    (503, "projection_stopped"), (503, "no_catalog"), (500, "internal"), (500, "result_unreadable"), (429, "full"),
    (409, "x"),
  ])
  func permanentRefusalIsReportedWithoutRetry(_ code: Int, _ reason: String) async throws {
    let server = try FakeServer.answering { $0.refusal(code, reason) }
    let error = try await #require(throws: ClientError.self) { try await connect(server).call("rounds.pick") }
    #expect(error.refusal?.reason == reason)
    #expect(server.received.count == 1)
  }

  @Test func revokedTokenEndsRetries() async throws {
    let server = try FakeServer { connection, number in
      while let request = connection.receive() {
        if number > 0 {
          connection.send(request.refusal(401, "bad_token"))
        } else if request.method == "auth.authenticate" {
          connection.send(request.result())
        } else {
          return
        }
      }
    }
    let client = try await connect(server)
    try await client.authenticate("secret")
    let error = try await #require(throws: ClientError.self) { try await client.call("rounds.pick") }
    #expect(error.refusal?.code == 401)
    #expect(clock.sleeps.count == 1)
  }

  @Test func silentServerTimesOutAndNextCallReconnects() async throws {
    let server = try FakeServer { connection, number in
      while let request = connection.receive() {
        if number > 0 { connection.send(request.result()) }
      }
    }
    let client = try await connect(server, options: .init(silenceTimeout: .milliseconds(30)))
    let error = try await #require(throws: ClientError.self) {
      try await client.call("rounds.pick", timeout: .milliseconds(30))
    }
    guard case .timedOut = error else {
      Issue.record("\(error)")
      return
    }
    _ = try await client.call("server.ping")
  }

  @Test(arguments: [
    "not json", "[]", "{}", #"{"jsonrpc":"2.0"}"#, #"{"jsonrpc":"2.0","id":99,"result":{}}"#,
    #"{"jsonrpc":"2.0","id":"1","result":{}}"#, #"{"jsonrpc":"2.0","id":1}"#, #"{"jsonrpc":"1.0","id":1,"result":{}}"#,
    #"{"jsonrpc":"2.0","id":1,"error":{"code":"x"}}"#, #"{"jsonrpc":"2.0","id":null,"result":{}}"#, "\u{1}\u{2}",
  ])
  func malformedAnswerIsViolationAndNotRetried(_ line: String) async throws {
    let server = try FakeServer { connection, _ in
      while connection.receive() != nil { connection.send(line) }
    }
    try await expectViolation(server)
  }

  @Test func lineOverLimitIsViolation() async throws {
    let server = try FakeServer { connection, _ in
      _ = connection.receive()
      connection.sendBytes([UInt8](repeating: UInt8(ascii: "x"), count: 100_000))
      _ = connection.receive()
    }
    try await expectViolation(server, options: .init(maximumLineBytes: 50_000))
  }

  @Test func truncatedAnswerCountsAsLostConnection() async throws {
    let server = try FakeServer { connection, number in
      guard let request = connection.receive() else { return }
      let answer = Array((request.result() + "\n").utf8)
      connection.sendBytes(number == 0 ? Array(answer[..<10]) : answer)
      if number > 0 { _ = connection.receive() }
    }
    _ = try await connect(server).call("rounds.pick")
    #expect(server.received.count == 2)
  }

  @Test func answerArrivingByteByByteIsAssembled() async throws {
    let server = try FakeServer { connection, _ in
      guard let request = connection.receive() else { return }
      for byte in (request.result(#"{"title":"Amélie"}"#) + "\r\n").utf8 { connection.sendBytes([byte]) }
      _ = connection.receive()
    }
    #expect(try await connect(server).call("rounds.get")["title"]?.string == "Amélie")
  }

  private func expectViolation(_ server: FakeServer, options: MovieNightClient.Options = .init()) async throws {
    let error = try await #require(throws: ClientError.self) {
      try await connect(server, options: options).call("rounds.pick")
    }
    guard case .protocolViolation = error else {
      Issue.record("\(error)")
      return
    }
    #expect(server.received.count == 1)
  }
}
