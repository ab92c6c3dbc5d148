import MovieNightPrimitives
import Testing

@testable import Catalog

/// The choice of the release date that determines a country's certification.
@Suite struct CleaningCertificationTests {
  /// Returns the certification of a movie with these releases, each given as rating, type and day.
  private func certification(_ releases: [(String, String, String)]) throws -> String? {
    let dates = releases.map {
      #"{"certification": "\#($0.0)", "type": \#($0.1), "release_date": "\#($0.2)T00:00:00.000Z"}"#
    }
    let list = #"{"iso_3166_1": "US", "release_dates": [\#(dates.joined(separator: ","))]}"#
    return try cleanMovie(#""release_dates": {"results": [\#(list)]}"#).certification(in: "US")?.rating
  }

  @Test func ratingComesFromPreferredReleaseType() throws {
    let order = ["3", "2", "1", "4", "5", "6"]
    for start in order.indices {
      // The less preferred types come first in the body and have earlier dates.
      let releases = order[start...].reversed().enumerated().map { ("R\($1)", $1, "200\($0)-01-01") }
      #expect(try certification(releases) == "R\(order[start])")
    }
  }

  @Test func earliestNonEmptyRatingOfTypeIsUsed() throws {
    #expect(try certification([("B", "3", "2002-01-01"), ("A", "3", "2001-01-01")]) == "A")
    #expect(try certification([("B", "3", "2002-01-01"), ("", "3", "2001-01-01")]) == "B")
    #expect(try certification([("B", "3", "no date"), ("A", "3", "2001-01-01")]) == "A")
    #expect(try certification([("A", "3", "2001-01-01"), ("B", "3", "2001-01-01")]) == "A")
    #expect(try certification([(" ", "3", "2001-01-01"), ("B", "6", "2001-01-01")]) == "B")
    #expect(
      try certification([("A", "7", "2001-01-01"), ("B", "\"3\"", "2001-01-01"), ("C", "0", "2001-01-01")]) == nil)
    #expect(try certification([]) == nil)
  }

  @Test func overlongRatingIsDroppedNotTruncated() throws {
    let long = String(repeating: "é", count: 10)
    #expect(try certification([(long, "3", "2001-01-01")]) == long)
    #expect(try certification([(long + "x", "3", "2001-01-01")]) == nil)
    #expect(try certification([("R" + String(repeating: "é", count: 300), "3", "2001-01-01")]) == nil)
    #expect(try certification([("R" + "e" + String(repeating: "\u{FE0F}", count: 300), "3", "2001-01-01")]) == nil)
  }

  @Test func invalidAndDuplicateCountriesAreDropped() throws {
    func entry(_ country: String, _ rating: String) -> String {
      #"{"iso_3166_1": \#(country), "release_dates": [{"certification": "\#(rating)", "type": 3}]}"#
    }
    let entries = [
      entry("\"US\"", "PG"), entry("\"US\"", "R"), entry("\"us\"", "A"), entry("\"USA\"", "A"), entry("\"\"", "A"),
      entry("1", "A"), entry("\"Ä\"", "A"), entry("\"DE\"", ""), entry("\"DE\"", "12"), entry("\"AT\"", ""),
    ]
    let member = #""release_dates": {"results": [\#(entries.joined(separator: ","))]}"#
    let body = try CleanedBody(CleaningBodies.movie, with: member, answering: .movie(550))
    guard case .movie(let movie) = try body.facts() else { throw UnexpectedBody.other("kind") }
    #expect(
      movie.certifications == [Certification(country: "DE", rating: "12"), Certification(country: "US", rating: "PG")])
    #expect(body.dropped == 5)
  }
}
