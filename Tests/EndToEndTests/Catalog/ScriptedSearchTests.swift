@testable import Catalog
import MovieNightPrimitives
import Testing

@testable import Server

/// Searches in which some lookups fail, or in which the source names genres in another language.
@Suite struct ScriptedSearchTests {
  private let source = ScriptedSource()

  private struct Fixture {
    let server: LocalServer
    let household: Household

    func search(_ text: String, _ more: String = "", method: String = "movies.search") throws -> Answer {
      try server.wire(token: household.token).call(method, #""query":"\#(text)""# + more)
    }

    /// Searches, and returns the values of one member of the results, as JSON.
    func values(_ text: String, _ more: String = "", _ name: StaticString = "tmdb_movie_id") throws -> [String?] {
      try search(text, more).result().array("results").map { $0[name]?.text }
    }
  }

  private func makeFixture(language: String = CatalogOptions.english) throws -> Fixture {
    let options = CatalogOptions(language: language)
    let folder = try TemporaryFolder()
    let catalog = CatalogConfiguration(options: options, cache: "\(folder.path)/catalog") { [source] _, _ in
      .init(source)
    }
    let server = try LocalServer(StoreKind.durable[0].address(in: folder), in: folder, ManualTime(), catalog: catalog)
    return Fixture(server: server, household: try server.createHousehold())
  }

  /// Makes later searches for the text find these movies.
  private func find(_ text: String, _ ids: Int..., genres: [Int] = [35]) {
    let listings = ids.map { MovieListing(id: $0, title: "Movie \($0)", genreIDs: genres) }
    let page = ListingPage(page: 1, totalPages: 1, totalResults: ids.count, results: listings)
    source.setFacts(.movies(page), as: .searchMovies(text, year: nil, page: 1))
  }

  // MARK: Searches within the ceiling

  private static let within = #","within_ceiling":true"#

  /// A search must not look empty only because ratings are unavailable.
  @Test func searchFailsWhenMostRatingsAreUnavailable() throws {
    let fixture = try makeFixture()
    find("night", 1, 2, 3)
    source.setFacts(.whole(1))
    for id in 2...3 { source.fail(.unavailable(.status(500)), at: .movie(id)) }
    let refused = try fixture.search("night", Self.within)
    #expect(refused.code == 503 && refused.reason == "catalog_unavailable")
    source.fail(.unauthorised(status: 401), at: .movie(2))
    #expect(try fixture.search("night", Self.within).reason == "catalog_unauthorised")
    // Two of three ratings are available, which is enough for an answer.
    source.setFacts(.whole(2))
    #expect(try fixture.values("night", Self.within) == ["1", "2"])
    source.setFacts(.whole(3))
    #expect(try fixture.values("night", Self.within) == ["1", "2", "3"])
  }

  @Test func moviesUnknownToSourceAreLeftOut() throws {
    let fixture = try makeFixture()
    find("night", 1, 404)
    find("moon", 404)
    source.setFacts(.whole(1))
    #expect(try fixture.values("night", Self.within) == ["1"])
    #expect(try fixture.values("moon", Self.within) == [])
    #expect(try fixture.values("moon") == ["404"])
  }

  /// The creator has overridden the ceiling, so unrated movies are allowed. A movie whose lookup failed is left out
  /// anyway.
  @Test func movieWithFailedLookupIsNotTreatedAsUnrated() throws {
    let fixture = try makeFixture()
    try fixture.server.wire(token: fixture.household.token).result("rounds.start", #""ceiling_override":"R""#)
    find("night", 1, 2, 3, 4)
    source.setFacts(.whole(1, rating: "R"), .whole(2, rating: "NC-17"), MovieFacts(id: 3, title: "Movie 3"))
    source.fail(.unavailable(.timeout), at: .movie(4))
    #expect(try fixture.values("night", Self.within) == ["1", "3"])
    #expect(try fixture.values("night", Self.within, "content_rating") == ["R", "null"])
    source.setFacts(.whole(4, rating: "NC-17"))
    #expect(try fixture.values("night", Self.within) == ["1", "3"])
  }

  // MARK: Close spellings

  /// TMDb does not correct spelling, so the title comes from the answers in memory, and its request is not repeated.
  @Test func misspelledTextOffersCachedTitle() throws {
    let fixture = try makeFixture()
    let misspelled = CatalogQuestion.searchMovies("movei 1", year: nil, page: 1)
    #expect(try fixture.search("movei 1").result()["did_you_mean"]?.isNull == true)
    find("night", 1)
    #expect(try fixture.search("night").result()["did_you_mean"]?.isNull == true)
    let found = try fixture.search("movei 1").result()
    #expect(try found.string("did_you_mean") == "Movie 1" && found.integer("total_results") == 0)
    #expect(timesAsked(misspelled) == 1)
  }

  // MARK: Genre names

  @Test func genreIDWithoutNameIsStillReturned() throws {
    let fixture = try makeFixture()
    find("night", 1, genres: [35, 4711, 18])
    #expect(try fixture.values("night", "", "genres") == [#"["Comedy","Drama"]"#])
    #expect(try fixture.values("night", "", "genre_ids") == ["[35,4711,18]"])
  }

  private func timesAsked(_ question: CatalogQuestion) -> Int { source.asked.count { $0 == question } }

  /// Searches do not wait for the genre names. The names are requested once and are still available after a restart.
  @Test func movieGenresAreNamedInCatalogLanguage() throws {
    let fixture = try makeFixture(language: "de-DE")
    find("night", 1)
    source.setFacts(.genres(GenreList(genres: [Genre(id: 35, name: "Komödie")])), as: .genres(.movie))
    try eventually("the German genre names") { try fixture.values("night", "", "genres") == [#"["Komödie"]"#] }
    try fixture.server.restart()
    try eventually("the German names again") { try fixture.values("night", "", "genres") == [#"["Komödie"]"#] }
    #expect(timesAsked(.genres(.movie)) == 1)
  }

  @Test func seriesGenresAreNamedInCatalogLanguage() throws {
    let fixture = try makeFixture(language: "de-DE")
    let listing = SeriesListing(id: 7, name: "Nacht", genreIDs: [10762])
    let page = ListingPage(page: 1, totalPages: 1, totalResults: 1, results: [listing])
    source.setFacts(.seriesPage(page), as: .searchSeries("nacht", year: nil, page: 1))
    source.setFacts(.genres(GenreList(genres: [Genre(id: 10762, name: "Kinder")])), as: .genres(.tv))
    try eventually("the German genre names") {
      let results = try fixture.search("nacht", method: "tv.search").result().array("results")
      return results.map { $0["genres"]?.text } == [#"["Kinder"]"#]
    }
  }

  @Test func failedGenreNamesAreRequestedOncePerMinute() throws {
    let fixture = try makeFixture(language: "de-DE")
    source.fail(.unavailable(.timeout), at: .genres(.movie))
    for number in 1...3 {
      find("night \(number)", number)
      #expect(try fixture.values("night \(number)", "", "genres") == [#"["Comedy"]"#])
    }
    eventually("the request for genre names") { timesAsked(.genres(.movie)) == 1 }
    fixture.server.time.advance(seconds: 61)
    find("night 4", 4)
    _ = try fixture.search("night 4")
    eventually("the second request for genre names") { timesAsked(.genres(.movie)) == 2 }
  }

  /// The compiled-in genre names are English, so an English catalog does not request names.
  @Test func englishGenreNamesNeedNoRequest() throws {
    let fixture = try makeFixture()
    find("night", 1)
    #expect(try fixture.values("night", "", "genres") == [#"["Comedy"]"#])
    #expect(timesAsked(.genres(.movie)) == 0)
  }
}
