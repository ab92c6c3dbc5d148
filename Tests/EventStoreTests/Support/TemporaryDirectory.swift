import Foundation

/// A temporary folder for one test, which is removed when this value is released.
final class TemporaryDirectory: Sendable {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "movienight-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Returns every file below the folder, with its bytes.
  func files() throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: path) {
      var isDirectory: ObjCBool = false
      let file = "\(path)/\(name)"
      if FileManager.default.fileExists(atPath: file, isDirectory: &isDirectory), !isDirectory.boolValue {
        files[name] = try bytes(name)
      }
    }
    return files
  }

  func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: "\(path)/\(name)")))
  }

  func write(_ bytes: [UInt8], to name: String) throws {
    try Data(bytes).write(to: URL(filePath: "\(path)/\(name)"))
  }

  func copy() throws -> TemporaryDirectory {
    let copy = try TemporaryDirectory()
    for name in try FileManager.default.contentsOfDirectory(atPath: path) {
      try FileManager.default.copyItem(atPath: "\(path)/\(name)", toPath: "\(copy.path)/\(name)")
    }
    return copy
  }

  func permissions(_ name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")[.posixPermissions] as? Int
  }
}

extension [UInt8] {
  func contains(text: String) -> Bool { Data(self).range(of: Data(text.utf8)) != nil }
}
