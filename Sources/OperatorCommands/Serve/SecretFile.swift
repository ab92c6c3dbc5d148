import CLinux
import Console
import Glibc
import MovieNightPrimitives

extension CatalogServing {
  /// The secret in a file, which only its owner may read.
  static func secret(inFile path: String) throws(UsageError) -> String {
    let file: Int32
    // Links are followed: container systems hand secrets over by them.
    do throws(FileOpenError) { file = try RegularFile.open(path, O_RDONLY) } catch {
      throw UsageError("\(path) cannot be read: \(error)")
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & 0o077 == 0 else {
      throw UsageError("\(path) can be read by others. Make it yours alone: chmod 600 \(path)")
    }
    // No token is so long; the rest of another file is not wanted in memory.
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(file, &bytes, bytes.count)
    guard count >= 0 else { throw UsageError("\(path) cannot be read: \(String(cString: strerror(errno)))") }
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }

  /// A crash leaves no copy of a secret behind.
  func keepMemoryFromCoreDumps() { _ = mn_keep_from_core_dumps() }
}
