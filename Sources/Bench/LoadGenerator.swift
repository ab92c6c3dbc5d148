import Glibc
import MovieNightKit
import Platform
import MovieNightPrimitives
import Transport

/// Asks a server over many connections at once, on one thread, so that each always has as many requests under way.
final class LoadGenerator {
  /// Nil once it has done its work, or broke.
  private var connections: [LoadConnection?] = []
  private var open: Int
  private let poller: Poller
  private let inFlight: Int
  private let ids: CommandIDs
  private var randomness = QuickRandomness()
  private var latencies: [Int] = []
  private var answerBytes = 0
  private var errors: [String: Int] = [:]

  /// How long answers are waited for at the end.
  private static let patience = 5_000_000_000

  /// Which ids the commands have.
  enum CommandIDs: Sendable {
    /// Version 7, in the order of time.
    case ordered
    /// Version 4, as most libraries make them.
    case random
    /// None: the server keeps no receipt.
    case none
  }

  /// One connection for each request, authenticated with the token at its place.
  /// - Parameter inFlight: how many requests each connection has under way.
  init(
    _ address: ServerAddress, tokens: [String], _ requests: [LoadRequest], inFlight: Int, ids: CommandIDs
  ) throws {
    self.inFlight = inFlight
    self.ids = ids
    raiseDescriptorLimit(to: requests.count + 64)
    open = requests.count
    poller = try Poller(eventsPerWake: 512)
    for (index, (token, request)) in zip(tokens, requests).enumerated() {
      let connection = try LoadConnection(to: address, token: token, request)
      try poller.add(connection.socket, .readable, tag: UInt64(index))
      connections.append(connection)
    }
    latencies.reserveCapacity(1 << 20)
  }

  /// Asks until both times are over, and waits for the last answers.
  func run(warmUp: Duration, measured: Duration) throws -> LoadResult {
    let start = SystemClock.nanoseconds() + Int(warmUp / .nanoseconds(1))
    let end = start + Int(measured / .nanoseconds(1))
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { buffer.deallocate() }
    for index in connections.indices { send(inFlight, on: index, at: SystemClock.nanoseconds()) }
    while open > 0, SystemClock.nanoseconds() < end + Self.patience {
      for event in 0..<(try poller.wait(milliseconds: 1000)) {
        let now = SystemClock.nanoseconds()
        take(Int(poller.event(event).tag), buffer, at: now, measuring: start..<end)
      }
    }
    if open > 0 { errors["no answer", default: 0] += open }
    return LoadResult(
      latencies: latencies, duration: measured, answerBytes: answerBytes / max(latencies.count, 1), errors: errors)
  }

  /// Takes what a connection got, and sends as many requests anew until the end.
  private func take(
    _ index: Int, _ buffer: UnsafeMutableRawBufferPointer, at now: Int, measuring measured: Range<Int>
  ) {
    guard let connection = connections[index] else { return }
    var answered = 0
    var isBroken = false
    connection.receive(buffer, at: now) { outcome in
      switch outcome {
      case .answered(let latency, let bytes):
        answered += 1
        guard measured.contains(now) else { break }
        latencies.append(latency)
        answerBytes += bytes
      case .wrong(let what):
        answered += 1
        errors[what, default: 0] += 1
      case .broken(let why):
        errors[why, default: 0] += 1
        isBroken = true
      }
    }
    if isBroken || now >= measured.upperBound && !connection.isWaiting {
      close(index)
    } else if now < measured.upperBound, answered > 0 {
      send(answered, on: index, at: now)
    }
  }

  private func send(_ count: Int, on index: Int, at now: Int) {
    do throws(SystemError) {
      try connections[index]?.send(count, command: { commandID() }, at: now)
    } catch {
      errors[error.description, default: 0] += 1
      close(index)
    }
  }

  private func commandID() -> Identifier<Never> {
    switch ids {
    case .ordered: Identifier(version7At: SystemClock.wallTime(), using: &randomness)
    case .random, .none:
      Identifier(
        high: randomness.next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000, low: 0x8000_0000_0000_0000 | randomness.next() >> 2)
    }
  }

  private func close(_ index: Int) {
    connections[index] = nil
    open -= 1
  }
}
