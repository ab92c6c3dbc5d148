#if TMDb
  import Stores
  import EventStore
  import FakeTMDb
  import MovieNightPrimitives
  import Testing

  /// Replays of events with facts from the catalog. The events contain the facts, so a replay does not ask the source.
  @Suite struct CatalogReplayTests {
    private let served: ServedTMDb
    private let folder: TemporaryFolder
    private let copies: TemporaryFolder

    init() throws {
      served = try ServedTMDb()
      folder = try TemporaryFolder()
      copies = try TemporaryFolder()
    }

    private var tmdb: FakeTMDb { served.tmdb }

    @Test(arguments: StoreKind.durable)
    func replayAndCopiesDoNotAskSource(_ kind: StoreKind) throws {
      let store = try kind.address(in: folder)
      let server = try served.serve(store, in: folder)
      let token = try server.createHousehold().token
      let round = try Self.playByIDs(server.wire(token: token))
      let before = try Self.answers(round, server.wire(token: token))
      #expect(try server.terminate() == 0)

      tmdb.forget()
      changeFacts()
      try run("verify", "--store", "\(store)")
      try run("rebuild-projections", "--store", "\(store)")
      let (copied, imported) = (
        try kind.address(in: copies), StoreAddress.journal(directory: "\(copies.path)/imported")
      )
      try run("copy", "--from", "\(store)", "--to", "\(copied)")
      try run("import", "--store", "\(imported)", input: run("export", "--store", "\(store)"))
      for store in [store, copied, imported] {
        try run("verify", "--store", "\(store)")
        let without = try ServerProcess(store, in: copies, "--catalog", "none", variables: served.variables)
        #expect(try Self.answers(round, without.wire(token: token)) == before)
        #expect(try without.terminate() == 0)
      }
      #expect(tmdb.requests.isEmpty)
    }

    @Test(arguments: StoreKind.durable)
    func laterSourceChangesDoNotAlterPastNights(_ kind: StoreKind) throws {
      let server = try served.serve(kind.address(in: folder), in: folder)
      let (wire, administrator) = (
        try server.wire(token: server.createHousehold().token), try server.administrator()
      )
      let round = try Self.playByIDs(wire)
      let before = try Self.answers(round, wire)
      tmdb.forget()
      changeFacts()
      #expect(try administrator.result("catalog.clear").integer("removed") > 0)
      try administrator.result("projections.rebuild")
      #expect(try Self.answers(round, wire) == before)
      #expect(tmdb.requests.isEmpty)

      try wire.result("watchlist.add", #""movie":{"tmdb_movie_id":550}"#)
      let added = try #require(try wire.result("watchlist.list").array("items").first { _ in true })
      #expect(try added.string("title") == "Soap Club" && added.string("content_rating") == "PG")
      let suggestion = try #require(try wire.result("rounds.get", round).array("suggestions").first { _ in true })
      #expect(try suggestion.string("title") == "Fight Club" && suggestion.string("content_rating") == "R")
      #expect(try server.terminate() == 0)
    }

    // MARK: Playing and reading a night

    /// Plays a round until its pick is watched, and adds movies to both lists. All movies are given by id only.
    /// - Returns: The parameter that names the round.
    private static func playByIDs(_ wire: Wire) throws -> String {
      let started = try wire.result(
        "rounds.start", #""movies":[{"tmdb_movie_id":550},{"tmdb_movie_id":862}],"ceiling_override":"R""#)
      let round = #""round_id":"\#(try started.object("round").string("round_id"))""#
      try wire.result("rounds.suggest", round + #","movies":[{"tmdb_movie_id":105}]"#)
      try wire.result("rounds.open_voting", round)
      try wire.result("rounds.propose", round + #","movie":{"tmdb_movie_id":603}"#)
      try wire.result("rounds.vote", round + #","tmdb_movie_id":603,"vote":"up""#)
      try wire.result("rounds.close_voting", round)
      try wire.result("rounds.pick", round + #","tmdb_movie_id":603"#)
      try wire.result("rounds.mark_watched", round)
      try wire.result("watchlist.add", #""movie":{"tmdb_movie_id":129}"#)
      try wire.result("watched.mark", #""movie":{"tmdb_movie_id":862}"#)
      return round
    }

    /// Returns the answers to all queries about the night.
    private static func answers(_ round: String, _ wire: Wire) throws -> [String] {
      let answers = try [
        ("rounds.get", round), ("rounds.results", round), ("watchlist.list", ""), ("watched.list", ""),
        ("sessions.list", ""), ("events.read", #""limit":1000"#),
      ].map { try wire.result($0, $1).text }
      for title in ["Fight Club", "The Matrix", "Toy Story"] { #expect(answers[0].contains(title)) }
      #expect(answers[2].contains("Spirited Away") && answers[3].contains("Toy Story"))
      return answers
    }

    private func changeFacts() {
      for index in tmdb.movies.indices {
        tmdb.movies[index].title = "Soap Club"
        tmdb.movies[index].certifications = ["US": "PG"]
      }
    }

    /// Runs a command with the variables that would allow it to ask the source.
    /// - Returns: The path of the file that contains the output.
    @discardableResult
    private func run(_ words: String..., input: String = "/dev/null") throws -> String {
      let process = try ChildProcess(words, in: copies, variables: served.variables, input: input)
      #expect(try process.waitForEnd() == 0, "\(words): \(process.output)\(process.errors)")
      return process.outputPath
    }
  }
#endif
