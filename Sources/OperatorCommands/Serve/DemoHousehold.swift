import Stores
import Console
import Glibc
import MovieNightKit
import Platform
import MovieNightPrimitives
import Server
import Transport

/// The demo of `serve --demo`: a household with some history, and commands to try in another terminal. Its token is
/// stored in a file beside the store that only the owner can read, so that the commands still work after a restart.
struct DemoHousehold: Sendable {
  let store: StoreAddress
  let socketPath: String
  /// The program's name as the user typed it, so that the printed commands work.
  let program: String
  let addresses: [ListenAddress]
  /// The option that names the store, without a password; empty for the default store.
  let storeOption: String
  let hasBuiltInCatalog: Bool
  let errors: Terminal

  /// Fills the store if it is empty, and prints the commands to try.
  func fillAndReport(_ log: Log) async {
    do {
      let client = try await AdministratorConnection.connect(socketPath, clock: .system)
      if try await client.server.health().head == 0 { try saveToken(try await fill(client)) }
      printCommands()
    } catch {
      log.error("demo_failed", ["error": .string("\(error)")])
    }
  }

  /// Whether `serve --demo` has filled the store, which is known only of a store in a file or folder.
  static func hasFilled(_ store: StoreAddress) -> Bool { tokenPath(of: store).map { access($0, F_OK) == 0 } ?? false }

  private static func tokenPath(of store: StoreAddress) -> String? {
    switch store {
    case .memory, .postgres: nil
    case .journal(let directory): "\(directory)/demo.token"
    case .sqlite(let path): "\(path).demo-token"
    }
  }

  // MARK: Filling the store

  private func fill(_ administrator: MovieNightClient) async throws -> String {
    let creator = NewMember(displayName: "Tim", avatarKey: "avatar_fox")
    let founded = try await administrator.households.create(named: "Friday Night Films", by: creator)
    guard let token = founded.token else { throw JSONError(.missing, field: "token") }
    let phone = try await MovieNightClient.connect(to: .unix(path: socketPath))
    try await phone.authenticate(token)
    let max = try await phone.members.addManaged(displayName: "Max", avatarKey: "avatar_bear").member.id
    let mia = try await phone.members.addManaged(displayName: "Mia", avatarKey: "avatar_cat").member.id
    try await phone.preferences.set(genreLikes: [35, 10751, 12], maxContentRating: .pg13)
    try await phone.acting(as: max).preferences.set(genreLikes: [16, 35])
    try await phone.acting(as: mia).preferences.set(genreLikes: [16, 14, 10751])
    // Movies are suggested only if the catalog is a file, as the built-in one, because others need a network.
    let suggests = try await phone.server.info().catalog?.source == "file"
    try await DemoHistory(client: phone, children: [max, mia], suggests: suggests).play()
    return token
  }

  private func saveToken(_ token: String) throws {
    guard let path = Self.tokenPath(of: store) else { return }
    let file: Int32
    do throws(FileOpenError) { file = try RegularFile.open(path, O_WRONLY | O_CREAT | O_NOFOLLOW) } catch {
      throw CommandFailure("\(path) cannot be written: \(error)", hint: error.hint)
    }
    defer { close(file) }
    let bytes = Array((token + "\n").utf8)
    // The mode is set here, because opening an existing file does not change it.
    guard fchmod(file, 0o600) == 0, ftruncate(file, 0) == 0, write(file, bytes, bytes.count) == bytes.count else {
      throw CommandFailure("\(path) cannot be written: \(String(cString: strerror(errno)))")
    }
  }

  // MARK: Printing the commands to try

  private func printCommands() {
    guard let path = Self.tokenPath(of: store), access(path, R_OK) == 0,
      case .tcp(let host, let port)? = addresses.first
    else { return }
    let request = #"{"jsonrpc":"2.0","id":1,"method":"auth.authenticate","params":{"token":"'$MOVIENIGHT_TOKEN'"}}"#
    let question = #"{"jsonrpc":"2.0","id":2,"method":"sessions.list","params":{"limit":1}}"#
    let later =
      hasBuiltInCatalog
      ? "To serve it later with the same catalog: \(program) serve --catalog demo\(storeOption)\n\n" : ""
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
      later + "Control-C stops the server.",
      "",
    ])
  }
}

/// Plays three movie nights, which end up rated, watched and in voting. The catalog completes the movies' data.
private struct DemoHistory {
  let client: MovieNightClient
  let children: [MemberID]
  let suggests: Bool

  func play() async throws {
    let rated = try await start([.paddington, .totoro, .wallE])
    try await vote(.up, on: .paddington, in: rated, by: [nil, children[0], children[1]])
    try await vote(.up, on: .totoro, in: rated, by: [nil])
    try await vote(.down, on: .totoro, in: rated, by: [children[0]])
    try await pickAndWatch(.paddington, in: rated)
    try await client.rounds.rate(rated, as: .loved)
    try await client.acting(as: children[0]).rounds.rate(rated, as: .loved)
    try await client.acting(as: children[1]).rounds.rate(rated, as: .liked)

    let watched = try await start([.totoro, .wallE])
    try await vote(.up, on: .totoro, in: watched, by: [nil, children[1]])
    try await vote(.up, on: .wallE, in: watched, by: [children[0]])
    try await pickAndWatch(.totoro, in: watched)
    try await client.acting(as: children[1]).rounds.rate(watched, as: .loved)

    let voting = try await start([.wallE, .shaun, .matilda], suggesting: suggests)
    try await vote(.up, on: .wallE, in: voting, by: [nil, children[0]])
    try await vote(.up, on: .matilda, in: voting, by: [children[1]])
    try await vote(.down, on: .shaun, in: voting, by: [nil])
  }

  private func start(_ movies: [SentMovie], suggesting: Bool = false) async throws -> RoundID {
    try await client.rounds.start(movies: movies, suggest: suggesting, openVoting: true).round.id
  }

  /// Casts the same vote for each of several voters. Nil means the creator.
  private func vote(_ vote: Vote, on movie: SentMovie, in round: RoundID, by voters: [MemberID?]) async throws {
    for voter in voters {
      let methods = voter.map { client.acting(as: $0) } ?? client.scope
      try await methods.rounds.vote(vote, on: movie.tmdbMovieID, in: round)
    }
  }

  private func pickAndWatch(_ movie: SentMovie, in round: RoundID) async throws {
    try await client.rounds.pick(movie.tmdbMovieID, in: round)
    try await client.rounds.markWatched(round)
  }
}

extension SentMovie {
  fileprivate static let paddington = demo(346_648, "Paddington 2", 2017, .pg, popularity: 41.8)
  fileprivate static let totoro = demo(8392, "My Neighbor Totoro", 1988, .g, popularity: 55.2)
  fileprivate static let wallE = demo(10_681, "WALL·E", 2008, .g, popularity: 60.1)
  fileprivate static let shaun = demo(263_109, "Shaun the Sheep Movie", 2015, .pg, popularity: 20.4)
  fileprivate static let matilda = demo(10_830, "Matilda", 1996, .pg, popularity: 33.7)

  private static func demo(
    _ id: MovieID, _ title: String, _ year: Int, _ rating: MovieNightKit.ContentRating, popularity: Double
  ) -> SentMovie {
    SentMovie(tmdbMovieID: id, title: title, year: year, contentRating: rating, popularity: popularity)
  }
}
