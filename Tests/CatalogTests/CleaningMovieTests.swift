import MovieNightPrimitives
import Testing

@testable import Catalog

@Suite struct CleaningMovieTests {
  @Test func completeMovieIsRead() throws {
    let body = try CleanedBody(CleaningBodies.movie, answering: .movie(550))
    let netflix = Provider(id: 8, name: "Netflix", logoPath: "/n.jpg")
    let expected = MovieFacts(
      id: 550, title: "Fight Club", originalTitle: "Fight Club", releaseDate: CalendarDate(text: "1999-10-15"),
      overview: "Two men and soap.", tagline: "Mischief. Mayhem. Soap.", imdbID: "tt0137523", runtime: 139,
      genres: [Genre(id: 18, name: "Drama"), Genre(id: 53, name: "Thriller")], popularity: 61.416, voteAverage: 8.433,
      voteCount: 26280, posterPath: "/post_er-1.jpg", backdropPath: "/back.jpg", isAdult: false,
      certifications: [Certification(country: "DE", rating: "18"), Certification(country: "US", rating: "R")],
      cast: [
        CastMember(name: "Edward Norton", character: "Narrator"),
        CastMember(name: "Brad Pitt", character: "Tyler Durden"),
        CastMember(name: "Helena Bonham Carter", character: nil), CastMember(name: "Meat Loaf", character: "Bob"),
        CastMember(name: "Jared Leto", character: "Angel Face"),
      ], trailerKey: "SUXWAEX2jlg",
      providers: [
        CountryProviders(
          country: "CA", link: "https://www.themoviedb.org/movie/550/watch?locale=CA",
          ads: [Provider(id: 73, name: "Tubi TV", logoPath: "/t.jpg")]),
        CountryProviders(
          country: "US", link: "https://www.themoviedb.org/movie/550/watch?locale=US",
          flatrate: [netflix, Provider(id: 15, name: "Hulu", logoPath: "/hulu.jpg")],
          rent: [Provider(id: 2, name: "Apple TV")]),
      ])
    #expect(try body.facts() == .movie(expected))
    #expect(body.dropped == 0 && !body.lacksText)
  }

  @Test func movieWithOnlyIDAndTitleIsRead() throws {
    let body = try CleanedBody(#"{"id": 550, "title": "Bare"}"#, answering: .movie(550))
    #expect(try body.facts() == .movie(MovieFacts(id: 550, title: "Bare")))
    #expect(body.lacksText)
  }

  @Test(arguments: [
    (#"{"title": "A"}"#, UnexpectedBody.without("id")), (#"{"id": "550", "title": "A"}"#, .without("id")),
    (#"{"id": 550.0, "title": "A"}"#, .without("id")), (#"{"id": 551, "title": "A"}"#, .other("id")),
    (#"{"id": 550}"#, .without("title")), (#"{"id": 550, "title": ""}"#, .without("title")),
    (#"{"id": 550, "title": 7}"#, .without("title")), (#"{"id": 550, "title": " \u0007\u202e "}"#, .without("title")),
    (#"{"success": false, "status_code": 34}"#, .without("id")), ("[550]", .without("id")), ("null", .without("id")),
  ])
  func bodyWithoutRequestedMovieIsRefused(body: String, error: UnexpectedBody) {
    #expect(throws: error) { try CleanedBody(body, answering: .movie(550)).facts() }
  }

  @Test func outOfBoundsNumbersBecomeNil() throws {
    for (value, runtime) in [("0", nil), ("1", 1), ("9999", 9999), ("10000", nil), ("-1", nil), ("90.0", nil)] {
      #expect(try cleanMovie(#""runtime": \#(value)"#).runtime == runtime, "\(value)")
    }
    for (value, average) in [("-0.1", nil), ("0.5", 0.5), ("10", 10), ("10.001", nil), ("1e999", nil)] {
      #expect(try cleanMovie(#""vote_average": \#(value)"#).voteAverage == average, "\(value)")
    }
    for (value, popularity) in [("-0.1", nil), ("0", 0), ("1e300", 1e300), ("1e999", nil), ("\"1\"", nil)] {
      #expect(try cleanMovie(#""popularity": \#(value)"#).popularity == popularity, "\(value)")
    }
    for (value, count) in [("-1", nil), ("0", 0), ("2147483647", 2_147_483_647), ("2147483648", nil)] {
      #expect(try cleanMovie(#""vote_count": \#(value)"#).voteCount == count, "\(value)")
    }
  }

  @Test func averageWithoutVotesBecomesNil() throws {
    #expect(try cleanMovie(#""vote_count": 0"#).voteAverage == nil)
    #expect(try cleanMovie(#""vote_count": 1"#).voteAverage == 8.433)
    #expect(try cleanMovie(#""vote_count": null"#).voteAverage == 8.433)
    #expect(try cleanMovie(#""vote_count": null, "vote_average": 0"#).voteAverage == nil)
    #expect(try cleanMovie(#""vote_count": 3, "vote_average": 0"#).voteAverage == 0)
  }

  @Test func invalidReleaseDateBecomesNil() throws {
    for date in ["1870-01-01", "2000-02-29", "2200-12-31"] {
      #expect(try cleanMovie(#""release_date": "\#(date)""#).releaseDate == CalendarDate(text: date))
    }
    for date in [
      "1869-12-31", "2201-01-01", "1900-02-29", "2026-13-01", "2026-00-10", "2026-1-1", "2026-01-01T00:00:00Z", "",
    ] {
      #expect(try cleanMovie(#""release_date": "\#(date)""#).releaseDate == nil, "\(date)")
    }
  }

  @Test func malformedIMDbIDBecomesNil() throws {
    for id in ["tt0137523", "tt1234567890"] {
      #expect(try cleanMovie(#""imdb_id": "\#(id)""#).imdbID == id)
    }
    for id in [
      "", "tt", "tt013752", "nm0137523", "0137523", "tt01375x3", "tt12345678901", "tt1234567890123", "tt٣٣٣٣٣٣٣",
    ] {
      #expect(try cleanMovie(#""imdb_id": "\#(id)""#).imdbID == nil, "\(id)")
    }
  }

  @Test func bodyWithTooManyCombiningMarksIsRefused() {
    let id = "tt" + String(repeating: "\u{301}", count: 31)
    #expect {
      _ = try cleanMovie(#""imdb_id": "\#(id)""#)
    } throws: {
      guard case .notJSON(let error)? = $0 as? UnexpectedBody else { return false }
      return error.reason == .tooManyMarks
    }
  }

  @Test func membersOfWrongTypeAreIgnored() throws {
    let members = [
      "adult", "original_title", "release_date", "overview", "tagline", "imdb_id", "runtime", "genres", "popularity",
      "vote_average", "vote_count", "poster_path", "backdrop_path", "release_dates", "credits", "videos",
      "watch/providers",
    ]
    for value in ["null", "[]", "{}", "[[1]]", #"{"results": 1, "cast": {}}"#, #"{"results": [null, 1, "a", []]}"#] {
      let all = members.map { "\"\($0)\": \(value)" }.joined(separator: ", ")
      #expect(try cleanMovie(all) == MovieFacts(id: 550, title: "Fight Club"), "\(value)")
    }
  }

  @Test func adultMovieIsRatedNC17() throws {
    #expect(try cleanMovie(#""adult": true"#).contentRating == "NC-17")
    #expect(try cleanMovie(#""adult": "true""#).isAdult == false)
  }

  @Test func entriesWithoutIDOrNameAreDroppedAndCounted() throws {
    let genres = #"""
      "genres": [{"id": 1, "name": "A"}, {"id": 0, "name": "B"}, {"id": 2147483648, "name": "C"}, {"name": "D"},
        {"id": 3}, {"id": 4, "name": ""}, {"id": "5", "name": "E"}, 6, null, {"id": 1, "name": "Again"},
        {"id": 2147483647, "name": "F"}]
      """#
    let body = try CleanedBody(CleaningBodies.movie, with: genres, answering: .movie(550))
    guard case .movie(let movie) = try body.facts() else { throw UnexpectedBody.other("kind") }
    #expect(movie.genres == [Genre(id: 1, name: "A"), Genre(id: 2_147_483_647, name: "F")])
    #expect(body.dropped == 9)
  }

  @Test func genreListIsCappedAt20() throws {
    let genres = (1...25).map { #"{"id": \#($0), "name": "G"}"# }.joined(separator: ",")
    let body = try CleanedBody(CleaningBodies.movie, with: #""genres": [\#(genres)]"#, answering: .movie(550))
    guard case .movie(let movie) = try body.facts() else { throw UnexpectedBody.other("kind") }
    #expect(movie.genres.map(\.id) == Array(1...20))
    #expect(body.dropped == 5)
  }

  // MARK: Cast, trailer

  @Test func castIsFirstFiveByOrder() throws {
    func names(_ orders: [String]) throws -> [String] {
      let cast = orders.enumerated().map { #"{"id": 1, "name": "N\#($0)", "order": \#($1)}"# }
      return try cleanMovie(#""credits": {"cast": [\#(cast.joined(separator: ","))]}"#).cast.map(\.name)
    }
    #expect(try names(["9", "8", "7", "6", "5", "4", "3"]) == ["N6", "N5", "N4", "N3", "N2"])
    #expect(try names(["1", "1", "0", "1", "1", "1"]) == ["N2", "N0", "N1", "N3", "N4"])
    #expect(try names(["null", "\"0\"", "-1", "3"]) == ["N3", "N0", "N1", "N2"])
    let cast = #""credits": {"cast": [{"id": 1}, {"name": ""}, 3, {"name": "A", "order": 2}]}"#
    let body = try CleanedBody(CleaningBodies.movie, with: cast, answering: .movie(550))
    #expect(body.dropped == 3)
  }

  @Test func trailerPrefersOfficialYouTubeVideo() throws {
    func key(_ videos: [(site: String, type: String, key: String, official: String)]) throws -> String? {
      let list = videos.map {
        #"{"site": "\#($0.site)", "type": "\#($0.type)", "key": \#($0.key), "official": \#($0.official)}"#
      }
      return try cleanMovie(#""videos": {"results": [\#(list.joined(separator: ","))]}"#).trailerKey
    }
    let (fan, official) = (
      (site: "YouTube", type: "Trailer", key: "\"fan\"", official: "false"),
      (site: "YouTube", type: "Trailer", key: "\"official\"", official: "true")
    )
    #expect(try key([fan, official]) == "official")
    #expect(try key([fan, (site: "YouTube", type: "Trailer", key: "\"b\"", official: "null")]) == "fan")
    #expect(try key([(site: "YouTube", type: "Teaser", key: "\"a\"", official: "true")]) == nil)
    #expect(try key([(site: "Vimeo", type: "Trailer", key: "\"a\"", official: "true")]) == nil)
    for bad in [
      "\"\"", "\"a b\"", "\"a&t\"", "\"a=1\"", "\"../a\"", "\"a/b\"", "\"é\"", "7",
      "\"\(String(repeating: "a", count: 21))\"",
    ] {
      #expect(try key([(site: "YouTube", type: "Trailer", key: bad, official: "true"), fan]) == "fan", "\(bad)")
    }
    let longest = String(repeating: "_", count: 19) + "-"
    #expect(try key([(site: "YouTube", type: "Trailer", key: "\"\(longest)\"", official: "true")]) == longest)
  }

  @Test func trailerPrefersRequestedLanguageThenOfficial() throws {
    func key(_ language: String, _ videos: (language: String, key: String, isOfficial: Bool)...) throws -> String? {
      let list = videos.map {
        #"{"site":"YouTube","type":"Trailer","iso_639_1":\#($0.language),"key":"\#($0.key)","official":\#($0.isOfficial)}"#
      }
      return try cleanMovie(#""videos":{"results":[\#(list.joined(separator: ","))]}"#, in: language).trailerKey
    }
    let (english, german) = (("\"en\"", "english", true), ("\"de\"", "german", false))
    for language in ["de", "de-AT"] {
      #expect(try key(language, english, german) == "german")
      #expect(try key(language, english, german, ("\"de\"", "better", true)) == "better")
      #expect(try key(language, ("null", "none", false), ("7", "wrong", false), english) == "english")
    }
    #expect(try key("fr", german, english) == "english")
    #expect(try key("en-US", german, ("\"en\"", "fan", false), english) == "english")
    #expect(try key("e", german, ("\"en\"", "fan", false)) == "german", "the whole word counts")
  }
}
