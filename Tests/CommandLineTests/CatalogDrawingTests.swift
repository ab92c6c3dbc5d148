import CommandLineSupport
import MovieNightKit
import Testing

@testable import ClientCommands
@testable import Console

/// The properties that all pages of the catalog share, and the page of its status.
@Suite struct CatalogDrawingTests {
  @Test(arguments: 40...100) func everyLineFitsEveryWidth(_ columns: Int) throws {
    let long = String(repeating: "千と千尋の神隠し、そして", count: 9)
    func withLongTexts(_ json: String) -> String {
      ["Fight Club", "Breaking Bad", "An office", "Edward", "Netflix", "Pilot", "Sarah", "Drama", "Heat"]
        .reduce(json.replacing(#""source":"tmdb""#, with: #""source":"Heat""#)) { $0.replacing($1, with: long) }
    }
    let texts = [
      try RenderedPage.movie(withLongTexts(CatalogAnswers.movie(history: CatalogAnswers.history)), columns: columns),
      try RenderedPage.movie(CatalogAnswers.recorded, columns: columns),
      try RenderedPage.series(
        withLongTexts(
          CatalogAnswers.series(next: #"{"season_number":5,"episode_number":16,"name":"Pilot","air_date":null}"#)),
        columns: columns),
      try RenderedPage.season(withLongTexts(CatalogAnswers.season(name: #""Pilot""#)), columns: columns),
      try RenderedPage.episode(withLongTexts(CatalogAnswers.episode()), columns: columns),
      try RenderedPage.found(
        withLongTexts(CatalogAnswers.found([CatalogAnswers.foundMovie(listed: true)])), columns: columns),
      try RenderedPage.found(
        withLongTexts(CatalogAnswers.found([CatalogAnswers.foundSeries])), columns: columns, as: SeriesSearchPage.self),
    ]
    // Addresses are not cut, because a cut address leads nowhere.
    for line in texts.flatMap({ $0.split(separator: "\n") }) where !line.contains("https://") {
      #expect(displayColumns(String(line)) <= columns, "\(line)")
    }
  }

  @Test func textWithoutSpacesIsWrappedInFull() {
    let text = String(repeating: "千と千尋の神隠し", count: 20)
    let lines = RenderedPage.page().prose(text)
    #expect(lines.joined() == text && lines.count == 6)
    #expect(RenderedPage.page().prose("a \(text)").joined() == "a" + text)
  }

  @Test func terminalControlsInTextsAreReplaced() throws {
    let evil = #"\u001b[2J\u0007\u202e\u009b"#
    func evilText(_ json: String) -> String {
      // Replace every string except member names and words that the client must know.
      json.replacing(#/([:\[,])"([^"]*)"(?=[,\]}])/#) { match in
        let isNeeded = match.2.contains(#/^\d{4}-|^0198|^(tmdb|up|rated|expired)$/#)
        return isNeeded ? String(match.0) : #"\#(match.1)"\#(evil)""#
      }
    }
    let evilMovie = evilText(CatalogAnswers.movie(history: CatalogAnswers.history))
    let texts = [
      try RenderedPage.movie(evilMovie), try RenderedPage.series(evilText(CatalogAnswers.series())),
      try RenderedPage.season(evilText(CatalogAnswers.season())),
      try RenderedPage.episode(evilText(CatalogAnswers.episode())),
      try RenderedPage.status(evilText(CatalogAnswers.status)),
      try RenderedPage.found(evilText(CatalogAnswers.found([CatalogAnswers.foundMovie()]))),
    ]
    for text in texts {
      #expect(text.contains("\u{FFFD}"))
      #expect(printable(text.replacing("\n", with: "")) == text.replacing("\n", with: ""))
    }
  }

  @Test func colorIsUsedOnlyOnStyledTerminal() throws {
    let json = CatalogAnswers.movie(history: CatalogAnswers.history, origin: CatalogAnswers.stale)
    let lines = MoviePage(page: RenderedPage.page(isStyled: true), movie: try shown(json)).lines
    #expect(lines[0].hasPrefix("\u{1B}[1mFight Club\u{1B}[0m"))
    #expect(lines.contains("  \u{1B}[33mOver the ceiling of a round\u{1B}[0m"))
    #expect(lines.contains("\u{1B}[33mAs of 3 days ago; the catalog is not answering now.\u{1B}[0m"))
    #expect(try !RenderedPage.movie(CatalogAnswers.movie(history: CatalogAnswers.history)).contains("\u{1B}"))
  }

  @Test func statusShowsStateFailureAndCounters() throws {
    #expect(
      try RenderedPage.status(CatalogAnswers.status) == """
        ● limited  tmdb
          Host      api.themoviedb.org · en-US
          Answered  2 minutes ago
          Failed    a moment ago · limited · HTTP 429 · for movie
          Cached    12,345 entries · 12.3 MB

                   hits  misses  stale  not found  errors
          movie   1,200      30      4          1       0
          search      0       7      0          0       2

        This product uses the TMDB API but is not endorsed or
        certified by TMDB.
        """)
    let single = CatalogAnswers.status.replacing("12345678", with: "1").replacing("12345", with: "1")
    #expect(try RenderedPage.status(single).contains("\n  Cached    1 entry · 1 byte\n"))
  }

  @Test func statusWithoutCatalogExplainsHowToConnectOne() throws {
    #expect(
      try RenderedPage.status(CatalogAnswers.noStatus) == """
        ● none
          The server's operator can connect one, such as: movienight
          serve --catalog demo
        """)
  }

  @Test(arguments: [
    (0, "0 bytes"), (999, "999 bytes"), (1000, "1.0 kB"), (1_999_999, "1.9 MB"), (2_000_000_000, "2.0 GB"),
  ])
  func byteSizeIsHumanReadable(_ bytes: Int, _ text: String) { #expect(byteText(bytes) == text) }
}
