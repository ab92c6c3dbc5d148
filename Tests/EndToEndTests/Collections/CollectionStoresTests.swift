import EventStore
import MovieNightPrimitives
import TestSupport
import Testing

@testable import Server
@testable import Stores

/// Collections on every store: answers after a restart, rows after a rebuild, and the removal of texts.
@Suite struct CollectionStoresTests {
  private static let traces = ["Tlaloc list", "Tlaloc wet", "Tlaloc note"]

  /// Two members change their collections, import files and nights, and watch rounds in between.
  @Test(arguments: StoreKind.allCases)
  func collectionSurvivesRestartAndRebuild(_ kind: StoreKind) throws {
    let collection = try CollectionServer(kind)
    let sarah = try collection.addMember()
    var random = SeededGenerator(seed: TestSeed.current)
    for step in 0..<100 {
      collection.server.time.advance(seconds: 100)
      switch Int.random(in: 0...19, using: &random) {
      case 0: try Self.watch(in: collection, with: [collection.household.creator, sarah.id], &random)
      case 1...3: try Self.importHistory(into: step.isMultiple(of: 2) ? collection.tim : sarah.wire, &random)
      case 4: _ = try collection.tim.call("collection.import", #""format":"nights","more":false"#)
      default: try Self.change(step.isMultiple(of: 3) ? sarah.wire : collection.tim, step, &random)
      }
    }
    let before = try [collection.tim, sarah.wire].map(Self.answers)
    try collection.server.administrator().result("projections.rebuild")
    #expect(try [collection.tim, sarah.wire].map(Self.answers) == before, "after a rebuild, seed \(TestSeed.current)")
    guard kind != .memory else { return }
    try collection.server.restart()
    let wire = try collection.server.wire(token: collection.household.token)
    #expect(try Self.answers(wire) == before[0], "after a restart, seed \(TestSeed.current)")
    collection.server.stop()
    #expect(try Run("verify", "--store", "\(collection.server.store)", in: collection.server.folder).code == 0)
    let store = try openStore(collection.server.store, mode: .readOnly)
    defer { store.close() }
    #expect(try rows(of: store) == replayedRows(of: store), "seed \(TestSeed.current)")
  }

  private static func answers(_ wire: Wire) throws -> [String] {
    let queries = [
      ("titles.list", #""limit":100"#), ("titles.list", #""limit":100,"sort":"title""#), ("titles.next", ""),
      ("plays.list", #""limit":100"#), ("lists.list", ""), ("notes.list", #""limit":100"#), ("collection.get", ""),
      ("titles.together", ""), ("titles.get", seriesKey(41)),
    ]
    return try queries.map { try wire.call($0.0, $0.1).text.replacing(/"id":[0-9]+/, with: "") }
  }

  /// Sends a random command. Refusals are as good as changes.
  private static func change(_ wire: Wire, _ step: Int, _ random: inout SeededGenerator) throws {
    let movie = Int.random(in: 1...12, using: &random)
    let series = Int.random(in: 41...43, using: &random)
    let (method, parameters) =
      switch Int.random(in: 0...11, using: &random) {
      case 0...2: ("titles.add", #""items":[\#(newMovie(movie))]"#)
      case 3: ("titles.add", #""items":[\#(newSeries(series, ended: series == 41))]"#)
      case 4: ("titles.mark", #""movies":[\#(movie)],"again":true"#)
      case 5: ("episodes.mark", #""tmdb_id":\#(series),"season_number":1"#)
      case 6: ("episodes.unmark", #""tmdb_id":\#(series),"season_number":1,"episode_numbers":[2]"#)
      case 7: ("titles.set", #""titles":[\#(movieRef(movie))],"rating10":\#(step % 10 + 1)"#)
      case 8: ("lists.create", #""name":"List \#(step)","is_default":true"#)
      case 9: ("notes.add", movieKey(movie) + #","text":"Note \#(step)""#)
      case 10: ("titles.unmark", #""movies":[\#(movie)]"#)
      default: ("titles.remove", #""titles":[\#(movieRef(movie))]"#)
      }
    _ = try wire.call(method, parameters)
  }

  /// The first of these members starts a round, and all of them watch a movie.
  private static func watch(
    in collection: CollectionServer, with attendees: [String], _ random: inout SeededGenerator
  ) throws {
    let id = Int.random(in: 1...12, using: &random)
    let members = attendees.map { #""\#($0)""# }.joined(separator: ",")
    let movies = #""movies":[\#(movie(id)),\#(movie(99))],"open_voting":true,"allow_watched":true"#
    let started = try collection.tim.result("rounds.start", movies + #","attendees":[\#(members)]"#)
    let round = #""round_id":"\#(try started.object("round").string("round_id"))""#
    try collection.tim.result("rounds.pick", round + #","tmdb_movie_id":\#(id)"#)
    try collection.tim.result("rounds.mark_watched", round)
  }

  /// Imports a history of a few plays, cut anywhere.
  private static func importHistory(into wire: Wire, _ random: inout SeededGenerator) throws {
    let plays = (1...Int.random(in: 1...5, using: &random)).map { number in
      let day = Int.random(in: 10...28, using: &random)
      let watched = #"{"id":\#(number),"watched_at":"2025-02-\#(day)T20:00:00.000Z","action":"watch","type":"#
      guard Bool.random(using: &random) else {
        let id = Int.random(in: 1...14, using: &random)
        return watched + #""movie","movie":{"title":"Movie \#(id)","year":1999,"ids":{"tmdb":\#(id)}}}"#
      }
      let id = Int.random(in: 41...44, using: &random)
      return watched + #""episode","episode":{"season":1,"number":\#(day % 3 + 1)},"#
        + #""show":{"title":"Series \#(id)","year":2020,"ids":{"tmdb":\#(id)}}}"#
    }
    let (file, text) = ("watched-history-1.json", "[\(plays.joined(separator: ",\n"))]")
    let cut = Int.random(in: 1..<text.count, using: &random)
    let id = try wire.importPiece("trakt", file, String(text.prefix(cut)), more: true).string("import_id")
    let end = #","import_id":"\#(id)""#
    let report = try wire.importFile("trakt", file, String(text.dropFirst(cut)), end)
    #expect(try report.integer("lines") == plays.count && report.integer("unresolved_count") == 0)
    let again = try wire.importFile("trakt", file, text)
    #expect(try again.integer("unchanged") == plays.count && again.integer("plays_added") == 0)
  }

  @Test(arguments: StoreKind.durable)
  func erasureRemovesTextsOfListsAndNotesFromFiles(_ kind: StoreKind) throws {
    let collection = try CollectionServer(kind)
    let (sarah, id) = try collection.addMember()
    try sarah.addTitles(newMovie(1))
    try sarah.result("lists.create", #""name":"Tlaloc list","description":"Tlaloc wet","shared":true"#)
    let note = try sarah.result("notes.add", movieKey(1) + #","text":"Tlaloc note","owner_only":false"#)
      .string("note_id")
    let folder = collection.server.folder
    #expect(try folder.traces(of: Self.traces) == Self.traces.sorted(), "before the erasure")
    try sarah.result("notes.edit", #""note_id":"\#(note)","text":"Another""#)
    try eventually("the old note to leave the files") { try !folder.traces(of: Self.traces).contains("Tlaloc note") }
    try sarah.result("members.erase", #""confirm":"DELETE""#)
    #expect(try folder.traces(of: Self.traces + ["Another"]) == [], "while the server runs")
    #expect(try !collection.tim.result("lists.list").text.contains(id))
    try collection.server.restart()
    #expect(try folder.traces(of: Self.traces + ["Another"]) == [], "after a restart")
    collection.server.stop()
    let export = try Run("export", "--store", "\(collection.server.store)", in: folder)
    #expect(export.output.contains("CollectionErased"))
    #expect(!Self.traces.contains(where: export.output.contains))
    #expect(try Run("verify", "--store", "\(collection.server.store)", in: folder).code == 0)
    let store = try openStore(collection.server.store, mode: .readOnly)
    defer { store.close() }
    #expect(try rows(of: store) == replayedRows(of: store))
  }

  @Test func clearedCollectionHasNoTexts() throws {
    let collection = try CollectionServer(.durable[0])
    try collection.tim.addTitles(newMovie(1), newSeries(2))
    try collection.tim.result("lists.create", #""name":"Tlaloc list","description":"Tlaloc wet""#)
    try collection.tim.result("notes.add", movieKey(1) + #","text":"Tlaloc note""#)
    #expect(try collection.tim.refusal("collection.clear", #""confirm":"delete""#) == "-32602 bad_parameters")
    #expect(try collection.tim.result("collection.clear", #""confirm":"DELETE""#).integer("removed") == 2)
    #expect(try collection.tim.titleIDs() == [])
    #expect(try collection.server.folder.traces(of: Self.traces) == [])
  }
}
