#if TMDb
  import Catalog
  import FakeTMDb
  import MovieNightPrimitives
  import Testing

  @testable import Server

  /// Suggestions over the wire (`docs/catalog.md`, "Suggestions"): the requests to TMDb, and the results.
  @Suite struct SuggestionsOverTheWireTests {
    private let asked: ServerOfTMDb
    private var tmdb: FakeTMDb { asked.tmdb }
    private var wire: Wire { asked.wire }

    init() throws {
      asked = try ServerOfTMDb()
      tmdb.movies = (1...30).map(Self.movie)
    }

    /// Comedies, cartoons, dramas and horror movies, every other one on Netflix.
    private static func movie(_ id: Int) -> FakeTMDb.Movie {
      let genre = [(35, "Comedy"), (16, "Animation"), (18, "Drama"), (27, "Horror")][id % 4]
      return FakeTMDb.Movie(
        id: id, title: "Movie \(id)", releaseDate: "1999-01-01", genres: [genre], popularity: Double(100 - id),
        voteAverage: 5 + Double(id % 7) / 2, voteCount: 100, runtime: 90, certifications: ["US": "PG"],
        providers: id % 2 == 0 ? ["US": FakeTMDb.Providers(flatrate: [(8, "Netflix")])] : [:])
    }

    /// Tim likes comedies and Max cartoons, both for families; all three dislike horror, and Max drama too.
    private func say(_ wire: Wire, _ household: Household) throws {
      try wire.result("households.update", #""streaming_services":["netflix"]"#)
      let tastes = [("[35,10751]", "[27]"), ("[16,10751]", "[27,18]"), ("[35,16]", "[27]")]
      for (member, (likes, dislikes)) in zip(household.members, tastes) {
        try wire.result(
          "preferences.set",
          #""genre_likes":\#(likes),"genre_dislikes":\#(dislikes),"max_content_rating":"PG""#
            + household.actingAs(member))
      }
    }

    private var discoveries: [FakeTMDb.Request] { tmdb.requests.filter { $0.path == "/discover/movie" } }

    private func ids(_ suggestions: some Sequence<JSONValue>) throws -> [Int] {
      try suggestions.map { try $0.integer("tmdb_movie_id") }
    }

    // MARK: Requests

    /// No movie fits, so every relaxation step is taken.
    @Test func eachRelaxationStepWidensDiscovery() throws {
      tmdb.movies = []
      try say(wire, asked.household)
      let result = try wire.result("suggestions.generate")
      #expect(
        result["relaxed_constraints"]?.text
          == #"["expanded_genres","lowered_popularity_floor","included_older_movies"]"#)
      #expect(result["suggestions"]?.text == "[]")
      var expected = [
        "include_adult": "false", "include_video": "false", "language": "en-US", "sort_by": "popularity.desc",
        "certification_country": "US", "certification.lte": "PG", "certification.gte": "G", "vote_count.gte": "50",
        "primary_release_date.gte": "1980-01-01", "primary_release_date.lte": "2026-02-14",
        "with_genres": "16|35|10751",
        "without_genres": "27", "page": "1",
      ]
      let steps: [(String, String?)] = [
        ("page", "1"), ("with_genres", nil), ("vote_count.gte", "10"), ("primary_release_date.gte", "1960-01-01"),
      ]
      #expect(discoveries.count == steps.count)
      for (request, (name, value)) in zip(discoveries, steps) {
        expected[name] = value
        #expect(Dictionary(uniqueKeysWithValues: request.parameters.map { ($0.name, $0.value) }) == expected)
      }
    }

    /// TMDb ranks unrated movies below G. From R on they are wanted, so the lower bound is left out.
    @Test func openRoundCeilingLimitsDiscovery() throws {
      try say(wire, asked.household)
      try wire.result("rounds.start", #""ceiling_override":"R""#)
      try wire.result("suggestions.generate")
      #expect(discoveries.first?["certification.lte"] == "R" && discoveries.first?["certification.gte"] == nil)
    }

    @Test func tooFewPreferencesAreRefusedWithoutRequest() throws {
      for (method, parameters) in [("suggestions.generate", ""), ("rounds.start", #""suggest":true"#)] {
        #expect(try wire.call(method, parameters).reason == "too_few_preferences")
      }
      #expect(discoveries.isEmpty)
    }

    // MARK: Results

    @Test(arguments: [("", 8), (#""exclude_movie_ids":[1,2,4,5,6,8,9,10,12,13,14,16]"#, 7)])
    func exportedFileYieldsSameSuggestions(_ parameters: String, count: Int) throws {
      try say(wire, asked.household)
      for id in 1...30 { try wire.result("movies.get", #""tmdb_movie_id":\#(id)"#) }
      let decodedEvents = try wire.result("suggestions.generate", parameters)
      let catalog = try FileCatalog(lines: Array(asked.exported().joined().joined(separator: "\n").utf8))
      let other = try LocalServer(catalog: CatalogConfiguration { _, _ in .init(FileSource(catalog)) })
      let household = try other.found()
      let otherWire = try other.wire(token: household.token)
      try say(otherWire, household)
      let again = try otherWire.result("suggestions.generate", parameters)
      #expect(try Array(decodedEvents.array("suggestions")).count == count)
      #expect(again["suggestions"]?.text == decodedEvents["suggestions"]?.text)
      #expect(again["relaxed_constraints"]?.text == decodedEvents["relaxed_constraints"]?.text)
      #expect(try decodedEvents.string("source") == "tmdb" && again.string("source") == "file")
    }

    @Test func suggestionIncludesScoreAndReason() throws {
      try say(wire, asked.household)
      let best = try #require(try Array(wire.result("suggestions.generate").array("suggestions")).first)
      // A comedy or cartoon on Netflix, and the most popular of those: 0.5 · 96/99 + 0.3 + 0.2.
      #expect(try best.integer("tmdb_movie_id") == 4 && best["score"]?.text == "0.9848")
      #expect(try best.string("reason") == "You like Comedy. On Netflix. Rated 7.0 of 10.")
    }

    // MARK: In a round

    /// Suggestions follow the starter's and the watchlist's movies, without watched or excluded ones. The watchlist's movie
    /// is also one of the eight found, and enters once.
    @Test func roundIsFilledWithSuggestionsAndReasons() throws {
      try say(wire, asked.household)
      try wire.result("watchlist.add", #""movie":{"tmdb_movie_id":5}"#)
      try wire.result("watched.mark", #""movie":{"tmdb_movie_id":4}"#)
      let start =
        #""command_id":"\#(randomID())","movies":[{"tmdb_movie_id":8}],"include_watchlist":true,"suggest":true,"#
        + #""exclude_movie_ids":[12]"#
      let round = try wire.result("rounds.start", start).object("round")
      let suggestions = try Array(round.array("suggestions"))
      #expect(
        try suggestions.map { try $0.string("source") } == ["member", "watchlist"]
          + Array(repeating: "algorithm", count: 7))
      #expect(try ids(suggestions).prefix(2) == [8, 5])
      #expect(try Set(ids(suggestions)).isDisjoint(with: [4, 12]) && Set(ids(suggestions)).count == 9)
      // The events agree with the round.
      let events = try wire.result("events.read", #""types":["MovieSuggested"]"#).array("events")
        .map { try $0.object("data") }.filter { try $0.string("source") == "algorithm" }
      #expect(try events.map { try $0.object("movie").integer("tmdb_movie_id") } == ids(suggestions).suffix(7))
      for (event, suggestion) in zip(events, suggestions.suffix(7)) {
        let merit = try event.object("merit")
        #expect(merit["score"]?.text == suggestion["score"]?.text)
        #expect(try merit.string("reason") == suggestion.string("reason"))
      }
      // The resent command has the same answer and sends no request.
      tmdb.forget()
      tmdb.behave(.silence)
      let repeated = try wire.result("rounds.start", start).object("round")
      #expect(try ids(repeated.array("suggestions")) == ids(suggestions))
      #expect(tmdb.requests.isEmpty)
    }

    @Test func suggestionsFillRoundUpToTwelve() throws {
      try say(wire, asked.household)
      let movies = [1, 2, 3, 5, 6, 7, 9, 10, 11].map { #"{"tmdb_movie_id":\#($0)}"# }.joined(separator: ",")
      let suggestions = try Array(
        wire.result("rounds.start", #""movies":[\#(movies)],"suggest":true"#).object("round").array("suggestions"))
      #expect(suggestions.count == 12)
      #expect(try suggestions.count { try $0.string("source") == "algorithm" } == 3)
    }

    /// The best movie is watched while the details of others are pending. The round starts without it.
    @Test func movieWatchedDuringLookupIsLeftOut() throws {
      try say(wire, asked.household)
      try wire.result("movies.get", #""tmdb_movie_id":4"#)
      tmdb.behave(.slow(milliseconds: 500), on: "/movie")
      try wire.post("rounds.start", #""suggest":true"#)
      eventually("details are asked for") { tmdb.count(of: "/movie/8") > 0 }
      let other = try asked.server.wire(token: asked.household.token)
      try other.result("watched.mark", #""movie":{"tmdb_movie_id":4}"#)
      let suggestions = try Array(wire.readAnswer().result().object("round").array("suggestions"))
      #expect(try !suggestions.isEmpty && !ids(suggestions).contains(4))
    }

    /// A fault of TMDb must not be reported as too few movies.
    @Test func suggestionsFailWithoutMovieDetails() throws {
      try say(wire, asked.household)
      tmdb.behave(.status(500), on: "/movie")
      #expect(try wire.call("suggestions.generate").reason == "catalog_unavailable")
      #expect(try wire.call("rounds.start", #""suggest":true"#).reason == "catalog_unavailable")
      #expect(try wire.result("rounds.active")["round"]?.isNull == true)
    }
  }
#endif
