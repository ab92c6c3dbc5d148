#if Postgres
  import Foundation
  import Glibc
  import PostgresServer
  import Primitives

  @testable import EventStore

  /// Stands between a store and its database, and can lose the answer to a COMMIT.
  final class LosingProxy: Sendable {
    let uri: PostgresURI
    private let directory: TemporaryDirectory
    private let listener: Int32
    private let target: String
    private let losesNextCommit = Locked(false)

    init(to database: PostgresDatabase) throws {
      directory = try TemporaryDirectory()
      target = "\(try PostgresServer.shared().folder)/.s.PGSQL.5432"
      let name = database.uri.description.split(separator: "/").last ?? ""
      uri = try PostgresURI("postgres://movienight@\(directory.path.replacing("/", with: "%2F"))/\(name)")
      listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      let bound = Self.withAddress("\(directory.path)/.s.PGSQL.5432") { bind(listener, $0, $1) }
      guard bound == 0, listen(listener, 16) == 0 else { throw StoreError(.misuse, "no proxy: \(errno)") }
    }

    deinit { close(listener) }

    /// Serves `count` connections, each until it ends.
    func serve(_ count: Int) {
      Thread.detachNewThread { [self] in
        for _ in 0..<count {
          let client = accept(listener, nil, nil)
          let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
          guard client >= 0, Self.withAddress(target, { connect(server, $0, $1) }) == 0 else { return }
          Thread.detachNewThread { [self] in serve(client, server) }
        }
      }
    }

    /// The next COMMIT reaches the server, and its answer nobody.
    func loseNextCommit() { losesNextCommit.withLock { $0 = true } }

    private func serve(_ client: Int32, _ server: Int32) {
      let commit = Array("\0commit\0".utf8)
      var isLosing = false
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        var ends = [client, server].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        poll(&ends, 2, -1)
        if ends[0].revents != 0 {
          let count = read(client, &buffer, buffer.count)
          guard count > 0 else { break }
          if losesNextCommit.withLock({ $0 }), Data(buffer[..<count]).range(of: Data(commit)) != nil {
            isLosing = true
            losesNextCommit.withLock { $0 = false }
          }
          guard write(server, buffer, count) == count else { break }
        }
        if ends[1].revents != 0 {
          let count = read(server, &buffer, buffer.count)
          // The server answers a pipeline as a whole, when it has carried it out.
          guard count > 0, !isLosing, write(client, buffer, count) == count else { break }
        }
      }
      close(client)
      close(server)
    }

    private static func withAddress<Result>(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result)
      -> Result
    {
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
      return withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
    }
  }
#endif
