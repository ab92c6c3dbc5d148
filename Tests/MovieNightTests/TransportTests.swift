import FakeServer
import MovieNightPrimitives
import Testing

@testable import MovieNightKit

/// Clients with an app's own transport, and many tasks sharing one client.
@Suite(.onOneThread) struct TransportTests {
  /// A long timeout for clients that run on Swift's shared threads, which other tests may block.
  private static let timeout = MovieNightClient.Options(callTimeout: .seconds(3600))

  @Test func customTransportServesConcurrentCallsUntilClosed() async throws {
    let transport = LoopTransport { line in
      let id = (try? JSONDocument(line).root["id"]?.integer) ?? 0
      return [#"{"jsonrpc":"2.0","id":\#(id),"result":{"id":\#(id)}}"#]
    }
    let client = try await MovieNightClient.connect(
      to: .tcp(host: "films.example.org", port: 1), options: Self.timeout, transport: transport)
    #expect(client.connectionState == .connected)
    let results = try await withThrowingTaskGroup(of: Int?.self) { group in
      for _ in 0..<200 { group.addTask { try await client.call("server.ping")["id"]?.integer } }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(results == Set(1...200))
    client.close()
    #expect(client.connectionState == .closed)
    await #expect(throws: ClientError.closed) { try await client.call("server.ping") }
    #expect(transport.opened.withLock { $0 } == 1)
  }

  @Test func permanentTransportErrorIsReportedWithoutRetry() async throws {
    let transport = FailingTransport(error: .badAddress("x"))
    let client = MovieNightClient(to: .tcp(host: "x", port: 1), options: Self.timeout, transport: transport)
    let error = await #expect(throws: ClientError.self) { try await client.call("server.ping") }
    guard case .badAddress? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(transport.attempts.withLock { $0 } == 1)
  }

  /// The first eight connections end after ten or more requests each.
  @Test func concurrentCallsSurviveBreakingConnections() async throws {
    let clock = TestClock()
    let answered = Locked(Set<String>())
    let server = try FakeServer { connection, number in
      var taken = 0
      while let request = connection.receive() {
        taken += 1
        guard request.method == "test.command" else {
          connection.send(request.result())
          continue
        }
        // The server carries the command out, but may lose the answer with the connection.
        let name = request.parameters?["name"]?.string ?? ""
        let id = request.parameters?["command_id"]?.string ?? ""
        answered.withLock { _ = $0.insert("\(name) \(id)") }
        if number < 8, taken > 9 + number { return }
        connection.send(request.result(#"{"name":"\#(name)"}"#))
      }
    }
    let client = try await MovieNightClient.connect(
      to: server.address, options: .init(callTimeout: .seconds(600), reconnectTimeout: .seconds(600)),
      clock: clock.clientClock, randomness: CountingGenerator())
    try await client.authenticate("t")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<100 {
        group.addTask {
          let result = try await client.call("test.command") { $0.field("name", "task \(task)") }
          #expect(result["name"]?.string == "task \(task)")
        }
      }
      try await group.waitForAll()
    }
    #expect(answered.withLock { $0.count } == 100, "each has one command id")
  }

  @Test func cancelledCallLeavesOthersRunning() async throws {
    let isHeld = Locked(true)
    let server = try FakeServer { connection, _ in
      var held: [FakeRequest] = []
      while let request = connection.receive() {
        held.append(request)
        guard held.count == 3 else { continue }
        while isHeld.withLock({ $0 }) {}
        for request in held { connection.send(request.result(#"{"n":\#(request.parameters?["n"]?.integer ?? 0)}"#)) }
      }
    }
    let client = try await MovieNightClient.connect(to: server.address)
    let tasks = (0..<3).map { number in
      beside { try await client.call("rounds.get") { $0.field("n", number) }["n"]?.integer }
    }
    while server.received.count < 3 { await Task.yield() }
    tasks[1].cancel()
    await #expect(throws: CancellationError.self) { try await tasks[1].value }
    isHeld.withLock { $0 = false }
    #expect(try await tasks[0].value == 0)
    #expect(try await tasks[2].value == 2)
  }

  @Test func callInCancelledTaskSendsNothing() async throws {
    let server = try FakeServer.answering { $0.result() }
    let client = try await MovieNightClient.connect(to: server.address)
    let task = beside {
      while !Task.isCancelled { await Task.yield() }
      return try await client.call("rounds.vote")
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    _ = try await client.call("server.ping")
    #expect(server.received.count == 1)
  }

  @Test func clientConnectsAndAuthenticatesOnFirstCall() async throws {
    let server = try FakeServer.answering { $0.result() }
    let client = MovieNightClient(to: server.address, as: .token("t"))
    #expect(client.connectionState == .disconnected && server.received.isEmpty)
    _ = try await client.call("server.ping")
    #expect(server.received.map { $0.contains("auth.authenticate") } == [true, false])
  }

  @Test func unresolvableOrUnservedHostFailsToConnect() async throws {
    let error = await #expect(throws: ClientError.self) {
      try await MovieNightClient.connect(to: .tcp(host: "no-such-host.invalid", port: 1))
    }
    guard case .unreachable? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    // Nothing listens on that port at any of the host's addresses.
    await #expect(throws: ClientError.self) {
      try await MovieNightClient.connect(to: .tcp(host: "localhost", port: 1))
    }
  }

  @Test func eachAddressOfHostIsTried() async throws {
    let server = try FakeServer.answering { $0.result() }
    guard case .unix(let path) = server.address else {
      Issue.record("The server has no Unix socket: \(server.address)")
      return
    }
    let served = try #require(SystemCalls.unixAddress(path))
    let missing = try #require(SystemCalls.unixAddress(path + "-"))
    let unserved = try SystemCalls.lookUp("127.0.0.1", 1, numeric: true) + [missing]
    let transport = POSIXTransport()
    SystemCalls.closeDescriptor(try await transport.connect(toFirstOf: unserved + [served, missing]))
    await #expect(throws: SystemError.self) { try await transport.connect(toFirstOf: unserved) }
    await #expect(throws: SystemError.self) { try await transport.connect(toFirstOf: []) }
  }

  @Test func releasedClientDisconnectsAndIsDeallocated() async throws {
    let hasEnded = Locked(false)
    let server = try FakeServer { connection, _ in
      while let request = connection.receive() { connection.send(request.result()) }
      hasEnded.withLock { $0 = true }
    }
    weak var core: Core?
    do {
      let client = try await MovieNightClient.connect(to: server.address)
      core = client.core
      _ = try await client.call("server.ping")
    }
    while !hasEnded.withLock({ $0 }) { await Task.yield() }
    while core != nil { await Task.yield() }
  }
}

/// A transport that answers in memory.
private final class LoopTransport: Transport {
  let opened = Locked(0)
  private let reply: @Sendable ([UInt8]) -> [String]

  init(_ reply: @escaping @Sendable ([UInt8]) -> [String]) { self.reply = reply }

  func connect(to address: ServerAddress) async throws(ClientError) -> any TransportConnection {
    opened.withLock { $0 += 1 }
    return Loop(reply)
  }

  private final class Loop: TransportConnection {
    private let reply: @Sendable ([UInt8]) -> [String]
    private let stream: AsyncStream<[UInt8]>
    private let answers: AsyncStream<[UInt8]>.Continuation

    init(_ reply: @escaping @Sendable ([UInt8]) -> [String]) {
      self.reply = reply
      (stream, answers) = AsyncStream.makeStream()
    }

    func send(_ bytes: [UInt8]) async throws(ClientError) {
      for line in bytes.split(separator: UInt8(ascii: "\n")) {
        for answer in reply(Array(line)) { answers.yield(Array((answer + "\n").utf8)) }
      }
    }

    func receive() async throws(ClientError) -> [UInt8]? { await stream.first { _ in true } }

    func close() { answers.finish() }
  }
}

private final class FailingTransport: Transport {
  let attempts = Locked(0)
  private let error: ClientError

  init(error: ClientError) { self.error = error }

  func connect(to address: ServerAddress) async throws(ClientError) -> any TransportConnection {
    attempts.withLock { $0 += 1 }
    throw error
  }
}
