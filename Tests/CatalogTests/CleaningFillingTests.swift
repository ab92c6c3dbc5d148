import MovieNightPrimitives
import Testing

@testable import Catalog

/// The texts that a translation lacks are filled from English, and nothing else is.
@Suite struct CleaningFillingTests {
  private let english = MovieFacts(
    id: 1, title: "English", originalTitle: "O", overview: "Plot.", tagline: "Line.", runtime: 90, posterPath: "/e.jpg")

  @Test func missingMovieTextsAreFilledFromEnglish() {
    #expect(
      MovieFacts(id: 1, title: "").filled(from: english)
        == MovieFacts(id: 1, title: "English", overview: "Plot.", tagline: "Line."))
    let german = MovieFacts(id: 1, title: "Deutsch", overview: "Handlung.", tagline: "Spruch.")
    #expect(german.filled(from: english) == german)
    #expect(MovieFacts(id: 1, title: "Deutsch").filled(from: MovieFacts(id: 1, title: "E")).overview == nil)
  }

  @Test func movieLacksTextOnlyWithoutTitleOrOverview() {
    #expect(!MovieFacts(id: 1, title: "A", overview: "O").lacksText)
    #expect(MovieFacts(id: 1, title: "A").lacksText)
    #expect(MovieFacts(id: 1, title: "", overview: "O").lacksText)
  }

  @Test func missingTextsOfSeriesSeasonsAndNextEpisodeAreFilled() {
    typealias Season = SeriesFacts.SeasonListing
    func next(_ number: Int, _ name: String?) -> SeriesFacts.NextEpisode {
      .init(seasonNumber: 3, episodeNumber: number, name: name, airDate: nil)
    }
    let english = SeriesFacts(
      id: 1, name: "English", overview: "Plot.", status: "Ended", nextEpisode: next(2, "Two"),
      seasons: [
        Season(seasonNumber: 1, name: "Season 1", overview: "First.", episodeCount: 9),
        Season(seasonNumber: 2, name: "Season 2"),
      ])
    let german = SeriesFacts(
      id: 1, name: "", nextEpisode: next(2, nil),
      seasons: [
        Season(seasonNumber: 2), Season(seasonNumber: 1, name: "Staffel 1"), Season(seasonNumber: 7),
      ])
    #expect(german.lacksText)
    #expect(!SeriesFacts(id: 1, name: "A", overview: "O", seasons: [Season(seasonNumber: 2)]).lacksText)
    let filled = german.filled(from: english)
    #expect(
      filled
        == SeriesFacts(
          id: 1, name: "English", overview: "Plot.", nextEpisode: next(2, "Two"),
          seasons: [
            Season(seasonNumber: 2, name: "Season 2"), Season(seasonNumber: 1, name: "Staffel 1", overview: "First."),
            Season(seasonNumber: 7),
          ]))
    var other = german
    other.nextEpisode = next(1, nil)
    #expect(other.filled(from: english).nextEpisode == next(1, nil))
    other.nextEpisode = nil
    #expect(other.filled(from: english).nextEpisode == nil)
  }

  @Test func missingTextsOfSeasonAndEpisodesAreFilledByNumber() {
    func episode(_ number: Int, _ name: String? = nil, _ overview: String? = nil, runtime: Int? = nil) -> EpisodeFacts {
      EpisodeFacts(
        seriesID: 1, seasonNumber: 2, episodeNumber: number, name: name, overview: overview, runtime: runtime)
    }
    func season(_ name: String?, _ overview: String?, _ episodes: [EpisodeFacts]) -> SeasonFacts {
      SeasonFacts(seriesID: 1, seasonNumber: 2, name: name, overview: overview, episodes: episodes)
    }
    let english = season(
      "Season 2", "Plot.", [episode(1, "One", "Plot 1.", runtime: 50), episode(3, "Three", "Plot 3.")])
    let german = season(nil, nil, [episode(1, "Eins"), episode(2), episode(3, nil, "Handlung 3.")])
    #expect(
      german.filled(from: english)
        == season(
          "Season 2", "Plot.", [episode(1, "Eins", "Plot 1."), episode(2), episode(3, "Three", "Handlung 3.")]))
    #expect(!english.lacksText)
    #expect(season("S", nil, []).lacksText && season(nil, "O", []).lacksText)
    #expect(season("S", "O", [episode(1, "A", "O"), episode(2, "B")]).lacksText)
    #expect(season("S", "O", [episode(1, nil, "O")]).lacksText)
  }

  @Test func bodyWithoutNameIsAcceptedWhenEnglishHasOne() throws {
    let german = try CleanedBody(#"{"id": 550, "title": "", "overview": "Seife."}"#, answering: .movie(550))
    let english = try CleanedBody(CleaningBodies.movie, answering: .movie(550))
    #expect(german.lacksText)
    #expect(
      try german.facts(filledFrom: english)
        == .movie(MovieFacts(id: 550, title: "Fight Club", overview: "Seife.", tagline: "Mischief. Mayhem. Soap.")))
    #expect(throws: UnexpectedBody.without("title")) { try german.facts(filledFrom: german) }
    #expect(throws: UnexpectedBody.without("title")) { try german.facts() }
    let series = try CleanedBody(#"{"id": 1396}"#, answering: .series(1396))
    #expect(throws: UnexpectedBody.without("name")) { try series.facts() }
    let episode = try CleanedBody(
      #"{"season_number": 1, "episode_number": 2}"#, answering: .episode(series: 1396, season: 1, 2))
    let other = try CleanedBody(CleaningBodies.episode, answering: .episode(series: 1396, season: 1, 2))
    #expect(
      try episode.facts(filledFrom: other)
        == .episode(
          EpisodeFacts(
            seriesID: 1396, seasonNumber: 1, episodeNumber: 2, name: "Cat's in the Bag...", overview: "They clean up."))
    )
  }

  @Test func answerOfOtherKindFillsNothing() throws {
    let movie = CatalogFacts.movie(MovieFacts(id: 1, title: "A"))
    #expect(movie.filled(from: .episode(try cleanEpisode())) == movie)
    #expect(!CatalogFacts.genres(GenreList(genres: [])).lacksText)
  }
}
