import Glibc
import MovieNightPrimitives
import Platform
import Transport

/// Loads a server over many connections from one thread. Each connection keeps a fixed number of requests in flight.
final class LoadGenerator {
  private final class Client {
    let connection: BenchConnection
    var request: RequestSequence
    /// The times at which requests without an answer were sent, oldest first.
    var sentAt: [Int] = []

    init(_ connection: BenchConnection, _ request: RequestSequence) {
      self.connection = connection
      self.request = request
    }
  }

  /// The clients by index, which is also their tag in the poller. Nil after the client has finished or failed.
  private var clients: [Client?] = []
  private var openCount: Int
  private let poller: Poller
  private let inFlight: Int
  private let idsAreRandom: Bool
  private var randomness = QuickRandomness()
  private var outgoing: [UInt8] = []
  private var latencies: [Int] = []
  private var answerBytes = 0
  private var errors: [String: Int] = [:]

  /// The time to wait for the last answers, in nanoseconds.
  private static let timeout = 5_000_000_000

  /// Assigns one element of `requests` to each connection, which keeps `inFlight` of them in flight. Command ids are
  /// random UUIDs of version 4 if `idsAreRandom`, as most libraries do; else of version 7, which begin with the time.
  init(_ connections: [BenchConnection], _ requests: [RequestSequence], inFlight: Int, idsAreRandom: Bool) throws {
    self.inFlight = inFlight
    self.idsAreRandom = idsAreRandom
    openCount = requests.count
    poller = try Poller(eventsPerIteration: 512)
    for (index, (connection, request)) in zip(connections, requests).enumerated() {
      try connection.stopWaiting()
      try poller.add(connection.socket, .readable, tag: UInt64(index))
      clients.append(Client(connection, request))
    }
    latencies.reserveCapacity(1 << 20)
  }

  /// Sends requests during `warmUp` and then during `measured`, and waits for the last answers.
  func run(warmUp: Duration, measured: Duration) throws -> LoadResult {
    let start = SystemClock.nanoseconds() + Int(warmUp / .nanoseconds(1))
    let end = start + Int(measured / .nanoseconds(1))
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { buffer.deallocate() }
    for index in clients.indices { send(inFlight, on: index, at: SystemClock.nanoseconds()) }
    while openCount > 0, SystemClock.nanoseconds() < end + Self.timeout {
      for event in 0..<(try poller.wait(milliseconds: 1000)) {
        let now = SystemClock.nanoseconds()
        handleAnswers(Int(poller.event(event).tag), buffer, at: now, measuring: start..<end)
      }
    }
    if openCount > 0 { errors["no answer", default: 0] += openCount }
    return LoadResult(
      latencies: latencies, duration: measured, answerBytes: answerBytes / max(latencies.count, 1), errors: errors)
  }

  /// Handles the answers that have arrived on a connection and, until the end, sends a new request for each of them.
  private func handleAnswers(
    _ index: Int, _ buffer: UnsafeMutableRawBufferPointer, at now: Int, measuring measured: Range<Int>
  ) {
    guard let client = clients[index] else { return }
    var answered = 0
    do {
      try client.connection.receive(buffer) { line in
        answered += 1
        guard !client.sentAt.isEmpty else { return countError("an answer to nothing") }
        let latency = now - client.sentAt.removeFirst()
        guard line.starts(with: client.request.nextAnswerStart()) else {
          return countError(Self.description(ofAnswer: line))
        }
        guard measured.contains(now) else { return }
        latencies.append(latency)
        answerBytes += line.count
      }
    } catch {
      countError("\(error)")
      return close(index)
    }
    if now < measured.upperBound {
      if answered > 0 { send(answered, on: index, at: now) }
    } else if client.sentAt.isEmpty {
      close(index)
    }
  }

  private func send(_ count: Int, on index: Int, at now: Int) {
    guard let client = clients[index] else { return }
    outgoing.removeAll(keepingCapacity: true)
    for _ in 0..<count {
      client.request.append(to: &outgoing, command: commandID())
      client.sentAt.append(now)
    }
    do throws(SystemError) {
      try client.connection.send(outgoing)
    } catch {
      countError(error.description)
      close(index)
    }
  }

  private func commandID() -> Identifier<Never> {
    guard idsAreRandom else { return Identifier(version7At: SystemClock.wallTime(), using: &randomness) }
    return Identifier(
      high: randomness.next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000, low: 0x8000_0000_0000_0000 | randomness.next() >> 2)
  }

  private func countError(_ error: String) { errors[error, default: 0] += 1 }

  private func close(_ index: Int) {
    clients[index] = nil
    openCount -= 1
  }

  /// Returns the reason or the message of an error, or else the beginning of the line.
  private static func description(ofAnswer line: UnsafeRawBufferPointer) -> String {
    let error = (try? JSONDocument(Array(line)).root)?["error"]
    if let reason = error?["data"]?["reason"]?.string ?? error?["message"]?.string { return reason }
    return "unexpected answer: \(String(decoding: line.prefix(200), as: UTF8.self))"
  }
}
