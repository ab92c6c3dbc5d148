#if Postgres
  import MovieNightPrimitives
  import Testing

  /// The same command sent through several servers at the same time. One succeeds, and the others are refused with the
  /// reason.
  @Suite("Several servers: races") struct RuleRaceTests {
    /// The number and kind of the servers on which a race runs.
    enum Setup: CaseIterable {
      case twoServers, threeServers, threeProcesses

      func servers() throws -> any SeveralServers {
        switch self {
        case .twoServers: try ServerGroup(2)
        case .threeServers: try ServerGroup(3)
        case .threeProcesses: try ProcessGroup(3)
        }
      }

      /// The number of times a fast race is run. Slow races are run a quarter as often.
      var repetitions: Int { self == .threeProcesses ? 8 : 20 }
    }

    private static let repetitions = 40

    /// Calls the method over all connections at the same time.
    private func race(
      _ wires: [Wire], _ method: String, _ parameters: @escaping @Sendable (Int) -> String
    ) throws -> [Answer] {
      try together(wires.count) { try wires[$0].call(method, parameters($0)) }
    }

    /// Expects that exactly one answer is a result and all others are the given refusal. Returns the index of the
    /// result.
    private func expectOneWinner(
      _ answers: [Answer], code: Int = 409, _ reason: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Int {
      let winners = answers.indices.filter { answers[$0].code == nil }
      #expect(winners.count == 1, "\(answers.map(\.text))", sourceLocation: sourceLocation)
      let winner = try #require(winners.first, sourceLocation: sourceLocation)
      for (index, answer) in answers.enumerated() where index != winner {
        #expect(answer.code == code && answer.reason == reason, "\(answer.text)", sourceLocation: sourceLocation)
      }
      return winner
    }

    @Test(arguments: Setup.allCases) func concurrentStartsCreateOneRound(_ setup: Setup) throws {
      let servers = try setup.servers()
      let household = try servers[0].createHousehold()
      try servers.settle()
      let wires = try servers.wires(token: household.token)
      for _ in 0..<setup.repetitions {
        let answers = try race(wires, "rounds.start") { _ in #""movies":[\#(movie(1)),\#(movie(2))]"# }
        let winner = try expectOneWinner(answers, "active_round_exists")
        let round = try answers[winner].result().object("round").string("round_id")
        for (index, answer) in answers.enumerated() where index != winner {
          #expect(try answer.error?.object("data").string("round_id") == round)
        }
        // The round is discarded through a server that refused, which must already have read the round's events.
        try wires[(winner + 1) % wires.count].result("rounds.discard", #""round_id":"\#(round)""#)
      }
      #expect(try wires[0].count(of: "RoundDrafted") == setup.repetitions)
      #expect(try servers.verify().code == 0)
    }

    @Test(arguments: Setup.allCases) func concurrentPicksPickOneMovie(_ setup: Setup) throws {
      let servers = try setup.servers()
      let household = try servers[0].createHousehold()
      try servers.settle()
      let wires = try servers.wires(token: household.token)
      for turn in 0..<setup.repetitions {
        let starter = turn % servers.count
        let round = try wires[starter].startRound()
        let answers = try race(wires, "rounds.pick") { round + #","tmdb_movie_id":\#($0 % 2 + 1)"# }
        let winner = try expectOneWinner(answers, "wrong_state")
        #expect(try wires[winner].result("rounds.get", round).integer("picked_movie_id") == winner % 2 + 1)
        #expect(try wires[winner].count(of: "MoviePicked", "," + round) == 1)
      }
      #expect(try servers.verify().code == 0)
    }

    /// The rating that is recorded last completes the round, and only that one.
    @Test(arguments: Setup.allCases) func concurrentLastRatingsCompleteRoundOnce(_ setup: Setup) throws {
      let servers = try setup.servers()
      let household = try servers[0].createHousehold(children: (1..<servers.count).map { "Child \($0)" })
      try servers.settle()
      let wires = try servers.wires(token: household.token)
      for _ in 0..<setup.repetitions {
        let round = try wires[0].startRound()
        try wires[1].result("rounds.pick", round + #","tmdb_movie_id":1"#)
        try wires[0].result("rounds.mark_watched", round)
        let answers = try race(wires, "rounds.rate") { index in
          round + #","rating":"liked""# + household.actingAs(household.members[index])
        }
        let results = try answers.map { try $0.result() }
        let last = try #require(
          results.indices.max { try results[$0].integer("position") < results[$1].integer("position") })
        #expect(try results[last].string("status") == "rated")
        // An answer shows the state at its position, even if later events have been recorded by then.
        let others = try results.indices.filter { $0 != last }.map { try results[$0].string("status") }
        #expect(others.allSatisfy { $0 == "watched" }, "\(answers.map(\.text))")
        #expect(try wires[last].count(of: "RoundRated", "," + round) == 1)
        #expect(try wires[last].count(of: "RatingGiven", "," + round) == servers.count)
        // The other servers have also read that the round is over.
        let late = try wires[(last + 1) % wires.count].call("rounds.rate", round + #","rating":"loved""#)
        #expect(late.code == 409 && late.reason == "wrong_state", "\(late.text)")
      }
      #expect(try servers.verify().code == 0)
    }

    /// The household has room for one more member, and one guest on each server tries to join.
    @Test(arguments: Setup.allCases) func concurrentJoinsFillLastPlaceOnce(_ setup: Setup) throws {
      let servers = try setup.servers()
      for turn in 0..<setup.repetitions / 4 {
        let household = try servers[turn % servers.count].createHousehold(children: ["A", "B", "C", "D", "E", "F"])
        try servers.settle()
        let invite = try servers[0].wire(token: household.token).result("invites.create").string("invite_token")
        let unauthenticatedPeers = try (0..<servers.count).map { try servers[$0].wire() }
        let answers = try race(unauthenticatedPeers, "invites.accept") {
          #""invite_token":"\#(invite)","display_name":"Guest \#($0)""#
        }
        let winner = try expectOneWinner(answers, "household_full")
        let token = try answers[winner].result().string("token")
        let details = try servers[winner].wire(token: token).result("households.get")
        #expect(Array(try details.array("members")).count == 8)
      }
      #expect(try servers.verify().code == 0)
    }

    /// The creator and the members next in line leave at the same time. If an adult remains, that member becomes the
    /// creator; otherwise the household closes.
    @Test(arguments: Setup.allCases) func concurrentLeavesKeepOneCreatorOrCloseHousehold(_ setup: Setup) throws {
      let servers = try setup.servers()
      for turn in 0..<setup.repetitions / 4 {
        let household = try servers[0].createHousehold(children: ["Max"])
        let tim = try servers[0].wire(token: household.token)
        let heirs = try (1..<servers.count).map { try tim.addMember(on: servers[0], "Heir \($0)") }
        let bob = turn % 2 == 0 ? try tim.addMember(on: servers[0], "Bob") : nil
        try servers.settle()
        let leaving = try [tim] + heirs.enumerated().map { try servers[$0 + 1].wire(token: $1.token) }
        let answers = try race(leaving, "members.leave") { _ in "" }
        for answer in answers { #expect(answer.code == nil, "every member may leave: \(answer.text)") }
        try servers.settle()
        for index in 0..<servers.count {
          let details = try servers[index].administrator().result(
            "households.get", #""household_id":"\#(household.id)""#)
          let members = Array(try details.array("members"))
          guard let bob else {
            #expect(try members.allSatisfy { try $0.string("member_type") == "managed" }, "only children remain")
            continue
          }
          #expect(try details.string("created_by") == bob.id)
          #expect(try members.filter { try $0.string("role") == "creator" }.count == 1)
          #expect(try members.first { try $0.string("member_type") == "managed" }?.string("parent_member_id") == bob.id)
        }
        let read = #","household_id":"\#(household.id)""#
        let closed = try servers[1].administrator().count(of: "HouseholdClosed", read)
        #expect(closed == (bob == nil ? 1 : 0))
      }
      #expect(try servers.verify().code == 0)
    }

    @Test func commandSentToTwoServersIsExecutedOnce() throws {
      let servers = try ServerGroup(2)
      let household = try servers[0].createHousehold()
      try servers.settle()
      let wires = try servers.wires(token: household.token)
      for _ in 0..<Self.repetitions {
        let id = randomID()
        let answers = try race(wires, "rounds.start") { _ in
          #""command_id":"\#(id)","movies":[\#(movie(1)),\#(movie(2))]"#
        }
        #expect(try answers[0].resultText() == answers[1].resultText())
        let round = try answers[0].result().object("round").string("round_id")
        // Every server refuses another command with the same id.
        let other = try race(wires, "rounds.start") { _ in #""command_id":"\#(id)""# }
        for answer in other { #expect(answer.code == 409 && answer.reason == "command_id_reused", "\(answer.text)") }
        try wires[1].result("rounds.discard", #""round_id":"\#(round)""#)
      }
      #expect(try wires[1].count(of: "RoundDrafted") == Self.repetitions)
      #expect(try servers.verify().code == 0)
    }

    /// A command that changes nothing records no event, so only its receipt can make both answers equal.
    @Test func noOpCommandSentToTwoServersGetsSameAnswer() throws {
      let servers = try ServerGroup(2)
      let household = try servers[0].createHousehold()
      try servers.settle()
      let wires = try servers.wires(token: household.token)
      let vote = try wires[0].startRound() + #","tmdb_movie_id":1,"vote":"up""#
      let cast = try wires[0].result("rounds.vote", vote).text
      for _ in 0..<Self.repetitions {
        let id = #","command_id":"\#(randomID())""#
        let answers = try race(wires, "rounds.vote") { _ in vote + id }
        for answer in answers { #expect(try answer.resultText() == cast) }
      }
      #expect(try wires[0].count(of: "VoteCast") == 1)
    }
  }
#endif
