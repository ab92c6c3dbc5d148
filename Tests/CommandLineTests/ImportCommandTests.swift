import CommandLineSupport
import FakeServer
import Foundation
import MovieNightPrimitives
import Testing

@testable import ClientCommands
@testable import Console

/// `movienight collection import`, against a scripted server.
@Suite struct ImportCommandTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Returns a report with these members, in place of those of an import that did nothing.
  private static func report(_ members: String = "", unresolved: String = "[]", count: Int = 0) -> String {
    let names = [
      "lines", "titles_added", "titles_changed", "plays_added", "ratings_set", "lists_created", "list_items_added",
      "notes_added", "unchanged",
    ].filter { !members.contains("\"\($0)\"") }
    let numbers = names.map { "\"\($0)\":0" }.joined(separator: ",")
    let ignored = members.contains("\"ignored\"") ? "" : #","ignored":[]"#
    return #"""
      {"format":"letterboxd","dry_run":false,\#(numbers)\#(ignored),"unresolved_count":\#(count),\#
      "unresolved":\#(unresolved)\#(members.isEmpty ? "" : ",")\#(members)}
      """#
  }

  /// Returns the answer to a piece. By default the import ends with the last one.
  private static func result(
    _ request: FakeRequest, _ members: String = #""lines":3,"titles_added":2"#, isLast: Bool? = nil
  ) -> String {
    let isLast = isLast ?? (request.parameters?["more"]?.bool != true)
    let id = isLast ? "null" : "\"\(Nights.id(4))\""
    return request.result(CollectedTitles.changed(#""import_id":\#(id),"report":\#(report(members))"#))
  }

  private static func server(
    _ answer: @escaping @Sendable (FakeRequest) -> String = { ImportCommandTests.result($0) }
  ) throws -> FakeServer {
    try FakeServer.answering { request in
      request.method == "collection.import" ? answer(request) : Evening.answer(request, Evening.active())
    }
  }

  private func run(_ server: FakeServer, _ words: String..., input: String = "") -> (code: ExitCode, run: TestRun) {
    CollectedTitles.run(server, ["collection", "import"] + words, input: input)
  }

  private func requests(_ server: FakeServer) throws -> [JSONValue] {
    try CollectedTitles.sent("collection.import", to: server)
  }

  @Test func filesOfFolderAreSentInOrder() throws {
    let rows = (1...150).map { "\($0),\"\($0)\"\n" }.joined()
    try folder.write("Name,Year\n" + rows, to: "watched.csv")
    try folder.write("x\n", to: "lists/best.csv")
    try folder.write([0xFF, 0xD8], to: "poster.jpg")
    let server = try Self.server()
    let (code, shown) = run(server, "letterboxd", folder.path)
    #expect(code == .success, "\(shown.errors.text)")
    #expect(shown.output.text == "Read 3 lines. Imported into your collection: 2 new titles.\n")
    let requests = try requests(server)
    #expect(
      requests.map { $0["file"]?.string } == ["lists/best.csv", "poster.jpg", "watched.csv", "watched.csv"])
    #expect(requests.map { $0["more"]?.bool } == [true, true, true, nil])
    #expect(requests.map { $0["import_id"]?.string } == [nil, Nights.id(4), Nights.id(4), Nights.id(4)])
    #expect(requests.map { $0["data"]?.string ?? "" }.joined() == "x\nName,Year\n" + rows)
    #expect(shown.errors.text.contains("Importing: "))
  }

  @Test func importThatWasLostBeginsAgain() throws {
    let count = Locked(0)
    let server = try Self.server { request in
      let number = count.withLock { count in
        count += 1
        return count
      }
      return number == 2 ? request.refusal(404, "unknown_import") : Self.result(request)
    }
    let input = String(repeating: "a\n", count: 250)
    let (code, shown) = run(server, "imdb", "-", "--dry-run", input: input)
    #expect(code == .success, "\(shown.errors.text)")
    let requests = try requests(server)
    #expect(requests.map { $0["import_id"] == nil } == [true, false, true, false])
    #expect(requests.dropFirst(2).map { $0["data"]?.string ?? "" }.joined() == input)
    #expect(requests.allSatisfy { $0["dry_run"]?.bool == true && $0["file"] == nil })
  }

  @Test(arguments: [
    (["letterboxd", "x.zip"], "x.zip is a ZIP file: unpack it first"),
    (["tvtime", "-"], "Standard input has no file name"),
    (["letterbox", "x.zip"], "There is no format 'letterbox'. Did you mean letterboxd?"),
    (["trakt"], "import trakt needs a file or folder"),
    (["nights", "x.zip"], "import nights takes no file or folder"),
    (["imdb", "x.csv", "--resolutions", "x.csv"], "x.csv has no column tmdb_id"),
    (["imdb", "x.csv", "--resolutions", "x.ids"], "x.ids: the title 7 needs movie or tv in the column media_type"),
  ])
  func invalidCommandLineIsRefusedBeforeConnecting(_ words: [String], _ message: String) throws {
    try folder.write(Array("PK\u{3}\u{4}".utf8), to: "x.zip")
    try folder.write("a,b\n", to: "x.csv")
    try folder.write("name,media_type,tmdb_id\nSolo,,7\n", to: "x.ids")
    let server = try Self.server()
    let arguments = words.map { $0.hasPrefix("x.") ? "\(folder.path)/\($0)" : $0 }
    let (code, shown) = CollectedTitles.run(server, ["collection", "import"] + arguments)
    #expect(code == .usage && shown.errors.text.contains(message), "\(shown.errors.text)")
    #expect(server.received.isEmpty)
  }

  @Test func fileInOtherEncodingIsRefused() throws {
    try folder.write([0x61, 0xE9, 0x0A], to: "ratings.csv")
    let server = try Self.server()
    let (code, shown) = run(server, "imdb", "\(folder.path)/ratings.csv")
    #expect(code == .failure && shown.errors.text.contains("is not text in UTF-8"))
    #expect(try requests(server).isEmpty)
  }

  @Test func refusedFileIsNamedWithItsLine() throws {
    try folder.write("x\n", to: "diary.csv")
    let server = try Self.server {
      $0.refusal(422, "bad_csv", "The file is not CSV.", more: #","file":"diary.csv","line":7"#)
    }
    let (code, shown) = run(server, "letterboxd", folder.path)
    #expect(code == .failure && shown.errors.text.contains("The file is not CSV. (diary.csv, line 7)"))
  }

  @Test func unresolvedTitlesAreWrittenForResolutions() throws {
    try folder.write("x\n", to: "diary.csv")
    let unresolved = #"""
      [{"file":"diary.csv","line":2,"name":"One, \"Two\"","year":1999,"uri":"https://boxd.it/1",\#
      "imdb_id":"tt1","media_type":"tv","reason":"ambiguous","candidates":[]},\#
      {"file":"diary.csv","line":3,"name":"Solo","year":null,"reason":"not_found",\#
      "candidates":[{"media_type":"movie","tmdb_id":7,"title":"Solo"}]},\#
      {"file":"diary.csv","line":4,"name":null,"reason":"bad_value","candidates":[]}]
      """#
    let members = #""lines":3,"unchanged":1,"ignored":[{"file":"a.jpg","what":"file","count":1}]"#
    let report = Self.report(members, unresolved: unresolved, count: 3)
    let server = try Self.server { $0.result(CollectedTitles.changed(#""import_id":null,"report":\#(report)"#)) }
    let list = "\(folder.path)/rest.csv"
    let (code, shown) = run(server, "letterboxd", "\(folder.path)/diary.csv", "--unresolved", list)
    #expect(code == .failure)
    #expect(
      shown.output.text == """
        Read 3 lines. Nothing was new.
        1 line changed nothing.
        Ignored: a.jpg, file (1)
        3 lines could not be imported:
          diary.csv line 2: One, "Two" (1999), several titles match
          diary.csv line 3: Solo, no such title was found
          diary.csv line 4: a value cannot be used
        Add the ids to that file, and import everything again with --resolutions FILE.

        """)
    #expect(
      try folder.text(of: "rest.csv") == """
        name,year,uri,imdb_id,media_type,tmdb_id
        "One, ""Two""\",1999,https://boxd.it/1,tt1,tv,
        Solo,,,,movie,7

        """)
    let (_, again) = run(server, "letterboxd", "\(folder.path)/diary.csv", "--resolutions", list)
    #expect(again.output.text.contains("--unresolved FILE"))
    #expect(
      try requests(server).last?["resolutions"]?.compactText
        == #"[{"name":"Solo","media_type":"movie","tmdb_id":7}]"#)
  }

  @Test func importContinuesWithoutDataUntilServerHasDecided() throws {
    let count = Locked(0)
    let server = try Self.server { request in
      let number = count.withLock { count in
        count += 1
        return count
      }
      return Self.result(request, #""lines":450,"titles_added":\#(150 * number)"#, isLast: number == 3)
    }
    let (code, shown) = run(server, "imdb", "-", input: "x\n")
    #expect(code == .success, "\(shown.errors.text)")
    #expect(shown.output.text == "Read 450 lines. Imported into your collection: 450 new titles.\n")
    let requests = try requests(server)
    #expect(requests.map { $0["data"]?.string } == ["x\n", nil, nil])
    #expect(requests.map { $0["import_id"]?.string } == [nil, Nights.id(4), Nights.id(4)])
    #expect(requests.allSatisfy { $0["more"] == nil && $0["file"] == nil })
  }

  @Test func nightsAreImportedUntilNoneIsLeft() throws {
    let server = try Self.server { request in
      let isLast = request.parameters?["import_id"] != nil
      return Self.result(request, #""plays_added":\#(isLast ? 205 : 200)"#, isLast: isLast)
    }
    let (code, shown) = run(server, "nights", "--for", "ben")
    #expect(code == .success, "\(shown.errors.text)")
    #expect(shown.output.text == "Recorded 205 movie nights in the collection of Ben.\n")
    #expect(try requests(server).map { $0["acting_as"]?.string } == [Evening.ben, Evening.ben])
  }

  @Test func rowsOfCSVAreRead() {
    #expect(
      CSVText.rows(of: "\u{FEFF}a,b\r\n\"x,\"\"y\"\"\n\",\r\n\r\nlast") == [["a", "b"], ["x,\"y\"\n", ""], ["last"]])
  }
}

/// A temporary folder for one test, which is removed when this value is released.
private final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "movienight-import-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ text: String, to name: String) throws { try write(Array(text.utf8), to: name) }

  func write(_ bytes: [UInt8], to name: String) throws {
    let url = URL(filePath: "\(path)/\(name)")
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
  }

  func text(of name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: "\(path)/\(name)")), as: UTF8.self)
  }
}
