import MovieNightPrimitives
import TestSupport
import Testing

@testable import Catalog

/// Searching and discovering in a catalog file.
@Suite struct FileSearchTests {
  private func ids(_ titles: [String], _ text: String) throws -> [Int] {
    // The first title is the most popular.
    let movies = titles.enumerated().map { MovieFacts(id: $0 + 1, title: $1, popularity: Double(100 - $0)) }
    let answer = CatalogFile.catalog(movies).answer(.searchMovies(text, year: nil, page: 1))
    return try #require(answer?.movieIDs)
  }

  @Test func everySearchWordMustBeginATitleWord() throws {
    let titles = ["The Lord of the Rings", "Lord Jim", "Warlord", "Ring Lord"]
    #expect(try ids(titles, "lor") == [2, 1, 4])
    #expect(try ids(titles, "lord ri") == [1, 4])
    #expect(try ids(titles, "ri lord") == [4, 1].sorted())
    #expect(try ids(titles, "lord rings jim").isEmpty)
    #expect(try ids(titles, "!?!").isEmpty)
    #expect(try ids(["???"], "???").isEmpty)
  }

  @Test func redundantSearchWordsAreIgnored() throws {
    let titles = ["The Lord of the Rings", "Lord Jim", "Warlord", "Ring Lord"]
    #expect(try Set(ids(titles, "lor lord lo l lord")) == Set(ids(titles, "lord")))
    #expect(try ids(titles, String(repeating: "r ", count: 200) + "lord") == [1, 4])
  }

  @Test func exactTitleRanksFirstThenPrefixThenPopularity() throws {
    let titles = ["Return of the Up", "Upside", "Grown Up", "Up", "Up in the Air", "UP!"]
    #expect(try ids(titles, "up") == [4, 6, 2, 5, 1, 3])
  }

  @Test(arguments: [
    ("Amélie", "amelie"), ("Amelie", "AMÉLIE"), ("Amelie", "ame\u{301}lie"), ("WALL·E", "wall-e"),
    ("Straße", "strasse"),
    ("Œuvre", "oeuvre"), ("Łódź", "lodz"), ("İstanbul", "istanbul"), ("Ødipus", "odipus"), ("Phở", "pho"),
    ("Ζορμπάς ο Έλληνας", "ζορμπας ελλ"), ("Ёлки", "елки"), ("ИРОНИЯ", "ирония"), ("오징어 게임", "오징어"), ("千と千尋", "千と"),
    ("Howl's Moving Castle", "howls"), ("Howl’s Moving Castle", "howl's"), ("12 Angry Men", "12 ang"),
    ("E.T. the Extra-Terrestrial", "e t extra"), ("Ægir", "aegir"), ("नमस्ते", "नमस्ते"),
  ])
  func caseAndAccentsAreIgnored(title: String, text: String) throws {
    #expect(try ids([title], text) == [1])
  }

  @Test func foldedTextIsItsPlainWords() {
    #expect(FoldedText("  Pokémon: Détective -- Pikachu!").bytes == Array("pokemon detective pikachu".utf8))
    #expect(FoldedText("¡!").bytes.isEmpty)
  }

  @Test func shortTextFindsOnlyWholeTitlesOnOnePage() throws {
    let titles = ["Upside", "Up", "Grown Up", "UP!", "Up in the Air"]
    let movies = titles.enumerated().map { MovieFacts(id: $0.offset + 1, title: $0.element) }
    let catalog = CatalogFile.catalog(movies + [MovieFacts(id: 9, title: "Oben", originalTitle: "Up")])
    func found(_ text: String, page: Int) throws -> ListingPage<MovieListing> {
      let question = try SearchText(text, thisYear: 2026).questions(for: .movie, page: page)[0]
      return try #require(catalog.answer(question)?.moviePage).answering(question, page: page)
    }
    #expect(try found("up", page: 1).results.map(\.id) == [2, 4])
    #expect(try found("up", page: 1).totalResults == 2 && found("up", page: 1).totalPages == 1)
    #expect(try found("up", page: 2).results.isEmpty && found("up", page: 2).totalResults == 2)
    #expect(try found("ups", page: 1).results.map(\.id) == [1])
    #expect(try found("!?", page: 1).totalResults == 0)
    let original = ListingPage(whole: [MovieListing(id: 9, title: "Oben", originalTitle: "Up")])
    #expect(original.answering(.searchMovies("up", year: nil, page: 1), page: 1).totalResults == 1)
  }

  @Test func yearFilterMatchesReleaseYear() throws {
    let catalog = CatalogFile.catalog(
      [("2003-01-01", 1), ("2004-12-31", 2), (nil, 3)].map {
        MovieFacts(id: $1, title: "Dune", releaseDate: $0.flatMap { CalendarDate(text: $0) })
      })
    #expect(catalog.answer(.searchMovies("dune", year: nil, page: 1))?.movieIDs == [1, 2, 3])
    #expect(catalog.answer(.searchMovies("dune", year: 2004, page: 1))?.movieIDs == [2])
    #expect(catalog.answer(.searchMovies("dune", year: 2005, page: 1))?.movieIDs == [])
  }

  @Test func seriesIsFoundByNameAndYear() throws {
    let series = [
      SeriesFacts(
        id: 1, name: "The Office", firstAirDate: CalendarDate(text: "2005-03-24"),
        genres: [Genre(id: 35, name: "Comedy")]),
      SeriesFacts(id: 2, name: "The Office", firstAirDate: CalendarDate(text: "2001-07-09"), popularity: 1),
    ]
    let catalog = try CatalogFile.catalog(series.map { CatalogFile.line($0) })
    func ids(_ year: Int?) -> [Int] {
      guard case .seriesPage(let page)? = catalog.answer(.searchSeries("office", year: year, page: 1)) else {
        return []
      }
      return page.results.map(\.id)
    }
    #expect(ids(nil) == [2, 1] && ids(2005) == [1] && ids(1999).isEmpty)
    #expect(catalog.answer(.searchMovies("office", year: nil, page: 1))?.movieIDs == [])
  }

  @Test func pageHasTwentyResultsAndFullTotals() throws {
    let movies = (1...41).map { MovieFacts(id: $0, title: "Part \($0)", popularity: Double($0)) }
    let catalog = CatalogFile.catalog(movies)
    func page(_ number: Int) throws -> ListingPage<MovieListing> {
      try #require(catalog.answer(.searchMovies("part", year: nil, page: number))?.moviePage)
    }
    #expect(try page(1).results.map(\.id) == Array((22...41).reversed()))
    #expect(try page(2).results.map(\.id) == Array((2...21).reversed()))
    #expect(try page(3).results.map(\.id) == [1] && page(4).results.isEmpty)
    for number in 1...4 {
      let page = try page(number)
      #expect(page.page == number && page.totalPages == 3 && page.totalResults == 41)
    }
    let none = try #require(catalog.answer(.searchMovies("nothing", year: nil, page: 1))?.moviePage)
    #expect(none.totalPages == 0 && none.totalResults == 0)
  }

  /// Compares the index with a direct implementation of the rule.
  @Test(arguments: 0..<10) func indexMatchesDirectSearch(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let words = ["a", "ab", "abc", "b", "ba", "bab", "the", "t"]
    func text() -> String {
      (0..<Int.random(in: 1...3, using: &random)).map { _ in words.randomElement(using: &random) ?? "a" }
        .joined(separator: " ")
    }
    let titles = (0..<50).map { _ in text() }
    for _ in 0..<50 {
      let wanted = text()
      func fits(_ title: String) -> Bool {
        wanted.split(separator: " ").allSatisfy { word in title.split(separator: " ").contains { $0.hasPrefix(word) } }
      }
      func rank(_ title: String) -> Int { title == wanted ? 0 : title.hasPrefix(wanted) ? 1 : 2 }
      let expected = titles.enumerated().filter { fits($0.element) }
        .sorted { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }.map { $0.offset }
      #expect(TitleIndex(titles).positions(of: wanted) == expected, "seed \(seed): \(wanted)")
    }
  }

  // MARK: Discovery

  private let discovery = Discovery(
    highestCertification: .pg13, lowestCertification: .g, fewestVotes: 50,
    releasedFrom: CalendarDate(year: 1980, month: 1, day: 1),
    releasedThrough: CalendarDate(year: 2026, month: 1, day: 2),
    genres: [], withoutGenres: [])

  private func movie(_ change: (inout MovieFacts) -> Void = { _ in }) -> MovieFacts {
    var movie = MovieFacts(
      id: 1, title: "A", releaseDate: CalendarDate(text: "2000-01-01"), genres: [Genre(id: 16, name: "Animation")],
      popularity: 1, voteCount: 50, certifications: [Certification(country: "US", rating: "PG")])
    change(&movie)
    return movie
  }

  private func finds(_ movie: MovieFacts, _ change: (inout Discovery) -> Void = { _ in }) throws -> Bool {
    var discovery = discovery
    change(&discovery)
    return CatalogFile.catalog([movie]).answer(.discover(discovery, page: 1))?.movieIDs == [1]
  }

  @Test func ratingFiltersFollowRatingOrder() throws {
    func rated(_ rating: String?) -> MovieFacts {
      movie { $0.certifications = rating.map { [Certification(country: "US", rating: $0)] } ?? [] }
    }
    for (index, rating) in ContentRating.allCases.enumerated() {
      for (highestIndex, highest) in ContentRating.allCases.enumerated() {
        #expect(
          try finds(rated(rating.rawValue)) { $0.highestCertification = highest } == (index <= highestIndex))
        #expect(
          try finds(rated(rating.rawValue)) {
            $0.lowestCertification = highest
            $0.highestCertification = .nc17
          } == (index >= highestIndex))
      }
    }
    for rating in [nil, "NR", "Approved", ""] as [String?] {
      guard rating != "" else { continue }
      #expect(try !finds(rated(rating)))
      #expect(try finds(rated(rating)) { $0.lowestCertification = nil })
    }
    #expect(try !finds(movie { $0.certifications = [Certification(country: "DE", rating: "G")] }))
  }

  @Test func discoveryFiltersByVotesDatesAndGenres() throws {
    #expect(try finds(movie()))
    #expect(try !finds(movie { $0.voteCount = 49 }) && !finds(movie { $0.voteCount = nil }))
    #expect(try finds(movie { $0.releaseDate = CalendarDate(text: "1980-01-01") }))
    #expect(try !finds(movie { $0.releaseDate = CalendarDate(text: "1979-12-31") }))
    #expect(try finds(movie { $0.releaseDate = CalendarDate(text: "2026-01-02") }))
    #expect(try !finds(movie { $0.releaseDate = CalendarDate(text: "2026-01-03") }))
    #expect(try !finds(movie { $0.releaseDate = nil }))
    #expect(try !finds(movie { $0.isAdult = true }) { $0.highestCertification = .nc17 })
    #expect(try finds(movie()) { $0.genres = [12, 16] })
    #expect(try !finds(movie()) { $0.genres = [12, 35] })
    #expect(try finds(movie()) { $0.withoutGenres = [12, 35] })
    #expect(try !finds(movie()) { $0.withoutGenres = [12, 16] })
  }

  @Test func discoveryIsSortedByPopularity() throws {
    let movies = [(1, 5.0), (2, 7), (3, nil), (5, 7), (4, 0)].map { id, popularity in
      movie {
        $0.id = id
        $0.popularity = popularity
      }
    }
    #expect(CatalogFile.catalog(movies).answer(.discover(discovery, page: 1))?.movieIDs == [2, 5, 1, 4, 3])
  }

  @Test func adultMovieIsFoundByIDButNotBySearch() throws {
    let adult = MovieFacts(id: 1, title: "Secret", isAdult: true)
    let catalog = CatalogFile.catalog([adult])
    #expect(catalog.answer(.searchMovies("secret", year: nil, page: 1))?.movieIDs == [])
    #expect(catalog.answer(.movie(1)) == .movie(adult))
  }
}
