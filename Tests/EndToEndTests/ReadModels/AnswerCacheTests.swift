import MovieNightPrimitives
import Testing

@testable import Server
@testable import SnackArea

/// Cached answers, which stay valid until one of their dependencies changes.
@Suite struct AnswerCacheTests {
  /// A server with its count of cache hits.
  private struct Counted {
    let server: LocalServer
    let wire: Wire
    let administrator: Wire

    init(_ server: LocalServer, token: String) throws {
      self.server = server
      wire = try server.wire(token: token)
      administrator = try server.administrator()
    }

    func hits() throws -> Int {
      let text = try administrator.result("server.metrics").string("text")
      let line = text.split(separator: "\n").first { $0.hasPrefix("movienight_answer_cache_hits_total ") }
      return try #require(line.flatMap { Int($0.split(separator: " ")[1]) })
    }

    /// Asks all questions and returns those answered from the cache.
    func kept(_ questions: [String]) throws -> Set<String> {
      var kept: Set<String> = []
      for question in questions {
        let before = try hits()
        let words = question.split(separator: " ", maxSplits: 1)
        try wire.result(String(words[0]), words.count > 1 ? String(words[1]) : "")
        if try hits() > before { kept.insert(question) }
      }
      return kept
    }
  }

  @Test func commandInvalidatesOnlyAffectedAnswers() throws {
    let partition = try ListsServer()
    let server = try Counted(partition.server, token: partition.household.token)
    let wire = partition.wire
    let started = try partition.start(#""movies":[\#(movie(1)),\#(movie(2))],"open_voting":true"#)
    let round = #""round_id":"\#(started)""#
    let (details, results) = ("rounds.get \(round)", "rounds.results \(round)")
    let (sessions, home, preferences) = ("sessions.list", "households.get", "preferences.get")
    let (watchlist, watched, movie1) = ("watchlist.list", "watched.list", #"movies.get "tmdb_movie_id":1"#)
    let questions = [details, results, sessions, home, preferences, watchlist, watched, movie1, "rounds.active"]
    /// Sends a command and returns the questions whose answers it has invalidated.
    func ended(_ method: String, _ parameters: String) throws -> Set<String> {
      // The first pass loads rows into memory, the second fills the cache.
      for _ in 0..<2 { _ = try server.kept(questions) }
      #expect(try server.kept(questions) == Set(questions))
      try wire.result(method, parameters)
      return try Set(questions).subtracting(server.kept(questions))
    }
    #expect(
      try ended("rounds.vote", round + #","tmdb_movie_id":1,"vote":"up""#)
        == [details, results, movie1, "rounds.active"])
    #expect(try ended("watchlist.add", #""movie":\#(movie(7))"#) == [watchlist, home])
    #expect(
      try ended("watched.mark", #""movie":\#(movie(8))"#) == [watched, watchlist, home], "it is in no round")
    #expect(
      try ended("watched.mark", #""movie":\#(movie(1))"#)
        == [watched, watchlist, home, movie1, details, "rounds.active"])
    let issued = try ended("tokens.issue", #""label":"Phone""#)
    #expect(issued.isSuperset(of: [home, details]) && issued.isSuperset(of: [watchlist, sessions]), "names are read")
    #expect(try ended("rounds.discard", round).isSuperset(of: [details, sessions, home, movie1, "rounds.active"]))
  }

  @Test func nameChangeInvalidatesAnswersShowingNames() throws {
    let partition = try ListsServer()
    try partition.add(1)
    _ = try partition.items("watchlist")
    try partition.wire.result(
      "members.update", #""member_id":"\#(partition.household.creator)","display_name":"Thomas""#)
    #expect(try partition.items("watchlist").map { try $0.string("added_by_name") } == ["Thomas"])
  }

  @Test func timeDependentAnswersAreNotCached() throws {
    let partition = try ListsServer()
    let server = try Counted(partition.server, token: partition.household.token)
    let questions = ["tokens.list", "invites.list", "events.read", "server.health"]
    for _ in 0..<2 { #expect(try server.kept(questions).isEmpty) }
  }

  @Test func factAndDayChangesInvalidateAnswers() throws {
    let pantry = Pantry()
    let local = try LocalServer(areas: .withSnacks(in: pantry))
    let server = try Counted(local, token: local.found().token)
    let models = try local.application.readModels
    let (nuts, figs) = (#"snacks.left "snack":"nuts""#, #"snacks.left "snack":"figs""#)
    func ended(_ change: () throws -> Void) throws -> Set<String> {
      _ = try server.kept([nuts, figs])
      #expect(try server.kept([nuts, figs]) == [nuts, figs])
      try change()
      return try Set([nuts, figs]).subtracting(server.kept([nuts, figs]))
    }
    #expect(try ended { pantry.put(3, of: "nuts", telling: models) } == [nuts])
    #expect(try server.wire.result("snacks.left", #""snack":"nuts""#).integer("amount") == 3)
    #expect(try ended { try server.wire.result("members.add_managed", #""display_name":"Moe""#) }.isEmpty)
    // The clock starts at 20:00.
    #expect(try ended { local.time.advance(hours: 3) }.isEmpty)
    #expect(try ended { local.time.advance(hours: 1) } == [nuts, figs])
    #expect(try server.wire.result("snacks.left", #""snack":"nuts""#).string("day").hasPrefix("2026-02-15"))
  }

  // MARK: Random nights

  /// The same bytes with and without the cache. Shared stores learn of a rebuild later and have their own test.
  @Test(arguments: StoreKind.allCases.filter { !$0.isShared }, [51, 52])
  func cachedAnswersEqualFreshAnswers(_ kind: StoreKind, seed: UInt64) throws {
    let local = try LocalServer(kind)
    let household = try local.found(children: ["Max", "Mia", "Moe"])
    let server = try Counted(local, token: household.token)
    var nights = try RandomNights(on: local, household: household, seed: seed)
    var given = 0
    for _ in 0..<25 {
      try nights.play(6)
      try handleDueDeadlines(server.wire)
      let before = try server.hits()
      let finished = try nights.answers()
      given += try server.hits() - before
      // A rebuild replaces the rows and so invalidates all answers.
      try server.administrator.result("projections.rebuild")
      let made = try server.hits()
      #expect(try nights.answers() == finished, "seed \(seed)")
      #expect(try server.hits() == made)
    }
    #expect(given > 50, "else it shows nothing")
  }

  /// Sends a command, because due deadlines are handled before the next command.
  private func handleDueDeadlines(_ wire: Wire) throws {
    _ = try wire.call("watchlist.remove", #""tmdb_movie_id":999999"#)
  }

  #if Postgres
    @Test(arguments: [61, 62]) func eventsFromOtherServersInvalidateAnswers(seed: UInt64) throws {
      let group = try ServerGroup(2)
      let household = try group[0].found(children: ["Max", "Mia", "Moe"])
      let servers = try (0..<2).map { try Counted(group[$0], token: household.token) }
      var nights = try RandomNights(on: group[0], household: household, seed: seed)
      var given = 0
      for turn in 0..<20 {
        nights = try nights.restarted(on: group[turn % 2])
        try nights.play(5)
        try handleDueDeadlines(servers[turn % 2].wire)
        try group.settle()
        let before = try servers[1].hits()
        let finished = try (0..<2).map { try nights.restarted(on: group[$0]).answers() }
        given += try servers[1].hits() - before
        #expect(finished[0] == finished[1], "seed \(seed)")
        guard turn % 5 == 4 else { continue }
        try servers[0].administrator.result("projections.rebuild")
        for index in 0..<2 {
          try eventually("server \(index) has its answers made anew") {
            try nights.restarted(on: group[index]).answers() == finished[index]
          }
        }
      }
      #expect(given > 40, "else it shows nothing")
    }
  #endif
}
