import EventStore
import MovieNightKit
import Platform
import MovieNightPrimitives
import Testing

/// Clients whose server is killed and restarted. One runs many tasks, and one uses an outbox.
@Suite struct ClientReconnectTests {
  @Test(arguments: StoreKind.durable) func callsDuringServerKillsAreAnsweredAndNeverRepeated(_ kind: StoreKind) throws {
    let folder = try TemporaryFolder()
    let store = try kind.address(in: folder)
    let server = Locked(try ServerProcess(store, in: folder))
    let household = try server.withLock { try $0.createHousehold() }
    let client = try server.withLock { try $0.client(token: household.token) }
    let round = try startRound(client)
    let (tasks, calls) = (100, 10)
    let answered = Locked<[Int]>([])
    _ = try together(2) { index in
      guard index == 0 else {
        for kill in 1...3 {
          eventually("more answers before kill \(kill)") { answered.withLock { $0.count } > kill * tasks * calls / 5 }
          try server.withLock { running in
            try running.kill()
            running = try ServerProcess(store, in: folder)
          }
        }
        return
      }
      try CallingThread.run { [client = client.client] in
        try await withThrowingTaskGroup(of: Void.self) { group in
          for task in 0..<tasks {
            group.addTask {
              for call in 0..<calls {
                let result = try await client.call(vote(round, (task + call) % 2 == 0 ? "up" : "down"))
                let position = try result.integer("position")
                answered.withLock { $0.append(position) }
              }
            }
          }
          try await group.waitForAll()
        }
      }
    }
    #expect(answered.withLock { $0.count } == tasks * calls)
    let votes = try votesCast(client)
    #expect(votes.count == Set(votes).count, "at most one vote per command")
    #expect(votes.count > 100)
    let running = server.withLock { $0 }
    #expect(try running.terminate() == 0)
  }

  /// An app puts the vote into its outbox while no server runs, and ends before a server is started again.
  @Test func offlineVoteFromOutboxCountsOnce() throws {
    let folder = try TemporaryFolder()
    let store = try StoreKind.journal.address(in: folder)
    let first = try ServerProcess(store, in: folder)
    let household = try first.createHousehold()
    let client = try first.client(token: household.token)
    let (round, path) = (try startRound(client), "\(folder.path)/outbox")
    let member = try #require(Identifier<IdentifiedKind.Member>(household.creator))
    try first.kill()

    let id = try CallingThread.run { () async throws -> String in
      let client = MovieNightClient(to: .unix(path: first.socketPath), as: .token(household.token))
      let outbox = try client.outbox(.file(path), of: member)
      let id = try await outbox.send(vote(round, "up")).description
      // The second command will be refused, because the movie is not in the round.
      try await outbox.send(vote(round, "up", movie: 99))
      await outbox.close()
      return id
    }
    let second = try ServerProcess(store, in: folder)
    let outcomes = try CallingThread.run { () async throws -> [Outbox.Outcome] in
      let client = MovieNightClient(to: .unix(path: second.socketPath), as: .token(household.token))
      let outbox = try client.outbox(.file(path), of: member)
      var outcomes: [Outbox.Outcome] = []
      for await outcome in outbox.outcomes {
        outcomes.append(outcome)
        try await outbox.acknowledge(outcome)
        if outcomes.count == 2 { break }
      }
      // Sends the command once more with the same id, as if its answer had been lost.
      let command = outcomes[0].command
      let again = try await client.call(Request(command.method, json: Array(command.parameters.rawBytes)))
      #expect(try again.integer("position") == (try outcomes[0].result.get().integer("position")))
      return outcomes
    }
    #expect(outcomes[0].id.description == id)
    guard case .failure(let error) = outcomes[1].result else {
      Issue.record("there is no such movie")
      return
    }
    #expect(error.refusal?.reason == "not_in_round")
    #expect(try votesCast(second.client(token: household.token)) == [id])
    #expect(try second.terminate() == 0)
  }

  private func startRound(_ client: WaitingClient) throws -> String {
    try client.call("rounds.start") { parameters in
      parameters.field("open_voting", true)
      parameters.field("movies", raw: Array("[\(movie(1)),\(movie(2))]".utf8))
    }.object("round").string("round_id")
  }

  /// Returns the command ids of all recorded votes.
  private func votesCast(_ client: WaitingClient) throws -> [String] {
    var ids: [String] = []
    var after = 0
    while true {
      let page = try client.call("events.read") { parameters in
        parameters.field("after", after)
        parameters.field("limit", 1000)
        parameters.key("types")
        parameters.array(["VoteCast"]) { $0.string($1) }
      }
      ids += try page.array("events").map { try $0.object("metadata").string("command_id") }
      let next = try page.integer("next_after")
      if next == after { return ids }
      after = next
    }
  }
}

private func vote(_ round: String, _ vote: String, movie: Int = 1) -> Request {
  Request("rounds.vote") { parameters in
    parameters.field("round_id", round)
    parameters.field("tmdb_movie_id", movie)
    parameters.field("vote", vote)
  }
}
