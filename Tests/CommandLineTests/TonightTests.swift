import CommandLineSupport
import MovieNightKit
import MovieNightPrimitives
import Testing

@testable import ClientCommands
@testable import Console

/// The advice on what a member can do now, and its drawing.
@Suite struct TonightTests {
  private func words(_ tonight: ActiveRounds, _ member: ActingMember) -> [String] {
    Advice.now(tonight, for: member).map { String($0.line.dropFirst("movienight ".count)) }
  }

  @Test func startIsAdvisedWithoutRound() throws {
    #expect(words(try Evening.tonight(), Evening.member) == ["start MOVIE MOVIE...", "start --watchlist"])
  }

  @Test func onlyStarterAndCreatorActOnDraft() throws {
    let draft = try Evening.tonight(Evening.round("draft"))
    #expect(words(draft, Evening.member) == ["propose MOVIE", "unsuggest MOVIE", "open", "discard"])
    #expect(words(draft, Evening.creator) == ["propose MOVIE", "unsuggest MOVIE", "open", "discard"])
    #expect(words(draft, Evening.child) == [])
    let short = try Evening.tonight(Evening.round("draft", movies: Array(Evening.movies.prefix(1))))
    #expect(words(short, Evening.member) == ["propose MOVIE", "unsuggest MOVIE", "discard"])
    let empty = try Evening.tonight(Evening.round("draft", movies: []))
    #expect(words(empty, Evening.member) == ["propose MOVIE", "discard"])
  }

  @Test func attendeesMayVoteWhileVotingIsOpen() throws {
    let voting = try Evening.tonight(Evening.round(startedBy: Evening.ben))
    #expect(words(voting, Evening.member) == ["vote MOVIE up|down", "propose MOVIE", "done", "results"])
    #expect(
      words(voting, Evening.child) == [
        "vote MOVIE up|down --as Ben", "propose MOVIE --as Ben", "results", "discard --as Ben",
      ])
    #expect(
      words(voting, Evening.creator) == [
        "vote MOVIE up|down", "propose MOVIE", "done", "results", "close", "pick MOVIE", "discard",
      ])
    let done = try Evening.tonight(Evening.round(done: [Evening.cleo]))
    #expect(!words(done, Evening.member).contains("done"))
    let unauthenticated = Evening.actor(Nights.id(9))
    #expect(words(voting, unauthenticated) == ["results"])
  }

  @Test func onlyCreatorPicksAfterVotingCloses() throws {
    let closed = try Evening.tonight(Evening.round(closed: true))
    #expect(words(closed, Evening.creator) == ["results", "pick MOVIE", "discard"])
    #expect(words(closed, Evening.member) == ["results", "discard"])
  }

  @Test func waitingNightsAreToBeWatchedOrRated() throws {
    let one = try Evening.tonight(nil, [Evening.night(5, "selected", "Heat", waitingFor: [Evening.cleo])])
    #expect(words(one, Evening.member).suffix(2) == ["watched mark", "rate loved"])
    #expect(words(one, Evening.creator).last == "watched mark")
    let two = try Evening.tonight(
      nil, [Evening.night(5, "watched", "Heat"), Evening.night(6, "selected", "It's Dune", waitingFor: [Evening.ben])])
    #expect(words(two, Evening.creator).suffix(2) == ["close ratings Heat", #"watched mark 'It'\''s Dune'"#])
    #expect(words(two, Evening.child).last == #"rate 'It'\''s Dune' loved --as Ben"#)
  }

  @Test func proposerMayWithdraw() throws {
    var movies = Evening.movies
    movies[0].proposedBy = Evening.cleo
    let voting = try Evening.tonight(Evening.round(startedBy: Evening.ann, movies: movies))
    #expect(words(voting, Evening.member).contains("withdraw MOVIE"))
    #expect(!words(voting, Evening.creator).contains("withdraw MOVIE"))
  }

  @Test(arguments: ["discarded", "timed_out"])
  func expiredRoundCanBeStartedAgain(_ reason: String) throws {
    func advice(after last: Round) throws -> [String] {
      Advice.now(try Evening.tonight(), for: Evening.child, after: last).map(\.line)
    }
    var expired = try Evening.open(Evening.round("expired"))
    expired.expiredReason = ExpiryReason(rawValue: reason)
    #expect(try advice(after: expired).first == "movienight start --again --as Ben")
    expired.suggestions[0].watched = true
    #expect(try advice(after: expired).first == "movienight start --again --as Ben")
    expired.suggestions[1].watched = true
    for other in [expired, try Evening.open(Evening.round("rated"))] {
      #expect(try !advice(after: other).contains { $0.contains("--again") }, "\(other.status)")
    }
  }

  @Test func parentIsGivenLineToRateForChild() throws {
    let night = Evening.night(5, "watched", "Heat", waitingFor: [Evening.ben, Evening.cleo])
    let lines = try draw(Evening.tonight(nil, [night]), Evening.creator, in: Evening.household)
    #expect(lines.contains { $0.hasPrefix("  movienight rate loved --as Ben ") && $0.hasSuffix("rate it for Ben") })
    let others = try draw(Evening.tonight(nil, [night]), Evening.member, in: Evening.household)
    #expect(!others.contains { $0.contains("--as") })
  }

  @Test func parentIsGivenLineToVoteForChildUntilItVoted() throws {
    func lines(_ votes: [String: String]) throws -> [String] {
      var movies = Evening.movies
      movies[2].votes = votes
      let tonight = try Evening.tonight(Evening.round(movies: movies))
      return try draw(tonight, Evening.creator, in: Evening.household, columns: 80)
    }
    #expect(try lines([:]).contains { $0.contains("movienight vote MOVIE up --as Ben ") })
    #expect(try !lines([Evening.ben: "down"]).contains { $0.contains("--as Ben") })
  }

  @Test func longTitleIsShortenedIfItsBeginningIsEnough() throws {
    let long = "The Lord of the Rings: The Fellowship of the Ring"
    let nights = [Evening.night(5, "watched", long), Evening.night(6, "watched", "Dune")]
    #expect(words(try Evening.tonight(nil, nights), Evening.creator).contains("close ratings 'The Lord of the'"))
    let other = "The Lord of the Rings: The Two Towers"
    let similar = [Evening.night(5, "watched", long), Evening.night(6, "watched", other)]
    #expect(
      words(try Evening.tonight(nil, similar), Evening.creator).contains(
        "close ratings 'The Lord of the Rings: The Fellowship'"))
  }

  // MARK: Drawing

  private func draw(
    _ tonight: ActiveRounds, _ member: ActingMember, in household: String? = nil, named: Bool = false,
    after last: String? = nil, columns: Int = 60
  ) throws -> [String] {
    TonightRenderer(
      canvas: TestRun([], columns: columns).canvas, tonight: tonight, member: member,
      household: try household.map { try shown($0) }, namesHousehold: named, last: try last.map { try shown($0) }
    ).lines
  }

  @Test func missingRatingsAreNamed() throws {
    let night = Evening.night(5, "watched", "Heat", waitingFor: [Evening.ben, Evening.cleo])
    let lines = try draw(Evening.tonight(nil, [night]), Evening.member, in: Evening.household)
    #expect(lines.dropFirst(2).prefix(3) == ["★ Heat: watched", "  Rated: Ann", "  Yet to rate: Ben, Cleo"])
  }

  @Test func ratingBeforeWatchingIsShown() throws {
    let night = Evening.night(5, "selected", "Heat", waitingFor: [Evening.ben, Evening.cleo])
    let lines = try draw(Evening.tonight(nil, [night]), Evening.member, in: Evening.household)
    #expect(lines.dropFirst(2).prefix(3) == ["★ Heat: picked, not watched yet", "  Rated: Ann", ""])
  }

  @Test func householdIsNamedOnlyIfSeveralLoginsExist() throws {
    let tonight = try Evening.tonight()
    #expect(try draw(tonight, Evening.child, in: Evening.household, named: true).first == "Films · Ben")
    #expect(try draw(tonight, Evening.child, in: Evening.household).first == "No round is open.")
  }

  @Test(arguments: [
    ("timed_out", nil, "The round of Feb 14, 2025 ran out of time."),
    ("discarded", nil, "The round of Feb 14, 2025 was discarded."),
    ("timed_out", "Heat", "The round of Feb 14, 2025 ran out of time. Its pick was Heat."),
  ])
  func outcomeOfExpiredRoundIsShown(_ reason: String, _ title: String?, _ sentence: String) throws {
    let expired = Nights.round("expired", picked: title.map { (1, $0) }, expiredReason: reason)
    let lines = try draw(Evening.tonight(), Evening.member, after: expired, columns: 80)
    #expect(lines.prefix(2) == ["No round is open.", sentence])
  }

  @Test func roundIsDrawnWithNumbersAndOwnVotes() throws {
    let tonight = try Evening.tonight(
      Evening.round(done: [Evening.cleo]), [Evening.night(5, "watched", "Dune", waitingFor: [Evening.ben])])
    let lines = TonightRenderer(canvas: TestRun([], columns: 60).canvas, tonight: tonight, member: Evening.member).lines
    #expect(
      lines.joined(separator: "\n") == """
        ● Voting  Feb 14 · started by Cleo · until Feb 17

         1  Paddington 2 (1995) · PG                 ▲ 0  ▼ 1  you ▼
         2  My Neighbor Totoro (1995) · PG           ▲ 2  ▼ 0  you ▲
         4  Heat (1995) · PG                         ▲ 0  ▼ 0

          2 of 3 have voted
          Done: Cleo
          Voted: Ann
          Not yet: Ben

        ★ Dune: watched
          Yet to rate: Ben

        What you can do now
          movienight vote MOVIE up|down
            a movie by its number, its id or its title
          movienight propose MOVIE       add a movie of your own
          movienight results             show the results
          movienight discard             end the round with no pick
        """)
  }

  @Test func draftShowsWhoTakesPartAndCeiling() throws {
    let draft = Evening.round("draft", attending: [Evening.ann, Evening.cleo], ceiling: "PG-13")
    let lines = try draw(Evening.tonight(draft), Evening.member, in: Evening.household)
    #expect(lines[0] == "● Draft  Feb 14 · started by Cleo · until Feb 17")
    #expect(lines[1] == "         up to PG-13")
    #expect(lines.contains("  Taking part: Ann, Cleo"))
    #expect(!lines.contains { $0.contains("take part") || $0.contains("can open voting") })
    let all = try draw(Evening.tonight(Evening.round("draft")), Evening.member, in: Evening.household)
    #expect(!all.contains { $0.contains("Taking part") || $0.contains("up to") })
  }

  @Test func memberWhoOnlyWaitsIsToldSo() throws {
    let draft = Evening.round("draft", attending: [Evening.ann, Evening.cleo])
    let child = try draw(Evening.tonight(draft), Evening.child, in: Evening.household)
    #expect(child.suffix(3) == ["", "Ben does not take part in this round.", "Cleo can open voting."])
    let voting = try Evening.tonight(Evening.round(attending: [Evening.ann, Evening.ben]))
    let other = try draw(voting, Evening.member, in: Evening.household)
    #expect(other.contains("  Taking part: Ann, Ben") && other.contains("You do not take part in this round."))
    #expect(!other.contains { $0.contains("can open voting") })
  }

  @Test func factsThatDoNotFitHaveOwnLine() throws {
    let voting = try Evening.tonight(Evening.round(ceiling: "PG-13"))
    #expect(
      try draw(voting, Evening.member).prefix(2) == [
        "● Voting  Feb 14 · started by Cleo · until Feb 17", "          up to PG-13",
      ])
  }

  @Test func longTitleKeepsYearAndRating() throws {
    let title = "The Lord of the Rings: The Fellowship of the Ring"
    let tonight = try Evening.tonight(Evening.round(movies: [Evening.Movie(number: 1, id: 120, title: title)]))
    let lines = try draw(tonight, Evening.member)
    let row = try #require(lines.first { $0.contains("Lord") })
    #expect(row.contains("… (1995) · PG  ▲ 0"), "\(row)")
    #expect(titleLine("Heat", 1995, .r, to: 40) == "Heat (1995) · R")
    #expect(titleLine("Paddington", 2014, .pg, to: 18) == "Paddi… (2014) · PG")
    #expect(titleLine("Paddington", 2014, .pg, to: 10) == "Paddingto…")
  }

  @Test func suggestedMovieShowsItsReason() throws {
    let movie = Evening.Movie(number: 1, id: 862, title: "Toy Story", reason: "You like Animation. On Disney Plus.")
    let tonight = try Evening.tonight(Evening.round(movies: [movie] + Evening.movies.suffix(1)))
    let lines = TonightRenderer(canvas: TestRun([], columns: 60).canvas, tonight: tonight, member: Evening.member).lines
    #expect(
      lines.dropFirst(2).prefix(3).joined(separator: "\n") == """
         1  Toy Story (1995) · PG                    ▲ 0  ▼ 0
            You like Animation. On Disney Plus.
         4  Heat (1995) · PG                         ▲ 0  ▼ 0
        """)
    #expect(
      lines.suffix(3).joined(separator: "\n") == """

        This product uses the TMDB API but is not endorsed or
        certified by TMDB. Watch providers are from JustWatch.
        """)
  }

  @Test(arguments: [40, 60, 100])
  func linesExceptCommandsFitWindow(_ columns: Int) throws {
    let movie = Evening.Movie(
      number: 12, id: 5, title: String(repeating: "Long ", count: 30), votes: [Evening.ben: "up"],
      reason: String(repeating: "You like long. ", count: 10))
    let tonight = try Evening.tonight(Evening.round(movies: [movie]), [Evening.night(5, "watched", movie.title)])
    let canvas = TestRun([], columns: columns).canvas
    for line in TonightRenderer(canvas: canvas, tonight: tonight, member: Evening.child).lines
    where !line.hasPrefix("  movienight") {
      #expect(displayColumns(line) <= columns, "\(line)")
    }
  }

  @Test func resultsKeepNumbersOfRound() throws {
    let ranks = [
      Evening.ranked(8392, 1, tied: true), Evening.ranked(1, 1, tied: true), Evening.ranked(346648, 3),
    ]
    let lines = try ResultsRenderer(canvas: TestRun([], columns: 60).canvas)
      .lines(shown(Evening.results(ranks)), shown(Evening.round()))
    #expect(
      lines.joined(separator: "\n") == """
        Results
          1. =  My Neighbor Totoro (1995)            ▲ 2  ▼ 0  no. 2
          1. =  Heat (1995)                          ▲ 0  ▼ 0  no. 4
          3.    Paddington 2 (1995)                  ▲ 0  ▼ 1  no. 1

        No movie leads: a tie.
        """)
  }

  private func results(_ ranks: [String], of round: String) throws -> [String] {
    try ResultsRenderer(canvas: TestRun([], columns: 60).canvas).lines(shown(Evening.results(ranks)), shown(round))
  }

  @Test func equalVotesSharePlaceWhateverPopularity() throws {
    let lines = try results(
      [Evening.ranked(8392, 1, net: 1), Evening.ranked(1, 2, net: 1), Evening.ranked(346648, 3, net: 0)],
      of: Evening.round())
    #expect(lines[1...3].map { $0.prefix(6) } == ["  1. =", "  1. =", "  3.  "])
  }

  @Test func roundWithoutVotesHasNoTie() throws {
    let movies = Evening.movies.map { Evening.Movie(number: $0.number, id: $0.id, title: $0.title) }
    let lines = try results([Evening.ranked(1, 1)], of: Evening.round(movies: movies))
    #expect(lines.last == "No movie leads: no votes yet.")
  }

  @Test func pickIsMarkedInResults() throws {
    let movies = [Nights.suggestion(496, "Parasite", 2019, "R"), Nights.suggestion(550, "Fight Club", 1999, "R")]
    let round = Nights.round("watched", suggestions: movies, picked: (550, "Fight Club"))
    let lines = try results([Evening.ranked(496, 1, net: 0), Evening.ranked(550, 2, net: 0)], of: round)
    #expect(lines[1].hasPrefix("  1. =  Parasite (2019)") && lines[2].hasPrefix("★ 1. =  Fight Club (1999)"))
    #expect(lines.last == "The pick: Fight Club.")
  }
}
