import MovieNightKit
import Platform
import MovieNightPrimitives
import Testing

/// Live updates of a round through the client library, while its server is killed and restarted.
@Suite struct ClientUpdateTests {
  @Test func updatesContinueAcrossServerKill() throws {
    let folder = try TemporaryFolder()
    let store = try StoreKind.journal.address(in: folder)
    let first = try ServerProcess(store, in: folder)
    let household = try first.createHousehold()
    let second = Locked<ServerProcess?>(nil)
    let eventTexts = try CallingThread.run { () async throws -> [String] in
      let client = MovieNightClient(to: .unix(path: first.socketPath), as: .token(household.token))
      let started = try await client.rounds.start(
        movies: (1...2).map { SentMovie(tmdbMovieID: MovieID($0), title: "Movie \($0)", contentRating: .pg) },
        openVoting: true)
      let round = started.round.id
      let events = client.events(after: started.position)
      var seen: [Round] = []
      for try await round in client.rounds.updates(of: round) {
        seen.append(round)
        switch seen.count {
        case 1:
          try await client.rounds.vote(.up, on: 1, in: round.id)
        case 2:
          try first.kill()
          second.withLock { $0 = try? ServerProcess(store, in: folder) }
          try await client.rounds.pick(1, in: round.id)
        default: break
        }
        if round.status == .selected { break }
      }
      #expect(seen.map(\.status) == [.voting, .voting, .selected])
      #expect(seen[1].suggestions.first { $0.tmdbMovieID == 1 }?.votesUp == 1)
      #expect(seen[2].pick?.tmdbMovieID == 1)
      var eventTexts: [String] = []
      for try await event in events {
        switch event.payload {
        case .voteCast(let cast): eventTexts.append("\(cast.vote.rawValue) on \(cast.tmdbMovieID)")
        case .moviePicked(let pick): eventTexts.append("picked \(pick.tmdbMovieID)")
        default: eventTexts.append(event.type)
        }
        if case .moviePicked = event.payload { break }
      }
      return eventTexts
    }
    #expect(eventTexts.first == "up on 1" && eventTexts.last == "picked 1", "\(eventTexts)")
    #expect(try #require(second.withLock { $0 }).terminate() == 0)
  }
}
