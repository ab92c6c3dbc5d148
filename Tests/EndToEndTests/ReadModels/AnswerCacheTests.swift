import MovieNightPrimitives
import Testing

@testable import Server
@testable import SnackArea

/// The cache of finished answers. An answer stays valid until one of its dependencies changes.
@Suite struct AnswerCacheTests {
  /// A server and connections to it, with access to its count of cache hits.
  private struct CachingServer {
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

    /// Asks all questions and returns those that were answered from the cache.
    func answeredFromCache(_ questions: [String]) throws -> Set<String> {
      var cached: Set<String> = []
      for question in questions {
        let before = try hits()
        let words = question.split(separator: " ", maxSplits: 1)
        try wire.result(String(words[0]), words.count > 1 ? String(words[1]) : "")
        if try hits() > before { cached.insert(question) }
      }
      return cached
    }
  }

  @Test func commandInvalidatesOnlyAffectedAnswers() throws {
    let lists = try ListsServer()
    let server = try CachingServer(lists.server, token: lists.household.token)
    let wire = lists.wire
    let started = try lists.start(#""movies":[\#(movie(1)),\#(movie(2))],"open_voting":true"#)
    let round = #""round_id":"\#(started)""#
    let (details, results) = ("rounds.get \(round)", "rounds.results \(round)")
    let (sessions, home, preferences) = ("sessions.list", "households.get", "preferences.get")
    let (watchlist, watched, movie1) = ("watchlist.list", "watched.list", #"movies.get "tmdb_movie_id":1"#)
    let statistics = "households.statistics"
    let questions = [
      details, results, sessions, home, preferences, watchlist, watched, movie1, "rounds.active", statistics,
    ]
    /// Sends a command and returns the questions whose cached answers it invalidated.
    func invalidated(_ method: String, _ parameters: String) throws -> Set<String> {
      // The first round of questions loads rows into memory, and the second fills the cache.
      for _ in 0..<2 { _ = try server.answeredFromCache(questions) }
      #expect(try server.answeredFromCache(questions) == Set(questions))
      try wire.result(method, parameters)
      return try Set(questions).subtracting(server.answeredFromCache(questions))
    }
    #expect(
      try invalidated("rounds.vote", round + #","tmdb_movie_id":1,"vote":"up""#)
        == [details, results, movie1, "rounds.active"])
    #expect(try invalidated("watchlist.add", #""movie":\#(movie(7))"#) == [watchlist, home])
    #expect(
      try invalidated("watched.mark", #""movie":\#(movie(8))"#) == [watched, watchlist, home, statistics],
      "a movie in no round")
    #expect(
      try invalidated("watched.mark", #""movie":\#(movie(1))"#)
        == [watched, watchlist, home, movie1, details, "rounds.active", statistics])
    let issued = try invalidated("tokens.issue", #""label":"Phone""#)
    #expect(issued.isSuperset(of: [home, details]) && issued.isSuperset(of: [watchlist, sessions]), "all with names")
    let discarded = try invalidated("rounds.discard", round)
    #expect(discarded.isSuperset(of: [details, sessions, home, movie1, "rounds.active", statistics]))
  }

  @Test func nameChangeInvalidatesAnswersShowingNames() throws {
    let lists = try ListsServer()
    try lists.add(1)
    _ = try lists.items("watchlist")
    try lists.wire.result(
      "members.update", #""member_id":"\#(lists.household.creator)","display_name":"Thomas""#)
    #expect(try lists.items("watchlist").map { try $0.string("added_by_name") } == ["Thomas"])
  }

  @Test func timeDependentAnswersAreNotCached() throws {
    let lists = try ListsServer()
    let server = try CachingServer(lists.server, token: lists.household.token)
    let questions = ["tokens.list", "invites.list", "events.read", "server.health"]
    for _ in 0..<2 { #expect(try server.answeredFromCache(questions).isEmpty) }
  }

  @Test func factAndDayChangesInvalidateAnswers() throws {
    let pantry = Pantry()
    let local = try LocalServer(areas: .withSnacks(in: pantry))
    let server = try CachingServer(local, token: local.createHousehold().token)
    let models = try local.application.readModels
    let (nuts, figs) = (#"snacks.left "snack":"nuts""#, #"snacks.left "snack":"figs""#)
    func invalidated(_ change: () throws -> Void) throws -> Set<String> {
      _ = try server.answeredFromCache([nuts, figs])
      #expect(try server.answeredFromCache([nuts, figs]) == [nuts, figs])
      try change()
      return try Set([nuts, figs]).subtracting(server.answeredFromCache([nuts, figs]))
    }
    #expect(try invalidated { pantry.put(3, of: "nuts", telling: models) } == [nuts])
    #expect(try server.wire.result("snacks.left", #""snack":"nuts""#).integer("amount") == 3)
    #expect(try invalidated { try server.wire.result("members.add_managed", #""display_name":"Moe""#) }.isEmpty)
    // The clock starts at 20:00, so the day changes after four hours.
    #expect(try invalidated { local.time.advance(hours: 3) }.isEmpty)
    #expect(try invalidated { local.time.advance(hours: 1) } == [nuts, figs])
    #expect(try server.wire.result("snacks.left", #""snack":"nuts""#).string("day").hasPrefix("2026-02-15"))
  }

  // MARK: Answers during random nights

  /// Compares answers byte by byte before and after a rebuild, which empties the cache. A server on a shared store
  /// notices a rebuild later, so shared stores have their own test.
  @Test(arguments: StoreKind.allCases.filter { !$0.isShared }, [51, 52])
  func cachedAnswersEqualFreshAnswers(_ kind: StoreKind, seed: UInt64) throws {
    let local = try LocalServer(kind)
    let household = try local.createHousehold(children: ["Max", "Mia", "Moe"])
    let server = try CachingServer(local, token: household.token)
    var nights = try RandomNights(on: local, household: household, seed: seed)
    var cacheHits = 0
    for _ in 0..<25 {
      try nights.play(6)
      try handleDueDeadlines(server.wire)
      let before = try server.hits()
      let finished = try nights.answers()
      cacheHits += try server.hits() - before
      // The rebuild replaces all rows, which invalidates all answers.
      try server.administrator.result("projections.rebuild")
      let hitsBefore = try server.hits()
      #expect(try nights.answers() == finished, "seed \(seed)")
      #expect(try server.hits() == hitsBefore)
    }
    #expect(cacheHits > 50, "too few cached answers")
  }

  /// Sends a command without effect, before which the server handles the deadlines that are due.
  private func handleDueDeadlines(_ wire: Wire) throws {
    _ = try wire.call("watchlist.remove", #""tmdb_movie_id":999999"#)
  }

  #if Postgres
    @Test(arguments: [61, 62]) func eventsFromOtherServersInvalidateAnswers(seed: UInt64) throws {
      let group = try ServerGroup(2)
      let household = try group[0].createHousehold(children: ["Max", "Mia", "Moe"])
      let servers = try (0..<2).map { try CachingServer(group[$0], token: household.token) }
      var nights = try RandomNights(on: group[0], household: household, seed: seed)
      var cacheHits = 0
      for turn in 0..<20 {
        nights = try nights.restarted(on: group[turn % 2])
        try nights.play(5)
        try handleDueDeadlines(servers[turn % 2].wire)
        try group.settle()
        let before = try servers[1].hits()
        let finished = try (0..<2).map { try nights.restarted(on: group[$0]).answers() }
        cacheHits += try servers[1].hits() - before
        #expect(finished[0] == finished[1], "seed \(seed)")
        guard turn % 5 == 4 else { continue }
        try servers[0].administrator.result("projections.rebuild")
        for index in 0..<2 {
          try eventually("server \(index) to answer from the rebuilt rows") {
            try nights.restarted(on: group[index]).answers() == finished[index]
          }
        }
      }
      #expect(cacheHits > 40, "too few cached answers")
    }
  #endif
}
