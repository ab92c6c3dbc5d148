import Console
import Glibc
import MovieNightPrimitives

/// A user's logins, accessible only to that user (0600, folder 0700). The path follows the XDG specification.
struct LoginFile {
  let path: String

  /// Determines the path of the file; nil if neither `XDG_CONFIG_HOME` nor `HOME` is an absolute path.
  init?(_ variables: [String: String]) {
    func folder(_ name: String) -> String? { variables[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
    guard let home = folder("XDG_CONFIG_HOME") ?? folder("HOME").map({ $0 + "/.config" }) else { return nil }
    path = home + "/movienight/logins.json"
  }

  private var folder: String { String(path.dropLast("/logins.json".count)) }

  /// Reads the logins. There are none if the file does not exist, or if this user cannot access the folder.
  func read() throws(CommandFailure) -> Logins {
    var status = stat()
    if stat(path, &status) != 0, [ENOTDIR, EACCES].contains(errno) { return Logins() }
    return try readToChange()
  }

  /// Reads the logins before a change. Fails if an existing file cannot be read, because the change would overwrite it.
  func readToChange() throws(CommandFailure) -> Logins {
    let descriptor: Int32
    do throws(FileOpenError) { descriptor = try RegularFile.open(path, O_RDONLY | O_NOFOLLOW) } catch {
      if error == .system(ENOENT) { return Logins() }
      throw CommandFailure("\(path) cannot be read: \(error)", hint: hint(after: error))
    }
    defer { close(descriptor) }
    let bytes: [UInt8]
    do throws(CommandFailure) {
      bytes = try readAll(descriptor, path)
    } catch {
      throw CommandFailure(error.description, hint: hint(after: .system(EIO)))
    }
    do {
      return try Logins(json: bytes)
    } catch {
      throw CommandFailure("\(path) cannot be read: \(error)", hint: Self.loginFileHint)
    }
  }

  private static let loginFileHint = "Move it away, and log in again."

  /// Returns a hint for a file that cannot be read. It suggests moving the file away only if that loses no logins.
  private func hint(after error: FileOpenError) -> String {
    switch error {
    case .system(EACCES):
      "Make it accessible only to you: chmod 700 \(shellWord(folder)); chmod 600 \(shellWord(path))"
    case .symbolicLink: "Replace the link with the file itself, or remove the link and log in again."
    case .directory, .namedPipe, .socket, .device: Self.loginFileHint
    case .system: "Check its disk and folder, and try again. The logins in the file may be intact."
    }
  }

  /// Reads the logins, changes them with `body`, and writes them, while other processes that do the same wait. The file
  /// is replaced in one step, so that concurrent readers see either the old or the new logins.
  func change<Result>(_ body: (inout Logins) throws -> Result) throws -> Result {
    try createFolder(folder, mode: 0o700)
    // Only the program's own folder is made private, and not the folders above it.
    guard chmod(folder, 0o700) == 0 else { throw failure("made private", folder) }
    let lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard lock >= 0 else { throw failure("opened", folder) }
    defer { close(lock) }
    guard flock(lock, LOCK_EX) == 0 else { throw failure("locked", folder) }
    var logins = try readToChange()
    let result = try body(&logins)
    try replace(with: logins.json)
    return result
  }

  private func replace(with bytes: [UInt8]) throws(CommandFailure) {
    var name = Array("\(path).XXXXXX".utf8CString)
    // mkstemp creates the file with mode 0600, so that only its owner can read it.
    let descriptor = mkstemp(&name)
    guard descriptor >= 0 else { throw failure("written") }
    defer { close(descriptor) }
    guard writeAll(bytes, to: descriptor), fsync(descriptor) == 0, rename(name, path) == 0 else {
      defer { unlink(name) }
      throw failure("written")
    }
  }

  private func failure(_ action: String, _ path: String? = nil) -> CommandFailure {
    CommandFailure("\(path ?? self.path) cannot be \(action): \(String(cString: strerror(errno)))")
  }
}

extension Environment {
  func loginFile() throws(CommandFailure) -> LoginFile {
    guard let file = LoginFile(variables) else {
      throw CommandFailure(
        "There is no folder for the login file", hint: "Set HOME or XDG_CONFIG_HOME to one of your folders.")
    }
    return file
  }

  /// Reads this user's logins. There are none if the environment names no folder for them.
  func logins() throws(CommandFailure) -> Logins { try LoginFile(variables)?.read() ?? Logins() }
}
