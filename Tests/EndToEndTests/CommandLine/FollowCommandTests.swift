import Stores
import EventStore
import Glibc
import MovieNightPrimitives
import Testing

/// The commands `watch` and `events` on a running server, with the real program.
@Suite struct FollowCommandTests {
  private let folder: TemporaryFolder
  private let store: StoreAddress
  private let server: ServerProcess
  private let household: Household
  private let variables: [String: String]

  init() throws {
    folder = try TemporaryFolder()
    store = try StoreKind.journal.address(in: folder)
    server = try ServerProcess(store, in: folder)
    household = try server.createHousehold()
    variables = ["MOVIENIGHT_TOKEN": household.token, "MOVIENIGHT_CONNECT": "unix:\(server.socketPath)"]
  }

  private func startVoting(_ wire: Wire) throws -> String {
    let round = try wire.result("rounds.start", #""movies":[\#(movie(1)),\#(movie(2))],"open_voting":true"#)
    return #""round_id":"\#(try round.object("round").string("round_id"))""#
  }

  private func lines(_ process: ChildProcess) throws -> [JSONValue] {
    // The text after the last newline is dropped, because it may be an incomplete line.
    try process.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map {
      try JSONDocument(String($0)).root
    }
  }

  @Test func watchShowsRoundFromStartToPick() throws {
    let wire = try server.wire(token: household.token)
    let watch = try ChildProcess(["watch", "--json"], in: folder, variables: variables)
    let drawn = try ChildProcess(["watch"], in: folder, variables: variables)
    for process in [watch, drawn] { eventually("the first output") { process.output.contains("\n") } }
    let round = try startVoting(wire)
    try eventually("the round to be shown as open") { try lines(watch).last?["round"]?["status"]?.string == "voting" }
    try wire.result("rounds.vote", round + #","tmdb_movie_id":2,"vote":"up""#)
    try eventually("the vote to be shown") {
      try lines(watch).last?["round"]?["vote_progress"]?["voted"]?.integer == 1
    }
    try wire.result("rounds.pick", round + #","tmdb_movie_id":2"#)
    #expect(try watch.waitForEnd() == 0)
    #expect(try drawn.waitForEnd() == 0)
    #expect(try lines(watch).first?["round"]?.isNull == true)
    #expect(try lines(watch).last?["round"]?["status"]?.string == "selected")
    #expect(drawn.output.hasPrefix("No round is open."))
    #expect(drawn.output.hasSuffix("★ Movie 2, picked by Tim\n"))
    #expect(try server.terminate() == 0)
  }

  @Test func watchReportsLostServerAndContinuesWithNext() throws {
    let round = try startVoting(server.wire(token: household.token))
    let watch = try ChildProcess(["watch", "--json"], in: folder, variables: variables)
    try eventually("the round to be shown as open") { try lines(watch).last?["round"]?["status"]?.string == "voting" }
    try server.kill()
    eventually("the lost connection to be reported") { watch.errors.contains("No connection since ") }
    let again = try ServerProcess(store, in: folder)
    try again.wire(token: household.token).result("rounds.discard", round)
    #expect(try watch.waitForEnd() == 0)
    #expect(watch.errors.split(separator: "\n").count == 1, "\(watch.errors)")
    #expect(try lines(watch).last?["round"]?["status"]?.string == "expired")
    #expect(try again.terminate() == 0)
  }

  @Test func controlCEndsWatchWithSuccess() throws {
    for arguments in [["watch"], ["watch", "--json"]] {
      let watch = try ChildProcess(arguments, in: folder, variables: variables)
      eventually("the first output") { watch.output.contains("\n") }
      watch.send(SIGINT)
      #expect(try watch.waitForEnd() == 0)
    }
  }

  @Test func watchRefusesUnknownRound() throws {
    let unknown = try Run("watch", randomID(), "--json", in: folder, variables: variables)
    #expect(unknown.code == 1)
    #expect(unknown.errors.contains("unknown_round"))
    #expect(try Run("watch", "x", in: folder, variables: variables).errors.contains("There is no movie night 'x'"))
  }

  @Test func eventsFollowContinuesAfterServerKill() throws {
    let wire = try server.wire(token: household.token)
    let round = try startVoting(wire)
    let follow = try ChildProcess(["events", "--follow", "--json", "--after", "0"], in: folder, variables: variables)
    let votes = try ChildProcess(
      ["events", "--follow", "--type", "VoteCast", "--limit", "2", "--household", household.id, "--store", "\(store)"],
      in: folder)
    func positions() throws -> [Int] { try lines(follow).map { try $0.integer("position") } }
    let head = try server.administrator().result("server.health").integer("head")
    try eventually("all events") { try positions().last == head }
    // The second process has no `--after`, so the test must wait until it has subscribed.
    try eventually("the second subscription") {
      let text = try server.administrator().result("server.metrics").string("text")
      return text.contains("movienight_subscriptions 2\n")
    }
    try wire.result("rounds.vote", round + #","tmdb_movie_id":2,"vote":"up""#)
    eventually("the first vote") { votes.output.contains("VoteCast") }
    try server.kill()
    let again = try ServerProcess(store, in: folder)
    let later = try again.wire(token: household.token)
    let position = try later.result("rounds.vote", round + #","tmdb_movie_id":2,"vote":"down""#).integer("position")
    try eventually("the events after the restart") { try positions().last == position }
    #expect(try positions() == Array(1...position))
    #expect(try votes.waitForEnd() == 0)
    #expect(votes.output.split(separator: "\n").count == 2)
    follow.send(SIGINT)
    #expect(try follow.waitForEnd() == 0)
    #expect(try again.terminate() == 0)
    let withoutServer = try Run(
      "events", "--follow", "--household", household.id, "--store", "\(store)", in: folder)
    #expect(withoutServer.code == 1)
    #expect(withoutServer.errors.contains("movienight serve"))
    #expect(try Run("events", "--follow", "--store", "\(store)", in: folder).code == 2)
  }

  @Test func memberReadsOwnEventsThroughServer() throws {
    _ = try server.createHousehold("Others")
    let wire = try server.wire(token: household.token)
    let round = try startVoting(wire)
    // More events than a page has.
    for number in 0..<120 {
      let vote = number.isMultiple(of: 2) ? "up" : "down"
      try wire.result("rounds.vote", round + #","tmdb_movie_id":2,"vote":"\#(vote)""#)
    }
    let own = try wire.result("events.read", #""limit":1000"#).array("events").map { try $0.integer("position") }
    func positions(_ words: String..., variables: [String: String]) throws -> [Int] {
      let run = try Run(["events", "--json"] + words, in: folder, variables: variables)
      #expect(run.code == 0, "\(words): \(run.errors)")
      return try run.output.split(separator: "\n").map { try JSONDocument(String($0)).root.integer("position") }
    }
    #expect(try positions(variables: variables) == own)
    #expect(try positions("--type", "VoteCast", "--limit", "105", variables: variables).count == 105)
    #expect(try positions("--after", "\(own[2])", "--limit", "3", variables: variables) == Array(own[3..<6]))
    #expect(try positions("--since", "yesterday", "--until", "today", variables: variables) == own)
    #expect(try positions("--since", "yesterday", "--limit", "3", variables: variables) == Array(own.prefix(3)))
    #expect(try positions("--since", "2199-12-31", variables: variables).isEmpty)
    #expect(try positions("--until", "2019-12-31", variables: variables).isEmpty)
    let id = try JSONDocument("{\(round)}").root.string("round_id")
    let ofRound = try positions("--round", id, variables: variables)
    #expect(ofRound.count > 120 && ofRound.allSatisfy(own.contains))
    #expect(try positions("--round", "last", variables: variables) == ofRound)
    let named = ["--store", "\(store)", "--household", "oth", "--round", "1"]
    #expect(try Run(["events"] + named, in: folder).errors.contains("There is no movie night '1'"))
    #expect(try Run(["events"] + named.dropLast(2), in: folder).output.contains("  HouseholdFounded  "))
    #expect(try Run(["events"] + named.prefix(2) + named.suffix(2), in: folder).code == 2, "no household")
    let shown = try Run("events", "--type", "TokenIssued", in: folder, variables: variables)
    #expect(shown.output.contains("  TokenIssued  ") && shown.output.contains("(secret)"), "\(shown.errors)")

    try folder.write(Array(household.token.utf8), to: "token")
    let login = try Run("login", "--connect", "127.0.0.1:\(server.port)", in: folder, input: "\(folder.path)/token")
    #expect(login.code == 0, "\(login.errors)")
    #expect(try positions(variables: [:]) == own, "with a login")
    #expect(try positions("--store", "\(store)", variables: variables).count > own.count, "the whole store")
    let socket = ["MOVIENIGHT_CONNECT": "unix:\(server.socketPath)", "XDG_CONFIG_HOME": "\(folder.path)/none"]
    #expect(try positions("--household", household.id, variables: socket) == own, "the administrator")
    for words in [[], ["--store", "\(store)", "--connect", "127.0.0.1:\(server.port)"]] {
      #expect(try Run(["events"] + words, in: folder, variables: socket).code == 2, "\(words)")
    }
    #expect(try server.terminate() == 0)
  }

  /// Closing voting cannot be undone.
  @Test func wordTooManyClosesNothing() throws {
    let wire = try server.wire(token: household.token)
    _ = try startVoting(wire)
    for words in [
      ["close", "voting", "nonsense"], ["close", "nonsense"], ["open", "nonsense"], ["done", "nonsense"],
    ] {
      let run = try Run(words, in: folder, variables: variables)
      #expect(run.code == 2 && run.errors.contains("'nonsense'") && run.output.isEmpty, "\(words): \(run.errors)")
    }
    #expect(try wire.result("rounds.active").object("round")["voting_closed_at"]?.isNull == true)
    #expect(try Run("close", "voting", in: folder, variables: variables).code == 0)
    #expect(try server.terminate() == 0)
  }

  @Test func sessionAsOfShowsPastState() throws {
    let wire = try server.wire(token: household.token)
    let round = try startVoting(wire)
    let id = try JSONDocument("{\(round)}").root.string("round_id")
    let first = try wire.result("rounds.vote", round + #","tmdb_movie_id":1,"vote":"up""#).integer("position")
    try wire.result("rounds.pick", round + #","tmdb_movie_id":1"#)
    let then = try Run("session", id, "--as-of", "\(first)", in: folder, variables: variables)
    #expect(then.output.contains("● Voting") && then.output.contains("▲ Tim"), "\(then.errors)")
    let now = try Run("session", id, "--as-of", "2099-01-01T00:00:00Z", in: folder, variables: variables)
    #expect(now.output.contains("● Selected"), "\(now.errors)")
    let today = try Run("session", id, "--as-of", "today", in: folder, variables: variables)
    #expect(today.output.contains("● Selected"), "\(today.errors)")
    #expect(try Run("session", id, "--as-of", "0", in: folder, variables: variables).code == 1)
    #expect(try Run("session", id, "--as-of", "then", in: folder, variables: variables).code == 2)
  }
}
