import MovieNightPrimitives
import Testing

@testable import Console
@testable import movienight

/// The lines that people type first, with the real program in a pipe and in a pseudo-terminal. In both, each ends with
/// the same code and shows the same words, but no JSON and no name of the protocol.
@Suite("Commands: typed lines") struct TypedLineTests {
  enum Place: CaseIterable { case pipe, terminal }

  /// A line as typed after the program's name, and what it shows.
  struct Line {
    let text: String
    let shows: [String]
    let code: Int32

    init(_ text: String, _ shows: String..., code: Int32 = 0) {
      self.text = text
      self.shows = shows
      self.code = code
    }

    /// The words, of which those in double quotes may contain spaces.
    var words: [String] {
      text.split(separator: "\"", omittingEmptySubsequences: false).enumerated().flatMap { index, part in
        index.isMultiple(of: 2) ? part.split(separator: " ").map { String($0) } : [String(part)]
      }
    }
  }

  private let folder: TemporaryFolder
  private let server: ServerProcess
  private let variables: [String: String]

  init() throws {
    folder = try TemporaryFolder()
    server = try ServerProcess(.memory, in: folder, "--catalog", "demo")
    let household = try server.createHousehold(children: ["Ben"])
    variables = ["MOVIENIGHT_TOKEN": household.token, "MOVIENIGHT_CONNECT": "127.0.0.1:\(server.port)"]
  }

  private func type(_ words: [String], in place: Place) throws -> (code: Int32, shown: String) {
    switch place {
    case .pipe:
      let run = try Run(words, in: folder, variables: variables)
      return (run.code, run.output + run.errors)
    case .terminal:
      let run = try TerminalRun(words, in: folder, variables: variables)
      return (try run.waitForEnd(), run.shown)
    }
  }

  private func expect(_ lines: [Line], in place: Place) throws {
    for line in lines {
      let (code, shown) = try type(line.words, in: place)
      #expect(code == line.code, "\(line.text): \(shown)")
      let text = shown.split { $0.isWhitespace }.joined(separator: " ")
      for words in line.shows { #expect(text.contains(words), "\(line.text): \(shown)") }
      #expect(!shown.contains("{") && shown.firstMatch(of: /_ids?\b|\(\d{3} [a-z]/) == nil, "\(line.text): \(shown)")
    }
  }

  // MARK: An evening

  private static let evening: [Line] = [
    Line("tonight", "No round is open.", "movienight start MOVIE MOVIE..."),
    Line("movie search up", "Up", "1 result"), Line("movie search it", "Nothing was found."),
    Line("movie search matrx", "Did you mean: movienight movie search 'The Matrix'"),
    Line(#"start "Toy Story" "My Neighbor Totoro""#, "1 Toy Story (1995) · G", "2 My Neighbor Totoro (1988) · G"),
    Line("propose Up", "Up (2009) is in the round."),
    Line("attendees Tim ben", "Taking part: Tim, Ben."), Line("ceiling pg", "Movies up to PG can enter the round."),
    Line("vote 1 3 up", "You voted up for Toy Story (1995). You voted up for Up (2009)."),
    Line("vote totoro up --as Ben", "Ben voted up for My Neighbor Totoro (1988)."),
    Line("withdraw Up", "The proposal has 1 vote", "add --with-votes", code: 1),
    Line("withdraw Up --with-votes", "Up (2009) is no longer in the round."),
    Line("unsuggest totoro", "movienight tonight", code: 1), Line("pick --winner", "No movie leads", code: 1),
    Line("vote tt0114709 up --as ben", "Ben voted up for Toy Story (1995)."),
    Line("close voting nonsense", "Unexpected argument 'nonsense'", code: 2),
    Line("done", "You are done. Others are still voting."),
    Line("done --as Ben", "Everyone is done, and voting is closed."),
    Line("vote 2 down", "movienight pick MOVIE", code: 1), Line("results", "Toy Story leads."),
    Line("pick --winner", "★ Toy Story (1995) is the pick."),
    Line("rate loved", "You loved Toy Story. Mark it as watched with: movienight watched mark 'Toy Story'"),
    Line("tonight", "★ Toy Story: picked, not watched yet", "Rated: Tim"),
    Line("watched mark", "You have seen Toy Story."),
    Line("tonight", "Yet to rate: Ben", "movienight rate loved --as Ben"),
    Line("rate 862 liked --as Ben", "Ben liked Toy Story."), Line("history", "● Rated", "Toy Story"),
    Line("session last", "Toy Story"), Line("session 1", "Toy Story"), Line(#"session "toy story""#, "Toy Story"),
    Line("results 1", "Results"), Line("stats", "Movie Nights of"),
    Line("events --since yesterday --type MoviePicked", "MoviePicked"),
    Line("events --since 2025-11-25 --type MoviePicked", "MoviePicked"), Line("events --until 2025-11-25"),
  ]

  @Test(arguments: Place.allCases) func eveningIsPlayedWithNamesOnly(_ place: Place) throws {
    try expect(Self.evening, in: place)
    // The year of watching may be over by now.
    let session = try Run("session", "last", "--json", in: folder, variables: variables)
    let year = try session.json().object("round").string("watched_at").prefix(4)
    try expect([Line("stats \(year)", "1 night · 1 movie watched", "♥ 1 Loved")], in: place)
  }

  // MARK: Rounds that end, and lists

  private static let furtherLines: [Line] = [
    Line(#"start Up "The Matrix""#, "movienight start --ceiling RATING", code: 1),
    Line(#"start Up "The Matrix" --ceiling R"#, "1 Up (2009)", "2 The Matrix (1999) · R"),
    Line("discard", "The round is over."),
    Line("tonight", "The round of", "was discarded.", "movienight start --again"),
    Line("history", "● Discarded No movie selected"),
    Line("start --again --ceiling R", "1 Up (2009)", "2 The Matrix (1999) · R"), Line("discard", "The round is over."),
    Line("start --draft Up 863", "1 Up (2009)", "2 Toy Story 2 (1999)"),
    Line("unsuggest 1 863", "Up (2009) is no longer in the round. Toy Story 2 (1999) is no longer in the round."),
    Line("open", "movienight propose MOVIE", code: 1),
    Line("discard", "The round is over."),
    Line("watchlist add 862 863", "Toy Story (1995) is on the watchlist. Toy Story 2 (1999) is on the watchlist."),
    Line("watchlist add tt0133093", "The Matrix (1999) is on the watchlist."),
    Line("start --watchlist", "over the ceiling: The Matrix (1999), R.", "movienight ceiling RATING"),
    Line("discard", "The round is over."),
    Line("watchlist remove tmdb:863", "Toy Story 2 (1999) is no longer on the watchlist."),
    Line("watched mark https://www.themoviedb.org/movie/862-toy-story", "Toy Story (1995) is on the watched list."),
    Line("watched undo toy story", "Toy Story (1995) is no longer on the watched list."),
    Line("watchlist add qzqzqz", "There is no movie 'qzqzqz'", "movienight movie search WORDS", code: 1),
    Line("preferences set --ceiling PG", "Ceiling PG"),
  ]

  @Test(arguments: Place.allCases) func roundsEndAndListsChange(_ place: Place) throws {
    try expect(Self.furtherLines, in: place)
  }

  // MARK: The household

  private static let householdLines: [Line] = [
    Line("household", "Films"), Line("household add-child Zoe", "--as Zoe"),
    Line("household add-child zoe", "already has a member called Zoe", code: 1),
    Line("household rename-member zoe Zoey", "Zoe is now called Zoey."), Line("household members", "Zoey"),
    Line("household remove zo", "Zoey is no longer in your household."),
    Line("household remove Tim", "movienight household leave", code: 1),
    Line("household invite", "household join mi_"), Line("household invites", "1 Invite of"),
    Line("household invites revoke", "The invite is revoked"),
    Line("household settings --country de", "Country DE"),
    Line(#"token issue --label "Lost tablet""#, "MOVIENIGHT_TOKEN=mn_"), Line("token list", "Lost tablet"),
    Line("token revoke lost", "Revoked Lost tablet."),
    Line("household nonsense", "There is no action 'nonsense'", code: 2),
    Line("household members nonsense", "Unexpected argument 'nonsense'", code: 2),
  ]

  @Test(arguments: Place.allCases) func householdIsRunByNames(_ place: Place) throws {
    try expect(Self.householdLines, in: place)
  }

  // MARK: Help and files

  private static func programLines(_ folder: String) -> [Line] {
    let (store, copy) = ("--store journal:\(folder)/a", "--store journal:\(folder)/b")
    return [
      Line("-h", "Usage: movienight COMMAND"), Line("help --help", "Usage: movienight COMMAND"),
      Line("-v", "movienight "), Line("--version", "movienight "), Line("help -v", "movienight "),
      Line("household join --help", "Usage: movienight household join INVITE_TOKEN [options]"),
      Line("histroy", "Did you mean 'history'?", code: 2), Line("vote", "MOVIE is missing", code: 2),
      Line("serve --store memory --catalog dmeo", "--catalog takes none, demo", code: 2),
      Line("completions bash --complete -- household jo", "join"), Line("manual \(folder)/man/1"),
      Line("household create --name Films --creator Ann \(store)", "MOVIENIGHT_TOKEN=mn_"),
      Line("household show films \(store)", "Films", "Ann"),
      Line("export \(folder)/x.jsonl \(store)"),
      Line("export \(folder)/x.jsonl \(store)", "x.jsonl already exists", "--force", code: 1),
      Line("export \(folder)/x.jsonl --force \(store)"), Line("import \(folder)/x.jsonl \(copy)"),
      Line("import \(folder)/x.jsonl \(copy)", "Nothing has changed"), Line("verify \(copy)", "intact"),
      Line("events \(copy)", "HouseholdFounded"),
    ]
  }

  @Test(arguments: Place.allCases) func helpIsShownAndFilesAreWritten(_ place: Place) throws {
    try expect(Self.programLines(folder.path), in: place)
  }

  // MARK: Words that are not understood

  /// Every verb and action that takes any number of names, with one that names nothing. Searches and completions take
  /// any word.
  private static func lines(withName name: String) -> [[String]] {
    Subcommands.current.all.flatMap { command in
      let actions = command.actions.map { "\($0.name) \($0.positionals)" }
      let forms = actions.isEmpty ? [command.positionals] : actions
      return forms.filter { $0.contains("...") && !$0.contains("WORD") }.map { form in
        [command.name]
          + form.split(separator: " ").map { $0.contains("...") ? name : String($0.prefix { $0 != "|" }) }
      }
    }
  }

  /// An empty word is what a script types for a variable that is not set.
  @Test(arguments: ["nonsense", ""]) func unknownNameChangesNothing(_ name: String) throws {
    func state() throws -> [String] {
      try ["tonight", "watchlist", "watched", "history"].map { word in
        try Run(word, "--json", in: folder, variables: variables).output
      }
    }
    try expect([Line(#"start "Toy Story" Up"#), Line("watchlist add 863")], in: .pipe)
    let before = try state()
    let lines = Self.lines(withName: name)
    #expect(lines.count > 15, "\(lines)")
    for words in lines {
      let run = try Run(words, in: folder, variables: variables)
      #expect(run.code != 0 && run.output.isEmpty, "\(words): \(run.output)")
    }
    #expect(try state() == before)
  }
}
