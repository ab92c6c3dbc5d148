import Foundation
import Glibc
import MovieNightPrimitives
import Testing

/// Opening paths that may not lead to a regular file.
@Suite struct RegularFileTests {
  private let folder: String
  private var path: String { "\(folder)/file" }

  init() throws {
    folder = NSTemporaryDirectory() + "regular-file-\(UInt32.random(in: 0 ... .max))"
    try #require(mkdir(folder, 0o700) == 0)
  }

  private func remove() { try? FileManager.default.removeItem(atPath: folder) }

  private func failure(_ path: String, _ flags: Int32) -> FileOpenError? {
    do throws(FileOpenError) {
      close(try RegularFile.open(path, flags))
      return nil
    } catch {
      return error
    }
  }

  @Test func createdFileIsPrivateAndCloseOnExec() throws {
    defer { remove() }
    let descriptor = try RegularFile.open(path, O_RDWR | O_CREAT | O_NOFOLLOW)
    defer { close(descriptor) }
    var status = stat()
    #expect(fstat(descriptor, &status) == 0 && status.st_mode & 0o777 == 0o600)
    #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0)
  }

  @Test(arguments: [O_RDONLY, O_WRONLY, O_RDWR, O_WRONLY | O_CREAT | O_TRUNC])
  func namedPipeIsRefusedWithoutWaiting(flags: Int32) throws {
    defer { remove() }
    try #require(mkfifo(path, 0o600) == 0)
    #expect(failure(path, flags) == .namedPipe)
    #expect(throws: FileOpenError.namedPipe) { try RegularFile.check(path) }
  }

  @Test func foldersSocketsAndDevicesAreRefused() throws {
    defer { remove() }
    #expect(failure(folder, O_RDONLY) == .directory && failure(folder, O_RDWR) == .directory)
    #expect(failure("/dev/null", O_RDWR) == .device)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    let bound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(bound == 0)
    #expect(failure(path, O_RDONLY) == .socket)
  }

  @Test func symbolicLinkIsRefusedWithNoFollow() throws {
    defer { remove() }
    let target = "\(folder)/target"
    try #require(symlink(target, path) == 0)
    #expect(failure(path, O_RDWR | O_CREAT | O_NOFOLLOW) == .symbolicLink)
    #expect(access(target, F_OK) != 0, "nothing is created behind the link")
    #expect(failure(path, O_RDWR | O_CREAT) == nil)
    #expect(failure(path, O_RDONLY | O_NOFOLLOW) == .symbolicLink)
  }

  @Test func missingFileFailsWithSystemError() throws {
    defer { remove() }
    #expect(failure(path, O_RDONLY) == .system(ENOENT))
    try RegularFile.check(path)
  }
}
