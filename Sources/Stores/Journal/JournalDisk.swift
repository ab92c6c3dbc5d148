import EventStore
import Glibc

/// The file-system operations that the journal uses. Tests substitute a disk that fails.
protocol JournalDisk: Sendable {
  func open(_ path: String, _ flags: Int32) throws(StoreError) -> any JournalFile
  /// Creates a directory if it does not exist, and makes its name durable.
  func createDirectory(_ path: String) throws(StoreError)
  func rename(_ path: String, to newPath: String) throws(StoreError)
  /// Removes a file, and returns whether it existed.
  func unlink(_ path: String) throws(StoreError) -> Bool
  func synchronizeDirectory(_ path: String) throws(StoreError)
}

protocol JournalFile: AnyObject {
  func read(from offset: Int) throws(StoreError) -> [UInt8]
  func write(_ bytes: [UInt8], at offset: Int) throws(StoreError)
  func synchronize() throws(StoreError)
  func truncate(to size: Int) throws(StoreError)
}

extension File: JournalFile {}

extension JournalDisk {
  /// Replaces a file atomically. After a power loss, the file contains either the old bytes or the new ones.
  func replace(_ path: String, with bytes: [UInt8]) throws(StoreError) {
    let temporary = path + ".tmp"
    let file = try open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW)
    try file.write(bytes, at: 0)
    try file.synchronize()
    try rename(temporary, to: path)
    try synchronizeDirectory(Files.parent(of: path))
  }

  func remove(_ path: String) throws(StoreError) {
    if try unlink(path) { try synchronizeDirectory(Files.parent(of: path)) }
  }
}

struct MachineDisk: JournalDisk {
  func open(_ path: String, _ flags: Int32) throws(StoreError) -> any JournalFile { try File(path, flags) }
  func createDirectory(_ path: String) throws(StoreError) { try Files.createDirectory(path) }
  func rename(_ path: String, to newPath: String) throws(StoreError) { try Files.rename(path, to: newPath) }
  func unlink(_ path: String) throws(StoreError) -> Bool { try Files.unlink(path) }
  func synchronizeDirectory(_ path: String) throws(StoreError) { try Files.synchronizeDirectory(path) }
}
