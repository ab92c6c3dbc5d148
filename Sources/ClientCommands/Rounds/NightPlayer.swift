import Console
import MovieNightKit
import MovieNightPrimitives

/// The edge of the commands of a movie night: a connection as a member who acts, for themself or for a child.
struct NightPlayer {
  let client: MovieNightClient
  let member: ActingMember

  static let options = ServerConnection.options + [acting, .json]
  static let acting = CommandOption.value("as", "NAME", "Act for a child of yours.")

  init(_ arguments: Arguments, _ environment: Environment) async throws {
    let connection = try await ServerConnection.openAsMember(arguments, environment)
    client = connection.client
    let own = connection.identity.memberID?.description ?? ""
    guard let name = arguments.value(Self.acting) else {
      member = ActingMember(
        id: own, isCreator: connection.identity.role == .creator, childName: nil)
      return
    }
    let people = Array(try await client.call("households.get").array("members"))
    let children = try people.filter { try $0.optionalString("parent_member_id") == own }
    let child = try Self.person(called: name, among: children, as: "a child of yours")
    member = ActingMember(
      id: try child.string("member_id"), isCreator: false, childName: printable(try child.string("display_name")))
  }

  /// By id, which tells apart who are called the same, or by name.
  private static func person(called name: String, among people: [JSONValue], as what: String) throws -> JSONValue {
    if let person = people.first(where: { $0["member_id"]?.string == name }) { return person }
    let names = people.map { printable($0["display_name"]?.string ?? "") }
    switch meant(by: name, among: Array(zip(people, names)), called: { $0.1 }) {
    case .one(let found): return found.0
    case .several(let found):
      let candidates = found.map { "\($0.1) (\($0.0["member_id"]?.string ?? ""))" }
      throw CommandFailure(
        "'\(name)' could be several", hint: "Say which by the id: \(candidates.joined(separator: ", "))")
    case .none:
      throw CommandFailure(
        "'\(name)' is not the name of \(what)",
        hint: names.isEmpty ? "There is none." : "There are: \(names.joined(separator: ", "))")
    }
  }

  /// The ids of members by their names.
  func memberIDs(called names: [String]) async throws -> [String] {
    let people = Array(try await client.call("households.get").array("members"))
    return try names.map { try Self.person(called: $0, among: people, as: "a member").string("member_id") }
  }

  // MARK: What is going on

  func active() async throws -> JSONValue { try await client.call("rounds.active") }
  func tonight() async throws -> Tonight { try await Tonight(active()) }

  /// The round in draft or voting.
  func openRound() async throws -> OpenRound {
    guard let round = try await tonight().round else {
      throw CommandFailure("No round is open", hint: "Start one with: movienight start MOVIE MOVIE...")
    }
    return round
  }

  // MARK: Doing something

  /// Sends a command, in the name of whom one acts for.
  func command(_ method: String, parameters: (inout JSONWriter) -> Void) async throws -> JSONValue {
    let request = Request(method) { json in
      parameters(&json)
      if member.childName != nil { json.field("acting_as", member.id) }
    }
    do {
      return try await client.call(request)
    } catch let error as ClientError {
      guard let refusal = error.refusal, let hint = NightHints.hint(refusal, to: request) else { throw error }
      throw CommandFailure(error.description, hint: hint)
    }
  }

  /// What a movie that was sent is called; nil where only its id is known.
  func title(of movie: [UInt8]) async throws -> String? {
    let root = try JSONDocument(movie).root
    if let title = root["title"]?.string { return title }
    guard let id = root["tmdb_movie_id"]?.integer else { return nil }
    // The server has just looked it up, and if it is not told again, nothing is lost.
    return (try? await client.call("movies.get") { $0.field("tmdb_movie_id", id) })?["title"]?.string
  }

  /// The same for a command on a round that takes nothing else.
  func command(_ method: String, round: String) async throws -> JSONValue {
    try await command(method) { $0.field("round_id", round) }
  }
}

/// What somebody at the command line can do about a refusal, by its code and reason.
enum NightHints {
  private static let hints = [
    "503 no_catalog": "Write the movie in full: \"\(TypedMovie.example)\"",
    "503 catalog_unauthorised": "Write the movie in full, until the catalog answers again: \"\(TypedMovie.example)\"",
    "503 catalog_unavailable": "Write the movie in full, or try again later: \"\(TypedMovie.example)\"",
    "404 unknown_movie": "Find its id with: movienight movie search WORDS",
    "409 active_round_exists": "movienight tonight shows it. --replace discards it and starts this one.",
    "422 too_few_suggestions": "Voting needs two movies: movienight propose adds one, start --draft waits for it.",
    "422 too_few_preferences":
      "Two or more of you say what they like first: movienight preferences set --likes drama,comedy",
    "422 too_few_attendees":
      "Name two or more by --with. Who is alone first lets others in: household invite, or household add-child NAME",
    "422 already_watched": "--allow-watched takes it all the same.",
    "422 over_ceiling": "The creator may raise the ceiling of a round: movienight start --ceiling RATING",
  ]

  static func hint(_ refusal: Refusal, to request: Request) -> String? {
    if refusal.reason == "over_ceiling", let movie = unrated(refusal, request) {
      return "Say how it is rated, behind the year: \(movie)"
    }
    if refusal.code == 503, (try? JSONDocument(request.parameters).root)?["suggest"]?.bool == true {
      switch refusal.reason {
      case "no_catalog": return "Nothing can suggest movies on this server: name two, or take some by --watchlist."
      case "catalog_unauthorised", "catalog_unavailable":
        return "Nothing can suggest movies just now: name two in full, or take some by --watchlist."
      default: break
      }
    }
    return hints["\(refusal.code) \(refusal.reason)"]
  }

  /// The movie that was refused, as one types it, where it was sent without a rating. One that was sent without a title
  /// has what the server knows of it.
  private static func unrated(_ refusal: Refusal, _ request: Request) -> String? {
    guard let root = try? JSONDocument(request.parameters).root, let refused = refusal.data?["tmdb_movie_ids"] else {
      return nil
    }
    let ids = refused.elements.compactMap(\.integer)
    let movies = (root["movies"].map { Array($0.elements) } ?? []) + [root["movie"]].compactMap { $0 }
    for movie in movies where movie["content_rating"]?.string == nil {
      guard let id = movie["tmdb_movie_id"]?.integer, ids.contains(id), let title = movie["title"]?.string else {
        continue
      }
      let year = movie["year"]?.integer.map(String.init) ?? "YEAR"
      return shellWord("\(id)=\(printable(title)) (\(year)) RATING")
    }
    return nil
  }
}
