import EventStore
import MovieNightPrimitives
import Testing

/// Event feeds of the client library, whose server is killed and restarted.
@Suite struct FeedTests {
  @Test(arguments: StoreKind.durable)
  func feedDeliversEachEventOnceAcrossKills(_ kind: StoreKind) throws {
    let folder = try TemporaryFolder()
    let store = try kind.address(in: folder)
    let server = Locked(try ServerProcess(store, in: folder))
    let first = server.withLock { $0 }
    let household = try first.createHousehold()
    let voter = try first.client(token: household.token)
    let start = try voter.call("rounds.start") { parameters in
      parameters.field("open_voting", true)
      parameters.field("movies", raw: Array("[\(movie(1)),\(movie(2))]".utf8))
    }
    let round = try start.object("round").string("round_id")
    let votes = 300
    let path = first.socketPath
    let cast = Locked(0)
    let last = Locked<Int?>(nil)
    let received = try together(5) { index -> [Int] in
      switch index {
      case 0:
        // The voter's client resends commands that were not answered.
        let voter = try WaitingClient(unix: path, token: household.token)
        for turn in 0..<votes {
          let result = try voter.call("rounds.vote") { parameters in
            parameters.field("round_id", round)
            parameters.field("tmdb_movie_id", 1)
            parameters.field("vote", turn % 2 == 0 ? "up" : "down")
          }
          cast.withLock { $0 += 1 }
          if turn == votes - 1 { try last.withLock { $0 = try result.integer("position") } }
        }
      case 1:
        for kill in 1...3 {
          eventually("more votes before kill \(kill)") { cast.withLock { $0 } > kill * votes / 4 }
          try server.withLock { running in
            try running.kill()
            running = try ServerProcess(store, in: folder)
          }
        }
      default:
        let client = try WaitingClient(unix: path, token: household.token)
        let feed = client.events(after: 0)
        var positions: [Int] = []
        while last.withLock({ $0 }).map({ feed.position < $0 }) ?? true {
          positions += try feed.next(within: .milliseconds(200))
        }
        return positions
      }
      return []
    }
    let running = server.withLock { $0 }
    let head = try running.administrator().result("server.health").integer("head")
    for positions in received.dropFirst(2) { #expect(positions == Array(1...head)) }
    #expect(try running.terminate() == 0)
  }
}
