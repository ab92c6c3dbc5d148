import Glibc
import MovieNightPrimitives
import Synchronization
import Testing

@testable import Platform
@testable import Transport

/// A clock that only moves by `advance(by:)`.
final class ManualClock: Sendable {
  private let time = Locked(Duration.seconds(1000))

  var now: Duration { time.withLock { $0 } }
  func advance(by duration: Duration) { time.withLock { $0 += duration } }
}

/// A real event loop on its own thread, with a Unix socket in its own directory and a TCP port. Connections count as
/// authenticated unless `areUnauthenticated` is set.
///
/// `respond` gets the lines of each loop iteration on the loop's thread.
final class TestServer: Sendable {
  typealias Responder = @Sendable (_ lines: [ReceivedLine], _ server: TestServer) -> Void

  let directory: String
  let path: String
  let port: UInt16
  let clock = ManualClock()
  let metrics = MetricRegistry()
  let loop: EventLoop
  let handler: RecordingHandler
  private let thread = Locked<WorkerThread?>(nil)
  private let hasEnded = Locked(false)

  init(
    limits: TransportLimits = TransportLimits(), signals: [Int32] = [], trustedProxies: [AddressRange] = [],
    areUnauthenticated: Bool = false, respond: @escaping Responder = TestServer.echo
  ) throws {
    directory = try makeTemporaryDirectory()
    path = directory + "/s"
    loop = try EventLoop(limits: limits, log: .discarding, metrics: metrics, clock: { [clock] in clock.now })
    try loop.listen(on: .unix(path: path))
    let listening = try loop.listen(on: .tcp(host: "127.0.0.1", port: 0), trustedProxies: trustedProxies)
    guard case .tcp(_, let port) = listening else {
      throw ClientError.unexpectedAddress
    }
    self.port = port
    handler = RecordingHandler(areUnauthenticated: areUnauthenticated, respond: respond)
    handler.server.withLock { $0 = self }
    let worker = WorkerThread(name: "test-loop") { [loop, handler, hasEnded] in
      defer { hasEnded.withLock { $0 = true } }
      do {
        if !signals.isEmpty { try loop.watch(TerminationSignals(signals)) }
        try loop.run(handler)
      } catch {
        Issue.record(error)
      }
    }
    try worker.start()
    thread.withLock { $0 = worker }
  }

  static let echo: Responder = { lines, server in
    server.loop.answer(lines.map { OutgoingAnswer(connection: $0.connection, slot: $0.slot, bytes: $0.bytes) })
  }

  /// Waits until `run` has returned. A loop that never ends fails the test instead of hanging it.
  func join() {
    eventually("the loop ends") { hasEnded.withLock { $0 } }
    guard hasEnded.withLock({ $0 }) else { return }
    thread.withLock { $0 }?.join()
  }

  /// Stops the loop, drops requests in flight and removes the directory.
  func shutDown() {
    loop.stop(within: .zero)
    join()
    handler.server.withLock { $0 = nil }
    unlink(path)
    rmdir(directory)
  }

  func disconnects(_ reason: DisconnectReason) -> Int {
    TransportMetrics(registry: metrics).disconnects(reason).value
  }

  /// Waits for another complete loop iteration, and for the work that it postpones to later iterations.
  func settle() throws {
    let probe = try TestClient(path: path)
    for _ in 0..<20 { #expect(try probe.call("probe") == "probe") }
  }
}

/// Runs `test` with a server that answers through `respond`, and shuts it down afterwards.
func withServer(
  limits: TransportLimits = TransportLimits(), signals: [Int32] = [], areUnauthenticated: Bool = false,
  _ respond: @escaping TestServer.Responder, test: (TestServer) throws -> Void
) throws {
  let server = try TestServer(
    limits: limits, signals: signals, areUnauthenticated: areUnauthenticated, respond: respond)
  defer { server.shutDown() }
  try test(server)
}

/// Runs `test` with a server that answers each line with itself.
func withEchoServer(
  limits: TransportLimits = TransportLimits(), signals: [Int32] = [], test: (TestServer) throws -> Void
) throws {
  try withServer(limits: limits, signals: signals, TestServer.echo, test: test)
}

/// Records the loop's callbacks and answers through a closure.
final class RecordingHandler: TransportHandler, Sendable {
  struct Record {
    var opened: [(id: ConnectionID, peer: Peer)] = []
    var closed: [ConnectionID] = []
    var lines: [ReceivedLine] = []
    var drained: [ConnectionID] = []
    var signals: [Int32] = []
    var shrinkings = 0
    /// The number of turns that left ready connections unread.
    var crowdedTurns = 0
  }

  let record = Locked(Record())
  let server = Locked<TestServer?>(nil)
  private let areUnauthenticated: Bool
  private let respond: TestServer.Responder

  init(areUnauthenticated: Bool, respond: @escaping TestServer.Responder) {
    self.areUnauthenticated = areUnauthenticated
    self.respond = respond
  }

  func connectionOpened(_ id: ConnectionID, peer: Peer) {
    record.withLock { $0.opened.append((id, peer)) }
    if !areUnauthenticated { server.withLock { $0 }?.loop.setAuthorizationLevel(id, .administrator) }
  }

  func connectionClosed(_ id: ConnectionID) { record.withLock { $0.closed.append(id) } }
  func buffersShrank() { record.withLock { $0.shrinkings += 1 } }
  func work(moreAreReady: Bool) { if moreAreReady { record.withLock { $0.crowdedTurns += 1 } } }
  func outputDrained(_ id: ConnectionID) { record.withLock { $0.drained.append(id) } }
  func lineTooLong(_ id: ConnectionID, slot: UInt64) -> [UInt8] { Array("413".utf8) }
  func tooManyConnections(_ peer: Peer) -> [UInt8] { Array("503".utf8) }
  func tooManyOfMember() -> [UInt8] { Array("429".utf8) }

  func received(_ lines: [ReceivedLine]) {
    record.withLock { $0.lines += lines }
    if let server = server.withLock({ $0 }) { respond(lines, server) }
  }

  func terminationRequested(signal: Int32) {
    record.withLock { $0.signals.append(signal) }
    server.withLock { $0 }?.loop.stop()
  }
}

extension Log {
  static let discarding = Log(minimumLevel: .error, format: .json, sink: LogSink(descriptor: -1))
}

extension ReceivedLine {
  var text: String { String(decoding: bytes, as: UTF8.self) }

  func answer(_ text: String, closeAfter: Bool = false) -> OutgoingAnswer {
    OutgoingAnswer(connection: connection, slot: slot, bytes: Array(text.utf8), closeAfter: closeAfter)
  }
}

func makeTemporaryDirectory() throws -> String {
  var template = Array("/tmp/movienight-test-XXXXXX".utf8CString)
  guard mkdtemp(&template) != nil else { throw SystemError(call: "mkdtemp", code: errno) }
  return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

/// Waits until `condition` holds. Records an issue after a minute, far longer than a working loop needs.
func eventually(_ what: String, _ condition: () throws -> Bool) rethrows {
  for _ in 0..<60_000 {
    if try condition() { return }
    usleep(1000)
  }
  Issue.record("Timed out waiting for: \(what)")
}
