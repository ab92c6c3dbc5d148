import Console
import MovieNightKit

/// Exports a server's catalog cache, page by page.
struct CatalogExporter {
  let client: MovieNightClient
  let environment: Environment

  /// Writes the export to a new file, or to standard output if `path` is nil or `-`. Returns the number of lines.
  func write(to path: String?) async throws -> Int {
    guard let path, path != "-" else { return try await forEachPage(writeToOutput) }
    // Created first, so that an error is shown before a long export.
    let file = try NewFile(path)
    let count = try await forEachPage(file.write)
    try file.finish()
    return count
  }

  private func writeToOutput(_ bytes: [UInt8]) {
    let output = environment.output
    // A program gets the bytes unchanged; a person's terminal gets no control characters.
    guard output.isTerminal else { return output.write(bytes) }
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      output.line(printable(String(decoding: line, as: UTF8.self)))
    }
  }

  /// Passes the lines of each page to `body`, with their line ends.
  private func forEachPage(_ body: ([UInt8]) throws -> Void) async throws -> Int {
    var progress = ProgressLine("Exporting", unit: "lines", environment)
    var count = 0
    var cursor: String?
    repeat {
      let page = try await client.askCatalog(CatalogRequests.export(cursor: cursor), isForAdministrator: true).json
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

  /// A line that is exported as JSON, or as a string that contains it.
  private static func line(_ value: JSONValue) throws(JSONError) -> [UInt8] {
    let bytes = value.kind == .string ? Array((value.string ?? "").utf8) : Array(value.rawBytes)
    guard try JSONDocument(bytes).root.kind == .object, !bytes.contains(UInt8(ascii: "\n")) else {
      throw JSONError(.wrongType(expected: "a list of lines"), field: "lines")
    }
    return bytes
  }
}
