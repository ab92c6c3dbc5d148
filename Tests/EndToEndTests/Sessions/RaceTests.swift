import MovieNightKit
import MovieNightPrimitives
import Testing

/// Two clients of one server that send the same command at the same time.
@Suite struct RaceTests {
  private static let repetitions = 40

  private func start(_ movies: [Int]) -> Request {
    Request(
      "rounds.start",
      json: Array(
        #"{"movies":[\#(movies.map { movie($0) }.joined(separator: ","))],"open_voting":true,"allow_watched":true}"#
          .utf8))
  }

  private func events(_ types: String, of round: String, _ wire: Wire) throws -> [JSONValue] {
    Array(try wire.result("events.read", #""round_id":"\#(round)","types":["\#(types)"],"limit":1000"#).array("events"))
  }

  @Test func concurrentStartsCreateOneRound() throws {
    let server = try LocalServer()
    let household = try server.createHousehold()
    let clients = try (0..<2).map { _ in try Racer(server.client(token: household.token)) }
    let observer = try server.wire(token: household.token)
    for _ in 0..<Self.repetitions {
      let outcomes = try together(2) { try clients[$0].call(self.start([1, 2])) }
      let started = outcomes.compactMap { try? $0.get() }
      let refusals = outcomes.compactMap { outcome -> Refusal? in
        if case .failure(let error) = outcome { error.refusal } else { nil }
      }
      #expect(started.count == 1)
      let round = try #require(try started.first?.object("round").string("round_id"))
      #expect(refusals.map(\.reason) == ["active_round_exists"])
      #expect(refusals.first?.data?["round_id"]?.string == round)
      try observer.result("rounds.discard", #""round_id":"\#(round)""#)
    }
    let drafted = try observer.result("events.read", #""types":["RoundDrafted"],"limit":1000"#).array("events")
    #expect(Array(drafted).count == Self.repetitions)
  }

  @Test func concurrentPicksPickOneMovie() throws {
    let server = try LocalServer()
    let household = try server.createHousehold()
    let clients = try (0..<2).map { _ in try Racer(server.client(token: household.token)) }
    let observer = try server.wire(token: household.token)
    for _ in 0..<Self.repetitions {
      let round = try clients[0].call(start([1, 2])).get().object("round").string("round_id")
      let outcomes = try together(2) { index in
        try clients[index].call(
          Request("rounds.pick", json: Array(#"{"round_id":"\#(round)","tmdb_movie_id":\#(index + 1)}"#.utf8)))
      }
      let winner = try #require(outcomes.firstIndex { (try? $0.get()) != nil })
      #expect(outcomes.count { (try? $0.get()) != nil } == 1)
      if case .failure(let error) = outcomes[1 - winner] { #expect(error.refusal?.reason == "wrong_state") }
      #expect(try events("MoviePicked", of: round, observer).count == 1)
      let details = try observer.result("rounds.get", #""round_id":"\#(round)""#)
      #expect(try details.integer("picked_movie_id") == winner + 1)
    }
  }

  @Test func concurrentLastRatingsCompleteRoundOnce() throws {
    let server = try LocalServer()
    let household = try server.createHousehold(children: ["Max"])
    let clients = try (0..<2).map { _ in try Racer(server.client(token: household.token)) }
    let observer = try server.wire(token: household.token)
    for _ in 0..<Self.repetitions {
      let round = try clients[0].call(start([1, 2])).get().object("round").string("round_id")
      try observer.result("rounds.pick", #""round_id":"\#(round)","tmdb_movie_id":1"#)
      try observer.result("rounds.mark_watched", #""round_id":"\#(round)""#)
      let outcomes = try together(2) { index in
        let member = household.actingAs(household.members[index])
        return try clients[index].call(
          Request("rounds.rate", json: Array(#"{"round_id":"\#(round)","rating":"liked"\#(member)}"#.utf8)))
      }
      let statuses = try outcomes.map { try $0.get().string("status") }
      #expect(statuses.sorted() == ["rated", "watched"])
      #expect(try events("RoundRated", of: round, observer).count == 1)
      #expect(try events("RatingGiven", of: round, observer).count == 2)
    }
  }

  @Test func commandSentByTwoClientsIsExecutedOnce() throws {
    let server = try LocalServer()
    let household = try server.createHousehold()
    let wires = try (0..<2).map { _ in try server.wire(token: household.token) }
    for _ in 0..<Self.repetitions {
      let parameters = #""command_id":"\#(randomID())","movies":[\#(movie(1)),\#(movie(2))]"#
      let results = try together(2) { try wires[$0].result("rounds.start", parameters).text }
      #expect(results[0] == results[1])
      let round = try JSONDocument(results[0]).root.object("round").string("round_id")
      try wires[0].result("rounds.discard", #""round_id":"\#(round)""#)
    }
    let drafted = try wires[0].result("events.read", #""types":["RoundDrafted"],"limit":1000"#).array("events")
    #expect(Array(drafted).count == Self.repetitions)
  }
}

/// A client whose calls return refusals instead of throwing them.
///
/// `@unchecked Sendable`: only one thread at a time uses the client.
private final class Racer: @unchecked Sendable {
  private let client: WaitingClient

  init(_ client: WaitingClient) { self.client = client }

  func call(_ request: Request) throws -> Result<JSONValue, ClientError> {
    do { return .success(try client.call(request)) } catch let error as ClientError { return .failure(error) }
  }
}
