import MovieNightPrimitives
import TestSupport
import Testing

@testable import Catalog

/// Export lines and question ids survive a round trip.
@Suite struct CatalogLineTests {
  private static func randomQuestion(_ random: inout SeededGenerator) -> CatalogQuestion {
    func number(_ bounds: ClosedRange<Int>) -> Int {
      // Favor the ends of the range, where mistakes are likely.
      switch Int.random(in: 0..<4, using: &random) {
      case 0: bounds.lowerBound
      case 1: bounds.upperBound
      default: Int.random(in: bounds, using: &random)
      }
    }
    func id() -> Int { number(CatalogBounds.id) }
    func ids() -> [Int] { (0..<Int.random(in: 0...4, using: &random)).map { _ in id() } }
    func text() -> String {
      let pieces = ["a", "/", "é", "1", " ", "movie", "//", "2001", "오", "\"", "imdb"]
      return (0..<Int.random(in: 1...5, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "a" }
        .joined()
    }
    func year() -> Int? { Bool.random(using: &random) ? number(CatalogBounds.year) : nil }
    func rating() -> ContentRating { ContentRating.allCases.randomElement(using: &random) ?? .g }
    func media() -> MediaKind { Bool.random(using: &random) ? .movie : .tv }
    func date() -> CalendarDate { CalendarDate(year: number(0...9999), month: number(1...12), day: number(1...28)) }
    switch Int.random(in: 0..<12, using: &random) {
    case 0: return .movie(id())
    case 1: return .series(id())
    case 2: return .season(series: id(), number(CatalogBounds.season))
    case 3: return .episode(series: id(), season: number(CatalogBounds.season), number(CatalogBounds.episode))
    case 4: return .searchMovies(text(), year: year(), page: number(CatalogBounds.page))
    case 5: return .searchSeries(text(), year: year(), page: number(CatalogBounds.page))
    case 6:
      let discovery = Discovery(
        highestCertification: rating(), lowestCertification: Bool.random(using: &random) ? rating() : nil,
        fewestVotes: number(0...Int.max), releasedFrom: date(), releasedThrough: date(), genres: ids(),
        withoutGenres: ids())
      return .discover(discovery, page: number(CatalogBounds.page))
    case 7: return .find(ForeignID(.imdb, "tt" + String(number(1_000_000...9_999_999_999))))
    case 8: return .find(ForeignID(.tvdb, String(number(0...9_999_999_999))))
    case 9: return .genres(media())
    case 10: return .providers(media())
    default: return .configuration
    }
  }

  @Test(arguments: 0..<20) func questionRoundTripsThroughKindAndID(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let question = Self.randomQuestion(&random)
      #expect(CatalogQuestion(kind: question.kind, id: question.id) == question, "seed \(seed): \(question)")
    }
  }

  /// Changes one character of an id. If the result is accepted, it is exactly the id of its question.
  @Test(arguments: 0..<20) func acceptedIDHasOneSpelling(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let question = Self.randomQuestion(&random)
      var id = Array(question.id.utf8)
      let at = Int.random(in: 0...id.count, using: &random)
      let byte = Array("0123456789/,+- tPGR".utf8).randomElement(using: &random) ?? 0
      if at < id.count, Bool.random(using: &random) { id[at] = byte } else { id.insert(byte, at: at) }
      guard let text = String(validating: id, as: UTF8.self) else { continue }
      let kind = CatalogQuestion.Kind.allCases.randomElement(using: &random) ?? question.kind
      guard let read = CatalogQuestion(kind: kind, id: text) else { continue }
      #expect(read.kind == kind && read.id == text, "seed \(seed): \(kind) \(text)")
    }
  }

  @Test(arguments: [
    (CatalogQuestion.Kind.movie, ""), (.movie, "0"), (.movie, "2147483648"), (.movie, "01"), (.movie, "+1"),
    (.movie, "-1"), (.movie, "1/2"), (.movie, "550 "), (.movie, "٥"), (.series, "0"), (.season, "1396"),
    (.season, "1396/10000"), (.season, "1396/-1"), (.season, "1396/1/2"), (.season, "1396/"),
    (.episode, "1396/1"), (.episode, "1396/1/100000"), (.episode, "0/1/1"), (.episode, "1396/1/1/1"),
    (.search, "movie//1"), (.search, "movie//1/"), (.search, "movie//0/a"), (.search, "movie//501/a"),
    (.search, "movie/0/1/a"), (.search, "movie/10000/1/a"), (.search, "film//1/a"),
    (.search, "movie//1/" + String(repeating: "a", count: 501)), (.search, "imdb/tt123456"),
    (.search, "imdb/tt12345678901"), (.search, "imdb/0137523"), (.search, "tvdb/tt0137523"), (.search, "tvdb/"),
    (.search, "imdb/tt013752x"), (.discover, ""), (.discover, "1/PG/G/50/1980-01-01/2026-02-30//"),
    (.discover, "1/PG/G/50/1980-01-01/2026-02-28/"), (.discover, "1/XX/G/50/1980-01-01/2026-02-28//"),
    (.discover, "1/PG/G/-1/1980-01-01/2026-02-28//"), (.discover, "1/PG/G/50/1980-01-01/2026-02-28/1,/"),
    (.discover, "0/PG/G/50/1980-01-01/2026-02-28//"), (.discover, "1/PG/G/50/1980-01-01/2026-02-28///"),
    (.genres, "music"), (.providers, ""), (.configuration, "x"),
  ])
  func malformedOrOutOfBoundsIDIsRefused(kind: CatalogQuestion.Kind, id: String) {
    #expect(CatalogQuestion(kind: kind, id: id) == nil)
  }

  @Test func writtenLineRoundTrips() throws {
    let times = (Timestamp(microseconds: 1_700_000_000_123_456), Timestamp(microseconds: 1_600_000_000_000_001))
    let facts = MovieFacts(id: 550, title: "Fight \"Club\" ü", releaseDate: CalendarDate(text: "1999-10-15"))
    for (facts, language) in [(CatalogFacts.movie(facts), "en-US"), (nil, "de-DE")] {
      let line = CatalogLine(
        question: .movie(550), language: language,
        entry: CatalogEntry(facts: facts, fetchedAt: times.0, changedAt: times.1))
      let bytes = StoredEntry.bytes(of: line.entry, for: CatalogStoreKey(.movie(550), language: language))
      #expect(!bytes.contains(UInt8(ascii: "\n")))
      #expect(try CatalogLine(json: JSONDocument(bytes).root) == line)
    }
  }

  @Test func headerContainsAttribution() throws {
    #expect(
      String(decoding: CatalogHeader.line, as: UTF8.self) == """
        {"catalog":1,"attribution":"This product uses the TMDB API but is not endorsed or certified by TMDB."}
        """)
  }

  @Test(arguments: [
    (#"{"id":"1"}"#, "kind is missing"), (#"{"kind":"film","id":"1"}"#, "kind is not a kind of answer"),
    (#"{"kind":"movie","id":"0"}"#, "id is not an id of that kind"),
    (#"{"kind":"movie","id":"1"}"#, "language is missing"),
    (
      #"{"kind":"movie","id":"1","language":"","fetched_at":"2026-01-01T00:00:00Z","changed_at":"2026-01-01T00:00:00Z","facts":{"id":1}}"#,
      "title is missing"
    ),
  ])
  func malformedLineIsRefusedWithReason(line: String, fault: String) {
    #expect {
      _ = try CatalogLine(json: JSONDocument(line).root)
    } throws: {
      ($0 as? JSONError)?.description == fault
    }
  }
}
