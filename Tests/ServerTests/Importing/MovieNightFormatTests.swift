import Commands
import Domain
import Testing

@testable import Server

@Suite struct MovieNightFormatTests {
  private let source = ImportFormat.movienight.source
  private let starWars = SourceTitle(
    name: "Star Wars", year: 1977, imdbID: "tt0076759", tmdbID: 11, mediaType: .movie)
  private let breakingBad = SourceTitle(name: "Breaking Bad", tmdbID: 1396, mediaType: .tv)

  @Test func seedsDocumentIsReadWithBothFormsOfDates() throws {
    let file = try ParsedFile(sample: .movienight, "seed.json")
    var facts = TitleFacts(title: "Star Wars")
    (facts.year, facts.genres, facts.runtime, facts.imdbID) = (1977, ["Adventure"], 121, "tt0076759")
    facts.posterPath = "/6FfCtAuVAW8XJjZ7eWeLibRLWTw.jpg"
    var favourites = source.list("L1", name: "Favourites", order: 1)
    (favourites.icon, favourites.color) = ("star.fill", "#FFCC00")
    #expect(
      file.items == [
        .list(favourites),
        item(7, starWars) {
          $0.facts = facts
          $0.addedAt = time("2023-12-31T10:00:00Z")
          $0.plays = [play("2024-01-01T00:00:00Z")]
          $0.rating = ImportedRating(rating: .liked)
        },
        item(10, breakingBad) {
          $0.facts = TitleFacts(title: "Breaking Bad")
          $0.addedAt = time("2024-01-02")
          $0.rating = ImportedRating(rating: .didNotLike)
        },
        item(15, breakingBad) { $0.plays = [play("2024-01-01T20:00:00Z", EpisodeRef(1, 1))] },
        item(19, starWars) {
          $0.notes = [source.note("N1", "With *popcorn*.\n", ownerOnly: false, at: time("2024-01-02"))]
        },
        item(20, breakingBad) {
          $0.notes = [source.note("N2", "Next time.", on: EpisodeRef(1, 2), at: time("2024-01-02"))]
        },
        .ignored("empty note"), item(4, breakingBad) { $0.list = favourites.id },
        item(4, starWars) { $0.list = favourites.id },
      ])
    #expect(file.records == 8)
  }

  /// Encoders write keys in any order, so what names a title can come before it.
  @Test func linksWaitForTheirTitles() throws {
    let text = #"""
      {"notes":[{"id":"n","parentId":"e","parentType":"episode","text":"x"}],
      "episodes":[{"id":"e","showId":"t","seasonNumber":1,"episodeNumber":1,"watched":true}],
      "titles":[{"id":"t","tmdbId":1396,"mediaType":"tv","title":"Breaking Bad"}]}
      """#
    let items = try #require(ParsedFile(.movienight, "a.json", text)).items
    #expect(items.count == 3)
    #expect(
      items.dropFirst() == [
        item(1, breakingBad) { $0.notes = [source.note("n", "x", on: EpisodeRef(1, 1), at: nil)] },
        item(2, breakingBad) { $0.plays = [play(nil, EpisodeRef(1, 1))] },
      ])
  }

  @Test func linkToNothingIsReported() throws {
    let text = #"{"notes":[{"id":"n","parentId":"t","parentType":"title","text":"x"}]}"#
    #expect(ParsedFile(.movienight, "a.json", text)?.items == [.problem(line: 1, SourceTitle(), .badValue)])
  }

  @Test func statusOfOurExportIsKeptWithItsChoice() throws {
    let text = #"""
      {"titles":[{"id":"t","tmdbId":1396,"mediaType":"tv","title":"Breaking Bad","status":null,"statusIsChosen":true,
      "watched":true}],
      "episodes":[{"id":"e","showId":"t","seasonNumber":1,"episodeNumber":1,"watched":true}]}
      """#
    let items = try #require(ParsedFile(.movienight, "a.json", text)).items
    #expect(
      items == [
        item(1, breakingBad) {
          $0.facts = TitleFacts(title: "Breaking Bad")
          ($0.fixesStatus, $0.statusIsChosen, $0.isWatched) = (true, true, true)
        },
        item(3, breakingBad) { ($0.plays, $0.fixesStatus) = ([play(nil, EpisodeRef(1, 1))], true) },
      ])
  }

  @Test(arguments: ["{}", "[]", #"[{"watched_at":null}]"#, #"{"user":{"name":"x"}}"#])
  func otherDocumentsAreRefused(_ text: String) {
    #expect(ParsedFile(.movienight, "a.json", text)?.error == ImportError(.unknownFormat, line: 1))
  }

  @Test func itemsOfListsComeAFewAtATime() throws {
    let ids = Array(repeating: #""t""#, count: 500).joined(separator: ",")
    let lists = #"{"lists":[{"id":"l","name":"L","titleIds":[\#(ids)]},{"id":"m","name":"M","titleIds":["t"]}],"#
    let text = lists + #""titles":[{"id":"t","tmdbId":1396,"mediaType":"tv","title":"A"}]}"#
    var parser = try #require(ImportFormat.movienight.parser(forFile: "a.json"))
    #expect(try parser.take(Array(text.utf8)[...]).count == 3)
    #expect(try parser.finish().isEmpty && parser.heldBytes > 500)
    let counts = (1...4).map { _ in parser.next(200).count }
    #expect(counts == [200, 200, 101, 0])
  }

  @Test(arguments: [
    #""mediaType":"book""#, #""mediaType":"movie","tmdbId":"11""#, #""mediaType":"movie","rating10":11"#,
    #""mediaType":"movie","dateAdded":1e300"#, #""mediaType":"movie","dateAdded":"2300-01-01T00:00:00Z""#,
    #""mediaType":"movie","plays":[{"watchedAt":"x"}]"#,
  ])
  func badValueIsReported(_ members: String) throws {
    let file = try #require(ParsedFile(.movienight, "a.json", #"{"titles":[{"id":"t","title":"A",\#(members)}]}"#))
    #expect(file.items == [.problem(line: 1, SourceTitle(name: "A"), .badValue)])
  }

  /// An event that cannot be decoded would stop the server's read models.
  @Test func factsThatEventsCannotHaveAreDropped() throws {
    let members = #""year":99999,"genres":["x"],"seasons":[{"seasonNumber":-1}],"posterPath":"//elsewhere""#
    let text = #"{"titles":[{"id":"t","title":"A","mediaType":"tv",\#(members)}]}"#
    let items = try #require(ParsedFile(.movienight, "a.json", text)).items
    guard case .record(let record)? = items.first else { throw ImportError(.badJSON, line: 1) }
    #expect(record.facts == nil && record.title == SourceTitle(name: "A", year: 99999, mediaType: .tv))
  }
}
