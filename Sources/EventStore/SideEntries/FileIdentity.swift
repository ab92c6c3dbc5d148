import Glibc

/// Which file it is that a path leads to: another one has another identity, whatever its name.
struct FileIdentity: Equatable {
  private let device: dev_t
  private let number: ino_t

  /// Nil where there is none.
  init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = status.st_dev
    number = status.st_ino
  }
}
