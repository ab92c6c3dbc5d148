import CommandLineSupport
import FakeServer
import MovieNightPrimitives
import Testing

@testable import ClientCommands
@testable import Console

/// The page of a movie.
@Suite struct CatalogMovieTests {
  @Test func completeMovieIsDrawn() throws {
    #expect(
      try RenderedPage.movie(CatalogAnswers.movie(history: CatalogAnswers.history)) == """
        Fight Club                                              1999
        R, 18 in DE · 2 h 19 min · ★ 8.4 (29,000 votes)
        Drama, Thriller

        Soap.

        An office worker who cannot sleep meets a man who sells
        soap. They found a club, and it gets out of hand.

        Cast
          Edward Norton as The Narrator
          Brad Pitt

        Trailer
          https://www.youtube.com/watch?v=BdJKm16Co6M

        Where to watch, by JustWatch:                             DE
          Stream  Netflix, Disney Plus
          Rent    Apple TV
          https://www.themoviedb.org/movie/550/watch?locale=DE

        In your household
          On the watchlist since Feb 14, added by Tim
          Watched on Feb 14, 2025, marked by Sarah
          Over the ceiling of a round

        Movie nights
          ● Expired  Feb 14  ▲ 2  ▼ 1
            0198c2a4-7c00-7000-8000-000000000001
          ● Rated  Feb 14  ▲ 2  ▼ 1
            ★ Picked · you voted up
            ♥ 2 Loved · ▲ 1 Liked
            0198c2a4-7c00-7000-8000-000000000002

        TMDb 550 · IMDb tt0137523
        This product uses the TMDB API but is not endorsed or
        certified by TMDB.
        """)
  }

  @Test(arguments: ["selected", "watched", "rated"])
  func statusOfOtherPickIsNotShown(_ status: String) throws {
    let history = CatalogAnswers.history.replacing(
      CatalogAnswers.night(1), with: CatalogAnswers.night(1, status: status))
    #expect(
      try RenderedPage.movie(CatalogAnswers.movie(history: history)).contains("\n  ● Not picked  Feb 14  ▲ 2  ▼ 1\n"))
  }

  @Test func unknownFactsAreOmitted() throws {
    #expect(
      try RenderedPage.movie(CatalogAnswers.recorded) == """
        WALL·E                                                  2008
        G

        TMDb 10681
        Recorded by your household. No details from the catalog now.
        """)
  }

  @Test(arguments: [
    ("US", "R", "R"), ("DE", "18", "R, 18 in DE"), ("US", "NR", "R"),
  ])
  func countryRatingIsShownBesideUSRating(_ country: String, _ rating: String, _ shown: String) throws {
    let json = CatalogAnswers.movie().replacing(
      #""country":"DE","rating":"18""#, with: #""country":"\#(country)","rating":"\#(rating)""#)
    #expect(try RenderedPage.movie(json).contains("\n\(shown) · 2 h 19 min"))
    let unrated = json.replacing(#""content_rating":"R""#, with: #""content_rating":null"#)
    #expect(
      try RenderedPage.movie(unrated).contains(
        country == "US" ? "\n\(rating) · 2 h" : "\n\(rating) in \(country) · 2 h"))
  }

  @Test func differingOriginalTitleIsShown() throws {
    let json = CatalogAnswers.movie().replacing(
      #""original_title":"Fight Club""#, with: #""original_title":"千と千尋""#)
    #expect(try RenderedPage.movie(json).contains("1999\n千と千尋\nR, 18"))
  }

  @Test func providersSectionIsOmittedWithoutOffers() throws {
    let none = #"{"country":"DE","link":"https://x","flatrate":[],"free":[],"ads":[],"rent":[],"buy":[]}"#
    let json = CatalogAnswers.movie().replacing(CatalogAnswers.providers, with: none)
    #expect(json.contains(none))
    #expect(try !RenderedPage.movie(json).contains("JustWatch"))
  }

  @Test func onlyFiveMovieNightsAreListed() throws {
    let nights = (1...7).map { CatalogAnswers.night($0) }.joined(separator: ",")
    let history = #"{"on_watchlist":null,"watched":null,"exceeds_ceiling":false,"rounds":[\#(nights)]}"#
    let text = try RenderedPage.movie(CatalogAnswers.movie(history: history))
    #expect(text.contains(Nights.id(5)) && !text.contains(Nights.id(6)))
    #expect(text.contains("\n  and 2 earlier\n") && !text.contains("In your household"))
  }

  @Test func ageOfStaleAnswerIsShown() throws {
    for text in [
      try RenderedPage.movie(CatalogAnswers.movie(origin: CatalogAnswers.stale), columns: 80),
      try RenderedPage.series(CatalogAnswers.series(origin: CatalogAnswers.stale), columns: 80),
    ] {
      #expect(text.contains("\nAs of 3 days ago; the catalog is not answering now.\nThis product uses"))
    }
    #expect(try !RenderedPage.movie(CatalogAnswers.movie()).contains("As of"))
  }

  @Test(arguments: [
    (0, "a moment ago"), (59, "a moment ago"), (60, "1 minute ago"), (3599, "59 minutes ago"), (3600, "1 hour ago"),
    (86_399, "23 hours ago"), (86_400, "1 day ago"), (86_400 * 179, "179 days ago"), (-5, "a moment ago"),
  ])
  func ageIsHumanReadable(_ seconds: Int64, _ text: String) {
    #expect(age(of: TestClock.now.advanced(bySeconds: -seconds), now: TestClock.now) == text)
  }

  @Test(
    arguments: [
      ("file", CatalogPage.attribution), ("other", "From other."), ("builtin", nil),
    ] as [(String, String?)])
  func sourceIsAttributed(_ source: String, _ line: String?) throws {
    let text = try RenderedPage.movie(
      CatalogAnswers.movie(origin: #""source":"\#(source)","stale":false"#), columns: 80)
    #expect(text.hasSuffix(line.map { "tt0137523\n\($0)" } ?? "tt0137523"))
  }
}
