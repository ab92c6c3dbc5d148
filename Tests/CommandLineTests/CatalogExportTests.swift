import CommandLineSupport
import FakeServer
import Glibc
import MovieNightPrimitives
import Testing

@testable import ClientCommands
@testable import Console

/// `movienight catalog export`, against a server that sends the export in pages.
@Suite struct CatalogExportTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private static let whole = #"""
    {"catalog":1,"attribution":"x"}
    {"kind":"movie","id":"550","facts":{"title":"Fight\u001bClub"}}
    {"kind":"movie","id":"551","facts":null}

    """#

  /// Answers with the first page, a page with only a cursor, and the last page, whose line is a string.
  private static func answer(_ request: FakeRequest) -> String {
    guard request.method == "catalog.export" else { return request.result() }
    switch request.parameters?["cursor"]?.string {
    case nil:
      return request.result(
        #"""
        {"lines":[{"catalog":1,"attribution":"x"},{"kind":"movie","id":"550","facts":{"title":"Fight\u001bClub"}}],\#
        "next_cursor":"a"}
        """#)
    case "a": return request.result(#"{"lines":[],"next_cursor":"b"}"#)
    default:
      return request.result(
        #"{"lines":["{\"kind\":\"movie\",\"id\":\"551\",\"facts\":null}"],"next_cursor":null}"#)
    }
  }

  private func export(
    _ file: String? = nil, _ more: String..., from server: FakeServer, isTerminal: Bool = false
  ) -> (code: ExitCode, run: TestRun) {
    let run = TestRun(
      ["catalog", "export"] + (file.map { [$0] } ?? []) + more,
      variables: ["MOVIENIGHT_CONNECT": server.address.description], isTerminal: isTerminal)
    return (run.exitCode(), run)
  }

  @Test(arguments: [nil, "-"]) func allPagesGoToStandardOutput(_ file: String?) throws {
    let server = try FakeServer.answering(Self.answer)
    let (code, shown) = export(file, from: server)
    #expect(code == .success)
    #expect(shown.output.text == Self.whole)
    #expect(
      server.received.dropFirst().map { $0.split(separator: #""params":"#).last }
        == ["{}}", #"{"cursor":"a"}}"#, #"{"cursor":"b"}}"#])
    #expect(shown.errors.text.hasPrefix("Exporting: 3 lines in "))
  }

  /// The export is JSON in any case, so `--json` changes nothing.
  @Test func jsonOptionIsAccepted() throws {
    let server = try FakeServer.answering(Self.answer)
    let run = TestRun(
      ["catalog", "export", "--json"], variables: ["MOVIENIGHT_CONNECT": server.address.description],
      isTerminal: false)
    #expect(run.exitCode() == .success, "\(run.errors.text)")
    #expect(run.output.text == Self.whole)
  }

  @Test func controlCharactersAreReplacedOnTerminalOnly() throws {
    let server = try FakeServer.answering { request in
      guard request.method == "catalog.export" else { return request.result() }
      return request.result("{\"lines\":[{\"a\":\"\u{9B}2J\u{202E}\"}],\"next_cursor\":null}")
    }
    #expect(export(from: server, isTerminal: true).run.output.text == "{\"a\":\"\u{FFFD}2J\u{FFFD}\"}\n")
    #expect(export(from: server).run.output.text == "{\"a\":\"\u{9B}2J\u{202E}\"}\n")
  }

  @Test func fileAppearsOnlyWhenComplete() throws {
    let file = folder.path + "/catalog.jsonl"
    let seen = Locked<[[String]]>([])
    let folder = folder
    let server = try FakeServer.answering { request in
      seen.withLock { $0.append(folder.names) }
      return Self.answer(request)
    }
    let (code, shown) = export(file, from: server)
    #expect(code == .success && shown.output.text.isEmpty, "\(shown.errors.text)")
    #expect(folder.text(of: "catalog.jsonl") == Self.whole)
    #expect(folder.names == ["catalog.jsonl"])
    var status = stat()
    #expect(stat(file, &status) == 0 && status.st_mode & 0o777 == 0o600)
    // During the export, only the temporary file existed.
    #expect(seen.withLock { $0.last?.count } == 1)
    #expect(seen.withLock { $0.allSatisfy { !$0.contains("catalog.jsonl") } })
  }

  @Test func existingFileIsNotOverwritten() throws {
    try folder.write("mine", to: "catalog.jsonl")
    let server = try FakeServer.answering(Self.answer)
    let (code, shown) = export(folder.path + "/catalog.jsonl", from: server)
    #expect(code == .failure)
    #expect(
      shown.errors.text == """
        error: \(folder.path)/catalog.jsonl already exists
          Choose another name, or replace that file with --force.

        """)
    #expect(folder.text(of: "catalog.jsonl") == "mine" && folder.names == ["catalog.jsonl"])
    #expect(!server.received.contains { $0.contains("catalog.export") })
  }

  @Test func existingFileIsReplacedWithForce() throws {
    try folder.write("mine", to: "catalog.jsonl")
    let (code, shown) = export(
      folder.path + "/catalog.jsonl", "--force", from: try FakeServer.answering(Self.answer))
    #expect(code == .success, "\(shown.errors.text)")
    #expect(folder.text(of: "catalog.jsonl") == Self.whole && folder.names == ["catalog.jsonl"])
  }

  @Test func fileCreatedDuringExportIsNotOverwritten() throws {
    let folder = folder
    let server = try FakeServer.answering { request in
      if request.method == "catalog.export" { try? folder.write("mine", to: "catalog.jsonl") }
      return Self.answer(request)
    }
    let (code, shown) = export(folder.path + "/catalog.jsonl", from: server)
    #expect(code == .failure && shown.errors.text.contains("already exists"))
    #expect(folder.text(of: "catalog.jsonl") == "mine" && folder.names == ["catalog.jsonl"])
  }

  @Test func failedExportLeavesNoFile() throws {
    let server = try FakeServer.answering { request in
      request.parameters?["cursor"] == nil ? Self.answer(request) : request.refusal(503, "catalog_unavailable")
    }
    let (code, shown) = export(folder.path + "/catalog.jsonl", from: server)
    #expect(code == .failure && shown.errors.text.contains("Try again later."))
    #expect(folder.names.isEmpty)
  }

  @Test func unwritablePathIsReported() throws {
    let (code, shown) = export(folder.path + "/none/catalog.jsonl", from: try FakeServer.answering(Self.answer))
    #expect(code == .failure)
    #expect(shown.errors.text.contains("/none/catalog.jsonl cannot be written: No such file or directory"))
  }

  @Test(arguments: [
    (#"{"lines":[],"next_cursor":"a"}"#, "error: The export cannot continue"),
    (#"{"lines":["{\"a\":\n1}"],"next_cursor":null}"#, "error: The server sent an unexpected answer"),
    (#"{"lines":[7],"next_cursor":null}"#, "error: The server sent an unexpected answer"),
    (#"{"lines":["{"],"next_cursor":null}"#, "error: The server sent an unexpected answer"),
  ])
  func invalidAnswerEndsExport(_ answer: String, _ message: String) throws {
    let server = try FakeServer.answering { $0.method == "catalog.export" ? $0.result(answer) : $0.result() }
    let (code, shown) = export(folder.path + "/catalog.jsonl", from: server)
    #expect(code == .failure && shown.errors.text.contains(message), "\(shown.errors.text)")
    #expect(folder.names.isEmpty)
  }
}

/// A temporary folder for one test.
private final class Folder: Sendable {
  let path: String

  init() throws {
    var template = Array("/tmp/movienight-export-XXXXXX".utf8CString)
    let made = mkdtemp(&template)
    path = String(cString: try #require(made))
  }

  deinit {
    for name in names { unlink("\(path)/\(name)") }
    rmdir(path)
  }

  var names: [String] {
    guard let listing = opendir(path) else { return [] }
    defer { closedir(listing) }
    var names: [String] = []
    while let entry = readdir(listing) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  func text(of name: String) -> String? {
    let descriptor = open("\(path)/\(name)", O_RDONLY)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return (try? readAll(descriptor, name)).map { String(decoding: $0, as: UTF8.self) }
  }

  func write(_ text: String, to name: String) throws {
    let descriptor = open("\(path)/\(name)", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    try #require(Glibc.write(descriptor, bytes, bytes.count) == bytes.count)
  }
}
