import ClientGenerator
import Glibc
import Server

/// Writes the generated part of the client: `generate-client Sources/MovieNightClient/Generated`.
@main
enum Main {
  static func main() {
    guard CommandLine.arguments.count == 2, let folder = CommandLine.arguments.last, !folder.hasPrefix("-") else {
      fail("usage: generate-client FOLDER", status: 2)
    }
    do {
      let files = try Declarations(MethodTable.current.description, inOrderOf: MethodTable.current.all.map(\.name))
        .files()
      try GeneratedFolder(path: folder).replace(by: files)
      print("\(files.count) files in \(folder)")
    } catch let error as GeneratorError {
      fail("\(error).", status: 1)
    } catch {
      fail("\(error)", status: 1)
    }
  }

  private static func fail(_ message: String, status: Int32) -> Never {
    let line = Array("\(message)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
    exit(status)
  }
}
