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
    let waiting = try type("tonight").output
    #expect(waiting.contains("  Rated: Tim\n  Yet to rate: Ben\n"))
    #expect(waiting.contains("movienight rate loved --as Ben"))
    _ = try type("rate", "totoro", "did", "not", "like", "--as", "Ben")
    #expect(try type("tonight").output.hasPrefix("No round is open."))
    let history = try type("history", "--json").json()
    #expect(try history.array("sessions").map { try $0.string("status") } == ["rated"])
  }

  @Test func openRoundIsChangedAndItsLeaderPicked() throws {
    for child in ["Ben", "Max"] { _ = try type("household", "add-child", child) }
    _ = try type(
      "start", "--draft", "346648=Paddington 2 (2017) PG", "8392=My Neighbor Totoro (1988) G", "4923=Heidi (1937) G")
    #expect(try type("unsuggest", "heidi").output == "Heidi (1937) is no longer in the round.\n")
    #expect(try type("attendees", "tim", "ben").output == "Taking part: Tim, Ben.\n")
    #expect(try type("propose", "949=Heat (1995) R", code: 1).errors.contains("movienight ceiling RATING"))
    #expect(try type("ceiling", "r").output == "Movies up to R can enter the round.\n")
    _ = try type("open")
    #expect(try type("unsuggest", "totoro", code: 1).errors.contains("movienight tonight"))
    _ = try type("propose", "949=Heat (1995) R")
    #expect(try type("tonight").output.contains("movienight withdraw MOVIE"))
    _ = try type("vote", "heat", "up")
    let kept = try type("withdraw", "heat", code: 1)
    #expect(kept.errors.contains("The proposal has 1 vote, which") && kept.errors.contains("add --with-votes"))
    #expect(try type("withdraw", "heat", "--with-votes").output == "Heat (1995) is no longer in the round.\n")
    #expect(try type("pick", "--winner", code: 1).errors.contains("No movie leads"))
    _ = try type("vote", "totoro", "up")
    #expect(try type("pick", "--winner").output.hasPrefix("★ My Neighbor Totoro (1988) is the pick."))
    #expect(try type("rate", "loved").output.contains("movienight watched mark 'My Neighbor Totoro'"))
    #expect(try type("tonight").output.contains("★ My Neighbor Totoro: picked, not watched yet\n  Rated: Tim\n"))
  }

  @Test func discardedRoundCanBeStartedAgain() throws {
    _ = try type("household", "add-child", "Ben")
    _ = try type("start", "346648=Paddington 2 (2017) PG", "8392=My Neighbor Totoro (1988) G")
    _ = try type("close", "voting", "nonsense", code: 2)
    #expect(try type("tonight").output.contains("movienight vote MOVIE"), "voting is still open")
    _ = try type("discard")
    let tonight = try type("tonight").output
    #expect(tonight.contains(" was discarded.\n") && tonight.contains("movienight start --again"))
    #expect(try type("history").output.contains(" 1  ● Discarded No movie selected"))
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
    #expect(try type("close", code: 1).errors.contains("movienight close ratings"))
    #expect(try type("close", "ratings").output == "The ratings of My Neighbor Totoro are closed.\n")
  }
}
