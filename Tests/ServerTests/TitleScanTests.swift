import Domain
import MovieNightPrimitives
import Projections
import Testing

@testable import Server

/// The filters, orders and cursors of `titles.list`.
@Suite struct TitleScanTests {
  private func entry(
    _ id: Int, _ name: String, year: Int? = nil, genres: [String] = [], mediaType: MediaType = .movie
  ) throws -> TitleEntry {
    let json = JSONWriter.object { json in
      TitleRef(mediaType, id).writeMembers(to: &json)
      json.field("name", name)
      json.field("other_name", String?.none)
      json.field("year", year)
      json.field("genres", genres)
      TitleSettings(addedAt: Timestamp(microseconds: 1_700_000_000_000_000)).writeMembers(to: &json)
      json.field("was_completed", false)
      json.field("play_count", 0)
      json.field("last_watched_at", WatchedAt.unknown)
      json.field("modified_at", 1_700_000_000_000_001)
    }
    return try TitleEntry(json: JSONDocument(json.bytes).root)
  }

  private func filter(_ json: String) throws -> TitleFilter {
    let method = try #require(Method.ofTitles.first { $0.name == "titles.list" })
    return try TitleFilter(Parameters(JSONDocument(json).root, of: method))
  }

  // MARK: Filters

  @Test func wordsMatchBeginningsOfWordsInAnyOrder() throws {
    let filter = try filter(#"{"query":"Ring LORD"}"#)
    #expect(try filter.admits(entry(120, "the lord of the rings")))
    #expect(try !filter.admits(entry(121, "the string lord")))
    #expect(try !filter.admits(entry(122, "the ring")))
  }

  @Test func titleWithoutYearIsOutsideAnyYears() throws {
    let titles = [try entry(1, "a", year: 1994), try entry(2, "b", year: 1995), try entry(3, "c")]
    let since = try filter(#"{"year_from":1995}"#)
    #expect(titles.filter(since.admits).map(\.title.tmdbID) == [2])
    let until = try filter(#"{"year_to":1994}"#)
    #expect(titles.filter(until.admits).map(\.title.tmdbID) == [1])
    #expect(try !titles.contains(where: filter(#"{"year_from":1996,"year_to":1990}"#).admits))
  }

  @Test func onlySeriesCanHaveNewEpisodes() throws {
    let (movie, series) = (try entry(1, "a"), try entry(1, "a", mediaType: .tv))
    let withNew = try filter(#"{"has_new":true}"#)
    #expect(!withNew.admits(movie) && withNew.admits(series))
    let without = try filter(#"{"has_new":false}"#)
    #expect(without.admits(movie) && without.admits(series))
  }

  @Test func emptyFilterAllowsTheIndexedOrder() throws {
    #expect(try filter("{}").isEmpty)
    for json in [
      #"{"status":["planned"]}"#, #"{"media_type":"tv"}"#, #"{"watched":false}"#, #"{"rating":"loved"}"#,
      #"{"favourite":false}"#, #"{"genre":"Drama"}"#, #"{"year_from":1990}"#, #"{"year_to":1990}"#,
      #"{"query":"a"}"#, #"{"has_new":false}"#,
    ] {
      #expect(try !filter(json).isEmpty, "\(json)")
    }
  }

  // MARK: Cursors

  @Test(arguments: CollectionSort.allCases)
  func cursorReadsBackAsItsKey(sort: CollectionSort) throws {
    let titles = [try entry(1, "", year: 1990), try entry(Int(Int32.max), "zürich 2", mediaType: .tv)]
    for key in titles.map({ ScanKey($0, by: sort) }) {
      #expect(ScanKey(wireText: key.wireText) == key)
    }
  }

  @Test func cursorOfLongTitleIsShortEnoughToSend() throws {
    let key = ScanKey(try entry(1, String(repeating: "é", count: 5000)), by: .title)
    #expect(key.wireText.utf8.count <= 2000)
    #expect(ScanKey(wireText: key.wireText) == key)
  }

  @Test func otherTextsAreNoCursors() {
    let zero = Base64URL.encode([UInt8](repeating: 0, count: 17))
    for text in ["", "A", "AAAA", "%%%%", zero, "next"] { #expect(ScanKey(wireText: text) == nil, "\(text)") }
  }

  @Test func equalTitlesAreOrderedByKindAndID() throws {
    let titles = [
      try entry(2, "heat", mediaType: .tv), try entry(3, "heat"), try entry(9, "alien"), try entry(2, "heat"),
    ]
    let keys = titles.map { ScanKey($0, by: .title) }.sorted()
    #expect(keys.map(\.ref) == [.movie(9), .movie(2), .movie(3), .series(2)])
  }
}
