import Commands
import Domain
import Testing

@testable import Server

@Suite struct LetterboxdTests {
  private let source = ImportFormat.letterboxd.source
  private let starWars = SourceTitle(name: "Star Wars", year: 1977, uri: "https://boxd.it/2a9q", mediaType: .movie)
  private let nemo = SourceTitle(name: "Finding Nemo", year: 2003, uri: "https://boxd.it/2c4d", mediaType: .movie)
  private let memento = SourceTitle(name: "Memento", year: 2000, mediaType: .movie)

  private func items(_ name: String) throws -> [ParsedItem] {
    let file = try ParsedFile(sample: .letterboxd, name)
    #expect(file.error == nil)
    return file.items
  }

  @Test func watchedMovieHasAnUnknownPlay() throws {
    let items = try items("watched.csv")
    #expect(items.count == 2)
    #expect(
      items.first
        == item(2, starWars) {
          $0.addedAt = time("2024-01-06")
          $0.plays = [play()]
        })
  }

  @Test func diaryEntryIsAPlayOnItsDayWithTheRatingDoubled() throws {
    let starWars = SourceTitle(name: "Star Wars", year: 1977, mediaType: .movie)
    #expect(
      try items("diary.csv") == [
        item(2, starWars) {
          $0.addedAt = time("2024-01-07")
          $0.plays = [play("2024-01-06")]
          $0.rating = ImportedRating(rating10: 9, ratedAt: time("2024-01-07"))
        },
        item(3, memento) {
          $0.addedAt = time("2024-02-01")
          $0.plays = [play("2024-01-31")]
        },
      ])
  }

  @Test func ratingsAreDoubled() throws {
    let ratings = try items("ratings.csv").compactMap { item in
      if case .record(let record) = item { record.rating?.rating10 } else { nil }
    }
    #expect(ratings == [9, 1])
  }

  @Test func reviewIsAPlayAndAPrivateNote() throws {
    #expect(
      try items("reviews.csv") == [
        item(2, memento) {
          $0.addedAt = time("2024-02-02")
          $0.plays = [play("2024-01-31")]
          $0.rating = ImportedRating(rating10: 8, ratedAt: time("2024-02-02"))
          $0.notes = [
            source.note(
              "https://boxd.it/6aBc1", "Told \"backwards\",\r\nand =1+1 stays text.", at: time("2024-02-02"))
          ]
        }
      ])
  }

  @Test func watchlistAndLikesSetStatusAndFavourite() throws {
    let kane = SourceTitle(name: "Citizen Kane", year: 1941, uri: "https://boxd.it/2d5e", mediaType: .movie)
    #expect(
      try items("watchlist.csv") == [
        item(2, kane) {
          $0.addedAt = time("2024-03-01")
          $0.status = .planned
        }
      ])
    #expect(
      try items("likes/films.csv") == [
        item(2, starWars) {
          $0.addedAt = time("2024-01-07")
          $0.isFavourite = true
        }
      ])
  }

  @Test func listHasItsTitlesInOrder() throws {
    let list = source.list("https://boxd.it/list1", name: "Rainy days", description: "For the sofa,\nwith tea.")
    #expect(
      try items("lists/rainy-days.csv") == [
        .list(list), item(7, nemo) { $0.list = list.id }, item(8, starWars) { $0.list = list.id },
      ])
  }

  @Test func otherFilesAreIgnored() {
    for name in ["deleted/diary.csv", "orphaned/reviews.csv", "profile.csv", "likes/reviews.csv", "list.csv"] {
      #expect(ImportFormat.letterboxd.parser(forFile: name) == nil, "\(name)")
    }
    #expect(ImportFormat.letterboxd.parser(forFile: "letterboxd-me\\Likes\\Films.csv") != nil)
  }

  @Test(arguments: [
    ("diary.csv", "Name,Watched Date\nHero,2024-02-30"), ("ratings.csv", "Name,Rating\nHero,4.3"),
    ("ratings.csv", "Name,Rating\nHero,6"), ("watched.csv", "Name,Year\n,2002"),
    ("watched.csv", "Date,Name\n1.2.2024,Hero"),
    ("watched.csv", "Date,Name\n9999-01-01,Hero"),
  ])
  func badValueIsReportedAndOtherLinesGoOn(_ name: String, _ text: String) throws {
    let file = try #require(ParsedFile(.letterboxd, name, text + "\nMemento,2024-01-01"))
    guard case .problem(2, _, .badValue)? = file.items.first else { throw ImportError(.badCSV, line: 2) }
    #expect(file.error == nil && file.records == 2)
  }

  @Test func unknownColumnsAndListsAreRefused() throws {
    #expect(ParsedFile(.letterboxd, "diary.csv", "Name\nHero")?.error == ImportError(.unknownColumns, line: 1))
    #expect(ParsedFile(.letterboxd, "lists/a.csv", "Date,Name\n")?.error == ImportError(.unknownFormat, line: 1))
    #expect(
      ParsedFile(.letterboxd, "lists/a.csv", "Letterboxd list export v7\nURL\nx\n")?.error
        == ImportError(.unknownColumns, line: 2))
  }
}
