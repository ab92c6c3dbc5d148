import ClientCommands
import Console
import MovieNightKit
import MovieNightPrimitives

/// Households made for a measurement, one for each connection: a creator with a token and three children.
struct Players {
  struct Household {
    var token: String
    var children: [String]
  }

  let address: ServerAddress
  private(set) var households: [Household] = []
  private let clock: ClientClock

  init(count: Int, _ arguments: Arguments, _ environment: Environment) async throws {
    clock = environment.clock
    let administrator = try await ServerConnection.openWithoutLogin(arguments, environment)
    address = administrator.address
    let requests = (1...count).map { number in
      Request("households.create") { parameters in
        parameters.field("name", "Household \(number)")
        parameters.key("creator")
        parameters.object { $0.field("display_name", "Creator \(number)") }
      }
    }
    for founded in try await administrator.pipeline(requests) {
      households.append(Household(token: try founded.get().string("token"), children: []))
    }
    for index in households.indices {
      households[index].children = try await Self.addChildren(member(of: households[index]))
    }
  }

  /// A client that acts as the creator.
  func member(of household: Household) async throws -> MovieNightClient {
    let client = try await MovieNightClient.connect(to: address, clock: clock)
    try await client.authenticate(household.token)
    return client
  }

  private static func addChildren(_ client: MovieNightClient) async throws -> [String] {
    let requests = ["Ada", "Ben", "Cleo"].map { name in
      Request("members.add_managed") { $0.field("display_name", name) }
    }
    return try await client.pipeline(requests).map { try $0.get().object("member").string("member_id") }
  }
}

/// The movies of a round in a measurement.
enum BenchMovies {
  static let ids = Array(100_001...100_005)

  static func write(to json: inout JSONWriter) {
    json.key("movies")
    json.array(ids) { json, id in
      json.object { json in
        json.field("tmdb_movie_id", id)
        json.field("title", "The Night of the \(id) Movies")
        json.field("year", 1990 + id % 30)
        json.field("poster_path", "/poster-\(id).jpg")
        json.field("content_rating", "PG")
        json.field("popularity", Double(id % 100) + 0.5)
      }
    }
  }

  static func start(_ client: MovieNightClient) async throws -> String {
    try await client.call("rounds.start") { parameters in
      parameters.field("open_voting", true)
      parameters.field("allow_watched", true)
      write(to: &parameters)
    }.object("round").string("round_id")
  }

  /// Another vote for each `number`.
  /// - Returns: its position.
  static func vote(_ client: MovieNightClient, _ round: String, number: Int) async throws -> Int {
    try await client.call("rounds.vote") { parameters in
      parameters.field("round_id", round)
      parameters.field("tmdb_movie_id", ids[number % ids.count])
      parameters.field("vote", number / ids.count % 2 == 0 ? "up" : "down")
    }.integer("position")
  }
}

/// Durable votes: each connection's member votes in the round of their household.
struct VoteLoad {
  let players: Players
  let hasIDs: Bool

  func requests() async throws -> [LoadRequest] {
    var requests: [LoadRequest] = []
    for household in players.households {
      let round = try await BenchMovies.start(players.member(of: household))
      requests.append(.vote(round: round, movies: BenchMovies.ids, hasID: hasIDs))
    }
    return requests
  }
}

/// Lists of sessions: each connection's household has had 20 movie nights.
struct SessionsLoad {
  let players: Players

  private static let nights = 20

  func requests() async throws -> [LoadRequest] {
    for household in players.households {
      let client = try await players.member(of: household)
      for _ in 0..<Self.nights { try await playNight(client, household.children) }
    }
    return players.households.map { _ in .sessions() }
  }

  private func playNight(_ client: MovieNightClient, _ children: [String]) async throws {
    let round = try await BenchMovies.start(client)
    var requests = [
      Request("rounds.pick") { parameters in
        parameters.field("round_id", round)
        parameters.field("tmdb_movie_id", BenchMovies.ids[0])
      },
      Request("rounds.mark_watched") { $0.field("round_id", round) },
    ]
    for member in [nil] + children {
      requests.append(
        Request("rounds.rate") { parameters in
          parameters.field("round_id", round)
          parameters.field("rating", "liked")
          parameters.field("acting_as", member)
        })
    }
    for outcome in try await client.pipeline(requests) { _ = try outcome.get() }
  }
}
