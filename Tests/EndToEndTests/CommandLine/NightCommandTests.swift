import MovieNightPrimitives
import Testing

/// A complete movie night on the command line, with the real program.
@Suite("Commands: a movie night") struct LiveNightCommandTests {
  private let folder: TemporaryFolder
  private let server: ServerProcess
  private let variables: [String: String]

  init() throws {
    folder = try TemporaryFolder()
    server = try ServerProcess(.memory, in: folder)
    let household = try server.createHousehold(children: [])
    variables = ["MOVIENIGHT_TOKEN": household.token, "MOVIENIGHT_CONNECT": "127.0.0.1:\(server.port)"]
  }

  private func type(_ line: String..., code: Int32 = 0) throws -> Run {
    let run = try Run(line, in: folder, variables: variables)
    #expect(run.code == code, "\(line): \(run.output) \(run.errors)")
    return run
  }

  @Test func nightIsPlayedFromStartToLastRating() throws {
    #expect(try type("household", "add-child", "Ben").output.contains("--as Ben"))
    #expect(try type("tonight").output.contains("movienight start MOVIE MOVIE..."))
    _ = try type("watchlist", "add", "8392=My Neighbor Totoro (1988) G")
    let unknown = try type("start", "603", "949", "--json", code: 1)
    #expect(unknown.errors.contains("503 no_catalog") && unknown.errors.contains("603=The Matrix (1999) R"))
    let started = try type("start", "346648=Paddington 2 (2017) PG", "totoro")
    #expect(started.output.contains(" 1  Paddington 2 (2017) · PG") && started.output.contains("vote MOVIE up|down"))
    #expect(try type("start", "totoro", "346648=Paddington 2 (2017) PG", code: 1).errors.contains("--replace"))

    #expect(try type("vote", "totoro", "up").output == "You voted up for My Neighbor Totoro (1988).\n")
    #expect(try type("vote", "2", "up", "--as", "ben").output == "Ben voted up for My Neighbor Totoro (1988).\n")
    #expect(try type("vote", "346648", "down", "--json").json().string("vote") == "down")
    _ = try type("propose", "4923=Heidi (1937) G")
    #expect(try type("done").output == "You are done. Others are still voting.\n")
    #expect(try type("done", "--as", "Ben").output == "Everyone is done, and voting is closed.\n")
    let tonight = try type("tonight").output
    #expect(tonight.contains("Voting closed") && tonight.contains("movienight pick MOVIE"))
    #expect(!tonight.contains("movienight vote"))
    #expect(try type("results").output.contains("My Neighbor Totoro leads."))

    _ = try type("pick", "my neighbor")
    #expect(try type("watched", "mark").output.hasPrefix("You have seen My Neighbor Totoro."))
    _ = try type("rate", "loved")
    #expect(try type("tonight").output.contains("1 rating is missing"))
    _ = try type("rate", "totoro", "did", "not", "like", "--as", "Ben")
    #expect(try type("tonight").output.hasPrefix("No round is open."))
    let history = try type("history", "--json").json()
    #expect(try history.array("sessions").map { try $0.string("status") } == ["rated"])
  }

  @Test func draftIsOpenedClosedAndDiscarded() throws {
    _ = try type("household", "add-child", "Ben")
    _ = try type("start", "--draft", "--with", "Ben,Tim", "346648=Paddington 2 (2017) PG", code: 0)
    #expect(try type("open", code: 1).errors.contains("movienight propose MOVIE"))
    _ = try type("propose", "8392=My Neighbor Totoro (1988) G")
    _ = try type("open")
    _ = try type("close")
    #expect(try type("tonight", "--json").json().object("round").string("voting_closed_at").isEmpty == false)
    _ = try type("pick", "1")
    _ = try type("discard", "paddington")
    _ = try type("start", "346648=Paddington 2 (2017) PG", "8392=My Neighbor Totoro (1988) G")
    #expect(try type("discard").output == "The round is over.\n")
    _ = try type("start", "346648=Paddington 2 (2017) PG", "8392=My Neighbor Totoro (1988) G")
    _ = try type("pick", "2")
    _ = try type("watched", "mark")
    #expect(try type("close").output == "The ratings of My Neighbor Totoro are closed.\n")
  }
}
