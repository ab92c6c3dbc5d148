import Console
import EventStore
import Glibc
import MovieNightKit
import Platform
import MovieNightPrimitives
import Server
import Transport

/// `serve --demo`: a household with a little history, and lines to type in another terminal.
///
/// Its token is kept in a file beside the store, readable by its owner only, so that the lines work after a restart.
struct DemoHousehold: Sendable {
  let store: StoreAddress
  let socketPath: String
  /// As it was called, so that the printed lines work as they stand.
  let program: String
  let addresses: [ListenAddress]
  let errors: Terminal

  /// Fills the store if nothing happened in it yet, then says what to try.
  func fillAndTell(_ log: Log) async {
    do {
      let client = try await MovieNightClient.connect(to: .unix(path: socketPath))
      try await client.authenticateAsAdministrator()
      let health = try await client.call("server.health", parameters: { _ in })
      if try health.integer("head") == 0 { try keep(token: try await fill(client)) }
      tell()
    } catch {
      log.error("demo_failed", ["error": .string("\(error)")])
    }
  }

  private var tokenPath: String? {
    switch store {
    case .memory, .postgres: nil
    case .journal(let directory): "\(directory)/demo.token"
    case .sqlite(let path): "\(path).demo-token"
    }
  }

  // MARK: Filling

  private func fill(_ administrator: MovieNightClient) async throws -> String {
    let founded = try await administrator.call("households.create") { parameters in
      parameters.field("name", "Friday Night Films")
      parameters.key("creator")
      parameters.object { json in
        json.field("display_name", "Tim")
        json.field("avatar_key", "avatar_fox")
      }
    }
    let token = try founded.string("token")
    let tim = try founded.object("household").string("created_by")
    let phone = try await MovieNightClient.connect(to: .unix(path: socketPath))
    try await phone.authenticate(token)
    let max = try await addChild("Max", "avatar_bear", phone)
    let mia = try await addChild("Mia", "avatar_cat", phone)
    try await setTastes(of: [(nil, [35, 10751, 12]), (max, [16, 35]), (mia, [16, 14, 10751])], phone)
    // The one that comes with the program needs no network, which may not be there.
    let catalog = try await phone.call("server.info", parameters: { _ in })["catalog"]?["source"]?.string
    try await DemoHistory(client: phone, tim: tim, children: [max, mia], suggests: catalog == "file").play()
    return token
  }

  /// - Parameter tastes: genres by TMDb's ids, of a child or of the one who sends it.
  private func setTastes(of tastes: [(member: String?, likes: [Int])], _ client: MovieNightClient) async throws {
    for (member, likes) in tastes {
      _ = try await client.call("preferences.set") { parameters in
        parameters.field("genre_likes", likes)
        // A child's ceiling is fixed.
        if let member { parameters.field("acting_as", member) } else { parameters.field("max_content_rating", "PG-13") }
      }
    }
  }

  private func addChild(_ name: String, _ avatar: String, _ client: MovieNightClient) async throws -> String {
    try await client.call("members.add_managed") { parameters in
      parameters.field("display_name", name)
      parameters.field("avatar_key", avatar)
    }.object("member").string("member_id")
  }

  private func keep(token: String) throws {
    guard let path = tokenPath else { return }
    let file: Int32
    do throws(FileOpenError) { file = try RegularFile.open(path, O_WRONLY | O_CREAT | O_NOFOLLOW) } catch {
      throw CommandFailure("\(path) cannot be written: \(error)", hint: error.hint)
    }
    defer { close(file) }
    let bytes = Array((token + "\n").utf8)
    // A file that was there keeps the permissions that it had.
    guard fchmod(file, 0o600) == 0, ftruncate(file, 0) == 0, write(file, bytes, bytes.count) == bytes.count else {
      throw CommandFailure("\(path) cannot be written: \(String(cString: strerror(errno)))")
    }
  }

  // MARK: Telling

  private func tell() {
    guard let path = tokenPath, access(path, R_OK) == 0, case .tcp(let host, let port)? = addresses.first else {
      return
    }
    let request = #"{"jsonrpc":"2.0","id":1,"method":"auth.authenticate","params":{"token":"'$MOVIENIGHT_TOKEN'"}}"#
    let question = #"{"jsonrpc":"2.0","id":2,"method":"sessions.list","params":{"limit":1}}"#
    errors.lines([
      "",
      "Try this in another terminal, in this folder:",
      "",
      "  export MOVIENIGHT_TOKEN=$(cat \(path)) MOVIENIGHT_CONNECT=\(addresses[0])",
      "  \(program) history",
      "  \(program) tonight",
      "  \(program) movie search \"toy story\"",
      "  \(program) tv season 1396 1",
      "  printf '%s\\n' '\(request)' '\(question)' | nc -N \(host) \(port)",
      "",
      "Control-C ends the server.",
      "",
    ])
  }
}

/// Three movie nights: one rated, one watched, one that is being voted on. The catalog fills in what is not said here.
private struct DemoHistory {
  let client: MovieNightClient
  let tim: String
  let children: [String]
  /// Whether the catalog adds movies to the last round.
  let suggests: Bool

  func play() async throws {
    let rated = try await start([.paddington, .totoro, .wallE])
    try await vote(rated, .paddington, "up", by: [nil, children[0], children[1]])
    try await vote(rated, .totoro, "up", by: [nil])
    try await vote(rated, .totoro, "down", by: [children[0]])
    try await pickAndWatch(rated, .paddington)
    try await rate(rated, "loved", by: nil)
    try await rate(rated, "loved", by: children[0])
    try await rate(rated, "liked", by: children[1])

    let watched = try await start([.totoro, .wallE])
    try await vote(watched, .totoro, "up", by: [nil, children[1]])
    try await vote(watched, .wallE, "up", by: [children[0]])
    try await pickAndWatch(watched, .totoro)
    try await rate(watched, "loved", by: children[1])

    let voting = try await start([.wallE, .shaun, .matilda], suggesting: suggests)
    try await vote(voting, .wallE, "up", by: [nil, children[0]])
    try await vote(voting, .matilda, "up", by: [children[1]])
    try await vote(voting, .shaun, "down", by: [nil])
  }

  private struct Movie {
    let id: Int
    let title: String
    let year: Int
    let rating: String
    let popularity: Double

    static let paddington = Movie(id: 346648, title: "Paddington 2", year: 2017, rating: "PG", popularity: 41.8)
    static let totoro = Movie(id: 8392, title: "My Neighbor Totoro", year: 1988, rating: "G", popularity: 55.2)
    static let wallE = Movie(id: 10681, title: "WALL·E", year: 2008, rating: "G", popularity: 60.1)
    static let shaun = Movie(id: 263109, title: "Shaun the Sheep Movie", year: 2015, rating: "PG", popularity: 20.4)
    static let matilda = Movie(id: 10830, title: "Matilda", year: 1996, rating: "PG", popularity: 33.7)
  }

  private func start(_ movies: [Movie], suggesting: Bool = false) async throws -> String {
    try await client.call("rounds.start") { parameters in
      parameters.field("open_voting", true)
      parameters.field("suggest", suggesting)
      parameters.key("movies")
      parameters.array(movies) { json, movie in
        json.object { json in
          json.field("tmdb_movie_id", movie.id)
          json.field("title", movie.title)
          json.field("year", movie.year)
          json.field("content_rating", movie.rating)
          json.field("popularity", movie.popularity)
        }
      }
    }.object("round").string("round_id")
  }

  private func vote(_ round: String, _ movie: Movie, _ vote: String, by voters: [String?]) async throws {
    for voter in voters {
      _ = try await client.call("rounds.vote") { parameters in
        parameters.field("round_id", round)
        parameters.field("tmdb_movie_id", movie.id)
        parameters.field("vote", vote)
        parameters.field("acting_as", voter)
      }
    }
  }

  private func pickAndWatch(_ round: String, _ movie: Movie) async throws {
    _ = try await client.call("rounds.pick") { parameters in
      parameters.field("round_id", round)
      parameters.field("tmdb_movie_id", movie.id)
    }
    _ = try await client.call("rounds.mark_watched") { $0.field("round_id", round) }
  }

  private func rate(_ round: String, _ rating: String, by member: String?) async throws {
    _ = try await client.call("rounds.rate") { parameters in
      parameters.field("round_id", round)
      parameters.field("rating", rating)
      parameters.field("acting_as", member)
    }
  }
}
