import Stores
import Domain
import EventStore
import MovieNightPrimitives
import TestSupport
import Testing
import ProtocolSchema

@testable import Server
@testable import Transport

/// Texts that are crafted to slow down the server or to send control characters to other people's terminals.
@Suite struct HostileTextTests {
  /// Returns letters with the maximum number of combining marks. The marks have two combining classes, so Unicode
  /// normalization must sort them.
  private static func marks(bytes: Int) -> String {
    let unit = "a" + String(repeating: "\u{301}", count: 15) + String(repeating: "\u{316}", count: 15)
    return String(repeating: unit, count: bytes / unit.utf8.count)
  }

  private static let tooManyMarks = String(repeating: "\u{301}", count: 16) + String(repeating: "\u{316}", count: 15)

  /// Characters that no answer may contain.
  private static let unsafe: [Unicode.Scalar] = [
    "\u{0}", "\u{7}", "\u{1B}", "\u{7F}", "\u{9B}", "\u{202E}", "\u{2066}", "\u{2028}", "\u{2029}",
  ]
  private static let unsafeJSON = #"T\u001b]0;pwn\u0007\u202e\u0000\u009b\u2066\u2028x"#

  private let server: LocalServer
  private let household: Household

  init() throws {
    server = try LocalServer(catalog: .demo())
    household = try server.createHousehold()
  }

  private func wire(for method: Method) throws -> Wire {
    method.access == .administrator ? try server.administrator() : try server.wire(token: household.token)
  }

  /// Returns each parameter of the method as JSON, once for each place in which it can have a string, with `text`
  /// there.
  private func parameters(of method: Method, with text: String) -> [String] {
    method.description.parameters.flatMap { parameter in
      values(of: parameter.type, with: text).map { "\"\(parameter.name)\":\($0)" }
    }
  }

  private func values(of type: ValueType, with text: String) -> [String] {
    switch type {
    case .list(let element, _, _): values(of: element, with: text).map { "[\($0)]" }
    case .object(let object):
      object.fields.flatMap { field in values(of: field.type, with: text).map { "{\"\(field.name)\":\($0)}" } }
        + ["{\"\(text)\":1}"]
    case .document: ["{\"\(text)\":{\"a\":[\"\(text)\"]}}"]
    default: ["\"\(text)\""]
    }
  }

  // MARK: Combining marks

  @Test func textWithTooManyMarksIsRefusedAnywhereInLine() throws {
    let wire = try server.wire()
    let text = Self.tooManyMarks
    let lines = [
      #"{"jsonrpc":"2.0","id":"\#(text)","method":"server.ping"}"#,
      #"{"jsonrpc":"\#(text)","id":1,"method":"server.ping"}"#,
      #"{"jsonrpc":"2.0","id":1,"method":"a\#(text)"}"#,
      #"{"jsonrpc":"2.0","id":1,"method":"server.ping","\#(text)":1}"#,
      #"[{"jsonrpc":"2.0","id":1,"method":"server.ping"},"\#(text)"]"#,
      #"{"jsonrpc":"2.0","id":1,"method":"server.ping","params":{"a":["\#(String(repeating: #"\u0301"#, count: 31))"]}}"#,
    ]
    for line in lines {
      try wire.send(line + "\n")
      let answer = try wire.readAnswer()
      #expect(answer.code == -32600 && answer.reason == "invalid_request", "\(answer.text)")
      #expect(answer.json["id"]?.isNull == true)
      #expect(answer.error?["message"]?.string?.contains("30 combining marks") == true)
    }
    #expect(try wire.call("server.ping").code == nil)
  }

  @Test(arguments: MethodTable.current.all)
  func parameterWithTooManyMarksIsRefused(method: Method) throws {
    let wire = try wire(for: method)
    for parameters in parameters(of: method, with: Self.tooManyMarks) {
      let answer = try wire.call(method.name, parameters)
      #expect(answer.code == -32600 && answer.reason == "invalid_request", "\(method.name): \(answer.text)")
    }
    #expect(try wire.call("server.ping").code == nil)
  }

  /// Error messages shorten the texts that they repeat.
  @Test(arguments: MethodTable.current.all)
  func longTextGetsShortAnswer(method: Method) throws {
    for parameters in parameters(of: method, with: Self.marks(bytes: 128 << 10)) {
      let answer = try wire(for: method).call(method.name, parameters)
      #expect(answer.code != nil && answer.reason != "internal", "\(method.name): \(answer.text.prefix(300))")
      #expect(answer.text.utf8.count < 2000, "\(method.name): \(answer.text.prefix(300))")
    }
  }

  @Test func longMethodNamesAndKeysGetShortAnswers() throws {
    let wire = try server.wire(token: household.token)
    let long = Self.marks(bytes: 1000 << 10)
    let unknown = try wire.call(long)
    #expect(unknown.code == -32601 && unknown.text.utf8.count < 1000)
    let key = try wire.call("server.ping", "\"\(long)\":1")
    #expect(key.code == -32602 && key.text.utf8.count < 2000)
    let inside = try wire.call("watchlist.add", "\"movie\":{\"tmdb_movie_id\":1,\"\(long)\":1}")
    #expect(inside.code == -32602 && inside.text.utf8.count < 2000)
    try wire.send("{\"jsonrpc\":\"\(long)\",\"id\":1,\"method\":\"server.ping\"}\n")
    #expect(try wire.readAnswer().code == -32600)
    try wire.send("{\"jsonrpc\":\"2.0\",\"id\":\"\(long)\",\"method\":\"server.ping\"}\n")
    #expect(try wire.readAnswer().code == nil)
  }

  /// The limit matters because a cursor is a part of the key of the answer cache and is hashed with it.
  @Test func overlongOpaqueTextIsRefused() throws {
    let wire = try server.wire(token: household.token)
    for method in ["watchlist.list", "watched.list", "sessions.list"] {
      let answer = try wire.call(method, "\"cursor\":\"\(String(repeating: "a", count: 2001))\"")
      #expect(answer.error?["message"]?.string == "cursor: must be a string of up to 2000 bytes.")
    }
    let token = try server.wire().call("auth.authenticate", "\"token\":\"\(String(repeating: "a", count: 2001))\"")
    #expect(token.code == -32602)
  }

  /// The words of the protocol are compared byte by byte, without Unicode equivalence.
  @Test func lookalikeProtocolWordIsRefused() throws {
    let wire = try server.wire(token: household.token)
    for (method, parameters, field) in [
      ("genres.list", #""kind":"movie\u200b""#, "kind"), ("genres.list", #""kind":"\uff4dovie""#, "kind"),
      ("providers.list", #""country":"U\u017f""#, "country"),
      ("events.read", #""types":["VoteCast\u200d"]"#, "types[0]"),
      ("households.update", #""settings":{"country":"D\u0045\u0301"}"#, "settings.country"),
    ] {
      let answer = try wire.call(method, parameters)
      #expect(answer.code == -32602, "\(parameters): \(answer.text)")
      #expect(answer.error?["data"]?["fields"]?.elements.first?["field"]?.string == field)
    }
    #expect(try wire.call("genres.list", #""kind":"\u006dovie""#).code == nil)
  }

  /// A text that was recorded before the limit existed is still served.
  @Test(arguments: StoreKind.durable)
  func storedTextWithTooManyMarksIsServed(_ kind: StoreKind) throws {
    let server = try LocalServer(kind)
    let household = try server.createHousehold()
    let member = try server.wire(token: household.token)
    try member.result("watchlist.add", #""movie":\#(movie(1))"#)
    server.stop()
    let title = "Zalgo" + Self.tooManyMarks
    do {
      let store = try openStore(server.store, mode: .readWrite(administratorSocket: nil))
      defer { store.close() }
      let last = try #require(try store.readAll(after: store.head() - 1, limit: 1, owner: nil).last)
      let event = MovieAddedToWatchlist(
        movie: Movie(tmdbMovieID: 2, title: title, year: 1999), addedBy: try #require(MemberID(household.creator)))
      var json = JSONWriter()
      json.object(event.writeMembers)
      let append = StreamAppend(
        stream: last.stream, owner: last.owner, expectedRevision: last.revision,
        events: [
          NewEvent(
            type: MovieAddedToWatchlist.type, version: MovieAddedToWatchlist.version,
            data: json.bytes)
        ])
      _ = try store.commit([
        CommandAppend(metadata: EventMetadata(), streams: [append], time: last.recordedAt)
      ]) { _ in [] }
    }
    for _ in 0..<2 {
      try server.start()
      // The rebuild adds the rows of the event above, which was committed without them. A server on PostgreSQL expects
      // that rows are written together with their events.
      try server.administrator().result("projections.rebuild")
      let wire = try server.wire(token: household.token)
      let items = try wire.result("watchlist.list").array("items").map { try $0.string("title") }
      #expect(items == [title, "Movie 1"])
      #expect(
        try wire.result("events.read", #""types":["MovieAddedToWatchlist"]"#).array("events").map { $0 }.count == 2)
      #expect(try wire.call("watchlist.remove", #""tmdb_movie_id":7"#).reason == "not_on_watchlist")
      server.stop()
    }
  }

  // MARK: Control characters

  private func expectSafe(_ json: JSONValue, _ place: String) {
    if let text = json.string {
      #expect(!text.unicodeScalars.contains { Self.unsafe.contains($0) }, "\(place): \(json.text.prefix(300))")
    }
    for element in json.elements { expectSafe(element, place) }
    for (name, value) in json.members {
      #expect(!name.unicodeScalars.contains { Self.unsafe.contains($0) }, "\(place)")
      expectSafe(value, place)
    }
  }

  @Test(arguments: MethodTable.current.all)
  func answersContainNoUnsafeCharacters(method: Method) throws {
    let all = parameters(of: method, with: Self.unsafeJSON) + ["\"\(Self.unsafeJSON)\":1"]
    for parameters in all {
      let answer = try wire(for: method).call(method.name, parameters)
      expectSafe(answer.json, "\(method.name) \(parameters)")
    }
  }

  @Test func unknownMethodIsRepeatedWithoutUnsafeCharacters() throws {
    let answer = try server.wire().call(Self.unsafeJSON)
    #expect(answer.code == -32601)
    expectSafe(answer.json, "method")
    #expect(answer.error?["message"]?.string?.contains("There is no method T\u{FFFD}]0;pwn\u{FFFD}") == true)
  }

  private func hostileMovie(_ id: Int) -> String {
    #"{"tmdb_movie_id":\#(id),"title":" T\u001b]0;pwn\u0007\u202e\u0000\n\n\#(id) ","year":1999,"#
      + #""poster_path":"javascript:alert(1)","content_rating":"P\u0000G","genres":["Dra\u202ema","\u200b"],"#
      + #""genre_ids":[18,-1],"overview":"One.\r\n\r\nTwo\u2066.","popularity":-1,"vote_average":11,"#
      + #""streaming":["\u0007","Net\u001bflix"]}"#
  }

  private func expectCleaned(_ movie: JSONValue, _ place: String) throws {
    let id = try movie.integer("tmdb_movie_id")
    #expect(try movie.string("title") == "T]0;pwn \(id)", "\(place)")
    #expect(movie["poster_path"]?.isNull == true, "\(place)")
    #expect(try movie.string("content_rating") == "PG", "\(place)")
    #expect(try movie.value("genres") == ["Drama"], "\(place)")
    #expect(try movie.value("genre_ids") == [18], "\(place)")
    #expect(try movie.string("overview") == "One. Two.", "\(place)")
    #expect(movie["popularity"]?.isNull == true && movie["vote_average"]?.isNull == true, "\(place)")
    #expect(try movie.value("streaming") == ["Netflix"], "\(place)")
  }

  @Test func movieTextsAreCleanedInEveryCommand() throws {
    let server = try LocalServer()
    let household = try server.createHousehold()
    let wire = try server.wire(token: household.token)
    try wire.result("watchlist.add", #""movie":\#(hostileMovie(1))"#)
    for item in try wire.result("watchlist.list").array("items") { try expectCleaned(item, "watchlist.add") }
    try wire.result("watched.mark", #""movie":\#(hostileMovie(2))"#)
    for item in try wire.result("watched.list").array("items") { try expectCleaned(item, "watched.mark") }
    let started = try wire.result("rounds.start", #""movies":[\#(hostileMovie(3))]"#)
    let round = #""round_id":"\#(try started.object("round").string("round_id"))""#
    try wire.result("rounds.suggest", #"\#(round),"movies":[\#(hostileMovie(4))]"#)
    try wire.result("rounds.open_voting", round)
    try wire.result("rounds.propose", #"\#(round),"movie":\#(hostileMovie(5))"#)
    let suggestions = try wire.result("rounds.get", round).array("suggestions").map { $0 }
    #expect(suggestions.count == 3)
    for suggestion in suggestions { try expectCleaned(suggestion, "rounds") }
    let legacy =
      #"{"round_id":"\#(randomID())","status":"watched","created_at":"2026-01-01T20:00:00Z","#
      + #""watched_at":"2026-01-02T20:00:00Z","started_by":"\#(household.creator)","#
      + #""suggestions":[\#(hostileMovie(6))],"picked_movie_id":6}"#
    let imported = try server.administrator().result(
      "rounds.import", #""household_id":"\#(household.id)","round":\#(legacy)"#)
    let old = try wire.result("rounds.get", #""round_id":"\#(try imported.string("round_id"))""#)
    for suggestion in try old.array("suggestions") { try expectCleaned(suggestion, "rounds.import") }
    for event in try wire.result("events.read", #""limit":1000"#).array("events") { expectSafe(event, "events.read") }
  }

  @Test func invisibleTitleIsRefused() throws {
    let server = try LocalServer()
    let wire = try server.wire(token: server.createHousehold().token)
    for title in [" ", #"\u0000"#, #"\u202e"#, #"\u200b"#, #"\n"#] {
      let answer = try wire.call("watchlist.add", #""movie":{"tmdb_movie_id":1,"title":"\#(title)"}"#)
      #expect(answer.code == -32602, "\(answer.text)")
      #expect(answer.error?["data"]?["fields"]?.elements.first?["field"]?.string == "movie.title")
    }
  }
}
