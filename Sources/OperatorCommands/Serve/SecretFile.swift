import CLinux
import Console
import Glibc

extension CatalogServing {
  /// The secret in a file, which only its owner may read.
  static func secret(inFile path: String) throws(UsageError) -> String {
    // Not waiting for whoever might write to what is no file.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw UsageError("\(path) cannot be read: \(String(cString: strerror(errno)))") }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw UsageError("\(path) is no file")
    }
    guard status.st_mode & 0o077 == 0 else {
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
