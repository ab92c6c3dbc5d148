import CLinux
import Glibc
import Testing

@testable import Platform
@testable import Transport

@Suite struct ListenerTests {
  @Test func validListenAddressIsParsedAndInvalidRefused() {
    #expect(ListenAddress(hostAndPort: "127.0.0.1:6684") == .tcp(host: "127.0.0.1", port: 6684))
    #expect(ListenAddress(hostAndPort: "[::1]:0") == .tcp(host: "::1", port: 0))
    #expect(ListenAddress.tcp(host: "::1", port: 80).description == "[::1]:80")
    for text in ["", "localhost", ":80", "host:", "host:65536", "::1:80", "[]:80", "host:-1"] {
      #expect(ListenAddress(hostAndPort: text) == nil, "\(text)")
    }
  }

  @Test func socketFileIsPrivateAndRemoved() throws {
    try withTemporaryDirectory { directory in
      let listener = try Listener(on: .unix(path: directory + "/s"))
      #expect(mode(directory + "/s") == 0o600)
      listener.removeSocketFile()
      #expect(mode(directory + "/s") == nil)
    }
  }

  @Test func staleSocketIsReplacedButLiveOneIsNot() throws {
    try withTemporaryDirectory { directory in
      let path = directory + "/s"
      do { _ = try Listener(on: .unix(path: path)) }
      #expect(mode(path) != nil)
      let live = try Listener(on: .unix(path: path))
      #expect(throws: ListenError.Cause.alreadyServed) {
        try cause { () throws(ListenError) in try Listener(on: .unix(path: path)) }
      }
      live.removeSocketFile()
    }
  }

  @Test func removalLeavesSocketOfAnotherListener() throws {
    try withTemporaryDirectory { directory in
      let path = directory + "/s"
      let first = try Listener(on: .unix(path: path))
      rename(path, directory + "/old")
      let second = try Listener(on: .unix(path: path))
      first.removeSocketFile()
      #expect(mode(path) != nil)
      second.removeSocketFile()
      #expect(mode(path) == nil)
      unlink(directory + "/old")
    }
  }

  @Test func regularFileAtSocketPathIsRefusedAndKept() throws {
    try withTemporaryDirectory { directory in
      let path = directory + "/file"
      close(mn_open(path, O_CREAT | O_WRONLY, 0o644))
      #expect(throws: ListenError.Cause.notASocket) {
        try cause { () throws(ListenError) in try Listener(on: .unix(path: path)) }
      }
      #expect(mode(path) == 0o644)
      unlink(path)
    }
  }

  @Test func unusableAddressFailsWithItsCause() throws {
    let long = "/tmp/" + String(repeating: "x", count: 103)
    #expect(throws: ListenError.Cause.pathTooLong(limit: 107)) {
      try cause { () throws(ListenError) in try Listener(on: .unix(path: long)) }
    }
    let first = try Listener(on: .tcp(host: "127.0.0.1", port: 0))
    #expect(throws: ListenError.Cause.system(SystemError(call: "bind", code: EADDRINUSE))) {
      try cause { () throws(ListenError) in try Listener(on: first.address) }
    }
    let unknown = ListenError(address: first.address, cause: .system(SystemError(call: "bind", code: EADDRINUSE)))
    #expect(
      unknown.description.hasSuffix("the address is in use. Choose another with --listen, or port 0 for a free one."))
  }

  private func cause(_ body: () throws(ListenError) -> Listener) throws -> Listener {
    do {
      return try body()
    } catch {
      throw error.cause
    }
  }

  private func mode(_ path: String) -> mode_t? {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & 0o777 : nil
  }

  private func withTemporaryDirectory(_ body: (String) throws -> Void) throws {
    let directory = try makeTemporaryDirectory()
    defer { rmdir(directory) }
    try body(directory)
  }
}

extension ListenError.Cause: Error {}
