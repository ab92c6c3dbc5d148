#if Postgres
  import Glibc
  import MovieNightPrimitives
  import Testing

  @testable import Platform
  @testable import Transport

  /// The command ids that were acknowledged to one voter, and the refusals.
  struct VoterOutcomes: Sendable {
    var acknowledged: [String] = []
    /// The number of refusals, by reason.
    var reasons: [String: Int] = [:]
    /// The longest time that an answer took.
    var slowest = Duration.zero
  }

  /// The members of a household, who vote continuously, each over a separate connection.
  ///
  /// Every vote changes the member's previous vote, so that its command id records exactly one event. A vote is resent
  /// with the same id until it is acknowledged. If the connection to a server is lost, the vote goes to the next
  /// server.
  final class Voters: Sendable {
    let household: Household
    let round: String
    private let sockets: [String]
    private let isOver = Locked(false)
    private let acknowledged = Locked(0)

    /// Founds the household and starts a round on the first server.
    init(on servers: [any ServerUnderTest], members: Int = 4) throws {
      sockets = servers.map(\.socketPath)
      household = try servers[0].createHousehold(children: (1..<members).map { "Child \($0)" })
      round = try servers[0].wire(token: household.token)
        .result("rounds.start", #""movies":[\#(movie(1)),\#(movie(2))],"open_voting":true"#)
        .object("round").string("round_id")
    }

    /// Lets all members vote until `disturbances` has returned and their last votes are acknowledged.
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
      eventually("\(count) more acknowledged votes") { acknowledged.withLock { $0 } >= wanted }
    }

    /// Returns the status in the result of `server.health`.
    func health(of server: some ServerUnderTest) throws -> String {
      try server.wire(token: household.token).result("server.health").string("status")
    }

    func readRound(from server: some ServerUnderTest) throws {
      try server.wire(token: household.token).result("rounds.get", #""round_id":"\#(round)""#)
    }

    /// Returns the parameters of a vote by the creator. The voters vote only on the first movie, so a test can vote on
    /// the second one without interfering.
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
        try sendUntilAcknowledged(command, parameters, &connection, &tally)
        isUp.toggle()
        usleep(1000)
      }
      return tally
    }

    private func sendUntilAcknowledged(
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
      throw TestFailure("a vote was never acknowledged: \(tally.reasons)")
    }

    private struct Connection {
      let sockets: [String]
      var next: Int
      let token: String
      var wire: Wire?

      /// Returns the answer, or nil if the connection was lost or could not be opened and authenticated. In that case
      /// the next call uses the next server.
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

    /// Expects that each acknowledged command recorded exactly one event, and that no other command recorded any.
    func check(against database: Database) throws {
      let eventCounts = try database.eventsByCommand()
      let acknowledged = Set(flatMap(\.acknowledged))
      #expect(acknowledged.subtracting(eventCounts.keys).isEmpty, "acknowledged but lost")
      #expect(Set(eventCounts.keys).subtracting(acknowledged).isEmpty, "recorded without an acknowledged command")
      #expect(eventCounts.values.allSatisfy { $0 == 1 }, "applied twice")
    }
  }
#endif
