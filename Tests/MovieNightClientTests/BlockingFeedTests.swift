import FakeServer
import MovieNightClient
import Primitives
import Testing

/// A feed of events across connections that end in every way.
@Suite struct EventFeedTests {
  private let clock = TestClock()

  private func connect(_ server: FakeServer, options: BlockingClient.Options = .init()) throws -> BlockingClient {
    try BlockingClient.connect(
      to: server.address, options: options, clock: clock.clientClock, randomness: CountingGenerator())
  }

  private static let head = 7

  private static func event(_ position: Int) -> String { #"{"position":\#(position),"type":"VoteCast"}"# }

  private static func appended(_ subscription: String, _ positions: [Int]) -> String {
    let events = positions.map(event).joined(separator: ",")
    return #"{"jsonrpc":"2.0","method":"events.appended","params":{"subscription_id":"\#(subscription)","events":["#
      + #"\#(events)],"position":\#(positions.last ?? 0)}}"#
  }

  /// What a server sends to who subscribes: the answer, and pages of at most two events up to the last one.
  private static func lines(_ request: FakeRequest, _ number: Int) -> [String] {
    let after = request.parameters?["after"]?.integer ?? 2
    let answer = request.result(#"{"subscription_id":"s\#(number)","position":\#(after)}"#)
    let rest = Array(after + 1..<max(after + 1, head + 1))
    let pages = stride(from: 0, to: rest.count, by: 2).map { Array(rest[$0..<min($0 + 2, rest.count)]) }
    return [answer] + pages.map { appended("s\(number)", $0) }
  }

  private func positions(_ feed: BlockingFeed, through last: Int = head) throws -> [Int] {
    var found: [Int] = []
    while (found.last ?? 0) < last {
      let events = try feed.next(within: .seconds(10))
      if events.isEmpty { break }
      found += events.compactMap { $0["position"]?.integer }
      #expect(feed.position == found.last)
    }
    return found
  }

  @Test func eventsComeInOrderFromWhereItBegan() throws {
    let server = try FakeServer { connection, number in
      while let request = connection.receive() {
        if request.method == "events.subscribe" { Self.lines(request, number).forEach(connection.send) }
      }
    }
    let feed = try connect(server).events()
    #expect(feed.position == 2)
    #expect(try positions(feed) == Array(3...Self.head))
    #expect(try connect(server).events(after: 5, household: "h").position == 5)
    #expect(server.received.last?.contains(#""params":{"after":5,"household_id":"h"}"#) == true)
  }

  /// Connections break after every byte that there is, twice one after the other.
  @Test func aConnectionThatEndsAnywhereCostsNoEvent() throws {
    for cut in 0..<900 {
      let server = try FakeServer { connection, number in
        var sent = 0
        while let request = connection.receive() {
          guard request.method == "events.subscribe" else {
            connection.send(request.result())
            continue
          }
          var bytes = Self.lines(request, number).flatMap { Array(($0 + "\n").utf8) }
          if number < 2 { bytes = Array(bytes.prefix(max(0, cut - sent))) }
          connection.sendBytes(bytes)
          sent += bytes.count
          if number < 2 { return }
        }
      }
      let feed = try connect(server).events(after: 0)
      #expect(try positions(feed) == Array(1...Self.head), "cut after \(cut) bytes")
    }
  }

  @Test func pagesThatOverlapAreTakenOnce() throws {
    let server = try FakeServer { connection, number in
      guard connection.receive() != nil else { return }
      connection.send(#"{"jsonrpc":"2.0","id":1,"result":{"subscription_id":"s","position":0}}"#)
      for page in [[1, 2, 3], [2, 3], [3, 4, 5], [6, 7]] { connection.send(Self.appended("s", page)) }
      _ = connection.receive()
    }
    #expect(try positions(connect(server).events(after: 0)) == Array(1...7))
  }

  @Test func aServerThatStopsIsWaitedFor() throws {
    let server = try FakeServer { connection, number in
      while let request = connection.receive() {
        if number == 1, request.method == "events.subscribe" {
          connection.send(request.refusal(503, "starting"))
          continue
        }
        let lines = Self.lines(request, number)
        lines.prefix(number == 0 ? 2 : lines.count).forEach(connection.send)
        guard number == 0 else { continue }
        connection.send(
          #"{"jsonrpc":"2.0","method":"events.closed","params":{"subscription_id":"s0","position":2,"reason":"stopping"}}"#
        )
        _ = connection.receive()
        return
      }
    }
    let client = try connect(server)
    client.onNotification = { method, _ in Issue.record("not for others: \(method)") }
    let feed = try client.events(after: 0)
    #expect(try positions(feed, through: 2) == [1, 2])
    // The second connection says "starting" for ever; so the client gives up in time, and stays where it is.
    let error = try #require(throws: ClientError.self) { try feed.next(within: .seconds(60)) }
    #expect(error.refusal?.reason == "starting")
    #expect(feed.position == 2)
  }

  @Test func aCallThatFailsTakesTheSubscriptionAlong() throws {
    let server = try FakeServer { connection, number in
      while let request = connection.receive() {
        if number == 0 {
          // Nothing but the subscription is ever answered.
          if request.method == "events.subscribe" { connection.send(Self.lines(request, number)[0]) }
        } else {
          Self.lines(request, number).forEach(connection.send)
        }
      }
    }
    let client = try connect(server)
    let feed = try client.events(after: 0)
    #expect(throws: ClientError.self) { try client.call("server.ping", timeout: .milliseconds(1)) }
    #expect(try feed.next(within: .seconds(3)).isEmpty == false, "it subscribes again before it listens")
    #expect(server.received.count { $0.contains("events.subscribe") } == 2)
  }

  @Test func whoMayNoLongerReadIsToldSo() throws {
    let server = try FakeServer { connection, number in
      while let request = connection.receive() {
        if request.id > 2 {
          connection.send(request.refusal(401, "not_authenticated"))
        } else if request.method == "events.subscribe" {
          connection.send(Self.lines(request, number)[0])
          connection.send(
            #"{"jsonrpc":"2.0","method":"events.closed","params":{"subscription_id":"s0","position":0,"reason":"access_ended"}}"#
          )
        } else {
          connection.send(request.result())
        }
      }
    }
    let client = try connect(server)
    try client.authenticate(token: "t")
    let feed = try client.events(after: 0)
    let error = try #require(throws: ClientError.self) { try feed.next(within: .seconds(10)) }
    #expect(error.refusal?.code == 401)
    #expect(server.received.count == 3, "it is not tried again")
  }

  @Test func aServerThatNeverComesBackIsToldInTime() throws {
    let server = try FakeServer { connection, number in
      guard number == 0, let request = connection.receive() else { return }
      connection.send(Self.lines(request, number)[0])
    }
    let feed = try connect(server).events(after: 0)
    let error = try #require(throws: ClientError.self) { try feed.next(within: .seconds(600)) }
    guard case .unreachable = error else {
      Issue.record("\(error)")
      return
    }
    let waited = clock.sleeps.reduce(.zero, +)
    #expect(waited > .seconds(20) && waited < .seconds(40))
  }

  @Test func callsBetweenTakeNothingFromTheFeed() throws {
    let server = try FakeServer { connection, number in
      while let request = connection.receive() {
        if request.method == "events.subscribe" {
          connection.send(Self.lines(request, number)[0])
          continue
        }
        let after = (request.parameters?["n"]?.integer ?? 0) * 2
        connection.send(Self.appended("s\(number)", [after + 1, after + 2]))
        connection.send(request.result())
      }
    }
    let client = try connect(server)
    let feed = try client.events(after: 0)
    for number in 0..<3 { _ = try client.call("rounds.get") { $0.field("n", number) } }
    #expect(try positions(feed, through: 6) == Array(1...6))
  }

  @Test func aServerThatSaysNothingIsAskedWhetherItIsThere() throws {
    let server = try FakeServer { connection, number in
      while let request = connection.receive() {
        switch request.method {
        case "events.subscribe":
          let lines = Self.lines(request, number)
          // The first connection is as good as dead: it neither tells nor answers any more.
          lines.prefix(number == 0 ? 1 : lines.count).forEach(connection.send)
        case _ where number > 0: connection.send(request.result())
        default: break
        }
      }
    }
    let options = BlockingClient.Options(callTimeout: .milliseconds(200), quietTime: .milliseconds(50))
    let feed = try connect(server, options: options).events(after: 0)
    #expect(try positions(feed) == Array(1...Self.head))
    #expect(server.received.contains { $0.contains("server.ping") })
  }

  @Test func aFeedThatWasClosedIsSilent() throws {
    let server = try FakeServer { connection, number in
      while let request = connection.receive() {
        connection.send(
          request.method == "events.subscribe" ? Self.lines(request, number)[0] : request.result())
      }
    }
    let feed = try connect(server).events(after: 0)
    feed.close()
    #expect(server.received.last?.contains(#""method":"events.unsubscribe","params":{"subscription_id":"s0"}"#) == true)
  }
}
