import EventStore
import MovieNightPrimitives
import TestSupport
import Testing

@testable import Platform

/// A server that is killed at random moments while members vote.
@Suite struct KillTests {
  private static let movies = 4
  private static let kills = 4

  /// One voter's acknowledged vote on each movie, and the last vote if it was not answered and may or may not be
  /// recorded.
  private struct Ballot: Sendable {
    var acknowledged: [Int: String] = [:]
    var uncertain: (movie: Int, vote: String)?
  }

  @Test(arguments: StoreKind.durable)
  func acknowledgedVotesSurviveServerKills(_ kind: StoreKind) throws {
    let folder = try TemporaryFolder()
    let store = try kind.address(in: folder)
    var random = SeededGenerator(seed: 8)
    var server = try ServerProcess(store, in: folder)
    let household = try server.createHousehold(children: ["Max", "Mia", "Moe"])
    let movies = (1...Self.movies).map { movie($0) }.joined(separator: ",")
    let round = try server.wire(token: household.token).result(
      "rounds.start", #""movies":[\#(movies)],"open_voting":true"#
    )
    .object("round").string("round_id")
    var ballots = Array(repeating: Ballot(), count: household.members.count)
    for kill in 0..<Self.kills {
      let limit = Int.random(in: 5...200, using: &random)
      let running = server
      let acknowledged = Locked(0)
      let before = ballots
      let wires = try household.members.map { _ in try running.wire(token: household.token) }
      ballots = try together(household.members.count + 1) { index -> Ballot in
        if index == household.members.count {
          eventually("enough votes for kill \(kill)") { acknowledged.withLock { $0 } >= limit }
          try running.kill()
          return Ballot()
        }
        let sender = household.actingAs(household.members[index])
        let seed = UInt64(kill * 10 + index)
        return try Self.vote(wires[index], round, sender, before[index], seed: seed) {
          acknowledged.withLock { $0 += 1 }
        }
      }.dropLast()
      server = try ServerProcess(store, in: folder)
      ballots = try check(ballots, household, round, server)
    }
    #expect(try server.terminate() == 0)
    let verified = try Run("verify", "--store", "\(store)", in: folder)
    #expect(verified.code == 0, "\(verified.output)\(verified.errors)")
  }

  /// Sends random votes until the connection ends, and returns the updated ballot.
  private static func vote(
    _ wire: Wire, _ round: String, _ sender: String, _ ballot: Ballot, seed: UInt64, acknowledged: () -> Void
  ) throws -> Ballot {
    var (ballot, random) = (ballot, SeededGenerator(seed: seed))
    while true {
      let movie = Int.random(in: 1...movies, using: &random)
      let vote = Bool.random(using: &random) ? "up" : "down"
      ballot.uncertain = (movie, vote)
      do {
        try wire.post("rounds.vote", #""round_id":"\#(round)","tmdb_movie_id":\#(movie),"vote":"\#(vote)""# + sender)
      } catch is SystemError {
        return ballot
      }
      guard let line = try wire.readLine() else { return ballot }
      #expect(try Answer(line).result().string("vote") == vote)
      ballot.acknowledged[movie] = vote
      ballot.uncertain = nil
      acknowledged()
    }
  }

  /// Expects that the server has each acknowledged vote. Returns the server's votes, from which the voters continue.
  private func check(_ ballots: [Ballot], _ household: Household, _ round: String, _ server: ServerProcess) throws
    -> [Ballot]
  {
    let details = try server.wire(token: household.token).result("rounds.get", #""round_id":"\#(round)""#)
    var found = Array(repeating: Ballot(), count: ballots.count)
    for suggestion in try details.array("suggestions") {
      let movie = try suggestion.integer("tmdb_movie_id")
      for voter in try suggestion.array("voters") {
        let index = try #require(household.members.firstIndex(of: voter.string("member_id")))
        found[index].acknowledged[movie] = try voter.string("vote")
      }
    }
    for (index, ballot) in ballots.enumerated() {
      for movie in 1...Self.movies {
        let stored = found[index].acknowledged[movie]
        let isUncertainVote = ballot.uncertain?.movie == movie && stored == ballot.uncertain?.vote
        #expect(stored == ballot.acknowledged[movie] || isUncertainVote, "member \(index), movie \(movie)")
      }
    }
    return found
  }
}
