#if Postgres
  import Glibc
  import MovieNightPrimitives
  import Testing

  @testable import Platform
  @testable import Transport

  /// The outcomes of one voter's commands.
  struct VoterOutcomes: Sendable {
    var acknowledged: [String] = []
    /// The number of refusals, by reason.
    var reasons: [String: Int] = [:]
    /// The longest wait for an answer.
    var slowest = Duration.zero
  }

  /// The members of a household, who vote without a pause, each over a connection of its own.
  ///
  /// Every vote has a command id and changes the member's vote, so that it records one event. It is resent with the same id
  /// until it is acknowledged, to the next server if one is gone.
  final class Voters: Sendable {
    let household: Household
    let round: String
    private let sockets: [String]
    private let isOver = Locked(false)
    private let acknowledged = Locked(0)

    /// Founds the household and starts a round.
    init(on servers: [any ServerUnderTest], members: Int = 4) throws {
      sockets = servers.map(\.socketPath)
      household = try servers[0].found(children: (1..<members).map { "Child \($0)" })
      round = try servers[0].wire(token: household.token)
        .result("rounds.start", #""movies":[\#(movie(1)),\#(movie(2))],"open_voting":true"#)
        .object("round").string("round_id")
    }

    /// Lets all members vote while `disturbances` runs, and until the votes they sent are acknowledged.
    func vote(while disturbances: @escaping @Sendable () throws -> Void) throws -> [VoterOutcomes] {
      try together(household.members.count + 1) { [self] index -> VoterOutcomes in
        guard index == household.members.count else { return try vote(index) }
        defer { isOver.withLock { $0 = true } }
        do { try disturbances() } catch { Issue.record(error) }
        return VoterOutcomes()
      }
    }

    /// Waits until `count` more votes are acknowledged.
    func waitForVotes(_ count: Int = 40) {
      let wanted = acknowledged.withLock { $0 } + count
      eventually("\(count) more votes") { acknowledged.withLock { $0 } >= wanted }
    }

    /// The status in the result of `server.health`.
    func health(of server: some ServerUnderTest) throws -> String {
      try server.wire(token: household.token).result("server.health").string("status")
    }

    func readRound(from server: some ServerUnderTest) throws {
      try server.wire(token: household.token).result("rounds.get", #""round_id":"\#(round)""#)
    }

    /// A vote of the creator. No other member votes on the second movie, so a vote on it always changes something.
    func parameters(vote: String, command: String, movie: Int = 1) -> String {
      #""round_id":"\#(round)","tmdb_movie_id":\#(movie),"vote":"\#(vote)","command_id":"\#(command)""#
    }

    private func vote(_ index: Int) throws -> VoterOutcomes {
      var tally = VoterOutcomes()
      var connection = Connection(sockets: sockets, next: index, token: household.token)
      var isUp = true
      while !isOver.withLock({ $0 }) {
        let command = randomID()
        let parameters =
          parameters(vote: isUp ? "up" : "down", command: command) + household.actingAs(household.members[index])
        try settle(command, parameters, &connection, &tally)
        isUp.toggle()
        usleep(1000)
      }
      return tally
    }

    private func settle(
      _ command: String, _ parameters: String, _ connection: inout Connection, _ tally: inout VoterOutcomes
    ) throws {
      for _ in 0..<(timeoutSeconds * 50) {
        let start = SystemClock.monotonic()
        if let answer = connection.call("rounds.vote", parameters) {
          tally.slowest = max(tally.slowest, SystemClock.monotonic() - start)
          guard let code = answer.code else {
            tally.acknowledged.append(command)
            acknowledged.withLock { $0 += 1 }
            return
          }
          guard code == 503, let reason = answer.reason else { throw TestFailure(answer.text) }
          tally.reasons[reason, default: 0] += 1
        }
        usleep(20_000)
      }
      throw TestFailure("a vote is never acknowledged: \(tally.reasons)")
    }

    private struct Connection {
      let sockets: [String]
      var next: Int
      let token: String
      var wire: Wire?

      /// The answer; nil if no server can be reached or authenticate the voter.
      mutating func call(_ method: String, _ parameters: String) -> Answer? {
        do {
          let wire = try wire ?? connected()
          let answer = try wire.call(method, parameters)
          self.wire = wire
          return answer
        } catch {
          wire = nil
          next += 1
          return nil
        }
      }

      private func connected() throws -> Wire {
        let wire = try Wire(unix: sockets[next % sockets.count])
        try wire.result("auth.authenticate", #""token":"\#(token)""#)
        return wire
      }
    }
  }

  extension [VoterOutcomes] {
    var reasons: Set<String> { Set(flatMap(\.reasons.keys)) }

    /// Compares the acknowledged commands with the recorded ones.
    func check(against database: Database) throws {
      let stands = try database.eventsByCommand()
      let acknowledged = Set(flatMap(\.acknowledged))
      #expect(acknowledged.subtracting(stands.keys).isEmpty, "acknowledged, and lost")
      #expect(Set(stands.keys).subtracting(acknowledged).isEmpty, "recorded by nobody's command")
      #expect(stands.values.allSatisfy { $0 == 1 }, "applied twice")
    }
  }
#endif
