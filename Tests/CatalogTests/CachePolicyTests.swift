import MovieNightPrimitives
import Testing

@testable import Catalog

@Suite struct CachePolicyTests {
  private let now = Timestamp(text: "2026-06-15T12:00:00Z")!
  private let policy = CachePolicy.standard
  private let day = Timestamp.secondsPerDay

  private func entry(_ facts: CatalogFacts?, secondsAgo: Int64) -> CatalogEntry {
    let at = now.advanced(bySeconds: -secondsAgo)
    return CatalogEntry(facts: facts, fetchedAt: at, changedAt: at)
  }

  private func age(_ facts: CatalogFacts?, _ secondsAgo: Int64, _ policy: CachePolicy? = nil) -> CachePolicy.Age {
    (policy ?? self.policy).age(of: entry(facts, secondsAgo: secondsAgo), at: now)
  }

  private let movie = CatalogFacts.movie(MovieFacts(id: 1, title: "A"))

  @Test func copyIsFreshForItsLifetimeAndUsableFor180Days() {
    #expect(age(movie, 0) == .fresh)
    #expect(age(movie, day - 1) == .fresh)
    #expect(age(movie, day) == .old)
    #expect(age(movie, 180 * day) == .old)
    #expect(age(movie, 180 * day + 1) == .gone)
  }

  @Test func futureDatedCopyIsAsOldAsItIsAhead() {
    #expect(age(movie, -60) == .fresh)
    #expect(age(movie, -2 * day) == .old)
    #expect(age(movie, -181 * day) == .gone)
  }

  @Test func notFoundEntryExpiresAfterTenMinutesAtMost() {
    #expect(age(nil, 599) == .fresh)
    #expect(age(nil, 600) == .gone)
    #expect(age(nil, 1, CachePolicy(seconds: 2)) == .fresh)
    #expect(age(nil, 2, CachePolicy(seconds: 2)) == .gone)
  }

  @Test(arguments: [("2026-06-08", true), ("2026-06-07", false), ("2026-06-22", true), ("2026-06-23", false)])
  func airDateNearTodayQuartersLifetime(date: String, isNear: Bool) {
    let episode = EpisodeFacts(
      seriesID: 1, seasonNumber: 1, episodeNumber: 2, airDate: CalendarDate(text: date))
    let listed = SeasonFacts(
      seriesID: 1, seasonNumber: 1, airDate: CalendarDate(text: "2020-01-01"),
      episodes: [EpisodeFacts(seriesID: 1, seasonNumber: 1, episodeNumber: 1), episode])
    let beginning = SeasonFacts(seriesID: 1, seasonNumber: 1, airDate: CalendarDate(text: date))
    for facts in [CatalogFacts.episode(episode), .season(listed), .season(beginning)] {
      #expect(age(facts, day / 4 - 1) == .fresh)
      #expect(age(facts, day / 4) == (isNear ? .old : .fresh))
      #expect(age(facts, day) == .old)
    }
    let released = CatalogFacts.movie(MovieFacts(id: 1, title: "A", releaseDate: CalendarDate(text: date)))
    #expect(age(released, day - 1) == .fresh)
  }

  @Test(arguments: [("24h", 86_400), ("90m", 5400), ("2s", 2), ("7d", 604_800), ("180d", 15_552_000), ("01h", 3600)])
  func durationWithUnitIsParsed(text: String, seconds: Int64) {
    #expect(CachePolicy(text: text)?.timeToLive == seconds * 1_000_000)
  }

  @Test(arguments: [
    "", "h", "24", "24 h", "-1h", "+1h", "1.5h", "0s", "181d", "24H", "1w", "24hh", "9999999999s", "2４h", " 2s",
  ])
  func malformedOrOutOfRangeDurationIsRefused(text: String) {
    #expect(CachePolicy(text: text) == nil)
  }
}
