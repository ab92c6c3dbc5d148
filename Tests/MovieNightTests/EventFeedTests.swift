import FakeServer
import MovieNightPrimitives
import Testing

@testable import MovieNightKit

/// Event feeds across connections that fail in various ways.
@Suite(.onOneThread) struct EventFeedTests {
  private let clock = TestClock()
  private static let round = RoundID("0198c2a4-7c00-7000-8000-000000000001")!
  private static let household = HouseholdID("0198c2a4-7c00-7000-8000-000000000002")!

  private func connect(
    _ server: FakeServer, options: MovieNightClient.Options = .init(), clock: TestClock? = nil
  ) async throws -> MovieNightClient {
    try await MovieNightClient.connect(
      to: server.address, options: options, clock: (clock ?? self.clock).clientClock, randomness: CountingGenerator())
  }

  private static let head = 7

  /// Returns what a server sends to a new subscriber: the answer, and pages of at most two events through `head`.
  private static func lines(_ request: FakeRequest, _ number: Int, through head: Int = head) -> [String] {
    let after = request.parameters?["after"]?.integer ?? 2
    let answer = request.result(#"{"subscription_id":"s\#(number)","position":\#(after)}"#)
    let rest = Array(after + 1..<max(after + 1, head + 1))
    let pages = stride(from: 0, to: rest.count, by: 2).map { Array(rest[$0..<min($0 + 2, rest.count)]) }
    return [answer] + pages.map { FakeEvents.appended("s\(number)", $0) }
  }

  private func positions(_ feed: EventFeed, through last: Int = head) async throws -> [Int] {
    var found: [Int] = []
    for try await event in feed {
      found.append(event.position.rawValue)
      #expect(feed.position == event.position)
      if event.position.rawValue >= last { break }
    }
    return found
  }

  @Test func eventsArriveInOrderFromStartPosition() async throws {
    let server = try FakeServer { connection, number in
      while let request = connection.receive() {
        if request.method == "events.subscribe" { Self.lines(request, number).forEach(connection.send) }
      }
    }
    let feed = try await connect(server).events()
    #expect(try await feed.begin() == 2)
    #expect(try await positions(feed) == Array(3...Self.head))
    let other = try await connect(server).events(after: 5, household: Self.household)
    #expect(other.position == 5)
    #expect(try await positions(other) == [6, 7])
    #expect(server.received.last?.contains(#""params":{"after":5,"household_id":"\#(Self.household)"}"#) == true)
  }

  @Test func filteredFeedResumesWithFilterPastSkippedEvents() async throws {
    let server = try FakeServer { connection, number in
      while let request = connection.receive() {
        guard request.method == "events.subscribe" else { continue }
        connection.send(request.result(#"{"subscription_id":"s","position":2}"#))
        connection.send(FakeEvents.appended("s", number == 0 ? [5] : [140]))
        // The server reports that it has skipped the events through position 130.
        if number == 0 { connection.send(FakeEvents.appended("s", [], through: 130)) }
        if number == 0 { return }
      }
    }
    let feed = try await connect(server).events(
      stream: "round-r", round: Self.round, types: [.voteCast], household: Self.household)
    var found: [EventPosition] = []
    for try await event in feed {
      found.append(event.position)
      if event.position == 140 { break }
    }
    #expect(found == [5, 140])
    let filter =
      #""stream":"round-r","round_id":"\#(Self.round)","types":["VoteCast"],"household_id":"\#(Self.household)""#
    let subscribed = server.received.filter { $0.contains("events.subscribe") }
    #expect(subscribed.first?.contains("{\(filter)}") == true)
    #expect(subscribed.last?.contains(#"{"after":130,\#(filter)}"#) == true)
  }

  @Test func eventHasFieldsSentByServer() async throws {
    let server = try FakeServer { connection, number in
      while let request = connection.receive() { Self.lines(request, number, through: 3).forEach(connection.send) }
    }
    let events = try await connect(server).events()
    let event = try #require(try await events.first { _ in true })
    #expect(event.position == 3 && event.stream == "round-r" && event.revision == 2 && event.version == 1)
    #expect(event.type == "VoteCast" && event.recordedAt == Timestamp(text: "2026-03-02T12:00:00Z"))
    #expect(
      event.data?["vote"]?.string == "up" && event.metadata.actor == MemberID("01a1fdc9-f468-74c0-9b69-b1fbf8383c58"))
  }

  /// The first two connections break after `cut` bytes, for every third byte of the exchange.
  @Test func connectionCutAnywhereLosesNoEvent() async throws {
    let whole = 2100
    for cut in stride(from: 0, to: whole, by: 3) {
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
      let feed = try await connect(server).events(after: 0)
      #expect(try await positions(feed) == Array(1...Self.head), "cut after \(cut) bytes")
    }
  }

  @Test func overlappingPagesDeliverEachEventOnce() async throws {
    let server = try FakeServer { connection, number in
      guard connection.receive() != nil else { return }
      connection.send(#"{"jsonrpc":"2.0","id":1,"result":{"subscription_id":"s","position":0}}"#)
      for page in [[1, 2, 3], [2, 3], [3, 4, 5], [6, 7]] { connection.send(FakeEvents.appended("s", page)) }
      _ = connection.receive()
    }
    #expect(try await positions(connect(server).events(after: 0)) == Array(1...7))
  }

  @Test func lastingStopIsReportedToReadWithTimeout() async throws {
    let server = try FakeServer { connection, number in
      while let request = connection.receive() {
        if number == 1, request.method == "events.subscribe" {
          connection.send(request.refusal(503, "stopping"))
          continue
        }
        let lines = Self.lines(request, number)
        lines.prefix(number == 0 ? 2 : lines.count).forEach(connection.send)
        guard number == 0 else { continue }
        connection.send(FakeEvents.closed("s0", "stopping"))
        _ = connection.receive()
        return
      }
    }
    let client = try await connect(server, clock: TestClock(countsRealTime: false))
    client.onNotification { method, _ in Issue.record("not for others: \(method)") }
    let feed = client.events(after: 0)
    #expect(try await positions(feed, through: 2) == [1, 2])
    // The second connection keeps answering "stopping".
    let error = try await #require(throws: ClientError.self) { try await feed.next(within: .seconds(60)) }
    #expect(error.refusal?.reason == "stopping")
    #expect(feed.position == 2)
  }

  @Test func feedResumesAfterLongServerOutage() async throws {
    let server = try FakeServer { connection, number in
      guard let request = connection.receive(), number == 0 || number > 200 else { return }
      Self.lines(request, number).prefix(number == 0 ? 2 : 9).forEach(connection.send)
      if number > 0 { _ = connection.receive() }
    }
    #expect(try await positions(connect(server).events(after: 0)) == Array(1...Self.head))
    #expect(clock.sleeps.reduce(.zero, +) > .seconds(100))
  }

  @Test(arguments: ["access_ended", "identity_changed"])
  func subscriptionClosedByServerEndsFeedWithReason(_ reason: String) async throws {
    let server = try FakeServer { connection, number in
      while let request = connection.receive() {
        guard request.method == "events.subscribe" else {
          connection.send(request.result())
          continue
        }
        Self.lines(request, number).prefix(2).forEach(connection.send)
        connection.send(FakeEvents.closed("s0", reason))
      }
    }
    let client = try await connect(server)
    try await client.authenticate("t")
    let feed = client.events(after: 0)
    var heard: [Int] = []
    let error = try await #require(throws: ClientError.self) {
      for try await event in feed { heard.append(event.position.rawValue) }
    }
    #expect(heard == [1, 2], "what came before is not lost")
    #expect(error.refusal?.code == 401 && error.refusal?.reason == reason)
    #expect(server.received.count == 2, "it is not tried again")
  }

  @Test func tokenRevokedBeforeReconnectEndsFeed() async throws {
    let server = try FakeServer { connection, number in
      while let request = connection.receive() {
        if number > 0 {
          connection.send(request.refusal(401, "not_authenticated"))
        } else if request.method == "events.subscribe" {
          connection.send(Self.lines(request, number)[0])
          return
        } else {
          connection.send(request.result())
        }
      }
    }
    let client = try await connect(server)
    try await client.authenticate("t")
    let error = try await #require(throws: ClientError.self) { try await positions(client.events(after: 0)) }
    #expect(error.refusal?.code == 401)
  }

  @Test func feedEndsWhenClientActsAsAnotherMember() async throws {
    let server = try FakeServer { connection, number in
      while let request = connection.receive() {
        guard request.method == "auth.authenticate" else { continue }
        let who = request.parameters?["token"]?.string == "ann" ? Self.round.description : Self.household.description
        connection.send(request.result(#"{"member_id":"\#(who)","household_id":"\#(who)","role":"member"}"#))
      }
    }
    let client = try await connect(server)
    try await client.authenticate("ann")
    let feed = client.events(after: 3)
    try await client.authenticate("ann")
    try await client.authenticate("ben")
    let error = try await #require(throws: ClientError.self) {
      try await feed.begin()
      _ = try await positions(feed)
    }
    #expect(error.refusal?.reason == "identity_changed")
  }

  @Test func lastingOutageIsReportedToReadWithTimeout() async throws {
    let server = try FakeServer { connection, number in
      guard number == 0, let request = connection.receive() else { return }
      connection.send(Self.lines(request, number)[0])
    }
    let clock = TestClock(countsRealTime: false)
    let feed = try await connect(server, clock: clock).events(after: 0)
    let error = try await #require(throws: ClientError.self) { try await feed.next(within: .seconds(600)) }
    guard case .unreachable = error else {
      Issue.record("\(error)")
      return
    }
    #expect(clock.sleeps.reduce(.zero, +) > .seconds(20))
  }

  @Test func interleavedCallsTakeNoEventsFromFeed() async throws {
    let server = try FakeServer { connection, number in
      while let request = connection.receive() {
        if request.method == "events.subscribe" {
          connection.send(Self.lines(request, number)[0])
          continue
        }
        let after = (request.parameters?["n"]?.integer ?? 0) * 2
        connection.send(FakeEvents.appended("s\(number)", [after + 1, after + 2]))
        connection.send(request.result())
      }
    }
    let client = try await connect(server)
    let feed = client.events(after: 0)
    for number in 0..<3 { _ = try await client.call("rounds.get") { $0.field("n", number) } }
    #expect(try await positions(feed, through: 6) == Array(1...6))
  }

  @Test func silentServerIsPingedAndFeedReconnects() async throws {
    let server = try FakeServer { connection, number in
      while let request = connection.receive() {
        switch request.method {
        case "events.subscribe":
          let lines = Self.lines(request, number)
          // The first connection falls silent, and sends neither events nor answers.
          lines.prefix(number == 0 ? 1 : lines.count).forEach(connection.send)
        case _ where number > 0: connection.send(request.result())
        default: break
        }
      }
    }
    // The timeouts allow for a busy machine, because the server must subscribe the client before it falls silent.
    let options = MovieNightClient.Options(
      callTimeout: .seconds(5), quietTime: .milliseconds(50), silenceTimeout: .seconds(5))
    let client = MovieNightClient(to: server.address, options: options)
    #expect(try await positions(client.events(after: 0)) == Array(1...Self.head))
    #expect(server.received.contains { $0.contains("server.ping") })
  }

  @Test func closedFeedUnsubscribesAndYieldsNothing() async throws {
    let unsubscribed = Locked(false)
    let server = try FakeServer { connection, number in
      while let request = connection.receive() {
        if request.method == "events.unsubscribe" { unsubscribed.withLock { $0 = true } }
        connection.send(
          request.method == "events.subscribe" ? Self.lines(request, number)[0] : request.result())
      }
    }
    let client = try await connect(server)
    let feed = client.events(after: 0)
    try await feed.begin()
    feed.close()
    #expect(try await positions(feed) == [])
    _ = try await client.call("server.ping")
    #expect(unsubscribed.withLock { $0 })
    #expect(server.received[1].contains(#""method":"events.unsubscribe","params":{"subscription_id":"s0"}"#))
  }

  @Test func releasedFeedUnsubscribes() async throws {
    let server = try FakeServer { connection, number in
      while let request = connection.receive() {
        connection.send(
          request.method == "events.subscribe" ? Self.lines(request, number)[0] : request.result())
      }
    }
    let client = try await connect(server)
    try await client.events(after: 0).begin()
    _ = try await client.call("server.ping")
    #expect(server.received[1].contains("events.unsubscribe"))
  }

  @Test func slowReaderGetsEveryEvent() async throws {
    let last = 5000
    let server = try FakeServer { connection, _ in
      while let request = connection.receive() {
        // The server sends every event, whether or not the client has room.
        let lines = request.method == "events.subscribe" ? Self.pages(request, through: last) : [request.result()]
        for line in lines { connection.send(line) }
      }
    }
    let client = try await connect(server, options: .init(maximumBufferedEvents: 250))
    let feed = client.events(after: 0)
    while !server.received.contains(where: { $0.contains("events.unsubscribe") }) { await Task.yield() }
    #expect(try await positions(feed, through: last) == Array(1...last))
  }

  private static func pages(_ request: FakeRequest, through last: Int) -> [String] {
    let after = request.parameters?["after"]?.integer ?? 0
    let answer = request.result(#"{"subscription_id":"s\#(request.id)","position":\#(after)}"#)
    return [answer]
      + stride(from: after + 1, through: last, by: 100).map {
        FakeEvents.appended("s\(request.id)", Array($0...min($0 + 99, last)))
      }
  }

  @Test func feedsSharingConnectionGetOnlyTheirEvents() async throws {
    let server = try FakeServer { connection, number in
      while let request = connection.receive() {
        connection.send(request.result(#"{"subscription_id":"s\#(request.id)","position":0}"#))
        connection.send(FakeEvents.appended("s\(request.id)", [request.id * 10, request.id * 10 + 1]))
      }
    }
    let client = try await connect(server)
    let feeds = (0..<16).map { _ in client.events(after: 0) }
    for (index, feed) in feeds.enumerated() {
      #expect(try await positions(feed, through: index * 10 + 11) == [index * 10 + 10, index * 10 + 11])
    }
  }

  @Test func cancelledIterationKeepsFeedPosition() async throws {
    let server = try FakeServer { connection, number in
      while let request = connection.receive() {
        if request.method == "events.subscribe" { connection.send(Self.lines(request, number)[0]) }
        if request.method == "server.ping" {
          connection.send(FakeEvents.appended("s0", [1]))
          connection.send(request.result())
        }
      }
    }
    let client = try await connect(server)
    let feed = client.events(after: 0)
    let iteration = beside { try await positions(feed) }
    try await feed.begin()
    iteration.cancel()
    await #expect(throws: CancellationError.self) { try await iteration.value }
    _ = try await client.call("server.ping")
    #expect(try await positions(feed, through: 1) == [1])
  }

  @Test func roundUpdatesYieldEachRevisionOnce() async throws {
    let looks = Locked(0)
    let server = try FakeServer { connection, number in
      while let request = connection.receive() {
        guard request.method == "rounds.get" else {
          connection.send(request.result(#"{"subscription_id":"s","position":0}"#))
          continue
        }
        let look = looks.withLock { looks in
          looks += 1
          return looks
        }
        connection.send(request.result(Self.round(of: request.parameters?["household_id"]?.string, revision: look / 2)))
        // An event of another stream may change the round, too, but often does not.
        connection.send(FakeEvents.appended("s", [look * 10 + 1], stream: "round-other"))
        connection.send(FakeEvents.appended("s", [look * 10 + 2, look * 10 + 3], stream: "round-r1"))
      }
    }
    let client = try await connect(server)
    var seen: [Revision] = []
    for try await round in client.rounds.updates(of: Self.round, household: Self.household) {
      #expect(round.householdID == Self.household)
      seen.append(round.revision)
      if seen.count == 3 { break }
    }
    #expect(seen == [0, 1, 2], "each once")
  }

  private static func round(of household: String?, revision: Int) -> String {
    #"{"round_id":"\#(round)","household_id":"\#(household ?? "")","group_id":"\#(household ?? "")","status":"draft","#
      + #""status_label":"Draft","started_by":"\#(round)","started_by_name":"Ann","created_at":"2026-03-02T12:00:00Z","#
      + #""attendees":[],"attendees_mode":"everyone","suggestions":[],"vote_progress":{"voted":0,"total":1},"#
      + #""done_voting":[],"ceiling_overridden":false,"revision":\#(revision)}"#
  }
}
