import ClientCommands
import Console
import MovieNightKit
import Platform

/// The households for a measurement, one for each connection. Each has a creator, who has a token, and three children.
struct Players {
  struct Household {
    let token: String
    /// The connection, which is authenticated as the creator.
    let connection: BenchConnection
    let children: [String]
  }

  let address: ServerAddress
  private(set) var households: [Household] = []

  init(count: Int, _ arguments: Arguments, _ environment: Environment) async throws {
    raiseDescriptorLimit(to: count + 64)
    let administrator = try await ServerConnection.openWithoutLogin(arguments, environment)
    address = administrator.address
    let requests = (1...count).map { number in
      Request("households.create") { parameters in
        parameters.field("name", "Household \(number)")
        parameters.object("creator") { $0.field("display_name", "Creator \(number)") }
      }
    }
    for founded in try await administrator.pipeline(requests) {
      let token = try founded.get().string("token")
      let connection = try BenchConnection(to: address, token: token)
      let children = try ["Ada", "Ben", "Cleo"].map { name in
        try connection.ask("members.add_managed", #""display_name":"\#(name)""#).object("member").string("member_id")
      }
      households.append(Household(token: token, connection: connection, children: children))
    }
  }

  /// Starts a round in each household, and returns a sequence of votes by its creator for each.
  func votes(haveIDs: Bool) throws -> [RequestSequence] {
    try households.map { .vote(round: try $0.connection.startRound(), movies: BenchMovies.ids, hasID: haveIDs) }
  }

  /// Plays 20 movie nights in each household, and returns a sequence of requests for the list of them for each.
  func sessions() throws -> [RequestSequence] {
    for household in households {
      for _ in 0..<20 { try household.playNight() }
    }
    return households.map { _ in .query("sessions.list", #"{"limit":20}"#) }
  }
}

extension Players.Household {
  fileprivate func playNight() throws {
    let round = #""round_id":"\#(try connection.startRound())""#
    var requests: [(method: String, parameters: String)] = [
      ("rounds.pick", #"\#(round),"tmdb_movie_id":\#(BenchMovies.ids[0])"#), ("rounds.mark_watched", round),
      ("rounds.rate", #"\#(round),"rating":"liked""#),
    ]
    for child in children {
      requests.append(("rounds.rate", #"\#(round),"rating":"liked","acting_as":"\#(child)""#))
    }
    _ = try connection.ask(requests)
  }
}

enum BenchMovies {
  static let ids = Array(100_001...100_005)

  fileprivate static let json = ids.map(movie).joined(separator: ",")

  private static func movie(_ id: Int) -> String {
    let (year, popularity) = (1990 + id % 30, Double(id % 100) + 0.5)
    return """
      {"tmdb_movie_id":\(id),"title":"The Night of the \(id) Movies","year":\(year),"poster_path":"/poster-\(id).jpg",\
      "content_rating":"PG","popularity":\(popularity)}
      """
  }
}

extension BenchConnection {
  func startRound() throws -> String {
    try ask("rounds.start", #""open_voting":true,"allow_watched":true,"movies":[\#(BenchMovies.json)]"#)
      .object("round").string("round_id")
  }

  /// Casts a vote that differs for each `number`, and returns the position of its event.
  func vote(in round: String, number: Int) throws -> Int {
    let (movie, turn) = (BenchMovies.ids[number % BenchMovies.ids.count], number / BenchMovies.ids.count)
    let vote = turn % 2 == 0 ? "up" : "down"
    return try ask("rounds.vote", #""round_id":"\#(round)","tmdb_movie_id":\#(movie),"vote":"\#(vote)""#)
      .integer("position")
  }
}
