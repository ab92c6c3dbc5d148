import Foundation
import Glibc

/// The folder of the session file, which one page server at a time uses: two would replace each other's sessions.
struct DataFolder {
  private let lock: Int32

  /// - Throws: `StartError` if the folder cannot be made, or another page server uses it.
  init(_ path: String) throws {
    try Self.make(path)
    lock = open(path + "/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard lock >= 0 else { throw StartError("\(path)/lock cannot be opened: \(String(cString: strerror(errno)))") }
    guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
      close()
      throw StartError("Another movienight-web uses the folder \(path). Give this one its own with --data.")
    }
  }

  /// Lets another page server use the folder.
  func close() { _ = Glibc.close(lock) }

  /// Makes a folder that only its owner can use.
  ///
  /// - Throws: `StartError` if the folder cannot be made.
  static func make(_ path: String) throws {
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch { throw StartError("The folder \(path) cannot be made: \(error.localizedDescription)") }
  }
}
