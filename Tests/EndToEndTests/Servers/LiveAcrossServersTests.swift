#if Postgres
  import MovieNightPrimitives
  import Testing

  @testable import Transport

  /// The effects that a command on one server has for clients of another server.
  @Suite("Several servers: live updates") struct LiveAcrossServersTests {
    private let servers: ServerGroup
    private let household: Household

    init() throws {
      servers = try ServerGroup(2)
      household = try servers[0].createHousehold()
      try servers.settle()
    }

    @Test func voteReachesSubscriberOfOtherServer() throws {
      let wires = try servers.wires(token: household.token)
      var listener = try Listener(servers[1].wire(token: household.token))
      let round = try wires[0].startRound()
      for turn in 0..<20 {
        let vote = turn % 2 == 0 ? "up" : "down"
        let cast = try wires[0].result("rounds.vote", round + #","tmdb_movie_id":1,"vote":"\#(vote)""#)
        try listener.listen(through: cast.integer("position"))
        let received = try #require(listener.events.last)
        #expect(try received.string("type") == "VoteCast" && received.object("data").string("vote") == vote)
        // Once a server has sent an event to a subscriber, its queries show the event's effect.
        let read = try wires[1].result("rounds.get", round).array("suggestions").first {
          try $0.integer("tmdb_movie_id") == 1
        }
        #expect(try read?.integer("votes_up") == 1 - turn % 2)
      }
    }

    /// Lets members vote on both servers while `meanwhile` runs, and expects that subscribers on both servers get each
    /// event once. Half of the subscribers connect at the start, the others after half of the votes.
    private func voteAndListen(
      _ round: String, voters: Int, votes: Int, meanwhile: @escaping @Sendable (_ isOver: () -> Bool) throws -> Void
    ) throws {
      let (servers, household) = (servers, household)
      let (cast, last) = (Locked(0), Locked<[Int]>([]))
      let total = voters * votes
      let received = try together(voters + 5) { index -> (start: Int, listener: Listener)? in
        if index < voters {
          let wire = try servers[index % 2].wire(token: household.token)
          let parameters = round + household.actingAs(household.members[index % household.members.count])
          var position = 0
          for turn in 0..<votes {
            let vote = turn % 2 == 0 ? "up" : "down"
            position = try wire.result(
              "rounds.vote", parameters + #","tmdb_movie_id":\#(1 + index / 3 % 2),"vote":"\#(vote)""#
            ).integer("position")
            cast.withLock { $0 += 1 }
          }
          last.withLock { $0.append(position) }
          return nil
        }
        if index == voters {
          try meanwhile { last.withLock { $0.count } == voters }
          return nil
        }
        // Subscribers 0 and 1 start at once, 2 and 3 after half of the votes. Subscribers 0 and 3 ask for all earlier
        // events.
        let number = index - voters - 1
        if number >= 2 { eventually("half of the votes to be cast") { cast.withLock { $0 } >= total / 2 } }
        let wire = try servers[number % 2].wire(token: household.token)
        let start = number % 3 == 0 ? 0 : nil
        var listener = try Listener(wire, start.map { #""after":\#($0)"# } ?? "")
        eventually("all votes to be cast") { last.withLock { $0.count } == voters }
        try listener.listen(through: last.withLock { $0.max() ?? 0 })
        return (start ?? listener.start, listener)
      }
      let owed = try servers[0].wire(token: household.token).result("events.read", #""limit":1000"#)
      let positions = try owed.array("events").map { try $0.integer("position") }
      let texts = try owed.eventTexts()
      #expect(positions.count > total / 2)
      for case (let start, let listener)? in received {
        let expected = zip(positions, texts).filter { $0.0 > start }.map(\.1)
        #expect(listener.events.map(\.text) == expected)
      }
    }

    @Test func subscribersGetEachEventOnceFromBothServers() throws {
      let round = try servers[0].wire(token: household.token).startRound()
      try voteAndListen(round, voters: 6, votes: 40) { _ in }
      #expect(try servers.verify().code == 0)
    }

    /// The test repeatedly terminates the servers' LISTEN connections, so that notifications are lost.
    @Test func lostNotificationsAreRecoveredByPolling() throws {
      let round = try servers[0].wire(token: household.token).startRound()
      let database = servers.database
      let ended = Locked(0)
      try voteAndListen(round, voters: 6, votes: 40) { isOver in
        while !isOver() { try ended.withLock { $0 += try Self.endListeners(of: database) } }
        // Makes it possible that the notification of the last vote is lost, too.
        _ = try Self.endListeners(of: database)
      }
      #expect(ended.withLock { $0 } > 0)
    }

    /// Terminates the connections on which servers listen for notifications. Returns their number.
    private static func endListeners(of database: Database) throws -> Int {
      try database.integer(
        """
        SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
        WHERE datname = current_database() AND query LIKE 'LISTEN%' AND pid <> pg_backend_pid()
        """)
    }

    @Test func voteReachesSubscriberWithoutNotifications() throws {
      let wires = try servers.wires(token: household.token)
      var listener = try Listener(servers[1].wire(token: household.token))
      let round = try wires[0].startRound()
      for turn in 0..<3 {
        let vote = round + #","tmdb_movie_id":1,"vote":"\#(turn % 2 == 0 ? "up" : "down")""#
        _ = try Self.endListeners(of: servers.database)
        try listener.listen(through: try wires[0].result("rounds.vote", vote).integer("position"))
      }
      #expect(listener.closed == nil)
    }

    // MARK: Access, names and reads

    @Test func tokenRevocationEndsAccessOnOtherServer() throws {
      let creator = try servers[0].wire(token: household.token)
      let issued = try creator.result("tokens.issue", #""label":"Phone""#)
      try servers.settle()
      let phone = try servers[1].wire(token: issued.string("token"))
      var listener = try Listener(phone)
      let vote = try creator.startRound() + #","tmdb_movie_id":1,"vote":"up""#
      try creator.result("tokens.revoke", #""token_id":"\#(issued.string("token_id"))""#)
      let late = try servers[1].wire(token: household.token)
      try listener.listenToEnd()
      #expect(try listener.closed?.string("reason") == "access_ended")
      #expect(try phone.call("rounds.vote", vote).code == 401)
      #expect(try phone.call("households.get").code == 401)
      #expect(try late.call("households.get").code == nil)
      let again = try servers[1].wire().call("auth.authenticate", #""token":"\#(issued.string("token"))""#)
      #expect(again.code == 401)
    }

    /// The command must be refused even if the other server has not yet read the event of the removal.
    @Test func commandOfRemovedMemberIsRefusedByOtherServer() throws {
      let creator = try servers[0].wire(token: household.token)
      let round = try creator.startRound()
      let vote = round + #","tmdb_movie_id":1,"vote":"up""#
      for _ in 0..<10 {
        let ann = try creator.addMember(on: servers[0])
        try servers.settle()
        let wire = try servers[1].wire(token: ann.token)
        try wire.result("rounds.vote", vote)
        try creator.result("members.remove", #""member_id":"\#(ann.id)""#)
        let answer = try wire.call("rounds.vote", vote)
        #expect(answer.code == 401 || answer.code == 403, "\(answer.text)")
        try eventually("the removed member to lose access") { try wire.call("households.get").code == 401 }
      }
    }

    @Test func nameChangeReachesOtherServer() throws {
      let wires = try servers.wires(token: household.token)
      let child = household.children[0]
      _ = try wires[1].result("households.get")
      for turn in 0..<10 {
        let name = "Maximilian \(turn)"
        let (writer, reader) = (wires[turn % 2], wires[1 - turn % 2])
        try writer.result("members.update", #""member_id":"\#(child)","display_name":"\#(name)""#)
        #expect(try writer.result("households.get").text.contains(name), "a server shows its own write at once")
        try eventually("the new name on the other server") { try reader.result("households.get").text.contains(name) }
        #expect(try !reader.result("households.get").text.contains("Maximilian \(turn - 1)"))
      }
      try wires[0].result("members.erase", #""member_id":"\#(child)","confirm":"DELETE""#)
      #expect(try !wires[0].result("households.get").text.contains("Maximilian"))
      try eventually("the erased name to disappear from the other server") {
        try !wires[1].result("households.get").text.contains("Maximilian")
      }
    }

    /// While one server acknowledges votes, reads from the other never return an older state than the read before.
    /// After the last vote they catch up.
    @Test func readsNeverGoBackwards() throws {
      let wires = try servers.wires(token: household.token)
      let round = try wires[0].startRound()
      let (acknowledged, isOver) = (Locked(0), Locked(false))
      _ = try together(2) { index in
        if index == 0 {
          for turn in 0..<100 {
            let vote = round + #","tmdb_movie_id":1,"vote":"\#(turn % 2 == 0 ? "up" : "down")""#
            let cast = try wires[0].result("rounds.vote", vote)
            #expect(try wires[0].result("rounds.get", round).integer("revision") >= cast.integer("revision"))
            try acknowledged.withLock { $0 = try cast.integer("revision") }
          }
          return isOver.withLock { $0 = true }
        }
        var last = 0
        while !isOver.withLock({ $0 }) {
          let revision = try wires[1].result("rounds.get", round).integer("revision")
          #expect(revision >= last)
          last = revision
        }
        try eventually("the other server to catch up") {
          try wires[1].result("rounds.get", round).integer("revision") == acknowledged.withLock { $0 }
        }
      }
    }

    // MARK: Round deadlines

    @Test func roundExpiresOnceAcrossServers() throws {
      let wires = try servers.wires(token: household.token)
      for turn in 0..<8 {
        let round = try wires[turn % 2].startRound()
        servers.time.advance(hours: 73)
        for wire in wires {
          try eventually("the round to expire") { try wire.call("rounds.get", round).json.isExpired }
        }
        try servers.settle()
        #expect(try wires[turn % 2].count(of: "RoundExpired", "," + round) == 1)
      }
      #expect(try servers.verify().code == 0)
    }

    @Test func remainingServerTakesOverDeadlines() throws {
      let wires = try servers.wires(token: household.token)
      let round = try wires[0].startRound()
      try servers.settle()
      servers[0].stop()
      servers.time.advance(hours: 73)
      try eventually("the other server to expire the round") { try wires[1].call("rounds.get", round).json.isExpired }
      #expect(try wires[1].count(of: "RoundExpired", "," + round) == 1)
      let next = try wires[1].startRound()
      try servers[0].start()
      let back = try servers[0].wire(token: household.token)
      #expect(try back.result("rounds.get", next).string("status") == "voting")
      try back.result("rounds.pick", next + #","tmdb_movie_id":1"#)
      #expect(try servers.verify().code == 0)
    }
  }

  extension JSONValue {
    /// Whether the answer shows an expired round.
    fileprivate var isExpired: Bool { self["result"]?["status"]?.string == "expired" }
  }
#endif
