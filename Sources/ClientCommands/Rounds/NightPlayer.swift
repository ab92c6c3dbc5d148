import Console
import MovieNightKit

/// The member who acts: the user, or a child for whom the user acts.
struct ActingMember: Equatable {
  let id: MemberID
  let isCreator: Bool
  /// The child's name; nil if the user is the acting member.
  let childName: String?

  var subject: String { childName ?? "You" }

  /// Whether the member can change a draft of the round, and discard the round.
  func manages(_ round: Round) -> Bool { isCreator || round.startedBy == id }
}

/// A member's connection for the commands of a movie night or a collection, and the acting member.
struct NightPlayer {
  let client: MovieNightClient
  let member: ActingMember
  let arguments: Arguments
  let environment: Environment

  static let options = ServerConnection.options + [acting, .json]
  static let acting = CommandOption.value("as", "NAME", "Act for one of your children.")

  /// `child` is the name of the child to act for; by default that of `--as`.
  init(_ arguments: Arguments, _ environment: Environment, actingFor child: String? = nil) async throws {
    let connection = try await ServerConnection.openAsMember(arguments, environment)
    guard let own = connection.identity.memberID else { throw JSONError(.missing, field: "member_id") }
    (client, self.arguments, self.environment) = (connection.client, arguments, environment)
    guard let name = child ?? arguments.value(Self.acting) else {
      member = ActingMember(id: own, isCreator: connection.identity.role == .creator, childName: nil)
      return
    }
    let child = try Self.child(name, of: own, among: await Self.household(client).members)
    member = ActingMember(id: child.id, isCreator: false, childName: child.displayName)
  }

  private static func child(_ name: String, of parent: MemberID, among members: [Member]) throws -> Member {
    let children = members.filter { $0.parentMemberID == parent }
    do {
      return try NameLookup(children: children).one(name)
    } catch let error as CommandFailure {
      guard let other = try? NameLookup(members: members).one(name) else { throw error }
      let names = children.map(\.displayName).joined(separator: ", ")
      throw CommandFailure(
        "\(other.displayName) is not your child",
        hint: "Only a child's parent can act for it." + (names.isEmpty ? "" : " Your children: \(names)"))
    }
  }

  private static func household(_ client: MovieNightClient) async throws -> Household {
    try await client.rawResult(of: HouseholdsRequests.get()).shown()
  }

  func memberIDs(called names: [String]) async throws -> [MemberID] {
    let people = NameLookup(members: try await Self.household(client).members)
    return try names.map { try people.one($0).id }
  }

  // MARK: Reading the current rounds

  func active() async throws -> RawResult<ActiveRounds> { try await client.rawResult(of: RoundsRequests.active()) }
  func tonight() async throws -> ActiveRounds { try await active().shown() }

  func openRound() async throws -> Round {
    guard let round = try await tonight().round else {
      throw CommandFailure("No round is open", hint: "Start one with: movienight start MOVIE MOVIE...")
    }
    return round
  }

  /// Returns the movie that leads in a round.
  func winner(of round: Round) async throws -> Suggestion {
    let winner = try await client.rounds.results(round.id).clearWinner
    guard let movie = round.suggestions.first(where: { $0.id == winner?.id }) else {
      throw CommandFailure(ResultsRenderer.noWinner(of: round), hint: "Pick a movie yourself: movienight pick MOVIE")
    }
    return movie
  }

  /// Prints the open round, and what the member can do now. `household` and `last` are for `TonightRenderer`.
  func show(_ tonight: RawResult<ActiveRounds>, in household: Household? = nil, after last: Round? = nil) throws {
    // A file of logins that cannot be read is no reason to fail, because this connection does not need it.
    let hasSeveralLogins = (try? environment.logins()).map { $0.all.count > 1 } ?? false
    try environment.show(tonight, arguments) {
      TonightRenderer(
        canvas: Canvas(environment), tonight: $0, member: member, household: household,
        namesHousehold: hasSeveralLogins, last: last
      ).lines
    }
  }

  func showTonight() async throws {
    let tonight = try await active()
    guard !arguments.has(.json) else { return try show(tonight) }
    var last: Round?
    if try tonight.value().round == nil,
      let session = try await client.sessions.list(limit: 1).sessions.first, session.status == .expired
    {
      last = try await client.rawResult(of: RoundsRequests.get(session.id)).shown()
    }
    try show(tonight, in: try await Self.household(client), after: last)
  }

  // MARK: Finding movies

  /// Returns a finder that prefers `movies`, then those of the watchlist, to the catalog's. A watchlist has at most 50
  /// movies.
  func finder(preferring movies: [FoundMovie] = []) async throws -> MovieFinder {
    let watchlist = try await client.watchlist.list(limit: 100).items.map { FoundMovie($0) }
    return MovieFinder(client, environment, list: (movies: movies + watchlist, place: "on the watchlist"))
  }

  /// Returns the movies of the round that the words name.
  func movies(_ words: [String], in round: Round) async throws -> [Suggestion] {
    var known: [String] = []
    for word in words { known.append(try await client.knownReference(word)) }
    return try await Choosing.movies(known, in: round, choose: environment.choose)
  }

  // MARK: Sending commands

  /// Sends a command on behalf of the acting member. If it is refused, the hint may mention `movies`. `suggests` is
  /// whether the command asks the server to suggest movies.
  func send<Value>(
    _ command: TypedRequest<Value>, movies: [SentMovie] = [], suggests: Bool = false
  ) async throws -> RawResult<Value> {
    let methods = member.childName == nil ? client.scope : client.acting(as: member.id)
    do {
      return try await methods.rawResult(of: command)
    } catch let error as ClientError {
      if let name = member.childName, error.reason == .notAnAttendee {
        throw CommandFailure(
          "\(name) takes no part in this round.", hints: [error.commandLineHint], refusal: error.refusal)
      }
      let starts = Value.self == CommandResult<StartedRound>.self
      guard let hint = error.refusal?.hint(movies, starts: starts, suggests: suggests) else { throw error }
      throw CommandFailure(error, hints: [hint])
    }
  }

  /// Runs a command for each of several things. If the household's rules refuse it for one, runs it for the others, and
  /// throws the refusals after that.
  func each<Thing>(_ things: [Thing], _ command: (Thing) async throws -> Void) async throws {
    var failures: [CommandFailure] = []
    func isAboutThing(_ refusal: Refusal?) -> Bool { refusal.map { [403, 404, 409, 422].contains($0.code) } ?? false }
    for thing in things {
      do {
        try await command(thing)
      } catch let error as CommandFailure where isAboutThing(error.refusal) {
        failures.append(error)
      } catch let error as ClientError where isAboutThing(error.refusal) {
        failures.append(CommandFailure(error, hints: [error.commandLineHint]))
      }
    }
    guard let last = failures.last else { return }
    var hints: [String] = []
    for hint in failures.flatMap(\.hints) where !hints.contains(hint) { hints.append(hint) }
    throw CommandFailure(failures.map(\.description).joined(separator: " "), hints: hints, refusal: last.refusal)
  }

  /// Sends a command, and prints the sentence, or the result with `--json`.
  func carryOut<Value>(_ command: TypedRequest<Value>, _ sentence: String) async throws {
    report(sentence, try await send(command))
  }

  /// Sends a command, and prints the sentence that `sentence` makes of the result, or the result with `--json`.
  func carryOut<Value>(_ command: TypedRequest<Value>, _ sentence: (Value) -> String) async throws {
    let result = try await send(command)
    try report(sentence(result.shown()), result)
  }

  /// Sends a command, and prints the sentence that `sentence` makes of the movies' names.
  func carryOut<Value>(
    _ command: TypedRequest<Value>, with movies: [FoundMovie], _ sentence: (String) -> String
  ) async throws {
    let result = try await send(command, movies: movies.map(\.sent))
    guard !arguments.has(.json) else { return report("", result) }
    var names: [String] = []
    for movie in movies { names.append(printable(await name(of: movie))) }
    report(sentence(names.joined(separator: ", ")), result)
  }

  func report<Value>(_ sentence: @autoclosure () throws -> String, _ result: RawResult<Value>) rethrows {
    guard !arguments.has(.json) else { return environment.output.line(result.json.compactText) }
    environment.output.sentence(try sentence())
  }

  /// Returns the name of a movie that was sent, if necessary from the server, or else its id.
  private func name(of movie: FoundMovie) async -> String {
    if let name = movie.name { return name }
    // The server has just looked up the movie for the command. If this fails, the sentence only lacks the title.
    guard let details = try? await client.movies.get(movie.id) else { return "Movie \(movie.id)" }
    return movieName(details.title, details.year)
  }
}

extension Refusal {
  /// Returns the hint that depends on the sent command; nil if the hint of the refusal's declaration applies. `starts`
  /// is whether the command starts a round.
  func hint(_ movies: [SentMovie], starts: Bool, suggests: Bool) -> String? {
    switch kind {
    case .overCeiling:
      unrated(movies).map { "Add the rating after the year: \($0)" }
        ?? (starts ? "The creator can raise the round's ceiling: movienight start --ceiling RATING" : nil)
    // Only rounds accept a watched movie; the lists refuse it with 409.
    case .alreadyWatched where code == 422: "To use it anyway, add --allow-watched."
    case .noCatalog where suggests:
      "This server has no catalog, such as that of serve --catalog demo: name two movies, or use --watchlist."
    case .noCatalog:
      "Write the movie in full: \"\(TypedMovie.example)\". Or serve a catalog: movienight serve --catalog demo"
    case .catalogUnauthorised where suggests, .catalogUnavailable where suggests:
      "The catalog cannot suggest movies now: name two in full, or use --watchlist."
    case .catalogUnauthorised:
      "Write the movie in full, until the catalog answers again: \"\(TypedMovie.example)\""
    case .catalogUnavailable: "Write the movie in full, or try again later: \"\(TypedMovie.example)\""
    default: nil
    }
  }

  /// Returns the refused movie as it should be typed, if it was sent with a title but without a rating. A movie that
  /// was sent without a title had the server's own rating.
  private func unrated(_ movies: [SentMovie]) -> String? {
    let refused = tmdbMovieIDs ?? []
    for movie in movies where movie.contentRating == nil && refused.contains(movie.tmdbMovieID) {
      guard let title = movie.title else { continue }
      let year = movie.year.map(String.init) ?? "YEAR"
      return shellWord("\(movie.tmdbMovieID)=\(title) (\(year)) RATING")
    }
    return nil
  }
}
