#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Bionic)
  import Bionic
#endif

/// Opens regular files only.
///
/// A path may lead to something else. Opening a named pipe waits for its other end, and a symbolic link in a folder
/// that other users can write to can point at any file of this user.
public enum RegularFile {
  /// Opens a regular file without blocking, and with close-on-exec set. Only its owner can access a new file (0600).
  ///
  /// `flags` are those of open(2). Use `O_NOFOLLOW` for each file whose name the program itself chooses.
  public static func open(_ path: String, _ flags: Int32) throws(FileOpenError) -> Int32 {
    var descriptor: Int32
    repeat {
      descriptor = openWithoutWaiting(path, flags)
    } while descriptor < 0 && errno == EINTR
    guard descriptor >= 0 else { throw failure(path, errno) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      defer { close(descriptor) }
      throw .system(errno)
    }
    if let error = FileOpenError(status) {
      close(descriptor)
      throw error
    }
    return descriptor
  }

  /// Checks that a path leads to a regular file or to none, without opening it. For files that a library opens.
  public static func check(_ path: String) throws(FileOpenError) {
    var status = stat()
    if stat(path, &status) == 0, let error = FileOpenError(status) { throw error }
  }

  private static func failure(_ path: String, _ code: Int32) -> FileOpenError {
    var status = stat()
    // With O_NOFOLLOW a link fails with ELOOP, and with O_NONBLOCK a pipe or socket with ENXIO.
    if [ELOOP, ENXIO].contains(code), lstat(path, &status) == 0, let error = FileOpenError(status) { return error }
    return code == EISDIR ? .directory : .system(code)
  }
}

private func openWithoutWaiting(_ path: String, _ flags: Int32) -> Int32 {
  open(path, flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0o600)
}

/// The reason why a path could not be opened as a regular file.
public enum FileOpenError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A system call failed with this `errno`.
  case system(Int32)
  case symbolicLink
  case directory
  case namedPipe
  case socket
  case device

  fileprivate init?(_ status: stat) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: return nil
    case S_IFLNK: self = .symbolicLink
    case S_IFDIR: self = .directory
    case S_IFIFO: self = .namedPipe
    case S_IFSOCK: self = .socket
    default: self = .device
    }
  }

  /// The reason, to be shown after the path and a colon.
  public var description: String {
    switch self {
    case .system(let code): String(cString: strerror(code))
    case .symbolicLink: "it is a symbolic link"
    case .directory: "it is a folder"
    case .namedPipe: "it is a named pipe, not a regular file"
    case .socket: "it is a socket, not a regular file"
    case .device: "it is a device, not a regular file"
    }
  }

  /// Advice for the user; nil for the failure of a system call.
  public var hint: String? {
    switch self {
    case .system: nil
    case .symbolicLink: "Remove the link: this path may not be a link."
    case .directory: "Name a file in the folder."
    case .namedPipe, .socket, .device: "Name a regular file."
    }
  }
}
