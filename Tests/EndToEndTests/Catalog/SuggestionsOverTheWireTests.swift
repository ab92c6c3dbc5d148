#if TMDb
  import Catalog
  import FakeTMDb
  import MovieNightPrimitives
  import Testing

  @testable import Server

  /// Suggestions over the wire (`docs/catalog.md`, "Suggestions"), with the requests to TMDb that they cause.
  @Suite struct SuggestionsOverTheWireTests {
    private let fixture: TMDbFixture
    private var tmdb: FakeTMDb { fixture.tmdb }
    private var wire: Wire { fixture.wire }

    init() throws {
      fixture = try TMDbFixture()
      tmdb.movies = (1...30).map(Self.movie)
    }

    /// Returns a comedy, a cartoon, a drama or a horror movie, in turn. Every other movie is on Netflix.
    private static func movie(_ id: Int) -> FakeTMDb.Movie {
      let genre = [(35, "Comedy"), (16, "Animation"), (18, "Drama"), (27, "Horror")][id % 4]
      return FakeTMDb.Movie(
        id: id, title: "Movie \(id)", releaseDate: "1999-01-01", genres: [genre], popularity: Double(100 - id),
        voteAverage: 5 + Double(id % 7) / 2, voteCount: 100, runtime: 90, certifications: ["US": "PG"],
        providers: id % 2 == 0 ? ["US": FakeTMDb.Providers(flatrate: [(8, "Netflix")])] : [:])
    }

    /// Sets preferences. Tim likes comedy and family movies, Max animation and family movies, and Mia comedy and
    /// animation. All three dislike horror, and Max also dislikes drama.
    private func setPreferences(_ wire: Wire, _ household: Household) throws {
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

    // MARK: Requests to TMDb

    /// TMDb has no matching movie, so the server takes every relaxation step.
    @Test func eachRelaxationStepWidensDiscovery() throws {
      tmdb.movies = []
      try setPreferences(wire, fixture.household)
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

    /// TMDb ranks unrated movies below G. A ceiling of R or higher admits unrated movies, so the request has no lower
    /// bound.
    @Test func openRoundCeilingLimitsDiscovery() throws {
      try setPreferences(wire, fixture.household)
      try wire.result("rounds.start", #""ceiling_override":"R""#)
      try wire.result("suggestions.generate")
      #expect(discoveries.first?["certification.lte"] == "R" && discoveries.first?["certification.gte"] == nil)
    }

    @Test func tooFewPreferencesAreRefusedWithoutRequest() throws {
      for member in fixture.household.members {
        let ceiling = #""genre_likes":[],"max_content_rating":"PG""#
        try wire.result("preferences.set", ceiling + fixture.household.actingAs(member))
      }
      for (method, parameters) in [("suggestions.generate", ""), ("rounds.start", #""suggest":true"#)] {
        #expect(try wire.call(method, parameters).reason == "too_few_preferences")
      }
      #expect(discoveries.isEmpty)
    }

    // MARK: Suggested movies

    @Test(arguments: [("", 8), (#""exclude_movie_ids":[1,2,4,5,6,8,9,10,12,13,14,16]"#, 7)])
    func exportedFileYieldsSameSuggestions(_ parameters: String, count: Int) throws {
      try setPreferences(wire, fixture.household)
      for id in 1...30 { try wire.result("movies.get", #""tmdb_movie_id":\#(id)"#) }
      let generated = try wire.result("suggestions.generate", parameters)
      let catalog = try FileCatalog(lines: Array(fixture.exported().joined().joined(separator: "\n").utf8))
      let other = try LocalServer(catalog: CatalogConfiguration { _, _ in .init(FileSource(catalog)) })
      let household = try other.createHousehold()
      let otherWire = try other.wire(token: household.token)
      try setPreferences(otherWire, household)
      let again = try otherWire.result("suggestions.generate", parameters)
      #expect(try Array(generated.array("suggestions")).count == count)
      #expect(again["suggestions"]?.text == generated["suggestions"]?.text)
      #expect(again["relaxed_constraints"]?.text == generated["relaxed_constraints"]?.text)
      #expect(try generated.string("source") == "tmdb" && again.string("source") == "file")
    }

    @Test func suggestionIncludesScoreAndReason() throws {
      try setPreferences(wire, fixture.household)
      let best = try #require(try Array(wire.result("suggestions.generate").array("suggestions")).first)
      // The movie is the most popular comedy or cartoon on Netflix. Its score is 0.5 · 96/99 + 0.3 + 0.2.
      #expect(try best.integer("tmdb_movie_id") == 4 && best["score"]?.text == "0.9848")
      #expect(try best.string("reason") == "You like Comedy. On Netflix. Rated 7.0 of 10.")
    }

    // MARK: Suggestions in a round

    /// The suggestions come after the starter's movie and the movie from the watchlist, and include no watched or
    /// excluded movies. The watchlist's movie is also among the eight suggestions, but enters the round once.
    @Test func roundIsFilledWithSuggestionsAndReasons() throws {
      try setPreferences(wire, fixture.household)
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
      // The events contain the same scores and reasons as the round.
      let events = try wire.result("events.read", #""types":["MovieSuggested"]"#).array("events")
        .map { try $0.object("data") }.filter { try $0.string("source") == "algorithm" }
      #expect(try events.map { try $0.object("movie").integer("tmdb_movie_id") } == ids(suggestions).suffix(7))
      for (event, suggestion) in zip(events, suggestions.suffix(7)) {
        let merit = try event.object("merit")
        #expect(merit["score"]?.text == suggestion["score"]?.text)
        #expect(try merit.string("reason") == suggestion.string("reason"))
      }
      // The resent command gets the same answer without a request to TMDb.
      tmdb.forget()
      tmdb.behave(.silence)
      let repeated = try wire.result("rounds.start", start).object("round")
      #expect(try ids(repeated.array("suggestions")) == ids(suggestions))
      #expect(tmdb.requests.isEmpty)
    }

    @Test func pickedMovieIsNotSuggestedBeforeItIsWatched() throws {
      try setPreferences(wire, fixture.household)
      let movies = #""movies":[{"tmdb_movie_id":4},{"tmdb_movie_id":8}]"#
      let round = try wire.result("rounds.start", movies + #","open_voting":true"#).object("round").string("round_id")
      try wire.result("rounds.pick", #""round_id":"\#(round)","tmdb_movie_id":4"#)
      #expect(try !ids(wire.result("suggestions.generate").array("suggestions")).contains(4))
      let next = try wire.result("rounds.start", #""suggest":true"#).object("round")
      #expect(try ids(next.array("suggestions")).contains(8) && !ids(next.array("suggestions")).contains(4))
      // Without the pick, the movie is suggested again.
      try wire.result("rounds.discard", #""round_id":"\#(round)""#)
      try wire.result("rounds.discard", #""round_id":"\#(next.string("round_id"))""#)
      #expect(try ids(wire.result("suggestions.generate").array("suggestions")).contains(4))
    }

    @Test func suggestionsFillRoundUpToTwelve() throws {
      try setPreferences(wire, fixture.household)
      let movies = [1, 2, 3, 5, 6, 7, 9, 10, 11].map { #"{"tmdb_movie_id":\#($0)}"# }.joined(separator: ",")
      let suggestions = try Array(
        wire.result("rounds.start", #""movies":[\#(movies)],"suggest":true"#).object("round").array("suggestions"))
      #expect(suggestions.count == 12)
      #expect(try suggestions.count { try $0.string("source") == "algorithm" } == 3)
    }

    /// While the details of other movies are pending, the best one is marked as watched. The round starts without it.
    @Test func movieWatchedDuringLookupIsLeftOut() throws {
      try setPreferences(wire, fixture.household)
      try wire.result("movies.get", #""tmdb_movie_id":4"#)
      tmdb.behave(.slow(milliseconds: 500), on: "/movie")
      try wire.post("rounds.start", #""suggest":true"#)
      eventually("the requests for details") { tmdb.count(of: "/movie/8") > 0 }
      let other = try fixture.server.wire(token: fixture.household.token)
      try other.result("watched.mark", #""movie":{"tmdb_movie_id":4}"#)
      let suggestions = try Array(wire.readAnswer().result().object("round").array("suggestions"))
      #expect(try !suggestions.isEmpty && !ids(suggestions).contains(4))
    }

    /// A failure of TMDb must not be reported as too few movies.
    @Test func suggestionsFailWithoutMovieDetails() throws {
      try setPreferences(wire, fixture.household)
      tmdb.behave(.status(500), on: "/movie")
      #expect(try wire.call("suggestions.generate").reason == "catalog_unavailable")
      #expect(try wire.call("rounds.start", #""suggest":true"#).reason == "catalog_unavailable")
      #expect(try wire.result("rounds.active")["round"]?.isNull == true)
    }
  }
#endif
