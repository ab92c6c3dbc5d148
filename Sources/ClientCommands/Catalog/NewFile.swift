import Console
import Glibc
import MovieNightPrimitives

/// A file that gets its name only when it is complete. It never replaces another file.
final class NewFile {
  private let path: String
  private let temporaryPath: String
  private let descriptor: Int32
  private var isFinished = false

  init(_ path: String) throws(CommandFailure) {
    var status = stat()
    if lstat(path, &status) == 0 { throw Self.alreadyExistsFailure(path) }
    let temporaryPath = "\(path).\(String(UInt32.random(in: 0 ... .max), radix: 36)).part"
    do throws(FileOpenError) {
      descriptor = try RegularFile.open(temporaryPath, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
    } catch {
      throw CommandFailure("\(path) cannot be written: \(error)", hint: error.hint)
    }
    self.path = path
    self.temporaryPath = temporaryPath
  }

  deinit {
    close(descriptor)
    if !isFinished { unlink(temporaryPath) }
  }

  func write(_ bytes: [UInt8]) throws(CommandFailure) {
    guard writeAll(bytes, to: descriptor) else { throw Self.failure(path, errno) }
  }

  /// Gives the file its name. Throws an error if another file has got this name in the meantime.
  func finish() throws(CommandFailure) {
    guard fsync(descriptor) == 0 else { throw Self.failure(path, errno) }
    // A hard link is used because, unlike a rename, it never replaces another file. `deinit` removes the temporary
    // name. On a file system without hard links, the file is renamed instead.
    if link(temporaryPath, path) == 0 { return }
    if errno == EEXIST { throw Self.alreadyExistsFailure(path) }
    var status = stat()
    if lstat(path, &status) == 0 { throw Self.alreadyExistsFailure(path) }
    guard rename(temporaryPath, path) == 0 else { throw Self.failure(path, errno) }
    isFinished = true
  }

  private static func alreadyExistsFailure(_ path: String) -> CommandFailure {
    CommandFailure("\(path) already exists", hint: "Choose another name, or move that file away.")
  }

  private static func failure(_ path: String, _ code: Int32) -> CommandFailure {
    CommandFailure("\(path) cannot be written: \(String(cString: strerror(code)))")
  }
}
