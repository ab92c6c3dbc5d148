import Console
import MovieNightKit

struct CatalogExporter {
  let client: MovieNightClient
  let environment: Environment

  /// Writes the export to a file, or to standard output if `path` is nil or `-`. Returns the number of lines.
  func write(to path: String?, replacesFile: Bool) async throws -> Int {
    guard let path, path != "-" else { return try await forEachPage(environment.output.document) }
    // The file is created before the export, which can take long, so that an error is shown at once.
    let file = try NewFile(path, replacesFile: replacesFile)
    let count = try await forEachPage(file.write)
    try file.finish()
    return count
  }

  /// Calls `body` with the lines of each page, including their line ends. Returns the number of lines.
  private func forEachPage(_ body: ([UInt8]) throws -> Void) async throws -> Int {
    var progress = ProgressLine("Exporting", unit: "lines", environment)
    var count = 0
    var cursor: String?
    repeat {
      let page = try await client.askAsAdministrator(CatalogRequests.export(cursor: cursor)).json
      var bytes: [UInt8] = []
      for line in try page.array("lines") {
        bytes += try Self.line(line)
        bytes.append(UInt8(ascii: "\n"))
        count += 1
      }
      try body(bytes)
      progress.update(count, of: nil)
      let next: String? = try page.optional("next_cursor")
      guard next == nil || next != cursor else {
        throw CommandFailure("The export cannot continue: the server sent the same page twice")
      }
      cursor = next
    } while cursor != nil
    progress.finish(count)
    return count
  }

  /// Returns a line of the export. The server sends each line either as JSON or as a string that contains the JSON.
  private static func line(_ value: JSONValue) throws(JSONError) -> [UInt8] {
    let bytes = value.kind == .string ? Array((value.string ?? "").utf8) : Array(value.rawBytes)
    guard try JSONDocument(bytes).root.kind == .object, !bytes.contains(UInt8(ascii: "\n")) else {
      throw JSONError(.wrongType(expected: "a list of lines"), field: "lines")
    }
    return bytes
  }
}
