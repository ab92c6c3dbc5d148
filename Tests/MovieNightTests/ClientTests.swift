import FakeServer
import MovieNightKit
import MovieNightPrimitives
import Testing

@Suite(.onOneThread) struct ClientTests {
  private func connect(
    _ server: FakeServer, _ clock: TestClock = TestClock(), options: MovieNightClient.Options = .init()
  ) async throws -> MovieNightClient {
    try await MovieNightClient.connect(
      to: server.address, options: options, clock: clock.clientClock, randomness: CountingGenerator())
  }

  @Test func callSendsParametersAndReturnsResult() async throws {
    let server = try FakeServer.answering { $0.result(#"{"name":"Tim"}"#) }
    let result = try await connect(server).call("households.get") { $0.field("household_id", "h") }
    #expect(result["name"]?.string == "Tim")
    #expect(
      server.received
        == [#"{"jsonrpc":"2.0","id":1,"method":"households.get","params":{"household_id":"h"}}"#])
  }

  @Test func pipelineSendsAllBeforeAnswersAndMatchesByID() async throws {
    let server = try FakeServer { connection, _ in
      var requests: [FakeRequest] = []
      while requests.count < 5, let request = connection.receive() { requests.append(request) }
      for request in requests.reversed() { connection.send(request.result(#"{"method":"\#(request.method)"}"#)) }
      _ = connection.receive()
    }
    let methods = (0..<5).map { "test.\($0)" }
    let outcomes = try await connect(server).pipeline(methods.map { Request($0) })
    #expect(try outcomes.map { try $0.get()["method"]?.string } == methods)
  }

  @Test func pipelineLargerThanSocketBuffersCompletes() async throws {
    // The server answers each request before it reads the next, so a client that sent everything first would deadlock.
    let filler = String(repeating: "x", count: 1000)
    let server = try FakeServer.answering { $0.result(#"{"filler":"\#(filler)"}"#) }
    let requests = (0..<5000).map { number in Request("server.ping") { $0.field("n", "\(number)\(filler)") } }
    // The default timeout is too short for five megabytes on a machine whose processors are kept busy.
    let outcomes = try await connect(server).pipeline(requests, timeout: .seconds(600))
    #expect(outcomes.count == 5000 && outcomes.allSatisfy { (try? $0.get()) != nil })
  }

  @Test func notificationsBetweenAnswersReachTheirHandler() async throws {
    let server = try FakeServer { connection, _ in
      guard let request = connection.receive() else { return }
      connection.send(#"{"jsonrpc":"2.0","method":"progress","params":{"done":1}}"#)
      connection.send(#"{"jsonrpc":"2.0","method":"progress","params":{"done":2}}"#)
      connection.send(request.result())
      connection.send(#"{"jsonrpc":"2.0","method":"progress","params":{"done":3}}"#)
      _ = connection.receive()
    }
    let client = try await connect(server)
    let seen = Locked<[Int]>([])
    client.onNotification { method, parameters in
      #expect(method == "progress")
      seen.withLock { $0.append(parameters["done"]?.integer ?? 0) }
    }
    _ = try await client.call("projections.rebuild")
    #expect(Array(seen.withLock { $0 }.prefix(2)) == [1, 2])
    while seen.withLock({ $0.count }) < 3 { await Task.yield() }
    #expect(seen.withLock { $0 } == [1, 2, 3])
  }

  @Test func refusalKeepsCodeReasonMessageAndData() async throws {
    let server = try FakeServer.answering {
      $0.refusal(409, "active_round_exists", "There is a round already.", more: #","round_id":"r1""#)
    }
    let client = try await connect(server)
    let error = await #expect(throws: ClientError.self) { try await client.call("rounds.start") }
    let refusal = try #require(error?.refusal)
    #expect(refusal.code == 409)
    #expect(refusal.reason == "active_round_exists")
    #expect(refusal.message == "There is a round already.")
    #expect(refusal.data?["round_id"]?.string == "r1")
  }

  @Test func errorWithoutIDBelongsToOldestRequest() async throws {
    let server = try FakeServer { connection, _ in
      _ = connection.receive()
      connection.send(#"{"jsonrpc":"2.0","id":null,"error":{"code":413,"message":"Too large.","data":{}}}"#)
    }
    let error = try await #require(throws: ClientError.self) { try await connect(server).call("server.ping") }
    #expect(error.refusal?.code == 413)
  }

  @Test func absentServerIsUnreachableWithoutRetry() async throws {
    let clock = TestClock()
    let address = try ServerAddress("unix:/tmp/movienight-nobody-listens-here.sock")
    let error = try await #require(throws: ClientError.self) {
      try await MovieNightClient.connect(to: address, clock: clock.clientClock)
    }
    guard case .unreachable = error else {
      Issue.record("\(error)")
      return
    }
    #expect(error.hint == "Check the network connection and whether the server is running.")
    #expect(clock.sleeps.isEmpty)
  }

  @Test func connectionStatesArriveInOrder() async throws {
    let server = try FakeServer { connection, number in
      guard let request = connection.receive() else { return }
      connection.send(request.result())
      if number > 0 { _ = connection.receive() }
    }
    let client = MovieNightClient(to: server.address, clock: TestClock().clientClock)
    var states = client.connectionStates.makeAsyncIterator()
    #expect(await states.next() == .disconnected)
    _ = try await client.call("server.ping")
    // The first connection ends with its answer. Short-lived states may be skipped.
    var last = await states.next()
    while last == .connecting || last == .connected { last = await states.next() }
    #expect(last == .disconnected)
    _ = try await client.call("server.ping")
    while last != .connected { last = await states.next() }
    #expect(client.connectionState == .connected)
    client.close()
    #expect(await states.next() == .closed)
    #expect(await states.next() == nil)
    var late = client.connectionStates.makeAsyncIterator()
    #expect(await late.next() == .closed)
    #expect(await late.next() == nil)
  }

  @Test func cancelledStateWatcherDoesNotBlockClient() async throws {
    // Each connection ends after its first answer, so the state changes while watchers are cancelled.
    let server = try FakeServer { connection, _ in
      if let request = connection.receive() { connection.send(request.result()) }
    }
    let client = MovieNightClient(to: server.address, clock: TestClock().clientClock)
    for _ in 0..<100 {
      let watcher = beside { for await _ in client.connectionStates {} }
      _ = try await client.call("server.ping")
      watcher.cancel()
      try await watcher.value
    }
  }

  @Test func cancelledPipelineThrows() async throws {
    let server = try FakeServer { connection, _ in while connection.receive() != nil {} }
    let client = try await connect(server)
    let pipeline = beside { try await client.pipeline([Request("server.ping"), Request("server.info")]) }
    while server.received.count < 2 { await Task.yield() }
    pipeline.cancel()
    await #expect(throws: CancellationError.self) { try await pipeline.value }
  }

  @Test func unreadableParametersFailAloneInPipeline() async throws {
    let server = try FakeServer.answering { $0.result() }
    let outcomes = try await connect(server).pipeline([
      Request("server.ping"), Request("server.ping", json: Array("{".utf8)), Request("server.info"),
    ])
    #expect(outcomes.map { (try? $0.get()) != nil } == [true, false, true])
    #expect(server.received.count == 2)
  }
}
