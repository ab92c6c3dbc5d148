@testable import Catalog
import MovieNightPrimitives
import Testing

@testable import Server

/// Searches for which some lookups of the source fail, or the source names genres in another language.
@Suite struct ScriptedSearchTests {
  private let source = ScriptedSource()

  private struct Asked {
    let server: LocalServer
    let household: Household

    func search(_ text: String, _ more: String = "", method: String = "movies.search") throws -> Answer {
      try server.wire(token: household.token).call(method, #""query":"\#(text)""# + more)
    }

    /// The values of one field of the results, as JSON.
    func found(_ text: String, _ more: String = "", _ name: StaticString = "tmdb_movie_id") throws -> [String?] {
      try search(text, more).result().array("results").map { $0[name]?.text }
    }
  }

  private func ask(language: String = CatalogOptions.english) throws -> Asked {
    let options = CatalogOptions(language: language)
    let folder = try TemporaryFolder()
    let catalog = CatalogConfiguration(options: options, cache: "\(folder.path)/catalog") { [source] _, _ in
      .init(source)
    }
    let server = try LocalServer(StoreKind.durable[0].address(in: folder), in: folder, ManualTime(), catalog: catalog)
    return Asked(server: server, household: try server.found())
  }

  /// Makes a search for the text find these movies from now on.
  private func find(_ text: String, _ ids: Int..., genres: [Int] = [35]) {
    let listings = ids.map { MovieListing(id: $0, title: "Movie \($0)", genreIDs: genres) }
    let page = ListingPage(page: 1, totalPages: 1, totalResults: ids.count, results: listings)
    source.know(.movies(page), as: .searchMovies(text, year: nil, page: 1))
  }

  // MARK: Within the ceiling

  private static let within = #","within_ceiling":true"#

  /// Unavailable ratings must not look like an empty result.
  @Test func searchFailsWhenMostRatingsAreUnavailable() throws {
    let asked = try ask()
    find("night", 1, 2, 3)
    source.know(.whole(1))
    for id in 2...3 { source.fail(.unavailable(.status(500)), at: .movie(id)) }
    let refused = try asked.search("night", Self.within)
    #expect(refused.code == 503 && refused.reason == "catalog_unavailable")
    source.fail(.unauthorised(status: 401), at: .movie(2))
    #expect(try asked.search("night", Self.within).reason == "catalog_unauthorised")
    // The ratings of most results are enough.
    source.know(.whole(2))
    #expect(try asked.found("night", Self.within) == ["1", "2"])
    source.know(.whole(3))
    #expect(try asked.found("night", Self.within) == ["1", "2", "3"])
  }

  @Test func moviesUnknownToSourceAreLeftOut() throws {
    let asked = try ask()
    find("night", 1, 404)
    find("moon", 404)
    source.know(.whole(1))
    #expect(try asked.found("night", Self.within) == ["1"])
    #expect(try asked.found("moon", Self.within) == [])
    #expect(try asked.found("moon") == ["404"])
  }

  /// An unrated movie may enter a round whose ceiling the creator has set; one whose lookup failed is not shown.
  @Test func movieWithFailedLookupIsNotTreatedAsUnrated() throws {
    let asked = try ask()
    try asked.server.wire(token: asked.household.token).result("rounds.start", #""ceiling_override":"R""#)
    find("night", 1, 2, 3, 4)
    source.know(.whole(1, rating: "R"), .whole(2, rating: "NC-17"), MovieFacts(id: 3, title: "Movie 3"))
    source.fail(.unavailable(.timeout), at: .movie(4))
    #expect(try asked.found("night", Self.within) == ["1", "3"])
    #expect(try asked.found("night", Self.within, "content_rating") == ["R", "null"])
    source.know(.whole(4, rating: "NC-17"))
    #expect(try asked.found("night", Self.within) == ["1", "3"])
  }

  // MARK: Genres

  @Test func genreIDWithoutNameIsStillReturned() throws {
    let asked = try ask()
    find("night", 1, genres: [35, 4711, 18])
    #expect(try asked.found("night", "", "genres") == [#"["Comedy","Drama"]"#])
    #expect(try asked.found("night", "", "genre_ids") == ["[35,4711,18]"])
  }

  private func timesAsked(_ question: CatalogQuestion) -> Int { source.asked.count { $0 == question } }

  /// Searches do not wait for the names, which are requested once and still known after a restart.
  @Test func movieGenresAreNamedInCatalogLanguage() throws {
    let asked = try ask(language: "de-DE")
    find("night", 1)
    source.know(.genres(GenreList(genres: [Genre(id: 35, name: "Komödie")])), as: .genres(.movie))
    try eventually("they are known") { try asked.found("night", "", "genres") == [#"["Komödie"]"#] }
    try asked.server.restart()
    try eventually("they are known again") { try asked.found("night", "", "genres") == [#"["Komödie"]"#] }
    #expect(timesAsked(.genres(.movie)) == 1)
  }

  @Test func seriesGenresAreNamedInCatalogLanguage() throws {
    let asked = try ask(language: "de-DE")
    let listing = SeriesListing(id: 7, name: "Nacht", genreIDs: [10762])
    let page = ListingPage(page: 1, totalPages: 1, totalResults: 1, results: [listing])
    source.know(.seriesPage(page), as: .searchSeries("nacht", year: nil, page: 1))
    source.know(.genres(GenreList(genres: [Genre(id: 10762, name: "Kinder")])), as: .genres(.tv))
    try eventually("they are known") {
      let results = try asked.search("nacht", method: "tv.search").result().array("results")
      return results.map { $0["genres"]?.text } == [#"["Kinder"]"#]
    }
  }

  @Test func failedGenreNamesAreRequestedOncePerMinute() throws {
    let asked = try ask(language: "de-DE")
    source.fail(.unavailable(.timeout), at: .genres(.movie))
    for number in 1...3 {
      find("night \(number)", number)
      #expect(try asked.found("night \(number)", "", "genres") == [#"["Comedy"]"#])
    }
    eventually("they are asked for") { timesAsked(.genres(.movie)) == 1 }
    asked.server.time.advance(seconds: 61)
    find("night 4", 4)
    _ = try asked.search("night 4")
    eventually("they are asked for again") { timesAsked(.genres(.movie)) == 2 }
  }

  /// The compiled-in names are English.
  @Test func englishGenreNamesNeedNoRequest() throws {
    let asked = try ask()
    find("night", 1)
    #expect(try asked.found("night", "", "genres") == [#"["Comedy"]"#])
    #expect(timesAsked(.genres(.movie)) == 0)
  }
}
