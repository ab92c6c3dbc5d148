import MovieNightPrimitives
import Testing

@testable import Catalog

/// The title that is offered for a search text that finds nothing.
@Suite struct CloseSpellingTests {
  private func closest(_ text: String, _ titles: [String]) -> String? {
    CloseSpelling(text)?.bestMatch(among: titles.map { FoldedText($0) }).map { titles[$0] }
  }

  private let titles = [
    "The Matrix Reloaded", "The Matrix", "Toy Story", "Spider-Man", "The Godfather", "Amélie", "Up", "오징어 게임",
    "The Lord of the Rings",
  ]

  @Test(arguments: [
    ("matrx", "The Matrix"), ("mtarix", "The Matrix"), ("teh matrix", "The Matrix"), ("MATRIXX", "The Matrix"),
    ("matrx reload", "The Matrix Reloaded"), ("toy stroy", "Toy Story"), ("toystory", "Toy Story"),
    ("spiderman", "Spider-Man"), ("godfahter", "The Godfather"), ("amelei", "Amélie"), ("오징어 겜임", "오징어 게임"),
    ("lord of the rngs", "The Lord of the Rings"),
  ])
  func misspelledTitleIsFound(_ text: String, _ title: String) {
    #expect(closest(text, titles) == title)
  }

  @Test(arguments: ["heat", "mtx", "xatrix", "toy garden", "it", "", "!?"])
  func otherTextHasNoCloseTitle(_ text: String) {
    #expect(closest(text, titles) == nil)
  }

  @Test func firstOfEquallyCloseTitlesIsFound() {
    #expect(closest("alienz", ["Aliens", "Aliena"]) == "Aliens")
    #expect(closest("alienz", ["Aliens Again", "Aliena"]) == "Aliena")
  }

  @Test func comparisonIsBounded() {
    let titles = Array(repeating: "Night", count: CloseSpelling.comparedTitles)
    #expect(closest("matrx", Array(titles.dropLast()) + ["The Matrix"]) == "The Matrix")
    #expect(closest("matrx", titles + ["The Matrix"]) == nil)
    #expect(CloseSpelling("one two three four five six seven eight nine") == nil)
    #expect(CloseSpelling(String(repeating: "a", count: 81)) == nil)
  }

  @Test func fileOffersMoviesAndSeriesButNoAdultMovie() throws {
    let movies = [
      MovieFacts(id: 1, title: "Secrets", popularity: 9, isAdult: true), MovieFacts(id: 2, title: "Secretary"),
    ]
    let source = FileSource(CatalogFile.catalog(movies))
    #expect(source.closeTitle(to: "secretz", of: .movie) == nil)
    #expect(source.closeTitle(to: "secretray", of: .movie) == "Secretary")
    let series = try CatalogFile.catalog([CatalogFile.line(SeriesFacts(id: 1, name: "The Office"))])
    #expect(FileSource(series).closeTitle(to: "ofice", of: .tv) == "The Office")
    #expect(FileSource(series).closeTitle(to: "ofice", of: .movie) == nil)
  }

  @Test func cacheOffersTitlesOfItsAnswers() {
    let world = CacheWorld()
    let catalog = world.catalog()
    #expect(catalog.closeTitle(to: "matrx", of: .movie) == nil)
    let listings = [("Matrix", 1.0), ("Matrax", 2)].enumerated().map {
      MovieListing(id: $0.offset + 1, title: $0.element.0, popularity: $0.element.1)
    }
    world.source.immediateAnswer = .success(.movies(ListingPage(whole: listings)))
    catalog.find(.searchMovies("mat", year: nil, page: 1)) { _ in }
    #expect(catalog.closeTitle(to: "matrx", of: .movie) == "Matrax")
    #expect(catalog.closeTitle(to: "matrx", of: .tv) == nil)
    world.source.immediateAnswer = .success(.movie(MovieFacts(id: 3, title: "Secrets", isAdult: true)))
    catalog.find(.movie(3)) { _ in }
    #expect(catalog.closeTitle(to: "secretz", of: .movie) == nil)
  }
}
