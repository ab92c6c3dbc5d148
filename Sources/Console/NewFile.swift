import Glibc
import MovieNightPrimitives

/// A file that gets its name only when it is complete, and that only its owner can access (0600).
package final class NewFile {
  package static let force = CommandOption.flag("force", "Replace FILE if it exists.")

  private let path: String
  private let replacesFile: Bool
  private let temporaryPath: String
  private let descriptor: Int32
  private var isFinished = false

  /// - Throws: A failure if the path exists and `replacesFile` is false, or if it is not a regular file.
  package init(_ path: String, replacesFile: Bool) throws(CommandFailure) {
    var status = stat()
    if lstat(path, &status) == 0 {
      guard replacesFile else { throw Self.alreadyExistsFailure(path) }
      guard status.st_mode & S_IFMT == S_IFREG else {
        throw CommandFailure("\(path) is not a regular file", hint: "Choose another name.")
      }
    }
    let temporaryPath = "\(path).\(String(UInt32.random(in: 0 ... .max), radix: 36)).part"
    do throws(FileOpenError) {
      descriptor = try RegularFile.open(temporaryPath, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
    } catch {
      throw CommandFailure("\(path) cannot be written: \(error)", hint: error.hint)
    }
    self.path = path
    self.replacesFile = replacesFile
    self.temporaryPath = temporaryPath
  }

  deinit {
    close(descriptor)
    if !isFinished { unlink(temporaryPath) }
  }

  package func write(_ bytes: [UInt8]) throws(CommandFailure) {
    guard writeAll(bytes, to: descriptor) else { throw Self.failure(path, errno) }
  }

  /// Gives the file its name. Throws an error if another file, which it may not replace, has got this name in the
  /// meantime.
  package func finish() throws(CommandFailure) {
    guard fsync(descriptor) == 0 else { throw Self.failure(path, errno) }
    if !replacesFile {
      // A hard link is used because, unlike a rename, it never replaces another file. `deinit` removes the temporary
      // name. On a file system without hard links, the file is renamed instead.
      if link(temporaryPath, path) == 0 { return }
      if errno == EEXIST { throw Self.alreadyExistsFailure(path) }
      var status = stat()
      if lstat(path, &status) == 0 { throw Self.alreadyExistsFailure(path) }
    }
    guard rename(temporaryPath, path) == 0 else { throw Self.failure(path, errno) }
    isFinished = true
  }

  private static func alreadyExistsFailure(_ path: String) -> CommandFailure {
    CommandFailure("\(path) already exists", hint: "Choose another name, or replace that file with --force.")
  }

  private static func failure(_ path: String, _ code: Int32) -> CommandFailure {
    CommandFailure("\(path) cannot be written: \(String(cString: strerror(code)))")
  }
}

/// Creates a folder and its missing parents, unless they exist.
package func createFolder(_ path: String, mode: mode_t) throws(CommandFailure) {
  if mkdir(path, mode) == 0 { return }
  if errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex {
    try createFolder(String(path[..<slash]), mode: mode)
    if mkdir(path, mode) == 0 { return }
  }
  guard errno == EEXIST else {
    throw CommandFailure("\(path) cannot be created: \(String(cString: strerror(errno)))")
  }
}
