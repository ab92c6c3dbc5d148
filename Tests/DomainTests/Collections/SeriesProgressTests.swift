import Domain
import MovieNightPrimitives
import Testing

@Suite struct SeriesProgressTests {
  private static let today = CalendarDate(year: 2026, month: 2, day: 14)
  private static let yesterday = CalendarDate(year: 2026, month: 2, day: 13)

  private static func facts(
    _ seasons: [(number: Int, count: Int?, airDate: String?)], next: EpisodeRef? = nil, status: String? = nil
  ) -> TitleFacts {
    var facts = TitleFacts(title: "Series")
    facts.airing.seriesStatus = status
    facts.airing.seasons = seasons.map { season in
      TitleSeason(
        number: season.number, name: nil, airDate: season.airDate.flatMap { CalendarDate(text: $0) },
        episodeCount: season.count)
    }
    facts.airing.nextEpisode = next.map { UpcomingEpisode(season: $0.season, number: $0.number, airDate: nil) }
    return facts
  }

  /// Season 2 begins today, and season 3 has no date.
  private static func series(next: EpisodeRef? = nil, watched: [EpisodeRef] = []) -> SeriesProgress {
    var series = SeriesProgress()
    series.record(
      facts(
        [(0, 2, "2019-01-01"), (1, 10, "2020-01-01"), (2, 8, "2026-02-14"), (3, 6, nil)], next: next))
    for episode in watched { series.mark(episode) }
    return series
  }

  private static func episodes(_ season: Int, _ numbers: ClosedRange<Int>) -> [EpisodeRef] {
    numbers.map { EpisodeRef(season, $0) }
  }

  @Test func seasonDatesDecideWithoutNextEpisode() {
    let series = Self.series()
    #expect(series.total == 24 && series.hasSeasons)
    #expect(series.airedCount(on: Self.today) == 18 && series.airedCount(on: Self.yesterday) == 10)
    #expect(series.hasAired(EpisodeRef(2, 8), on: Self.today) && !series.hasAired(EpisodeRef(2, 8), on: Self.yesterday))
    #expect(!series.hasAired(EpisodeRef(3, 1), on: Self.today), "a season without a date has not aired")
    #expect(!series.hasAired(EpisodeRef(9, 1), on: Self.today), "an unknown season has not aired")
  }

  @Test func nextEpisodeDecidesWhateverTheDates() {
    let series = Self.series(next: EpisodeRef(2, 4))
    #expect(series.airedCount(on: Self.yesterday) == 13 && series.airedCount(on: Self.today) == 13)
    #expect(series.hasAired(EpisodeRef(2, 3), on: Self.yesterday) && !series.hasAired(EpisodeRef(2, 4), on: Self.today))
    #expect(Self.series(next: EpisodeRef(3, 7)).airedCount(on: Self.yesterday) == 24)
    #expect(Self.series(next: EpisodeRef(3, 99)).airedCount(on: Self.yesterday) == 24, "counts bound it")
    #expect(Self.series(next: EpisodeRef(1, 1)).airedCount(on: Self.today) == 0)
  }

  @Test func specialsCountOnlyByTheirSeasonDate() {
    let series = Self.series(next: EpisodeRef(0, 1), watched: [EpisodeRef(0, 1)])
    #expect(series.next == nil && series.airedCount(on: Self.today) == 18 && series.watchedCount == 0)
    #expect(Self.series(next: EpisodeRef(1, 1)).hasAired(EpisodeRef(0, 2), on: Self.today))
    #expect(series.nextToWatch(on: Self.today) == EpisodeRef(1, 1))
    #expect(series.episodes(ofSeason: 0, airedOn: Self.today) == Self.episodes(0, 1...2))
  }

  @Test func nextToWatchFollowsFurthestWatchedElseFillsFirstGap() {
    let cases: [(watched: [EpisodeRef], next: EpisodeRef?)] = [
      ([], EpisodeRef(1, 1)),
      ([EpisodeRef(1, 3)], EpisodeRef(1, 4)),
      ([EpisodeRef(1, 3), EpisodeRef(1, 1)], EpisodeRef(1, 4)),
      ([EpisodeRef(1, 10)], EpisodeRef(2, 1)),
      ([EpisodeRef(2, 2)], EpisodeRef(2, 3)),
      ([EpisodeRef(2, 8)], EpisodeRef(1, 1)),
      (Self.episodes(1, 1...10) + Self.episodes(2, 1...1) + Self.episodes(2, 3...8), EpisodeRef(2, 2)),
      ([EpisodeRef(3, 1)] + Self.episodes(1, 1...10), EpisodeRef(2, 1)),
      (Self.episodes(1, 1...10) + Self.episodes(2, 1...8), nil),
    ]
    for (watched, next) in cases {
      #expect(Self.series(watched: watched).nextToWatch(on: Self.today) == next, "\(watched.map(\.code))")
    }
    #expect(Self.series(watched: [EpisodeRef(1, 10)]).nextToWatch(on: Self.yesterday) == EpisodeRef(1, 1))
  }

  @Test func newEpisodesAreAiredAndUnwatched() {
    let series = Self.series(watched: [EpisodeRef(1, 1), EpisodeRef(2, 8), EpisodeRef(3, 1), EpisodeRef(0, 1)])
    #expect(series.newEpisodes(on: Self.today) == 16 && series.newEpisodes(on: Self.yesterday) == 9)
    #expect(series.watchedCount == 3)
  }

  @Test func episodesOfSeasonOrSeriesAreKnownOnes() {
    let series = Self.series()
    #expect(series.episodes(ofSeason: 2, airedOn: nil) == Self.episodes(2, 1...8))
    #expect(series.episodes(ofSeason: 2, airedOn: Self.yesterday).isEmpty)
    #expect(series.episodes(ofSeason: nil, airedOn: Self.yesterday) == Self.episodes(1, 1...10))
    #expect(
      series.episodes(ofSeason: nil, airedOn: nil).count == 24 && series.episodes(ofSeason: 9, airedOn: nil) == [])
  }

  @Test func episodesOfHugeSeasonsAreLimited() {
    var series = SeriesProgress()
    series.record(Self.facts([(1, 99_999, "2020-01-01"), (2, 99_999, "2020-01-01")]))
    #expect(series.episodes(ofSeason: nil, airedOn: nil).count == CollectionLimits.playsOfSeries + 1)
  }

  @Test func knownCountAndSeasonsCanBeExceeded() {
    var series = Self.series()
    #expect(series.exceedsCount(EpisodeRef(1, 11)) && !series.exceedsCount(EpisodeRef(1, 10)))
    #expect(series.exceedsCount(EpisodeRef(9, 1)), "a season that is not recorded")
    series = SeriesProgress()
    #expect(!series.exceedsCount(EpisodeRef(9, 1)), "a series without seasons takes any number")
    series.record(Self.facts([(1, nil, nil)]))
    #expect(
      !series.exceedsCount(EpisodeRef(1, 11)) && !series.exceedsCount(EpisodeRef(9, 1)) && !series.hasSeasons
        && series.total == 0)
    #expect(series.nextToWatch(on: Self.today) == nil)
  }

  @Test func newFactsReplaceOldOnesButKeepWatchedEpisodes() {
    var series = Self.series(watched: [EpisodeRef(1, 1), EpisodeRef(3, 2)])
    let facts = Self.facts([(2, 9, "2026-02-14"), (1, 10, "2020-01-01")], status: "Ended")
    series.record(facts)
    #expect(series.seasons.map(\.number) == [0, 1, 2, 3] && series.total == 19 && series.hasEnded)
    #expect(series.season(3)?.episodeCount == nil && series.watchedCount == 2)
    let once = series
    series.record(facts)
    #expect(series == once)
    series.record(Self.facts([]))
    #expect(!series.hasEnded && series.watchedCount == 2)
  }

  @Test func markAndUnmarkCancelOut() throws {
    var series = Self.series()
    let before = series
    series.mark(EpisodeRef(2, 3))
    #expect(series.season(2)?.watched.numbers.contains(3) == true)
    let json = JSONWriter.object { $0.field("progress", series) }
    #expect(try JSONDocument(json.bytes).root.value("progress") == series)
    series.unmark(EpisodeRef(2, 3))
    series.unmark(EpisodeRef(8, 1))
    #expect(series == before)
    series.mark(EpisodeRef(7, 2))
    #expect(series.seasons.map(\.number) == [0, 1, 2, 3, 7], "marking adds the season")
  }

  @Test func episodeCodeHasAtLeastTwoDigits() {
    #expect([EpisodeRef(1, 5), EpisodeRef(12, 345)].map(\.code) == ["S01E05", "S12E345"])
  }

  // MARK: Facts and settings

  @Test func digestIgnoresPopularityAndVotesOnly() {
    var facts = Expected.showFacts
    let digest = facts.digest
    (facts.popularity, facts.voteAverage, facts.voteCount) = (1, 2, 3)
    #expect(facts.digest == digest)
    facts.airing.nextEpisode?.number += 1
    #expect(facts.digest != digest)
  }

  @Test(
    arguments: [
      ("TV-Y", "G"), ("TV-Y7", "G"), ("TV-G", "G"), ("TV-PG", "PG"), ("TV-14", "PG-13"), ("TV-MA", "R"), ("PG", "PG"),
      (nil, nil), ("odd", "odd"),
    ] as [(String?, String?)])
  func televisionRatingCountsAsMovieRating(_ rating: String?, _ expected: String?) {
    var facts = TitleFacts(title: "Series")
    facts.contentRating = rating
    #expect(facts.ceilingRating == expected)
  }

  @Test(
    arguments: [("Ended", true), ("Canceled", true), ("Returning Series", false), (nil, false)] as [(String?, Bool)])
  func endedOrCanceledSeriesHasEnded(_ status: String?, _ hasEnded: Bool) {
    #expect(Self.facts([], status: status).hasEnded == hasEnded)
  }

  @Test func numberReadsAsRatingWord() {
    let words = (1...10).map { TitleSettings.word(of: $0).rawValue }
    #expect(words.prefix(5).allSatisfy { $0 == "did_not_like" })
    #expect(Array(words.suffix(5)) == ["liked", "liked", "liked", "loved", "loved"])
    var settings = TitleSettings(addedAt: Expected.due)
    #expect(settings.ratingWord == nil)
    settings.rating10 = 6
    #expect(settings.ratingWord == .liked)
  }

  @Test func titlesSortMoviesFirstThenByNumber() {
    let sorted: [TitleRef] = [.movie(5), .movie(603), .series(2), .series(1396)]
    #expect(sorted.reversed().sorted() == sorted)
    #expect(sorted.map(\.label) == ["movie 5", "movie 603", "series 2", "series 1396"])
  }
}
