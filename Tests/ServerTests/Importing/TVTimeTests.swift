import Commands
import Domain
import Testing

@testable import Server

@Suite struct TVTimeTests {
  private func series(_ name: String?, _ id: String, _ year: Int? = nil) -> SourceTitle {
    SourceTitle(name: name, year: year, tvdbID: id, mediaType: .tv)
  }

  @Test func seriesFileHasEpisodesAndStatuses() throws {
    let file = try ParsedFile(sample: .tvtime, "tracking-prod-records-v2.csv")
    func added(_ text: String, _ change: @escaping (inout ImportRecord) -> Void) -> (inout ImportRecord) -> Void {
      { record in
        record.addedAt = time(text)
        change(&record)
      }
    }
    #expect(
      file.items == [
        .ignored("statistics"),
        item(
          3, series("Breaking Bad", "81189"),
          added("2021-11-13 20:00:00") { $0.plays = [play("2021-11-13T20:00:00Z", EpisodeRef(1, 1))] }),
        // Columns of the older names, and a name that is missing.
        item(
          4, series(nil, "81189"),
          added("2021-11-14 20:00:00") { $0.plays = [play("2021-11-14T20:00:00Z", EpisodeRef(1, 2))] }),
        item(5, series("Doctor Who", "78804", 2005), added("2021-11-10 09:00:00") { $0.status = .planned }),
        item(6, series("Seinfeld", "75978"), added("2021-11-11 09:00:00") { $0.status = .dropped }),
        .ignored("series that is not followed"),
        .problem(line: 8, series("Breaking Bad", "81189"), .badValue),
      ])
  }

  @Test func movieFileHasPlaysAndPlans() throws {
    #expect(
      try ParsedFile(sample: .tvtime, "tracking-prod-records.csv").items == [
        item(2, SourceTitle(name: "Star Wars", year: 1977, mediaType: .movie)) {
          $0.addedAt = time("2020-05-04 21:00:00")
          $0.plays = [play("2020-05-04T21:00:00Z")]
        },
        item(3, SourceTitle(name: "Hero", mediaType: .movie)) {
          $0.addedAt = time("2020-05-05 21:00:00")
          $0.status = .planned
        },
        .ignored("record without a movie"), .ignored("record of another type"),
      ])
  }

  @Test func otherFilesAreIgnored() {
    #expect(ImportFormat.tvtime.parser(forFile: "user_tv_show_data.csv") == nil)
    #expect(ImportFormat.tvtime.parser(forFile: "gdpr-data/tracking-prod-records.csv") != nil)
    let file = ParsedFile(.tvtime, "tracking-prod-records.csv", "type,uuid\nwatch,1")
    #expect(file?.error == ImportError(.unknownColumns, line: 1))
  }
}
