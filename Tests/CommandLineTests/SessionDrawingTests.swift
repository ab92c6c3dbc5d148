import CommandLineSupport
import MovieNightKit
import Testing

@testable import ClientCommands
@testable import Console

@Suite struct SessionDrawingTests {
  private func draw(_ round: String, _ ratings: String, columns: Int = 60, member: String? = nil) throws -> String {
    let canvas = TestRun([], columns: columns).canvas
    return try SessionRenderer(
      canvas: canvas, session: shown(round), ratings: shown(ratings), member: member.flatMap(MemberID.init)
    ).lines.joined(separator: "\n")
  }

  private let movies = [
    Nights.suggestion(496, "Parasite", 2019, "R", up: ["Tim"], down: ["Sarah", "Max"], proposedBy: "Sarah"),
    Nights.suggestion(550, "Fight Club", 1999, "R", up: ["Tim", "Sarah", "Max"]),
    Nights.suggestion(1, "千と千尋の神隠し", 2001, nil, source: "watchlist"),
  ]

  @Test func ratedNightIsDrawnInFull() throws {
    let text = try draw(
      Nights.round("rated", suggestions: movies, picked: (550, "Fight Club")),
      Nights.ratings([("Tim", "loved"), ("Sarah", "did_not_like"), ("Max", nil)], closed: true))
    #expect(
      text == """
        ╭──────────────────────────────────────────────────────────╮
        │ Fight Club                                               │
        │ 1999 · R · picked by Tim                                 │
        ╰──────────────────────────────────────────────────────────╯
        ● Rated  Feb 14, 2025 · Started by Tim

        Attendees
          Tim, Sarah, Max

        Vote Breakdown
          Parasite                                          ▲ 1  ▼ 2
          2019 · R · proposed by Sarah
          ▲ Tim
          ▼ Sarah, Max

        ▌ Fight Club  ★ Picked                              ▲ 3  ▼ 0
        ▌ 1999 · R
        ▌ ▲ Tim, Sarah, Max

          千と千尋の神隠し                                  ▲ 0  ▼ 0
          2001 · from the watchlist
          No votes

        Ratings
          ♥ 1 Loved · ▼ 1 Did not like · 2 of 3 rated
          Tim    ♥ Loved
          Sarah  ▼ Did not like
          Max    – Not rated
        """)
  }

  @Test func nightDiscardedBeforeVotingIsDrawn() throws {
    let text = try draw(
      Nights.round("expired", names: [], mode: "unknown", expiredReason: "discarded"), Nights.ratings([]))
    #expect(
      text == """
        ╭──────────────────────────────────────────────────────────╮
        │ No pick made                                             │
        ╰──────────────────────────────────────────────────────────╯
        ● Discarded  Feb 14, 2025 · Started by Tim

        Attendees
          All members

        Vote Breakdown
          This round didn't get far enough to vote.

        Ratings
          No ratings yet
        """)
  }

  @Test func watchedNightShowsMissingRatingsAndHowToRate() throws {
    let round = Nights.round("watched", suggestions: movies, picked: (550, "Fight Club"))
    let ratings = Nights.ratings([("Tim", "loved"), ("Sarah", nil)])
    #expect(try draw(round, ratings).contains("Sarah  – Not yet"))
    #expect(try !draw(round, ratings).contains("Rate it now"))
    #expect(try draw(round, ratings, member: Nights.id(0)).hasSuffix("\n  movienight rate 'Fight Club' loved"))
  }

  @Test(arguments: ["draft", "voting", "selected"])
  func ratingsAreListedBeforeWatchingOnlyIfSomeoneRated(_ status: String) throws {
    let round = Nights.round(status, suggestions: movies)
    #expect(try draw(round, Nights.ratings([("Tim", nil), ("Max", nil)])).hasSuffix("Ratings\n  No ratings yet"))
    #expect(try draw(round, Nights.ratings([("Tim", "liked"), ("Max", nil)])).hasSuffix("Max  – Not yet"))
  }

  @Test(arguments: [40, 41, 57, 80, 100]) func everyLineFitsWidth(_ columns: Int) throws {
    let long = "A name of thirty characters..."
    let title = "千と千尋の神隠し and a title that goes on and on and on and on and on and on and on and on and on"
    let round = Nights.round(
      "rated", names: Array(repeating: long, count: 8),
      suggestions: [
        Nights.suggestion(1, title, 2001, "PG", up: Array(repeating: long, count: 7), down: [long], proposedBy: long)
      ], picked: (1, title), startedBy: long)
    let text = try draw(round, Nights.ratings([(long, "did_not_like"), (title, nil)]), columns: columns)
    for line in text.split(separator: "\n") { #expect(displayColumns(String(line)) <= columns) }
  }
}
