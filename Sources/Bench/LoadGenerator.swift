import Glibc
import MovieNightPrimitives
import Platform
import Transport

/// Loads a server over many connections on one thread, keeping a fixed number of requests in flight on each.
final class LoadGenerator {
  private final class Asker {
    let connection: BenchConnection
    var request: LoadRequest
    /// The times at which the unanswered requests were sent, oldest first.
    var sentAt: [Int] = []

    init(_ connection: BenchConnection, _ request: LoadRequest) {
      self.connection = connection
      self.request = request
    }
  }

  /// Nil after an asker has finished or failed.
  private var askers: [Asker?] = []
  private var open: Int
  private let poller: Poller
  private let inFlight: Int
  private let idsAreRandom: Bool
  private var randomness = QuickRandomness()
  private var outgoing: [UInt8] = []
  private var latencies: [Int] = []
  private var answerBytes = 0
  private var errors: [String: Int] = [:]

  /// The timeout for the last answers, in nanoseconds.
  private static let timeout = 5_000_000_000

  /// Each connection sends its own of `requests`, `inFlight` at a time. Random command ids are of version 4, as most libraries
  /// make them; others are of version 7, in order of time.
  init(_ connections: [BenchConnection], _ requests: [LoadRequest], inFlight: Int, idsAreRandom: Bool) throws {
    self.inFlight = inFlight
    self.idsAreRandom = idsAreRandom
    open = requests.count
    poller = try Poller(eventsPerIteration: 512)
    for (index, (connection, request)) in zip(connections, requests).enumerated() {
      try connection.stopWaiting()
      try poller.add(connection.socket, .readable, tag: UInt64(index))
      askers.append(Asker(connection, request))
    }
    latencies.reserveCapacity(1 << 20)
  }

  /// Sends requests until both times are over, then waits for the last answers.
  func run(warmUp: Duration, measured: Duration) throws -> LoadResult {
    let start = SystemClock.nanoseconds() + Int(warmUp / .nanoseconds(1))
    let end = start + Int(measured / .nanoseconds(1))
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { buffer.deallocate() }
    for index in askers.indices { send(inFlight, on: index, at: SystemClock.nanoseconds()) }
    while open > 0, SystemClock.nanoseconds() < end + Self.timeout {
      for event in 0..<(try poller.wait(milliseconds: 1000)) {
        let now = SystemClock.nanoseconds()
        take(Int(poller.event(event).tag), buffer, at: now, measuring: start..<end)
      }
    }
    if open > 0 { errors["no answer", default: 0] += open }
    return LoadResult(
      latencies: latencies, duration: measured, answerBytes: answerBytes / max(latencies.count, 1), errors: errors)
  }

  /// Handles a connection's answers, and sends as many new requests until the end.
  private func take(
    _ index: Int, _ buffer: UnsafeMutableRawBufferPointer, at now: Int, measuring measured: Range<Int>
  ) {
    guard let asker = askers[index] else { return }
    var answered = 0
    do {
      try asker.connection.receive(buffer) { line in
        answered += 1
        guard !asker.sentAt.isEmpty else { return note("an answer to nothing") }
        let latency = now - asker.sentAt.removeFirst()
        guard line.starts(with: asker.request.nextAnswerStart()) else {
          return note(Self.description(ofAnswer: line))
        }
        guard measured.contains(now) else { return }
        latencies.append(latency)
        answerBytes += line.count
      }
    } catch {
      note("\(error)")
      return close(index)
    }
    if now < measured.upperBound {
      if answered > 0 { send(answered, on: index, at: now) }
    } else if asker.sentAt.isEmpty {
      close(index)
    }
  }

  private func send(_ count: Int, on index: Int, at now: Int) {
    guard let asker = askers[index] else { return }
    outgoing.removeAll(keepingCapacity: true)
    for _ in 0..<count {
      asker.request.append(to: &outgoing, command: commandID())
      asker.sentAt.append(now)
    }
    do throws(SystemError) {
      try asker.connection.send(outgoing)
    } catch {
      note(error.description)
      close(index)
    }
  }

  private func commandID() -> Identifier<Never> {
    guard idsAreRandom else { return Identifier(version7At: SystemClock.wallTime(), using: &randomness) }
    return Identifier(
      high: randomness.next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000, low: 0x8000_0000_0000_0000 | randomness.next() >> 2)
  }

  private func note(_ error: String) { errors[error, default: 0] += 1 }

  private func close(_ index: Int) {
    askers[index] = nil
    open -= 1
  }

  /// The reason of an error, or else the beginning of the line.
  private static func description(ofAnswer line: UnsafeRawBufferPointer) -> String {
    let error = (try? JSONDocument(Array(line)).root)?["error"]
    if let reason = error?["data"]?["reason"]?.string ?? error?["message"]?.string { return reason }
    return "unexpected answer: \(String(decoding: line.prefix(200), as: UTF8.self))"
  }
}
