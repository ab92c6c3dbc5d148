#if Postgres
  import Domain
  import EventStore
  import Glibc
  import MovieNightPrimitives
  import Testing

  @testable import Console
  @testable import Platform
  @testable import Stores

  /// The order of the events that several server processes append concurrently. Every kind of reader must see it
  /// without gaps.
  ///
  /// Runs for 3 seconds, or for `MOVIENIGHT_TEST_SECONDS` if that is set.
  @Suite("Several servers: gapless order") struct OrderTests {
    private static let seconds = getenv("MOVIENIGHT_TEST_SECONDS").flatMap { Int(String(cString: $0)) } ?? 3
    fileprivate static let writersPerHousehold = 2
    private static let pipelined = 16

    /// The positions that one thread of the test has received.
    private enum Seen: Sendable {
      /// Positions in the results of a writer's commands.
      case acknowledged([Int])
      /// Positions that a reader of one household has seen.
      case household(String, [Int])
      /// Positions that a reader of the whole store has seen.
      case all([Int])
    }

    /// The positions that a reader has seen. The last event of each writer is an invite, so the reader is done when it
    /// has seen the invites of all writers.
    private struct Reading {
      private(set) var positions: [Int] = []
      private var awaited: Int

      init(of households: Int = 1) { awaited = households * OrderTests.writersPerHousehold }

      var isDone: Bool { awaited == 0 }
      var last: Int { positions.last ?? 0 }

      mutating func take(_ position: Int, _ type: String) {
        positions.append(position)
        if type == InviteCreated.type { awaited -= 1 }
      }

      mutating func take(_ page: JSONValue) throws {
        for event in try page.array("events") { take(try event.integer("position"), try event.string("type")) }
      }
    }

    @Test func everyReaderSeesEveryPositionOnceInOrder() throws {
      let servers = try ProcessGroup(3)
      let households = try (0..<servers.count).map { try servers[$0].createHousehold() }
      let rounds = try households.indices.map { index in
        try servers[index].wire(token: households[index].token).startRound()
      }
      // Another program's transaction, which has read and written, stays open during the test.
      let hanging = try servers.database.connect()
      try hanging.execute("CREATE TABLE elsewhere (a int)")
      try hanging.execute(
        "BEGIN ISOLATION LEVEL REPEATABLE READ; INSERT INTO elsewhere VALUES (1); "
          + "SELECT count(*) FROM events")

      let writers = servers.count * Self.writersPerHousehold
      let address = servers.database.store
      let deadline = SystemClock.monotonic() + .seconds(Self.seconds)
      let isBroken = Locked(false)
      let seen = try together(writers + 2 * servers.count + 2) { index -> Seen in
        // The two writers of each household use different servers.
        let number = index % servers.count
        let household = households[number]
        switch index {
        case ..<writers:
          let wire = try servers[(number + index / servers.count) % servers.count].wire(token: household.token)
          let member = household.actingAs(household.members[index / servers.count])
          do {
            return .acknowledged(try Self.vote(wire, rounds[number] + member, until: deadline))
          } catch {
            isBroken.withLock { $0 = true }
            throw error
          }
        case ..<(writers + servers.count):
          let wire = try servers[number].wire(token: household.token)
          return .household(household.id, try Self.page(wire) { isBroken.withLock { $0 } })
        case ..<(writers + 2 * servers.count):
          let wire = try servers[(number + 1) % servers.count].wire(token: household.token)
          return .household(household.id, try Self.subscribe(wire))
        default:
          return .all(
            try Self.readAll(address, of: households.count, asNews: index % 2 == 0) { isBroken.withLock { $0 } })
        }
      }
      try hanging.execute("COMMIT")
      try check(seen, households, address)
      #expect(try servers.terminate() == Array(repeating: 0, count: servers.count))
      #expect(try servers.verify().code == 0)
    }

    private func check(_ seen: [Seen], _ households: [Household], _ address: StoreAddress) throws {
      let store = try openStore(address, mode: .readOnly)
      defer { store.close() }
      let events = try store.readAll(after: 0, limit: .max, owner: nil)
      #expect(events.map(\.position) == Array(1...events.count))
      #expect(zip(events, events.dropFirst()).allSatisfy { $0.recordedAt <= $1.recordedAt })
      var acknowledged: [Int] = []
      for case .acknowledged(let positions) in seen {
        #expect(positions == positions.sorted())
        acknowledged += positions
      }
      #expect(Set(acknowledged).count == acknowledged.count && acknowledged.count > 100)
      let recorded = events.filter { [VoteCast.type, InviteCreated.type].contains($0.type) }.map(\.position)
      #expect(Set(acknowledged).isSubset(of: recorded))
      for household in households {
        let owed = events.filter { $0.owner.description == household.id }.map(\.position)
        var readers = 0
        for case .household(household.id, let positions) in seen {
          #expect(positions == owed)
          readers += 1
        }
        #expect(readers == 2)
      }
      for case .all(let positions) in seen { #expect(positions == Array(1...events.count)) }
    }

    // MARK: Writers

    /// Votes until the deadline, with several requests in flight, then creates an invite. Returns the acknowledged
    /// positions.
    ///
    /// Answers with 503 are skipped. On a machine that stalls for seconds, a server gives up waiting for the append
    /// lock.
    private static func vote(_ wire: Wire, _ parameters: String, until deadline: Duration) throws -> [Int] {
      var positions: [Int] = []
      var turn = 0
      while SystemClock.monotonic() < deadline {
        for _ in 0..<pipelined {
          let vote = turn % 2 == 0 ? "up" : "down"
          try wire.post("rounds.vote", parameters + #","tmdb_movie_id":1,"vote":"\#(vote)""#)
          turn += 1
        }
        for _ in 0..<pipelined {
          let answer = try wire.readAnswer()
          if answer.code != 503 { positions.append(try answer.result().integer("position")) }
        }
      }
      let id = #""command_id":"\#(randomID())""#
      var last = try wire.call("invites.create", id)
      for _ in 0..<5 where last.code == 503 { last = try wire.call("invites.create", id) }
      return positions + [try last.result().integer("position")]
    }

    // MARK: Readers

    private static func page(_ wire: Wire, isBroken: () -> Bool) throws -> [Int] {
      var reading = Reading()
      var after = 0
      while !reading.isDone, !isBroken() {
        let page = try wire.result("events.read", #""limit":500,"after":\#(after)"#)
        try reading.take(page)
        after = try page.integer("next_after")
      }
      return reading.positions
    }

    private static func subscribe(_ wire: Wire) throws -> [Int] {
      try wire.result("events.subscribe", #""after":0"#)
      var reading = Reading()
      while !reading.isDone { try reading.take(wire.readAnswer().json.object("params")) }
      return reading.positions
    }

    private static func readAll(_ address: StoreAddress, of households: Int, asNews: Bool, isBroken: () -> Bool) throws
      -> [Int]
    {
      let store = try openStore(address, mode: .readOnly)
      defer { store.close() }
      var reading = Reading(of: households)
      while !reading.isDone, !isBroken() {
        let events =
          asNews
          ? try store.storeChanges(after: reading.last, limit: 300).events
          : try store.readAll(after: reading.last, limit: 300, owner: nil)
        for event in events { reading.take(event.position, event.type) }
      }
      return reading.positions
    }
  }
#endif
