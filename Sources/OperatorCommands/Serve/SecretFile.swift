import CLinux
import Console
import Glibc
import MovieNightPrimitives

extension CatalogServing {
  /// Reads the secret in a file. Throws an error if the file is accessible to anybody but its owner.
  static func secret(inFile path: String) throws(UsageError) -> String {
    let file: Int32
    // Symbolic links are followed, because container systems use them to provide secrets.
    do throws(FileOpenError) { file = try RegularFile.open(path, O_RDONLY) } catch {
      throw UsageError("\(path) cannot be read: \(error)")
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & 0o077 == 0 else {
      throw UsageError("Other users can read \(path). Restrict it: chmod 600 \(path)")
    }
    // No token is longer than this. If the wrong file was named, the rest of it is not read.
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(file, &bytes, bytes.count)
    guard count >= 0 else { throw UsageError("\(path) cannot be read: \(String(cString: strerror(errno)))") }
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }

  /// Excludes the process's memory from core dumps, so that a crash does not write a secret to the disk.
  func keepMemoryFromCoreDumps() { _ = mn_keep_from_core_dumps() }
}
