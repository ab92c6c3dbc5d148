import Console
import Glibc
import MovieNightKit
import Platform
import MovieNightPrimitives
import Transport

/// Many connections that follow one household, and somebody who votes in it: each of them must hear each vote once.
///
/// One vote at a time. The next is sent when all have heard of the last.
final class SubscriberCrowd {
  private struct Vote {
    var position: Int
    var sentAt: Int
  }

  private let voter: MovieNightClient
  private let round: String
  private let poller: Poller
  /// Nil once it was told something wrong.
  private var subscribers: [Subscriber?] = []
  private var votes: [Vote] = []
  private var latencies: [Int] = []
  private var bytes = 0
  private var errors: [String: Int] = [:]

  /// How long all of them may take to hear of one vote.
  private static let patience = 30_000_000_000
  /// How long nothing more may come at the end.
  private static let quietMilliseconds: Int32 = 200

  /// - Parameter subscribedAt: the server that they are connected to.
  init(_ count: Int, players: Players, subscribedAt: ServerAddress) async throws {
    raiseDescriptorLimit(to: count + 64)
    let household = players.households[0]
    voter = try await players.member(of: household)
    round = try await BenchMovies.start(voter)
    let start = try await BenchMovies.vote(voter, round, number: 0)
    poller = try Poller(eventsPerWake: 512)
    for index in 0..<count {
      let subscriber = try Subscriber(subscribedAt, token: household.token, after: start)
      try poller.add(subscriber.socket, .readable, tag: UInt64(index))
      subscribers.append(subscriber)
    }
  }

  /// Votes for so long; at least once.
  func run(measured: Duration) async throws -> LoadResult {
    let start = SystemClock.nanoseconds()
    let end = start + Int(measured / .nanoseconds(1))
    repeat {
      let sentAt = SystemClock.nanoseconds()
      let position = try await BenchMovies.vote(voter, round, number: votes.count + 1)
      votes.append(Vote(position: position, sentAt: sentAt))
      try listen()
    } while SystemClock.nanoseconds() < end && errors.isEmpty
    let duration = Duration.nanoseconds(SystemClock.nanoseconds() - start)
    // Whatever comes now comes twice.
    while try take(within: Self.quietMilliseconds) {}
    return LoadResult(
      latencies: latencies, duration: duration, answerBytes: bytes / max(latencies.count, 1), errors: errors)
  }

  /// Until all have heard of the last vote.
  private func listen() throws {
    let end = SystemClock.nanoseconds() + Self.patience
    let all = votes.count * subscribers.count
    while latencies.count < all, errors.isEmpty {
      guard SystemClock.nanoseconds() < end else {
        errors["not heard", default: 0] += all - latencies.count
        return
      }
      _ = try take(within: 1000)
    }
  }

  /// - Returns: whether something came.
  private func take(within milliseconds: Int32) throws -> Bool {
    let count = try poller.wait(milliseconds: milliseconds)
    for event in 0..<count {
      let index = Int(poller.event(event).tag)
      guard let subscriber = subscribers[index] else { continue }
      do {
        for line in try subscriber.receive() { try hear(line, subscriber) }
      } catch {
        errors["\(error)", default: 0] += 1
        subscribers[index] = nil
      }
    }
    return count > 0
  }

  private func hear(_ line: [UInt8], _ subscriber: Subscriber) throws {
    bytes += line.count
    let notification = try JSONDocument(line).root
    guard notification["method"]?.string == "events.appended", let events = notification["params"]?["events"] else {
      throw CommandFailure("not a notification: \(String(decoding: line.prefix(200), as: UTF8.self))")
    }
    for event in events.elements {
      guard subscriber.heard < votes.count else { throw CommandFailure("a vote was heard of twice") }
      let due = votes[subscriber.heard]
      guard event["position"]?.integer == due.position else { throw CommandFailure("a vote was not heard of") }
      subscriber.heard += 1
      latencies.append(SystemClock.nanoseconds() - due.sentAt)
    }
  }
}

/// One connection of the crowd.
private final class Subscriber {
  let socket: Descriptor
  /// How many of the votes it has heard of.
  var heard = 0
  /// The beginning of a line whose end has not come yet.
  private var begun: [UInt8] = []
  private var buffer = [UInt8](repeating: 0, count: 4096)

  init(_ address: ServerAddress, token: String, after position: Int) throws {
    socket = try BenchSocket.open(address, token: token)
    _ = try BenchSocket.ask(socket, "events.subscribe", #""after":\#(position)"#)
    try BenchSocket.stopWaiting(socket)
  }

  /// The whole lines that have come.
  func receive() throws -> [[UInt8]] {
    let number = socket.number
    let count = try systemCall("recv") { recv(number, &buffer, buffer.count, 0) }
    guard count > 0 else { throw CommandFailure("the server closed the connection") }
    begun += buffer[..<count]
    guard let end = begun.lastIndex(of: UInt8(ascii: "\n")) else { return [] }
    defer { begun.removeSubrange(...end) }
    return begun[..<end].split(separator: UInt8(ascii: "\n")).map { Array($0) }
  }
}
