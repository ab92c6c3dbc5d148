import EventStore
import MovieNightPrimitives
import Testing

@testable import Server

/// The commands for clients of a running server, run with the real program.
@Suite struct LiveClientCommandTests {
  private let folder: TemporaryFolder
  private let server: ServerProcess
  private let night: Night
  private let variables: [String: String]

  init() throws {
    folder = try TemporaryFolder()
    server = try ServerProcess(.memory, in: folder)
    var night = Night(administrator: try server.administrator())
    try night.play(on: server)
    self.night = night
    variables = ["MOVIENIGHT_TOKEN": night.token, "MOVIENIGHT_CONNECT": "127.0.0.1:\(server.port)"]
  }

  @Test func historyListsAllNights() throws {
    let history = try Run("history", in: folder, variables: variables)
    #expect(history.code == 0, "\(history.errors)")
    for text in ["Movie 1", " 2  ● Rated", " 1  ● Discarded", "Tim, Max", night.rounds[0], night.rounds[1]] {
      #expect(history.output.contains(text), "\(text) in \(history.output)")
    }
    #expect(!history.output.contains("\u{1B}"), "no colors if the output is not a terminal")
    let json = try Run("history", "--limit", "1", "--json", in: folder, variables: variables).json()
    #expect(try json.array("sessions").map { try $0.string("round_id") } == [night.rounds[1]])
    #expect(try json.string("next_cursor") != "")
    let all = try Run("history", "--all", "--json", in: folder, variables: variables).json()
    #expect(Array(try all.array("sessions")).count == 2)
    #expect(all["next_cursor"]?.isNull == true)
  }

  @Test func sessionShowsMoviesMembersAndRatings() throws {
    let session = try Run("session", night.rounds[0], in: folder, variables: variables)
    #expect(session.code == 0, "\(session.errors)")
    for text in ["Movie 1", "Movie 2", "Movie 4", "Rated", "Tim", "Max", "Mia"] {
      #expect(session.output.contains(text), "\(text) in \(session.output)")
    }
    for words in [["2"], ["movie", "1"]] {
      #expect(try Run(["session"] + words, in: folder, variables: variables).output == session.output, "\(words)")
    }
    #expect(try Run("session", "last", in: folder, variables: variables).output.contains("● Discarded"))
    #expect(try Run("results", "2", in: folder, variables: variables).output.hasPrefix("Results"))
    let json = try Run("session", night.rounds[0], "--json", in: folder, variables: variables).json()
    #expect(try json.object("round").integer("picked_movie_id") == 1)
    #expect(try json.object("ratings").bool("closed"))
    let unknown = try Run("session", randomID(), "--json", in: folder, variables: variables)
    #expect(unknown.code == 1)
    #expect(unknown.errors.contains("unknown_round"))
  }

  @Test(arguments: [["history"], ["session", "2"], ["results", "2"], ["tonight"]])
  func linesFitNarrowTerminal(_ words: [String]) throws {
    let run = try Run(words, in: folder, variables: variables.merging(["COLUMNS": "60"]) { $1 })
    #expect(run.code == 0, "\(run.errors)")
    for line in run.output.split(separator: "\n") { #expect(line.count <= 60, "\(line)") }
  }

  @Test func statisticsShowTheYearInNumbers() throws {
    let shown = try Run("stats", in: folder, variables: variables)
    #expect(shown.code == 0, "\(shown.errors)")
    for text in ["1 night · 2 movies watched", "  # 1\n", "Max", "1 proposed, 0 won", "▼ 1 Did not like"] {
      #expect(shown.output.contains(text), "\(text) in \(shown.output)")
    }
    let earlier = try Run("stats", "2001", in: folder, variables: variables)
    #expect(earlier.output == "Movie Nights of 2001\n0 nights · 0 movies watched\n", "\(earlier.errors)")
    let json = try Run("stats", "--json", in: folder, variables: variables).json()
    #expect(try json.integer("nights") == 1 && Array(json.array("months")).count == 12)
    let connect = ["MOVIENIGHT_CONNECT": "unix:\(server.socketPath)"]
    let administrator = try Run("stats", "--household", night.household, in: folder, variables: connect)
    #expect(administrator.output == shown.output, "\(administrator.errors)")
    #expect(try Run("stats", "soon", in: folder, variables: variables).code == 2)
  }

  @Test func administratorReadsAnyHousehold() throws {
    let connect = ["MOVIENIGHT_CONNECT": "unix:\(server.socketPath)"]
    let history = try Run("history", "--household", night.household, in: folder, variables: connect)
    #expect(history.code == 0, "\(history.errors)")
    #expect(history.output.contains("Movie 1"))
    let session = try Run("session", night.rounds[0], "--household", night.household, in: folder, variables: connect)
    #expect(session.code == 0, "\(session.errors)")
    #expect(session.output.contains("Movie 1"))
    let metrics = try Run("metrics", in: folder, variables: connect)
    #expect(metrics.code == 0)
    #expect(metrics.output.contains("# TYPE "))
  }

  @Test func callCommandSendsAnyMethod() throws {
    let info = try Run("call", "server.info", in: folder, variables: variables).json()
    #expect(try info.string("name") == "movienight")
    let listed = try Run("call", "sessions.list", #"{"limit": 1}"#, in: folder, variables: variables).json()
    #expect(Array(try listed.array("sessions")).count == 1)
    try folder.write(Array(#"{"movies":[\#(movie(1)),\#(movie(2))],"allow_watched":true}"#.utf8), to: "round.json")
    let started = try Run(
      "call", "rounds.start", "-", in: folder, variables: variables, input: "\(folder.path)/round.json"
    ).json()
    #expect(try started.object("round").string("status") == "draft")
    let refused = try Run("call", "rounds.start", in: folder, variables: variables)
    #expect(refused.code == 1)
    #expect(refused.output == "")
    #expect(refused.errors.contains("409 active_round_exists"))
    #expect(refused.errors.contains(try started.object("round").string("round_id")))
    let nobody = try Run(
      "call", "households.get", in: folder, variables: ["MOVIENIGHT_CONNECT": "127.0.0.1:\(server.port)"])
    #expect(nobody.code == 1)
    #expect(nobody.errors.contains("MOVIENIGHT_TOKEN"))
  }

  @Test func demoHouseholdIsCreatedOnlyOnce() throws {
    let folder = try TemporaryFolder()
    let store = try StoreKind.journal.address(in: folder)
    for _ in 0..<2 {
      let server = try ServerProcess(store, in: folder, "--demo")
      eventually("the message about the demo") { server.process.errors.contains("Control-C stops the server.") }
      #expect(server.process.errors.contains("MOVIENIGHT_TOKEN=$(cat"))
      let households = try server.administrator().result("households.list").array("households")
      #expect(Array(households).count == 1)
      let token = String(decoding: try folder.bytes("journal/demo.token"), as: UTF8.self)
      let history = try Run(
        "history", "--connect", "unix:\(server.socketPath)", in: folder,
        variables: ["MOVIENIGHT_TOKEN": String(token.dropLast())])
      #expect(history.output.contains("Paddington"))
      #expect(try server.terminate() == 0)
    }
  }

  @Test func invitedMemberCanUseHousehold() throws {
    let invite = try Run("household", "invite", in: folder, variables: variables)
    #expect(invite.code == 0, "\(invite.errors)")
    let words = try #require(invite.output.split(separator: "\n").first { $0.contains(" join ") }).split(separator: " ")
    // A separate configuration folder stands for another user of the machine.
    let newcomer = ["XDG_CONFIG_HOME": "\(folder.path)/zoe"]
    let joined = try Run(
      "household", "join", String(words[3]), "--name", "Zoe", "--connect", "127.0.0.1:\(server.port)", in: folder,
      variables: newcomer)
    #expect(joined.code == 0, "\(joined.errors)")
    #expect(joined.output.contains("as Zoe, at 127.0.0.1:\(server.port)."))
    let members = try Run("household", "members", in: folder, variables: newcomer)
    #expect(members.code == 0, "\(members.errors)")
    for text in ["Tim", "creator", "child of Tim", "Zoe"] { #expect(members.output.contains(text), "\(text)") }
    let refused = try Run("household", "rename", "Mine", "--json", in: folder, variables: newcomer)
    #expect(refused.code == 1)
    #expect(refused.errors.contains("creator_only"))
    #expect(try Run("household", "rename", "Ours", in: folder, variables: variables).code == 0)
    #expect(try Run("household", "show", in: folder, variables: newcomer).output.hasPrefix("Ours "))

    let movie = #"{"tmdb_movie_id": 4711, "title": "Heat", "year": 1995}"#
    #expect(try Run("watchlist", "add", movie, in: folder, variables: newcomer).code == 0)
    #expect(try Run("watchlist", in: folder, variables: variables).output.contains("added by Zoe"))
    #expect(try Run("watched", "mark", movie, in: folder, variables: newcomer).code == 0)
    #expect(try Run("watched", in: folder, variables: variables).output.contains("marked by Zoe, can be undone until"))
    #expect(try Run("watched", "undo", "4711", in: folder, variables: newcomer).code == 0)
    #expect(try Run("watchlist", "remove", "4711", in: folder, variables: newcomer).code == 0)
    let set = try Run("preferences", "set", "--likes", "18,35", "--ceiling", "R", in: folder, variables: newcomer)
    #expect(set.output.contains("Drama, Comedy"), "\(set.errors)")
    let preferences = try Run("preferences", "--json", in: folder, variables: newcomer).json()
    #expect(try preferences.string("max_content_rating") == "R")
  }
}
