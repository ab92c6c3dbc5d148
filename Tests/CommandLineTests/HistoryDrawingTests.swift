import CommandLineSupport
import Testing

@testable import ClientCommands
@testable import Console

@Suite struct HistoryDrawingTests {
  private func draw(_ sessions: [String], columns: Int = 80, isStyled: Bool = false) throws -> String {
    let canvas = TestRun([], isTerminal: isStyled, isStyled: isStyled, columns: columns).canvas
    let drawing = HistoryRenderer(canvas: canvas)
    return try sessions.enumerated().flatMap { drawing.card(try shown($0.element), $0.offset + 1) }
      .joined(separator: "\n")
  }

  @Test func cardIsDrawnForEveryStatus() throws {
    let text = try draw([
      Nights.summary(1, "rated", title: "Fight Club", ratings: (2, 1, 0)),
      Nights.summary(
        2, "watched", names: ["Tim", "Sarah", "Max", "Ann", "Bo"], title: "千と千尋の神隠し", ratings: (1, 0, 1)),
      Nights.summary(3, "watched", title: "Parasite", ratings: (0, 0, 0)),
      Nights.summary(
        4, "selected", created: "2025-12-31T20:00:00Z",
        title: "Dr. Strangelove or: How I Learned to Stop Worrying and Love the Bomb"),
      Nights.summary(5, "voting"),
      Nights.summary(6, "draft", names: ["Tim"]),
      Nights.summary(7, "expired", created: "2024-01-03T20:00:00Z", names: [], mode: "unknown"),
    ])
    #expect(
      text == """
         1  ● Rated     Fight Club                                                Feb 14
                        Tim, Sarah, Max
                        ♥ 2 Loved · ▲ 1 Liked
            0198c2a4-7c00-7000-8000-000000000001

         2  ● Watched   千と千尋の神隠し                                          Feb 14
                        Tim, Sarah, Max + 2 more
                        ♥ 1 Loved · ▼ 1 Did not like
                        2 of 5 rated
            0198c2a4-7c00-7000-8000-000000000002

         3  ● Watched   Parasite                                                  Feb 14
                        Tim, Sarah, Max
                        No ratings yet
            0198c2a4-7c00-7000-8000-000000000003

         4  ● Selected  Dr. Strangelove or: How I Learned to Stop Worryin…  Dec 31, 2025
                        Tim, Sarah, Max
            0198c2a4-7c00-7000-8000-000000000004

         5  ● Voting    No movie selected                                         Feb 14
                        Tim, Sarah, Max
            0198c2a4-7c00-7000-8000-000000000005

         6  ● Draft     No movie selected                                         Feb 14
                        Tim
            0198c2a4-7c00-7000-8000-000000000006

         7  ● Expired   No movie selected                                    Jan 3, 2024
                        All members
            0198c2a4-7c00-7000-8000-000000000007

        """)
  }

  @Test(arguments: [("discarded", " 1  ● Discarded No movie"), ("timed_out", " 1  ● Timed out No movie")])
  func expiredNightShowsWhetherItWasDiscarded(_ reason: String, _ line: String) throws {
    #expect(try draw([Nights.summary(1, "expired", expiredReason: reason)]).hasPrefix(line))
  }

  @Test func everyRatingFitsSixtyColumns() throws {
    let names = Array(repeating: "Ann", count: 8)
    let text = try draw([Nights.summary(1, "rated", names: names, title: "Heat", ratings: (3, 2, 2))], columns: 60)
    #expect(text.contains("♥ 3 Loved · ▲ 2 Liked · ▼ 2 Did not like\n"))
    #expect(text.split(separator: "\n").allSatisfy { displayColumns(String($0)) <= 60 })
  }

  @Test func ratingsAreShownOnlyAfterWatching() throws {
    for status in ["draft", "voting", "selected", "expired"] {
      #expect(try !draw([Nights.summary(1, status, title: "A", ratings: (1, 0, 0))]).contains("Loved"))
    }
  }

  @Test func narrowTerminalTruncatesNames() throws {
    let names = Array(repeating: "A name of thirty characters...", count: 4)
    let text = try draw([Nights.summary(1, "rated", names: names, title: "A long title of a movie")], columns: 50)
    #expect(text.split(separator: "\n").allSatisfy { displayColumns(String($0)) <= 50 })
    #expect(text.contains("A long title of a movie     Feb 14"))
    #expect(text.contains("A name of thirty characters..., A…"))
  }

  @Test(arguments: 40...100) func everyLineFitsEveryWidth(_ columns: Int) throws {
    let names = ["千と千尋の神隠し", "👨‍👩‍👧 Family", "e\u{301}\u{301}"]
    let text = try draw([Nights.summary(1, "rated", names: names, title: "千と千尋の神隠し 千と千尋の神隠し 千")], columns: columns)
    let widths = text.split(separator: "\n").map { displayColumns(String($0)) }
    #expect(widths.allSatisfy { $0 <= columns })
    #expect(widths[0] == columns)
  }

  @Test func colorIsUsedOnlyOnStyledTerminal() throws {
    let session = Nights.summary(1, "rated", title: "Fight Club", ratings: (2, 1, 0))
    #expect(try !draw([session]).contains("\u{1B}"))
    #expect(
      try draw([session], isStyled: true).hasPrefix(
        "\u{1B}[36m 1  \u{1B}[0m\u{1B}[32m● Rated\u{1B}[0m     \u{1B}[1mFight Club\u{1B}[0m"))
  }

  @Test func terminalControlsInNamesAndTitlesAreNotPrinted() throws {
    let text = try draw([Nights.summary(1, "rated", names: [#"\u001b[2J"#], title: #"\u001b]0;x\u0007"#)])
    #expect(!text.contains("\u{1B}") && !text.contains("\u{7}"))
  }
}
