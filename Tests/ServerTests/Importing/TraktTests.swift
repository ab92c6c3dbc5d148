import Commands
import Domain
import Testing

@testable import Server

@Suite struct TraktTests {
  private let starWars = SourceTitle(
    name: "Star Wars", year: 1977, imdbID: "tt0076759", tmdbID: 11, mediaType: .movie)
  private let breakingBad = SourceTitle(
    name: "Breaking Bad", year: 2008, imdbID: "tt0903747", tvdbID: "81189", tmdbID: 1396, mediaType: .tv)

  private func items(_ name: String) throws -> [ParsedItem] { try ParsedFile(sample: .trakt, name).items }

  @Test func historyHasPlaysOfMoviesAndEpisodes() throws {
    #expect(
      try items("watched-history-1.json") == [
        item(1, starWars) { $0.plays = [play("2023-01-01T20:00:00Z")] },
        item(2, breakingBad) { $0.plays = [play("2023-01-02T20:00:00Z", EpisodeRef(1, 2))] },
      ])
  }

  @Test func ratingsOfMoviesCountButNotOfEpisodes() throws {
    let memento = SourceTitle(name: "Memento", year: 2000, imdbID: "tt0209144", mediaType: .movie)
    #expect(
      try items("ratings-movies.json") == [
        item(1, memento) {
          $0.addedAt = time("2023-01-03T10:00:00Z")
          $0.rating = ImportedRating(rating10: 8, ratedAt: time("2023-01-03T10:00:00Z"))
        }
      ])
    let show = SourceTitle(name: "Breaking Bad", year: 2008, tmdbID: 1396, mediaType: .tv)
    #expect(try items("ratings-episodes.json") == [.problem(line: 1, show, .notSupported)])
  }

  @Test func watchlistIsPlannedAndSeasonsAreNotSupported() throws {
    let bluey = SourceTitle(
      name: "Bluey", year: 2018, imdbID: "tt7678620", tvdbID: "353546", tmdbID: 82728, mediaType: .tv)
    #expect(
      try items("watchlist.json") == [
        item(1, bluey) {
          $0.addedAt = time("2023-02-01T10:00:00Z")
          $0.status = .planned
        },
        .problem(line: 2, SourceTitle(name: "Bluey", year: 2018, tmdbID: 82728, mediaType: .tv), .notSupported),
      ])
  }

  @Test func listIsNamedByItsFile() throws {
    let list = ImportFormat.trakt.source.list("list-favourites", name: "list-favourites")
    let nemo = SourceTitle(name: "Finding Nemo", year: 2003, imdbID: "tt0266543", tmdbID: 12, mediaType: .movie)
    #expect(
      try items("list-favourites.json") == [
        .list(list),
        item(1, nemo) {
          $0.addedAt = time("2023-03-01T10:00:00Z")
          ($0.list, $0.listAddedAt) = (list.id, time("2023-03-01T10:00:00Z"))
        },
      ])
  }

  @Test func watchedShowHasOnePlayOfEachEpisode() throws {
    let show = SourceTitle(name: "Breaking Bad", year: 2008, tvdbID: "81189", tmdbID: 1396, mediaType: .tv)
    #expect(
      try items("watched-shows.json") == [
        item(1, show) {
          $0.plays = [
            play("2023-01-01T21:00:00Z", EpisodeRef(1, 1)), play("2023-01-02T20:00:00Z", EpisodeRef(1, 2)),
          ]
        }
      ])
  }

  @Test func otherElementsAreIgnored() throws {
    #expect(try items("collection-movies.json") == [.ignored("other entry")])
    #expect(ParsedFile(.trakt, "user.json", "[1]")?.items == [.ignored("unknown entry")])
    #expect(ParsedFile(.trakt, "settings.json", #"{"user":{"name":"x"}}"#)?.items == [.ignored("file")])
    #expect(ParsedFile(.trakt, "a.json", #"{"titles":[]}"#)?.error == ImportError(.unknownFormat, line: 1))
    #expect(ImportFormat.trakt.parser(forFile: "readme.txt") == nil)
  }

  @Test(arguments: [
    #""watched_at":"yesterday","movie":{"title":"A"}"#, #""watched_at":"2300-01-01T00:00:00Z","movie":{"title":"A"}"#,
    #""rated_at":"2020-01-01T00:00:00Z","rating":11,"movie":{"title":"A"}"#,
    #""listed_at":3,"movie":{"title":"A"}"#,
  ])
  func badValueIsReported(_ members: String) throws {
    let file = try #require(ParsedFile(.trakt, "history.json", "[{\(members)}]"))
    #expect(file.items == [.problem(line: 1, SourceTitle(name: "A", mediaType: .movie), .badValue)])
  }
}
