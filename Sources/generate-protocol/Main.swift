import ClientGenerator
import Glibc
import ProtocolDocuments
import Server

/// Generates files from the declarations of methods and events. These are the client's types and methods, the types for
/// the client's tests, `docs/openrpc.json`, and the tables of `docs/protocol`. `make protocol` runs this program in the
/// project's folder, and tests check that its output is up to date.
@main enum Main {
  static func main() {
    do {
      let (table, description) = (MethodTable.current, MethodTable.current.description)
      let eventsDocument = EventsDocument(try TextFile(path: "docs/events.md").read())
      let events = description.events.map(eventsDocument.describing)
      let declarations = Declarations(description, inOrderOf: table.all.map(\.name), events: events)
      try GeneratedFolder(path: "Sources/MovieNightKit/Generated").replace(by: try declarations.clientFiles())
      try GeneratedFolder(path: "Tests/ClientGeneratorTests/Generated").replace(by: declarations.testFiles)
      let pages = try GeneratedFolder(path: "docs/protocol").pages()
      var texts: [String] = []
      for page in pages { texts.append(try page.read()) }
      texts = try ProtocolDocument(description).updated(texts)
      var blocks: [ExampleBlock] = []
      for (page, text) in zip(pages, texts) {
        try page.write(Array(text.utf8))
        blocks += try ExampleBlock.blocks(of: text, at: page.path)
      }
      try TextFile(path: "docs/openrpc.json").write(
        try description.openRPCLines(examples: blocks.completed().ofMethods))
    } catch {
      let line = Array("error: \(error)\n".utf8)
      _ = write(STDERR_FILENO, line, line.count)
      exit(1)
    }
  }
}

struct TextFile {
  let path: String

  func read() throws(FileFailure) -> String {
    guard let stream = fopen(path, "r") else { throw FileFailure(path) }
    defer { fclose(stream) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 64 << 10)
    while case let count = fread(&part, 1, part.count, stream), count > 0 { bytes += part[..<count] }
    guard ferror(stream) == 0 else { throw FileFailure(path) }
    return String(decoding: bytes, as: UTF8.self)
  }

  func write(_ bytes: [UInt8]) throws(FileFailure) {
    guard let stream = fopen(path, "w") else { throw FileFailure(path) }
    let written = fwrite(bytes, 1, bytes.count, stream)
    guard fclose(stream) == 0, written == bytes.count else { throw FileFailure(path) }
  }
}

struct FileFailure: Error, CustomStringConvertible {
  let path: String
  let reason: String

  init(_ path: String) {
    self.path = path
    reason = String(cString: strerror(errno))
  }

  var description: String { "\(path): \(reason)" }
}
