import Domain
import MovieNightPrimitives
import ProtocolSchema
import Testing

@testable import Server

/// The titles that clients send to `titles.add`.
@Suite struct SentTitleTests {
  private func read(_ members: String) throws -> NewTitleParameters {
    try WireValue<NewTitleParameters>.newTitle.read(
      JSONDocument(#"{"media_type":"tv","tmdb_id":1396\#(members)}"#).root)
  }

  private func path(ofErrorIn members: String) throws -> String {
    let error = try #require(throws: ValidationError.self) { try read(members) }
    return error.path
  }

  @Test func titleWithoutFactsHasNoName() throws {
    for members in ["", #","facts":null"#, #","facts":{}"#, #","facts":{"title":null,"year":2008}"#] {
      #expect(try !read(members).sent.isNamed, "\(members)")
    }
    #expect(try read(#","facts":{"title":null,"year":2008}"#).sent.facts.year == 2008)
  }

  @Test func unusableTextsAreDropped() throws {
    let facts = try read(
      #","facts":{"title":" Breaking\n Bad ","poster_path":"//example.org/x","imdb_id":"0903747","vote_average":11,"#
        + #""popularity":-1,"overview":"\u202Eolleh"}"#
    ).sent.facts
    #expect(facts.title == "Breaking Bad")
    #expect(facts.posterPath == nil && facts.imdbID == nil && facts.voteAverage == nil && facts.popularity == nil)
    #expect(facts.overview == "olleh")
  }

  @Test func invisibleOrLongTitleIsRefused() throws {
    #expect(try path(ofErrorIn: #","facts":{"title":" \u200B "}"#) == ".facts.title")
    let long = String(repeating: "a", count: CollectionLimits.titleText.upperBound)
    #expect(try read(#","facts":{"title":"\#(long)"}"#).sent.facts.title == long)
    #expect(try path(ofErrorIn: #","facts":{"title":"\#(long)a"}"#) == ".facts.title")
  }

  @Test func factOutOfBoundsIsRefused() throws {
    #expect(try path(ofErrorIn: #","facts":{"title":"a","year":99999}"#) == ".facts.year")
    #expect(try path(ofErrorIn: #","facts":{"title":"a","status":"Ended"}"#) == ".facts.status")
    #expect(
      try path(ofErrorIn: #","facts":{"title":"a","seasons":[{"name":"One"}]}"#) == ".facts.seasons[0].season_number")
  }

  @Test func repeatedSeasonIsReadOnce() throws {
    let facts = try read(
      #","facts":{"title":"a","seasons":[{"season_number":1,"episode_count":7},{"season_number":1}]}"#
    ).sent.facts
    #expect(facts.airing.seasons == [TitleSeason(number: 1, name: nil, airDate: nil, episodeCount: 7)])
  }

  @Test func seasonsOfAFileAreBounded() throws {
    let seasons = (1...300).map { #"{"season_number":\#($0)}"# }.joined(separator: ",")
    let facts = try TitleFacts(cleaning: JSONDocument(#"{"title":"a","seasons":[\#(seasons)]}"#).root)
    #expect(facts.airing.seasons.map(\.number) == Array(1...CollectionLimits.sentSeasons))
  }

  @Test func recordedFactsFillOthersButNoNextEpisode() {
    var recorded = TitleFacts(title: "a")
    recorded.year = 2008
    recorded.airing.nextEpisode = UpcomingEpisode(season: 1, number: 10, airDate: nil)
    let facts = TitleFacts(title: "b").filled(from: recorded)
    #expect(facts.title == "b" && facts.year == 2008)
    #expect(facts.airing.nextEpisode == nil, "the last one has aired")
  }

  @Test func timeOfWatchingIsATimeADayOrUnknown() throws {
    #expect(try read("").title.watchedAt == nil)
    #expect(try read(#","watched_at":"unknown""#).title.watchedAt == .unknown)
    #expect(
      try read(#","watched_at":"2026-02-14""#).title.watchedAt == .day(CalendarDate(year: 2026, month: 2, day: 14)))
    #expect(
      try read(#","watched_at":"2026-02-14T20:00:00Z""#).title.watchedAt == WatchedAt(text: "2026-02-14T20:00:00Z"))
    #expect(try path(ofErrorIn: #","watched_at":"2026-02-30""#) == ".watched_at")
    #expect(try path(ofErrorIn: #","watched_at":"yesterday""#) == ".watched_at")
  }

  @Test func missingFactsAreFilledOneByOne() {
    var (known, sent) = (TitleFacts(title: "Heat"), TitleFacts(title: "HEAT"))
    (known.year, known.genres) = (1995, ["Crime"])
    (sent.year, sent.genres, sent.originalLanguage) = (1990, ["Drama"], "en")
    sent.airing.seasons = [TitleSeason(number: 1, name: nil, airDate: nil, episodeCount: 3)]
    let facts = known.filled(from: sent)
    #expect(facts.title == "Heat" && facts.year == 1995 && facts.genres == ["Crime"])
    #expect(facts.originalLanguage == "en" && facts.airing.seasons == sent.airing.seasons)
  }
}
