import Glibc
import ProtocolDocuments
import Server
import WireProtocol

/// Makes anew what follows from the methods' declarations: `docs/openrpc.json`, and the tables of `docs/protocol.md`.
/// Tests compare them; `make protocol` calls this in the project's folder.
@main enum Main {
  static func main() {
    let description = MethodTable.current.description
    do {
      let document = try ProtocolDocument(description).updated(try text(of: "docs/protocol.md"))
      try write(Array(document.utf8), to: "docs/protocol.md")
      try write(indented(description.openRPC), to: "docs/openrpc.json")
    } catch {
      let text = Array("error: \(error)\n".utf8)
      _ = Glibc.write(STDERR_FILENO, text, text.count)
      exit(1)
    }
  }

  private struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ path: String) { description = "\(path): \(String(cString: strerror(errno)))" }
  }

  private static func text(of path: String) throws -> String {
    guard let file = fopen(path, "r") else { throw Failure(path) }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 64 << 10)
    while case let count = fread(&part, 1, part.count, file), count > 0 { bytes += part[..<count] }
    guard ferror(file) == 0 else { throw Failure(path) }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func write(_ bytes: [UInt8], to path: String) throws {
    guard let file = fopen(path, "w") else { throw Failure(path) }
    let written = fwrite(bytes, 1, bytes.count, file)
    guard fclose(file) == 0, written == bytes.count else { throw Failure(path) }
  }
}
