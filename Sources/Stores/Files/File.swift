import EventStore
import Glibc
import MovieNightPrimitives

/// An open file, which is closed when the last reference to it ends. Interrupted system calls are repeated.
package final class File: Sendable {
  let path: String
  let descriptor: Int32

  /// Opens a regular file, or with `O_DIRECTORY` a folder. A new file is accessible only to the user (0600).
  package init(_ path: String, _ flags: Int32) throws(StoreError) {
    self.path = path
    if flags & O_DIRECTORY != 0 {
      descriptor = retryingInterrupts { open(path, flags | O_CLOEXEC) }
      guard descriptor >= 0 else { throw StoreError.system(.cannotOpen, "open", path, errno) }
    } else {
      descriptor = try StoreError.opening(path) { () throws(FileOpenError) in try RegularFile.open(path, flags) }
    }
  }

  deinit { Glibc.close(descriptor) }

  package func size() throws(StoreError) -> Int {
    var status = stat()
    try call("examine", path) { fstat(descriptor, &status) }
    return Int(status.st_size)
  }

  package func read(from offset: Int = 0) throws(StoreError) -> [UInt8] {
    try read(from: offset, count: max(0, try size() - offset))
  }

  /// Reads up to `wanted` bytes from `offset`; fewer at the end of the file.
  func read(from offset: Int, count wanted: Int) throws(StoreError) -> [UInt8] {
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, count in
      while count < wanted {
        let part = retryingInterrupts {
          pread(descriptor, buffer.baseAddress! + count, wanted - count, off_t(offset + count))
        }
        if part < 0 { failure = errno }
        if part <= 0 { return }
        count += part
      }
    }
    guard failure == 0 else { throw StoreError.system(.unavailable, "read", path, failure) }
    return bytes
  }

  package func write(_ bytes: [UInt8], at offset: Int) throws(StoreError) {
    let failure = bytes.withUnsafeBytes { buffer -> Int32 in
      var written = 0
      while written < buffer.count {
        let part = retryingInterrupts {
          pwrite(descriptor, buffer.baseAddress! + written, buffer.count - written, off_t(offset + written))
        }
        if part < 0 { return errno }
        written += part
      }
      return 0
    }
    guard failure == 0 else { throw StoreError.system(.unavailable, "write", path, failure) }
  }

  /// Waits until the written bytes, and the file's size, would survive a power loss.
  func synchronize() throws(StoreError) { try call("sync", path) { fdatasync(descriptor) } }

  func truncate(to size: Int) throws(StoreError) { try call("truncate", path) { ftruncate(descriptor, off_t(size)) } }
}

/// File-system calls on paths.
package enum Files {
  package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Returns whether the path certainly does not exist; false if that is unknown, for example for lack of permission.
  package static func isMissing(_ path: String) -> Bool { access(path, F_OK) != 0 && errno == ENOENT }

  /// Returns a file's size in bytes without opening it; nil if there is no such file.
  static func size(of path: String) -> Int? {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : nil
  }

  /// Returns the path without its last component; `.` if it has only one component.
  package static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Returns the path with all symbolic links resolved. The file itself need not exist, if its folder does.
  package static func realPath(of path: String) -> String {
    func resolved(_ path: String) -> String? {
      guard let resolved = realpath(path, nil) else { return nil }
      defer { free(resolved) }
      return String(cString: resolved)
    }
    if let whole = resolved(path) { return whole }
    guard let folder = resolved(parent(of: path)) else { return path }
    return "\(folder)/\(path.split(separator: "/").last ?? "")"
  }

  /// Creates a directory and its missing parents, accessible only to the user (0700).
  package static func createDirectory(_ path: String) throws(StoreError) {
    if mkdir(path, 0o700) == 0 { return try synchronizeDirectory(parent(of: path)) }
    if errno == ENOENT, parent(of: path) != path {
      try createDirectory(parent(of: path))
      return try createDirectory(path)
    }
    guard errno == EEXIST else { throw StoreError.system(.cannotOpen, "create directory", path, errno) }
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw StoreError.system(.cannotOpen, "create directory", path, ENOTDIR)
    }
    // The directory exists, but the process that created it may have died before its name was durable, so the parent is
    // synced again. An unreadable parent needs no sync, because this program did not create the directory in it.
    if access(parent(of: path), R_OK) == 0 { try synchronizeDirectory(parent(of: path)) }
  }

  /// Waits until the names that were added to or removed from a directory would survive a power loss.
  static func synchronizeDirectory(_ path: String) throws(StoreError) {
    let directory = try File(path, O_RDONLY | O_DIRECTORY)
    try call("sync", path) { fsync(directory.descriptor) }
  }

  package static func rename(_ path: String, to newPath: String) throws(StoreError) {
    try call("rename", path) { Glibc.rename(path, newPath) }
  }

  /// Removes a file, and returns whether it existed.
  package static func unlink(_ path: String) throws(StoreError) -> Bool {
    if Glibc.unlink(path) == 0 { return true }
    guard errno == ENOENT else { throw StoreError.system(.unavailable, "remove", path, errno) }
    return false
  }

  /// Returns the names of the files in a directory, sorted and without hidden files.
  package static func names(in path: String) throws(StoreError) -> [String] {
    guard let directory = opendir(path) else { throw StoreError.system(.cannotOpen, "list", path, errno) }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }
}

private func retryingInterrupts<Result: SignedInteger>(_ call: () -> Result) -> Result {
  while true {
    let result = call()
    if result != -1 || errno != EINTR { return result }
  }
}

/// Makes a system call that returns 0 on success. The error names the call and the file.
private func call(_ action: String, _ path: String, _ body: () -> Int32) throws(StoreError) {
  guard retryingInterrupts(body) == 0 else { throw .system(.unavailable, action, path, errno) }
}

extension StoreError {
  /// Runs a function that opens or checks a file, and adds the file's path to its error.
  static func opening<Result>(_ path: String, _ body: () throws(FileOpenError) -> Result) throws(StoreError) -> Result {
    do throws(FileOpenError) {
      return try body()
    } catch {
      if case .system(let number) = error { throw .system(.cannotOpen, "open", path, number) }
      throw StoreError(.cannotOpen, "cannot open \(path): \(error)", hint: error.hint)
    }
  }

  package static func system(_ code: Code, _ action: String, _ path: String, _ number: Int32) -> StoreError {
    StoreError(code, "cannot \(action) \(path): \(String(cString: strerror(number)))", hint: hint(number))
  }

  static func hint(_ number: Int32) -> String? {
    switch number {
    case EACCES, EPERM: "Check its owner and permissions."
    case ENOENT: "Check the path: the file or one of its folders is missing."
    case ENOTDIR: "Check the path: one of its parts is a file, not a folder."
    case ENOSPC, EDQUOT: "Free disk space."
    case EFBIG: "Raise the file size limit (ulimit -f)."
    case EROFS: "The file system is mounted read-only."
    case EMFILE, ENFILE: "Raise the open file limit (ulimit -n)."
    default: nil
    }
  }

  func with(_ code: Code) -> StoreError { StoreError(code, message, hint: hint) }
}
