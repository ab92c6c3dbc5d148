import EventStore
import Foundation
import MovieNightPrimitives

/// A temporary folder for one test. It is deleted with its last reference, together with its database, if the test has
/// created one.
final class TemporaryFolder: Sendable {
  let path: String
  #if Postgres
    private let madeDatabase = Locked<Database?>(nil)
  #endif

  init() throws {
    // The name is short because the path of a socket in the folder must fit into 107 bytes.
    let name = "movienight-\(UInt32.random(in: 0 ... .max))"
    let url = FileManager.default.temporaryDirectory.appending(path: name)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: "\(path)/\(name)")))
  }

  func write(_ bytes: [UInt8], to name: String) throws {
    try Data(bytes).write(to: URL(filePath: "\(path)/\(name)"))
  }

  #if Postgres
    /// Returns the folder's database, which is created on first use.
    func database() throws -> Database {
      try madeDatabase.withLock { database in
        let found = try database ?? Database()
        database = found
        return found
      }
    }
  #endif

  /// Returns those of the given texts that appear in any file or in the database.
  func traces(of texts: [String]) throws -> [String] {
    var left: Set<String> = []
    for file in try FileManager.default.subpathsOfDirectory(atPath: path) {
      guard let bytes = FileManager.default.contents(atPath: "\(path)/\(file)") else { continue }
      for text in texts where bytes.range(of: Data(text.utf8)) != nil { left.insert(text) }
    }
    #if Postgres
      if let database = madeDatabase.withLock({ $0 }) { left.formUnion(try database.traces(of: texts)) }
    #endif
    return left.sorted()
  }
}
