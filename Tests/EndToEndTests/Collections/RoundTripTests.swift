import MovieNightPrimitives
import TestSupport
import Testing

/// Exports random collections, imports them into empty ones, and exports those. A failure prints the seed that repeats
/// it.
@Suite struct RoundTripTests {
  private static let cases: UInt64 = 6
  private static let steps = 120
  private static let wanted = #""format":"movienight","include_notes":true"#

  @Test func importedExportIsExportedTheSame() throws {
    var accepted = 0
    for number in 0..<Self.cases {
      let seed = TestSeed.current &+ number
      let command = TestSeed.command(seed: seed, filter: "RoundTripTests")
      let collection = try CollectionServer()
      var changes = RandomChanges(of: collection, seed: seed)
      for _ in 0..<Self.steps { try changes.make() }
      accepted += changes.accepted
      let exported = try collection.tim.export(Self.wanted)
      let (sarah, _) = try collection.addMember()
      let report = try sarah.importFile("movienight", "backup.json", exported)
      #expect(try report.integer("unresolved_count") == 0, "\(command)")
      let returned = try sarah.export(Self.wanted)
      try expectSame(returned, exported, command)
      let again = try sarah.importFile("movienight", "backup.json", exported)
      #expect(try again.integer("titles_changed") == 0 && again.integer("plays_added") == 0, "\(command)")
      #expect(try sarah.export(Self.wanted) == returned, "\(command)")
    }
    #expect(accepted > Int(Self.cases) * Self.steps / 4)
  }

  /// Compares documents without what an import may change. Names the elements that differ.
  private func expectSame(_ returned: String, _ exported: String, _ command: String) throws {
    let returned = try JSONDocument(CollectionImportTests.comparable(returned)).root
    let exported = try JSONDocument(CollectionImportTests.comparable(exported)).root
    #expect(returned.members.map { $0.name } == exported.members.map { $0.name })
    for array: StaticString in ["lists", "titles", "episodes", "notes"] {
      let elements = try returned.array(array).map(\.text)
      let expected = try exported.array(array).map(\.text)
      #expect(elements == expected, "\(array): \(command)")
    }
  }
}

/// Random commands of one member on few titles, some of which are refused.
private struct RandomChanges {
  private let collection: CollectionServer
  private var random: SeededGenerator
  private var lists: [String] = []
  private var notes: [String] = []
  private(set) var accepted = 0

  init(of collection: CollectionServer, seed: UInt64) {
    self.collection = collection
    random = SeededGenerator(seed: seed)
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
  private mutating func one(of texts: String...) -> String { texts[number(0...texts.count - 1)] }
  private mutating func bool() -> Bool { Bool.random(using: &random) }

  mutating func make() throws {
    let (movie, series) = (number(1...6), number(11...14))
    let ref = bool() ? movieKey(movie) : seriesKey(series)
    switch number(0...21) {
    case 0...3: try add(movie, series)
    case 4, 5: try send("titles.set", #""titles":[{\#(ref)}],\#(setting())"#)
    case 6: try send("titles.set", #""titles":[{\#(ref)}],"clear":["\#(one(of: "status", "rating"))"]"#)
    case 7, 8: try send("titles.mark", #""movies":[\#(movie)],"watched_at":\#(time()),"again":\#(bool())"#)
    case 9: try send("titles.unmark", #""movies":[\#(movie)],"plays":"\#(one(of: "last", "all"))""#)
    case 10, 11:
      try send("episodes.mark", #""tmdb_id":\#(series)\#(episodes()),"watched_at":\#(time()),"again":\#(bool())"#)
    case 12: try send("episodes.unmark", #""tmdb_id":\#(series)\#(episodes()),"plays":"\#(one(of: "last", "all"))""#)
    case 13: try createList()
    case 14, 15: try changeList(ref)
    case 16, 17: try addNote(ref, isOnEpisode: ref == seriesKey(series) && bool())
    case 18: if let note = notes.randomElement(using: &random) { try send("notes.edit", note + #","text":"Changed""#) }
    case 19: if number(0...2) == 0 { try send("titles.remove", #""titles":[{\#(ref)}]"#) }
    case 20: try send("collection.set_preferences", #""auto_status":\#(bool())"#)
    default: collection.server.time.advance(seconds: Int64(number(1...90_000)))
    }
  }

  @discardableResult
  private mutating func send(_ method: String, _ parameters: String) throws -> JSONValue? {
    let answer = try collection.tim.call(method, parameters)
    guard let code = answer.code else {
      accepted += 1
      return try answer.result()
    }
    #expect(code > 0, "\(method) \(parameters): \(answer.text)")
    return nil
  }

  private mutating func time() -> String {
    one(of: #""2026-02-1\#(number(0...2))""#, #""2026-02-1\#(number(0...2))T20:00:00Z""#, #""unknown""#)
  }

  private mutating func episodes() -> String {
    one(of: "", #","season_number":1"#, #","season_number":2,"episode_numbers":[\#(number(1...3))]"#)
  }

  private mutating func setting() -> String {
    one(
      of: #""status":"\#(one(of: "planned", "watching", "completed", "paused", "dropped"))""#,
      #""rating":"\#(one(of: "loved", "liked", "did_not_like"))""#, #""rating10":\#(number(1...10))"#,
      #""favourite":\#(bool())"#, #""private":\#(bool())"#)
  }

  private mutating func add(_ movie: Int, _ series: Int) throws {
    let more = bool() ? "" : "," + setting()
    let title = one(of: "=1+1", #"A \"quoted\" title"#, "Amélie", "Movie")
    let item = bool() ? newMovie(movie, title: title, more) : newSeries(series, ended: bool(), more)
    try send("titles.add", #""items":[\#(item)]"#)
  }

  private mutating func createList() throws {
    let look = one(of: "", ##","color":"#3366CC","icon":"star.fill""##, #","shared":true"#, #","is_default":true"#)
    let list = try send("lists.create", #""name":"List \#(number(1...9))","description":" Of \n titles "\#(look)"#)
    if let list { lists.append(#""list_id":"\#(try list.string("list_id"))""#) }
  }

  private mutating func changeList(_ ref: String) throws {
    guard let list = lists.randomElement(using: &random) else { return }
    switch number(0...5) {
    case 0...2: try send("lists.add_titles", list + #","titles":[{\#(ref)}]"#)
    case 3: try send("lists.move_titles", list + #","titles":[{\#(ref)}],"after":null"#)
    case 4: try send("lists.update", list + #","shared":\#(bool())"#)
    default: try send("lists.remove_titles", list + #","titles":[{\#(ref)}]"#)
    }
  }

  private mutating func addNote(_ ref: String, isOnEpisode: Bool) throws {
    let text = one(of: "A note", #" With \"quotes\"\nand lines "#, "🎬 Amélie", "=1+1")
    let episode = isOnEpisode ? #","season_number":1,"episode_number":\#(number(1...3))"# : ""
    let note = try send("notes.add", ref + #","text":"\#(text)","owner_only":\#(bool())\#(episode)"#)
    if let note { notes.append(#""note_id":"\#(try note.string("note_id"))""#) }
  }
}
