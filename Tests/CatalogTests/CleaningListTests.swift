import MovieNightPrimitives
import Testing

@testable import Catalog

@Suite struct CleaningListTests {
  private func movies(_ body: String, page: Int = 1) throws -> (page: ListingPage<MovieListing>, dropped: Int) {
    let body = try CleanedBody(body, answering: .searchMovies("alien", year: nil, page: page))
    guard case .movies(let page) = try body.facts() else { throw UnexpectedBody.other("kind") }
    return (page, body.dropped)
  }

  @Test func moviePageIsReadWithoutAdultMovies() throws {
    let alien = MovieListing(
      id: 348, title: "Alien", originalTitle: "Alien", releaseDate: CalendarDate(text: "1979-05-25"),
      overview: "In space.", posterPath: "/a.jpg", genreIDs: [27, 878], popularity: 50.1, voteAverage: 8.1)
    let aliens = MovieListing(id: 679, title: "Aliens", originalTitle: "Aliens", popularity: 0)
    let page = ListingPage(page: 1, totalPages: 3, totalResults: 45, results: [alien, aliens])
    for question in [
      CatalogQuestion.searchMovies("alien", year: nil, page: 1), .discover(CleaningBodies.discovery, page: 1),
    ] {
      let body = try CleanedBody(CleaningBodies.movies, answering: question)
      #expect(try body.facts() == .movies(page))
      #expect(body.dropped == 0 && !body.lacksText)
    }
  }

  @Test func seriesPageIsReadWithoutAdultOrInvalidEntries() throws {
    let series = SeriesListing(
      id: 1396, name: "Breaking Bad", originalName: "Breaking Bad", firstAirDate: CalendarDate(text: "2008-01-20"),
      overview: "A teacher cooks.", posterPath: "/post.jpg", genreIDs: [18], popularity: 300.5, voteAverage: 8.9)
    let question = CatalogQuestion.searchSeries("bad", year: nil, page: 1)
    #expect(
      try CleanedBody(CleaningBodies.seriesPage, answering: question).facts()
        == .seriesPage(ListingPage(page: 1, totalPages: 1, totalResults: 1, results: [series])))
    let others = #"{"results": [{"id": 1, "name": "A", "adult": true}, {"id": 2, "title": "A movie"}, {"name": "B"}]}"#
    let body = try CleanedBody(others, answering: question)
    #expect(
      try body.facts() == .seriesPage(ListingPage(page: 1, totalPages: 0, totalResults: 0, results: [])))
    #expect(body.dropped == 2)
  }

  @Test func entriesWithoutIDOrNameAreDroppedAndCounted() throws {
    let (page, dropped) = try movies(
      #"""
      {"results": [{"id": 1, "title": "A"}, {"id": 2}, {"title": "C"}, {"id": 4, "title": ""}, {"id": 0, "title": "D"},
        {"id": 2147483648, "title": "E"}, {"id": 1, "title": "Again"}, [], {"id": 2147483647, "title": "F"}]}
      """#)
    #expect(page.results == [MovieListing(id: 1, title: "A"), MovieListing(id: 2_147_483_647, title: "F")])
    #expect(dropped == 7)
  }

  @Test func pageNumberIsRequestedOneAndTotalsAreBounded() throws {
    func totals(_ members: String, page: Int = 2) throws -> [Int] {
      let page = try movies(#"{\#(members) "results": [{"id": 1, "title": "A"}]}"#, page: page).page
      return [page.page, page.totalPages, page.totalResults]
    }
    #expect(try totals(#""page": 7, "total_pages": 3, "total_results": 45,"#) == [2, 3, 45])
    #expect(try totals(#""total_pages": 500, "total_results": 0,"#) == [2, 500, 0])
    #expect(try totals(#""total_pages": 501, "total_results": 2147483647,"#) == [2, 500, 2_147_483_647])
    #expect(try totals(#""total_pages": -1, "total_results": 2147483648,"#) == [2, 2, 1])
    #expect(try totals(#""total_pages": "3", "total_results": null,"#) == [2, 2, 1])
    #expect(try movies(#"{"results": []}"#).page == ListingPage(page: 1, totalPages: 0, totalResults: 0, results: []))
  }

  @Test func pageIsCappedAt100AndRequiresResults() throws {
    let many = (1...101).map { #"{"id": \#($0), "title": "T"}"# }.joined(separator: ",")
    let (page, dropped) = try movies(#"{"results": [\#(many)]}"#)
    #expect(page.results.map(\.id) == Array(1...100) && dropped == 1)
    for body in ["{}", #"{"results": null}"#, #"{"results": {}}"#, "[]", "1"] {
      #expect(throws: UnexpectedBody.without("results")) { try movies(body) }
    }
  }

  @Test func invalidAndDuplicateGenreIDsAreDropped() throws {
    func ids(_ list: String) throws -> [Int] {
      try movies(#"{"results": [{"id": 1, "title": "A", "genre_ids": \#(list)}]}"#).page.results[0].genreIDs
    }
    #expect(try ids(#"[16, 0, -1, 2147483648, "18", null, 16, 35.5, [1], 2147483647]"#) == [16, 2_147_483_647])
    #expect(try ids("\((1...30).map { $0 })") == Array(1...20))
    #expect(try ids("{}") == [])
  }

  @Test func foreignIDLookupReadsMoviesAndSeries() throws {
    let question = CatalogQuestion.find(ForeignID(.imdb, "tt0137523"))
    let movie = MovieListing(id: 550, title: "Fight Club", genreIDs: [18])
    #expect(
      try CleanedBody(CleaningBodies.found, answering: question).facts()
        == .found(ExternalIDMatches(movies: [movie], series: [])))
    let series =
      #"{"movie_results": null, "tv_results": [{"id": 1, "name": "A"}, {"id": 2, "name": "B", "adult": true}, 3]}"#
    let body = try CleanedBody(series, answering: question)
    #expect(try body.facts() == .found(ExternalIDMatches(movies: [], series: [SeriesListing(id: 1, name: "A")])))
    #expect(body.dropped == 1)
    #expect(throws: UnexpectedBody.without("movie_results")) { try CleanedBody("{}", answering: question) }
  }

  @Test func genreListIsReadAndCappedAt200() throws {
    #expect(
      try CleanedBody(CleaningBodies.genres, answering: .genres(.movie)).facts()
        == .genres(GenreList(genres: [Genre(id: 28, name: "Action"), Genre(id: 16, name: "Animation")])))
    let many = (1...201).map { #"{"id": \#($0), "name": "G"}"# }.joined(separator: ",")
    let body = try CleanedBody(#"{"genres": [\#(many)]}"#, answering: .genres(.tv))
    guard case .genres(let list) = try body.facts() else { throw UnexpectedBody.other("kind") }
    #expect(list.genres.count == 200 && body.dropped == 1)
    #expect(throws: UnexpectedBody.without("genres")) { try CleanedBody(#"{"genres": 1}"#, answering: .genres(.tv)) }
  }

  @Test func imageSizesAreRead() throws {
    #expect(
      try CleanedBody(CleaningBodies.configuration, answering: .configuration).facts()
        == .configuration(
          ImageSizes(
            baseURL: "https://images.example/t/p/", poster: ["w92", "w342", "w500", "original"],
            backdrop: ["w300", "w780", "original"], still: ["w92", "w185", "w300", "original"],
            logo: ["w45", "w300", "original"])))
  }

  private func sizes(_ members: String) throws -> (sizes: ImageSizes, dropped: Int) {
    let body = try CleanedBody(#"{"images": {\#(members)}}"#, answering: .configuration)
    guard case .configuration(let sizes) = try body.facts() else { throw UnexpectedBody.other("kind") }
    return (sizes, body.dropped)
  }

  @Test func invalidSizeListFallsBackToBuiltIn() throws {
    #expect(try sizes("").sizes == .builtIn)
    #expect(try sizes(#""poster_sizes": [], "logo_sizes": {}, "still_sizes": ["big"]"#).sizes == .builtIn)
    var expected = ImageSizes.builtIn
    expected.still = ["w7"]
    #expect(try sizes(#""poster_sizes": [1], "still_sizes": ["w7"]"#).sizes == expected)
    for body in ["{}", #"{"images": []}"#, #"{"images": null}"#] {
      #expect(throws: UnexpectedBody.without("images")) { try CleanedBody(body, answering: .configuration) }
    }
  }

  @Test func malformedImageSizesAreDropped() throws {
    let good = ["w1", "w99999", "h632", "original"]
    let bad = ["", "w", "w0", "w01", "w100000", "W92", "92", "w92/..", "w9x", "w-1", "w+1", "../", "Original", "w٣"]
    let (sizes, dropped) = try sizes(#""poster_sizes": \#(bad + good)"#)
    #expect(sizes.poster == good && dropped == bad.count)
    let many = (1...21).map { "w\($0)" }
    #expect(try self.sizes(#""poster_sizes": \#(many)"#).sizes.poster == Array(many.prefix(20)))
  }

  @Test func insecureOrMalformedBaseURLFallsBackToBuiltIn() throws {
    func base(_ url: String) throws -> String { try sizes(#""secure_base_url": "\#(url)""#).sizes.baseURL }
    #expect(try base("https://images.example/p") == "https://images.example/p/")
    let longest = "https://images.example/" + String(repeating: "p", count: 276) + "/"
    #expect(try base(longest) == longest)
    for bad in [
      "http://images.example/", "", "https://", "https://a@b.example/", "https://a.example/?x=", "https://a.example/#",
      "https://a.example/ ", longest + "/", longest.dropLast() + "p", longest.dropLast() + "pp", "ftp://a.example/",
    ] {
      #expect(try base(bad) == ImageSizes.builtIn.baseURL, "\(bad)")
    }
  }
}
