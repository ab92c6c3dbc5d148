#if TMDb
  import FakeTMDb
  import MovieNightPrimitives
  import Testing

  /// The results of searches over the wire, and the household's state of each movie in them.
  @Suite struct SearchOverTheWireTests {
    private let fixture: TMDbFixture
    private var tmdb: FakeTMDb { fixture.tmdb }
    private var wire: Wire { fixture.wire }

    init() throws { fixture = try TMDbFixture() }

    @discardableResult
    private func search(_ query: String, _ more: String = "", by wire: Wire? = nil, method: String = "movies.search")
      throws -> JSONValue
    {
      try (wire ?? self.wire).result(method, #""query":"\#(query)"\#(more)"#)
    }

    private func ids(_ result: JSONValue, _ key: StaticString = "tmdb_movie_id") throws -> [Int] {
      try result.array("results").map { try $0.integer(key) }
    }

    /// Returns three Booleans about the first result as JSON: on the watchlist, watched, and above the ceiling.
    private func householdState(_ result: JSONValue) throws -> [String] {
      let first = try #require(try Array(result.array("results")).first)
      return ["on_watchlist", "watched", "exceeds_ceiling"].map { first[$0]?.text ?? "missing" }
    }

    private var searches: [FakeTMDb.Request] { tmdb.requests.filter { $0.path == "/search/movie" } }

    // MARK: Movies and series found

    @Test(arguments: [
      ("the matrix", [603]), ("tmdb:603", [603]), ("tt0133093", [603]),
      ("https://www.themoviedb.org/movie/603-the-matrix", [603]), ("https://www.imdb.com/title/tt0133093/", [603]),
      ("https://www.themoviedb.org/tv/1396-breaking-bad", []), ("tmdb:4242", []), ("tt0903747", []),
    ])
    func movieIsFoundByTitleIDOrLink(_ query: String, as ids: [Int]) throws {
      #expect(try self.ids(search(query)) == ids)
    }

    @Test(arguments: [("breaking", [1396]), ("tmdb:1396", [1396]), ("tt0903747", [1396]), ("tt0133093", [])])
    func seriesIsFoundByTitleOrID(_ query: String, as ids: [Int]) throws {
      #expect(try self.ids(search(query, method: "tv.search"), "tmdb_id") == ids)
    }

    @Test(arguments: [("toy story (1995)", ""), ("toy story y:1995", ""), ("toy story", #","year":1995"#)])
    func markedYearIsSeparatedFromTitle(_ query: String, _ more: String) throws {
      #expect(try ids(search(query, more)) == [862])
      #expect(searches.map { $0["query"] } == ["toy story"])
      // TMDb has two parameters for the year, and the server may use either.
      #expect(searches.allSatisfy { ($0["year"] ?? $0["primary_release_year"]) == "1995" })
    }

    /// "Blade Runner 2049" is a title with a number. "Toy Story 1995" is found only as a title and a year.
    @Test func bareYearIsTriedOnlyWhenWholeTextFindsNothing() throws {
      tmdb.movies.append(FakeTMDb.Movie(id: 335984, title: "Blade Runner 2049", releaseDate: "2017-10-04"))
      #expect(try ids(search("blade runner 2049")) == [335984])
      #expect(searches.map { $0["query"] } == ["blade runner 2049"])
      tmdb.forget()
      #expect(try ids(search("toy story 1995")) == [862])
      #expect(searches.map { $0["query"] } == ["toy story 1995", "toy story"])
    }

    /// An empty page after the last one must not be taken for a search without results.
    @Test func bareYearIsNotTriedOnLaterPage() throws {
      tmdb.movies.append(FakeTMDb.Movie(id: 5, title: "Summer 1995", releaseDate: "2017-10-04"))
      tmdb.movies.append(FakeTMDb.Movie(id: 6, title: "Summer", releaseDate: "1995-10-04"))
      let second = try search("summer 1995", #","page":2"#)
      #expect(try ids(second) == [] && second.integer("total_results") == 1 && second.integer("total_pages") == 1)
      #expect(searches.map { $0["query"] } == ["summer 1995"])
    }

    @Test(arguments: ["tmdb:77", "tt0000077", "night", "https://www.themoviedb.org/movie/77"])
    func adultMovieIsInNoSearchResult(_ query: String) throws {
      tmdb.movies.append(FakeTMDb.Movie(id: 77, title: "Night", imdbID: "tt0000077", adult: true))
      let found = try search(query)
      #expect(try ids(found) == [] && found.integer("total_results") == 0)
      #expect(try wire.result("movies.get", #""tmdb_movie_id":77"#).string("content_rating") == "NC-17")
      #expect(try ids(search(query)) == [])
    }

    @Test func searchPagesMatchThoseOfTMDb() throws {
      tmdb.movies = (1...41).map { FakeTMDb.Movie(id: $0, title: "Movie \($0)", popularity: Double(100 - $0)) }
      let last = try search("movie", #","page":3"#)
      #expect(try last.integer("total_pages") == 3 && last.integer("total_results") == 41 && ids(last) == [41])
      #expect(try ids(search("movie", #","page":500"#)) == [])
      #expect(searches.map { $0["page"] } == ["3", "500"])
      for page in ["0", "501", "-1", "1.5"] {
        #expect(try wire.call("movies.search", #""query":"movie","page":\#(page)"#).code == -32602)
      }
      #expect(searches.count == 2)
    }

    @Test(
      arguments: [
        ("a", -32602), ("  a  ", -32602), ("\\u00e4", -32602), ("ab", nil), ("tmdb:99999999999", -32602),
        (String(repeating: "a", count: 500), nil), (String(repeating: "a", count: 501), -32602),
      ] as [(String, Int?)])
    func invalidQueryIsRefusedWithoutRequest(_ query: String, _ code: Int?) throws {
      #expect(try wire.call("movies.search", #""query":"\#(query)""#).code == code)
      #expect(searches.count == (code == nil ? 1 : 0))
    }

    @Test func twoCharactersFindOnlyWholeTitles() throws {
      tmdb.movies = [(1, "Up"), (2, "Up in the Air"), (3, "UP!"), (4, "Grown Up")].map {
        FakeTMDb.Movie(id: $0, title: $1)
      }
      let found = try search("up")
      #expect(try ids(found).sorted() == [1, 3] && found.integer("total_results") == 2)
      #expect(try found.integer("total_pages") == 1)
      let second = try search("up", #","page":2"#)
      #expect(try ids(second) == [] && second.integer("page") == 2 && second.integer("total_results") == 2)
      #expect(searches.map { $0["page"] } == ["1"])
    }

    // MARK: The household's state of each result

    @Test func resultsShowWatchlistWatchedAndCeiling() throws {
      #expect(try householdState(search("fight club")) == ["false", "false", "null"])
      try wire.result("watchlist.add", #""movie":{"tmdb_movie_id":550}"#)
      #expect(try householdState(search("fight club")) == ["true", "false", "true"])
      try wire.result("watched.mark", #""movie":{"tmdb_movie_id":550}"#)
      #expect(try householdState(search("fight club"))[1] == "true")
      // The source was searched once, because the state is added to the cached result.
      #expect(searches.count == 1)
    }

    @Test func cachedDetailsCompleteResultsAfterRestart() throws {
      try wire.result("movies.get", #""tmdb_movie_id":862"#)
      try search("toy story")
      try fixture.server.restart()
      let found = try search("toy story", by: fixture.server.wire(token: fixture.household.token))
      #expect(try householdState(found)[2] == "false")
      #expect(try Array(found.array("results")).first?["content_rating"]?.text == "G")
      #expect(tmdb.count(of: "/movie/862") == 1 && searches.count == 1)
    }

    /// A cached result must show the same genre names as a new result.
    @Test func cachedResultUsesCurrentGenreNames() throws {
      func genres() throws -> [String?] {
        let movie = try Array(search("toy story").array("results")).first
        return [movie?["genres"]?.text, movie?["genre_ids"]?.text]
      }
      #expect(try genres() == [#"["Animation","Adventure","Family","Comedy"]"#, "[16,12,10751,35]"])
      tmdb.behave(.body(Array(#"{"genres":[{"id":16,"name":"Zeichentrick"}]}"#.utf8)), on: "/genre/movie/list")
      try wire.result("genres.list")
      // The new list has one genre only. The others have their compiled-in names.
      #expect(try genres() == [#"["Zeichentrick","Adventure","Family","Comedy"]"#, "[16,12,10751,35]"])
    }

    /// The empty result shows the source and time of the lookup, even if it comes from the cache.
    @Test func emptyResultNamesSourceAndTime() throws {
      let found = try search("tmdb:4242")
      #expect(try ids(found) == [] && found.string("source") == "tmdb" && !found.bool("stale"))
      #expect(try found.string("fetched_at").hasPrefix("2026-02-14"))
      fixture.server.time.advance(seconds: 60)
      #expect(try search("tmdb:4242").text == found.text)
      #expect(tmdb.count(of: "/movie/4242") == 1)
      let link = try search("https://www.themoviedb.org/tv/1396-breaking-bad")
      #expect(link["source"]?.isNull == true && link["fetched_at"]?.isNull == true)
    }

    @Test func householdStateIsHiddenFromOthers() throws {
      try wire.result("watched.mark", #""movie":{"tmdb_movie_id":862}"#)
      let others = try fixture.server.createHousehold("Others", creator: "Ben", children: [])
      let theirs = try search("toy story", by: fixture.server.wire(token: others.token))
      #expect(try householdState(theirs) == ["false", "false", "false"])
      #expect(try householdState(search("toy story", by: fixture.server.administrator())) == ["null", "null", "null"])
      #expect(try householdState(search("toy story"))[1] == "true")
    }

    /// The household has children, so movies rated R and unrated movies are above its ceiling.
    @Test func withinCeilingExcludesRestrictedAndUnratedMovies() throws {
      tmdb.movies = ["R", "G", nil, "PG"].enumerated().map { index, rating in
        FakeTMDb.Movie(
          id: index + 1, title: "Night \(index + 1)", popularity: Double(10 - index),
          certifications: rating.map { ["US": $0] } ?? [:])
      }
      #expect(try ids(search("night")) == [1, 2, 3, 4])
      let within = try search("night", #","within_ceiling":true"#)
      #expect(try ids(within) == [2, 4] && within.integer("total_results") == 4)
      #expect(try within.array("results").map { $0["content_rating"]?.text } == ["G", "PG"])
      // The search has loaded the ratings, so now the unrestricted search shows them, too.
      #expect(
        try search("night").array("results").map { $0["exceeds_ceiling"]?.text } == ["true", "false", "true", "false"])
    }
  }
#endif
