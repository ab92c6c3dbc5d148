import Commands
import Domain
import Testing

@testable import Server

@Suite struct IMDbTests {
  private let source = ImportFormat.imdb.source

  private func title(_ name: String, _ year: Int?, _ id: String, _ mediaType: MediaType?) -> SourceTitle {
    let path = id.hasPrefix("nm") ? "name" : "title"
    return SourceTitle(
      name: name, year: year, uri: "https://www.imdb.com/\(path)/\(id)/", imdbID: id, mediaType: mediaType)
  }

  @Test func ratedTitlesAreWatchedAndOtherTypesAreReported() throws {
    let file = try ParsedFile(sample: .imdb, "ratings.csv")
    func rated(_ rating: Int, _ day: String) -> (inout ImportRecord) -> Void {
      { record in
        record.addedAt = time(day)
        record.rating = ImportedRating(rating10: rating, ratedAt: time(day))
        record.plays = [play()]
      }
    }
    #expect(
      file.items == [
        item(2, title("Star Wars", 1977, "tt0076759", .movie), rated(9, "2021-05-04")),
        item(3, title("Breaking Bad", 2008, "tt0903747", .tv), rated(10, "2021-06-01")),
        .problem(line: 4, title("Pilot", 2008, "tt0959621", nil), .notFound),
        .problem(line: 5, title("A Game", 2002, "tt0306414", nil), .notSupported),
      ])
    #expect(file.records == 4)
  }

  @Test func watchlistIsPlanned() throws {
    #expect(
      try ParsedFile(sample: .imdb, "watchlist.csv").items == [
        item(2, title("Citizen Kane", 1941, "tt0033467", .movie)) {
          $0.addedAt = time("2022-01-02")
          $0.status = .planned
        }
      ])
  }

  @Test func listIsNamedByItsFile() throws {
    let name = "Best of the nineties"
    #expect(
      try ParsedFile(sample: .imdb, "\(name).csv").items == [
        .list(source.list(name, name: name)),
        item(2, title("Forrest Gump", 1994, "tt0109830", .movie)) {
          $0.addedAt = time("2022-02-02")
          ($0.list, $0.listAddedAt) = (source.listID(name), time("2022-02-02"))
        },
        .problem(line: 3, title("Tom Hanks", nil, "nm0000158", nil), .notSupported),
      ])
  }

  @Test(arguments: [
    "tt1,11,2021-01-01,Movie", "tt1,,2021-01-01,Movie", "tt1,5,yesterday,Movie", "x,5,2021-01-01,Movie",
  ])
  func badValueIsReported(_ row: String) throws {
    let file = try #require(ParsedFile(.imdb, "ratings.csv", "Const,Your Rating,Date Rated,Title Type\n\(row)"))
    #expect(
      file.items == [
        .problem(line: 2, SourceTitle(imdbID: String(row.prefix { $0 != "," }), mediaType: .movie), .badValue)
      ])
  }

  @Test func listsHaveTheDateOfAddingAndNotOfRating() throws {
    let rows = "Position,Const,Created,Title Type,Your Rating,Date Rated\n1,tt1,2020-01-01,Movie,5,2021-01-01"
    for name in ["watchlist.csv", "list.csv"] {
      let file = try #require(ParsedFile(.imdb, name, rows))
      guard case .record(let record)? = file.items.last else { throw ImportError(.badCSV, line: 2) }
      #expect(record.addedAt == time("2020-01-01"))
    }
  }

  @Test func fileWithoutIdsIsRefused() {
    #expect(ParsedFile(.imdb, "ratings.csv", "Title\nHero")?.error == ImportError(.unknownColumns, line: 1))
    #expect(ImportFormat.imdb.parser(forFile: "ratings.txt") == nil)
  }
}
