import Console
import Glibc
import MovieNightKit
import MovieNightPrimitives
import Platform
import Transport

/// Many connections that subscribe to one household, and a voter. Each connection must receive each vote exactly once.
/// The voter casts its next vote after all connections have received the previous one.
final class SubscriberCrowd {
  private final class Subscriber {
    let connection: BenchConnection
    var received = 0

    init(_ connection: BenchConnection) { self.connection = connection }
  }

  private let voter: BenchConnection
  private let round: String
  private let isAcknowledgedFirst: Bool
  private let poller: Poller
  /// The subscribers by index, which is also their tag in the poller. Nil after the connection has failed.
  private var subscribers: [Subscriber?] = []
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 14, alignment: 16)
  /// The position of each vote, and the time from which its latency is measured.
  private var votes: [(position: Int, since: Int)] = []
  private var latencies: [Int] = []
  private var bytes = 0
  private var errors: [String: Int] = [:]

  /// The time that all subscribers together have to receive a vote, in nanoseconds.
  private static let timeout = 30_000_000_000
  /// The time to wait for duplicate notifications at the end, in milliseconds.
  private static let quietMilliseconds: Int32 = 200

  /// Subscribes `count` connections at `address`. The latency of a vote is measured from its acknowledgement if
  /// `isAcknowledgedFirst`, or otherwise from when it is sent.
  init(_ count: Int, _ players: Players, subscribedAt address: ServerAddress, isAcknowledgedFirst: Bool) throws {
    raiseDescriptorLimit(to: count + 64)
    self.isAcknowledgedFirst = isAcknowledgedFirst
    let household = players.households[0]
    voter = household.connection
    round = try voter.startRound()
    let start = try voter.vote(in: round, number: 0)
    poller = try Poller(eventsPerIteration: 512)
    for index in 0..<count {
      let connection = try BenchConnection(to: address, token: household.token)
      _ = try connection.ask("events.subscribe", #""after":\#(start)"#)
      try connection.stopWaiting()
      try poller.add(connection.socket, .readable, tag: UInt64(index))
      subscribers.append(Subscriber(connection))
    }
  }

  deinit { buffer.deallocate() }

  /// Casts votes for the given time, and at least one vote.
  func run(measured: Duration) throws -> LoadResult {
    let start = SystemClock.nanoseconds()
    let end = start + Int(measured / .nanoseconds(1))
    repeat {
      let sentAt = SystemClock.nanoseconds()
      let position = try voter.vote(in: round, number: votes.count + 1)
      votes.append((position, isAcknowledgedFirst ? SystemClock.nanoseconds() : sentAt))
      try waitForNotifications()
    } while SystemClock.nanoseconds() < end && errors.isEmpty
    let duration = Duration.nanoseconds(SystemClock.nanoseconds() - start)
    // All votes have been received, so anything that arrives now is a duplicate.
    while try handleNotifications(within: Self.quietMilliseconds) {}
    return LoadResult(
      latencies: latencies, duration: duration, answerBytes: bytes / max(latencies.count, 1), errors: errors)
  }

  private func waitForNotifications() throws {
    let end = SystemClock.nanoseconds() + Self.timeout
    let all = votes.count * subscribers.count
    while latencies.count < all, errors.isEmpty {
      guard SystemClock.nanoseconds() < end else {
        errors["not heard", default: 0] += all - latencies.count
        return
      }
      _ = try handleNotifications(within: 1000)
    }
  }

  /// Handles the notifications that arrive within the given time. Returns whether there were any.
  private func handleNotifications(within milliseconds: Int32) throws -> Bool {
    let count = try poller.wait(milliseconds: milliseconds)
    for event in 0..<count {
      let index = Int(poller.event(event).tag)
      guard let subscriber = subscribers[index] else { continue }
      do {
        try subscriber.connection.receive(buffer) { try handle($0, for: subscriber) }
      } catch {
        errors["\(error)", default: 0] += 1
        subscribers[index] = nil
      }
    }
    return count > 0
  }

  private func handle(_ line: UnsafeRawBufferPointer, for subscriber: Subscriber) throws {
    bytes += line.count
    let notification = try JSONDocument(Array(line)).root
    guard notification["method"]?.string == "events.appended", let events = notification["params"]?["events"] else {
      throw CommandFailure("not a notification: \(String(decoding: line.prefix(200), as: UTF8.self))")
    }
    for event in events.elements {
      guard subscriber.received < votes.count else { throw CommandFailure("a vote was heard of twice") }
      let due = votes[subscriber.received]
      guard event["position"]?.integer == due.position else { throw CommandFailure("a vote was not heard of") }
      subscriber.received += 1
      latencies.append(SystemClock.nanoseconds() - due.since)
    }
  }
}
