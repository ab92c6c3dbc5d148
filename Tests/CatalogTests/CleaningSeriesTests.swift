import MovieNightPrimitives
import Testing

@testable import Catalog

@Suite struct CleaningSeriesTests {
  private let first = EpisodeFacts(
    seriesID: 1396, seasonNumber: 1, episodeNumber: 1, id: 62085, type: "standard", name: "Pilot", overview: "A cough.",
    airDate: CalendarDate(text: "2008-01-20"), runtime: 59, stillPath: "/still1.jpg")
  private let second = EpisodeFacts(
    seriesID: 1396, seasonNumber: 1, episodeNumber: 2, id: 62086, type: "standard", name: "Cat's in the Bag...",
    overview: "They clean up.", airDate: CalendarDate(text: "2008-01-27"), runtime: 49, stillPath: "/still2.jpg")

  @Test func completeSeriesIsReadWithSpecialsLast() throws {
    let body = try CleanedBody(CleaningBodies.series, answering: .series(1396))
    let expected = SeriesFacts(
      id: 1396, name: "Breaking Bad", originalName: "Breaking Bad", firstAirDate: CalendarDate(text: "2008-01-20"),
      lastAirDate: CalendarDate(text: "2013-09-29"), overview: "A teacher cooks.", status: "Ended",
      genres: [Genre(id: 18, name: "Drama")], popularity: 300.5, voteAverage: 8.9,
      contentRatings: [Certification(country: "DE", rating: "16"), Certification(country: "US", rating: "TV-MA")],
      numberOfSeasons: 5, numberOfEpisodes: 62, posterPath: "/post.jpg", backdropPath: "/back.jpg",
      nextEpisode: .init(seasonNumber: 6, episodeNumber: 1, name: nil, airDate: CalendarDate(text: "2027-01-03")),
      seasons: [
        .init(
          seasonNumber: 1, name: "Season 1", overview: "It begins.", airDate: CalendarDate(text: "2008-01-20"),
          episodeCount: 7, posterPath: "/s1.jpg"),
        .init(
          seasonNumber: 2, name: "Season 2", overview: "More.", airDate: CalendarDate(text: "2009-03-08"),
          episodeCount: 13, posterPath: "/s2.jpg"),
        .init(
          seasonNumber: 0, name: "Specials", airDate: CalendarDate(text: "2009-02-17"), episodeCount: 11),
      ], providers: [CountryProviders(country: "US", flatrate: [Provider(id: 8, name: "Netflix", logoPath: "/n.jpg")])])
    #expect(try body.facts() == .series(expected))
    #expect(body.dropped == 0 && !body.lacksText)
  }

  @Test(arguments: [
    (#"{"name": "A"}"#, UnexpectedBody.without("id")), (#"{"id": 1397, "name": "A"}"#, .other("id")),
    (#"{"id": 1396}"#, .without("name")), (#"{"id": 1396, "name": []}"#, .without("name")),
  ])
  func bodyWithoutRequestedSeriesIsRefused(body: String, error: UnexpectedBody) {
    #expect(throws: error) { try CleanedBody(body, answering: .series(1396)).facts() }
  }

  @Test func membersOfWrongTypeAreIgnored() throws {
    let members = [
      "original_name", "first_air_date", "last_air_date", "overview", "status", "genres", "popularity", "vote_average",
      "content_ratings", "number_of_seasons", "number_of_episodes", "poster_path", "backdrop_path",
      "next_episode_to_air", "seasons", "watch/providers",
    ]
    for value in ["null", "[]", "{}", "true", #"{"results": "x"}"#, #"{"results": [0], "season_number": 1}"#] {
      let all = members.map { "\"\($0)\": \(value)" }.joined(separator: ", ")
      #expect(try cleanSeries(all) == SeriesFacts(id: 1396, name: "Breaking Bad"), "\(value)")
    }
  }

  @Test func invalidAndDuplicateSeasonsAreDropped() throws {
    let seasons = #"""
      "seasons": [{"season_number": 0}, {"season_number": 9999}, {"season_number": 3, "name": "Three"}, {"name": "None"},
        {"season_number": -1}, {"season_number": 10000}, {"season_number": 3, "name": "Again"}, {"season_number": "2"}]
      """#
    let body = try CleanedBody(CleaningBodies.series, with: seasons, answering: .series(1396))
    guard case .series(let series) = try body.facts() else { throw UnexpectedBody.other("kind") }
    #expect(
      series.seasons == [.init(seasonNumber: 3, name: "Three"), .init(seasonNumber: 9_999), .init(seasonNumber: 0)])
    #expect(body.dropped == 5)
    let many = (1...1_001).map { #"{"season_number": \#($0)}"# }.joined(separator: ",")
    #expect(try cleanSeries(#""seasons": [\#(many)]"#).seasons.map(\.seasonNumber) == Array(1...1_000))
  }

  @Test func outOfBoundsCountsBecomeNil() throws {
    #expect(try cleanSeries(#""number_of_seasons": 9999"#).numberOfSeasons == 9_999)
    #expect(try cleanSeries(#""number_of_seasons": 10000"#).numberOfSeasons == nil)
    #expect(try cleanSeries(#""number_of_episodes": 99999"#).numberOfEpisodes == 99_999)
    #expect(try cleanSeries(#""number_of_episodes": 100000"#).numberOfEpisodes == nil)
    #expect(try cleanSeries(#""number_of_episodes": -1"#).numberOfEpisodes == nil)
  }

  @Test func nextEpisodeWithoutValidNumbersIsDropped() throws {
    func next(_ members: String) throws -> SeriesFacts.NextEpisode? {
      try cleanSeries(#""next_episode_to_air": {\#(members)}"#).nextEpisode
    }
    #expect(
      try next(#""season_number": 0, "episode_number": 99999, "name": "N""#)
        == .init(seasonNumber: 0, episodeNumber: 99_999, name: "N", airDate: nil))
    #expect(try next(#""season_number": 1"#) == nil)
    #expect(try next(#""season_number": 1, "episode_number": 100000"#) == nil)
    #expect(try next(#""season_number": 10000, "episode_number": 1"#) == nil)
  }

  // MARK: Seasons

  @Test func completeSeasonIsReadWithEpisodesByNumber() throws {
    let body = try CleanedBody(CleaningBodies.season, answering: .season(series: 1396, 1))
    let third = EpisodeFacts(seriesID: 1396, seasonNumber: 1, episodeNumber: 3, id: 62087)
    #expect(
      try body.facts()
        == .season(
          SeasonFacts(
            seriesID: 1396, seasonNumber: 1, name: "Season 1", overview: "It begins.",
            airDate: CalendarDate(text: "2008-01-20"), posterPath: "/s1.jpg", episodes: [first, second, third])))
    #expect(body.dropped == 0 && body.lacksText)
    #expect(third.label == "3. Episode 3")
  }

  @Test func seasonWithOnlyItsNumberIsRead() throws {
    let bare = SeasonFacts(seriesID: 1396, seasonNumber: 0)
    for members in [
      "", #", "episodes": null, "overview": null, "name": null, "air_date": null, "poster_path": null"#,
      #", "episodes": [], "overview": "", "name": "", "air_date": "", "poster_path": """#,
      #", "episodes": {}, "overview": [], "name": 1, "air_date": 2, "poster_path": {}"#,
    ] {
      let body = try CleanedBody(#"{"season_number": 0\#(members)}"#, answering: .season(series: 1396, 0))
      #expect(try body.facts() == .season(bare))
      #expect(body.lacksText && body.dropped == 0)
    }
  }

  @Test func bodyWithoutRequestedSeasonIsRefused() {
    for (body, error) in [
      ("{}", UnexpectedBody.without("season_number")), (#"{"season_number": 2}"#, .other("season_number")),
    ] {
      #expect(throws: error) { try CleanedBody(body, answering: .season(series: 1396, 1)) }
    }
  }

  @Test func invalidAndDuplicateEpisodesAreDropped() throws {
    let episodes = #"""
      "episodes": [{"episode_number": 99999}, {"episode_number": 0, "name": "Zero"}, {"episode_number": 0, "name": "Again"},
        {"episode_number": 100000}, {"episode_number": -1}, {"episode_number": 1, "season_number": 2}, {"name": "None"}, 5,
        {"episode_number": 2, "season_number": "x", "id": 0, "runtime": 10000}]
      """#
    let body = try CleanedBody(CleaningBodies.season, with: episodes, answering: .season(series: 1396, 1))
    guard case .season(let season) = try body.facts() else { throw UnexpectedBody.other("kind") }
    #expect(
      season.episodes == [
        EpisodeFacts(seriesID: 1396, seasonNumber: 1, episodeNumber: 0, name: "Zero"),
        EpisodeFacts(seriesID: 1396, seasonNumber: 1, episodeNumber: 2),
        EpisodeFacts(seriesID: 1396, seasonNumber: 1, episodeNumber: 99_999),
      ])
    #expect(body.dropped == 6)
  }

  @Test func seasonIsCappedAt10000Episodes() throws {
    let many = (1...10_001).map { #"{"episode_number": \#($0)}"# }.joined(separator: ",")
    let body = try CleanedBody(#"{"season_number": 1, "episodes": [\#(many)]}"#, answering: .season(series: 1, 1))
    guard case .season(let season) = try body.facts() else { throw UnexpectedBody.other("kind") }
    #expect(season.episodes.count == 10_000 && season.episodes.last?.episodeNumber == 10_000)
    #expect(body.dropped == 1)
  }

  // MARK: Episodes

  @Test func completeEpisodeIsRead() throws {
    #expect(try cleanEpisode() == second)
    #expect(try !CleanedBody(CleaningBodies.episode, answering: .episode(series: 1396, season: 1, 2)).lacksText)
  }

  @Test func episodeWithOnlyItsNumbersIsRead() throws {
    let bare = EpisodeFacts(seriesID: 1396, seasonNumber: 1, episodeNumber: 2)
    for value in ["null", "\"\"", "[]", "{}", "false"] {
      let members = ["id", "name", "overview", "air_date", "runtime", "still_path", "episode_type"]
      let facts = try cleanEpisode(members.map { "\"\($0)\": \(value)" }.joined(separator: ", "))
      #expect(facts == bare && facts.lacksText && facts.label == "2. Episode 2", "\(value)")
    }
  }

  @Test(arguments: [
    (#"{"episode_number": 2}"#, UnexpectedBody.without("season_number")),
    (#"{"season_number": 1}"#, .without("episode_number")),
    (#"{"season_number": 2, "episode_number": 2}"#, .other("season_number")),
    (#"{"season_number": 1, "episode_number": 3}"#, .other("episode_number")),
    (#"{"season_number": 1, "episode_number": "2"}"#, .without("episode_number")),
  ])
  func bodyWithoutRequestedEpisodeIsRefused(body: String, error: UnexpectedBody) {
    #expect(throws: error) { try CleanedBody(body, answering: .episode(series: 1396, season: 1, 2)) }
  }
}
