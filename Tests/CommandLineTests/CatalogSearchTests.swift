import CommandLineSupport
import MovieNightKit
import Testing

@testable import ClientCommands
@testable import Console

/// The list of search results.
@Suite struct CatalogSearchTests {
  @Test func resultsAreNumberedAndMarked() throws {
    let movies = [
      CatalogAnswers.foundMovie(watched: true, listed: true, exceeds: "true"),
      CatalogAnswers.foundMovie(1, "Heat 2", exceeds: "false"),
    ]
    #expect(
      try RenderedPage.found(CatalogAnswers.found(movies)) == """
        42 results                                       page 1 of 3

        1  Heat (1995) · R                                  TMDb 949
           Action · Crime · ★ 8.0
           ✓ watched  ✓ on the watchlist  over the ceiling

        2  Heat 2 (1995) · R                                  TMDb 1
           Heat · Action · Crime · ★ 8.0

        For details: SHOW
        Next page: NEXT 2

        This product uses the TMDB API but is not endorsed or
        certified by TMDB.
        """)
  }

  @Test func longTitleKeepsYearAndRating() throws {
    let title = "Dr. Strangelove or: How I Learned to Stop Worrying and Love the Bomb"
    let text = try RenderedPage.found(CatalogAnswers.found([CatalogAnswers.foundMovie(935, title)]))
    let line = text.split(separator: "\n").first { $0.contains("Strangelove") }
    #expect(line?.hasSuffix("… (1995) · R  TMDb 935") == true, "\(text)")
    #expect(line.map { displayColumns(String($0)) } == 60)
  }

  @Test func seriesIsListedLikeMovie() throws {
    let page = CatalogAnswers.found([CatalogAnswers.foundSeries])
    #expect(
      try RenderedPage.found(page, as: SeriesSearchPage.self).contains(
        "\n1  Breaking Bad                                    TMDb 1396\n"))
  }

  @Test func lastPageOffersNoNextPage() throws {
    let movies = [CatalogAnswers.foundMovie()]
    #expect(try !RenderedPage.found(CatalogAnswers.found(movies, page: 3)).contains("NEXT"))
    // The server never returns pages beyond 500.
    #expect(try !RenderedPage.found(CatalogAnswers.found(movies, page: 500, pages: 900)).contains("NEXT"))
    #expect(try RenderedPage.found(CatalogAnswers.found(movies, page: 499, pages: 900)).contains("NEXT 500\n"))
  }

  @Test func pageBeyondLastNamesLastPage() throws {
    let text = try RenderedPage.found(CatalogAnswers.found([], page: 9, pages: 3))
    #expect(text.hasPrefix("The last page is 3: NEXT 3\n"))
  }

  @Test func emptyResultIsReported() throws {
    #expect(
      try RenderedPage.found(CatalogAnswers.found([], pages: 0, total: 0)).hasPrefix(
        "Nothing was found.\n\nThis product"))
    // Every movie on this page is over the ceiling.
    let text = try RenderedPage.found(CatalogAnswers.found([], page: 1))
    #expect(text.contains("Next page: NEXT 2") && !text.contains("SHOW"))
  }
}
