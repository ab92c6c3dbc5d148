import Foundation
import Glibc
import MovieNightPrimitives

/// A proxy between a program and its database server that cuts one of their connections at a given point.
public final class CuttingProxy: Sendable {
  public enum Cut: CaseIterable, Sendable {
    /// The database receives BEGIN, but not the request for the lock.
    case inBeginning
    /// The database receives part of the group's writes.
    case inStatements
    /// The database receives everything except the COMMIT.
    case beforeCommit
    /// The database receives the COMMIT, but its answer is lost.
    case afterCommit
    /// Like `afterCommit`, but the connection stays open.
    case silentAfterCommit
  }

  private static let socketName = ".s.PGSQL.5432"

  private let target: String
  private let listener: Int32
  private let cut = Locked<Cut?>(nil)
  private let isSilent = Locked(false)
  private let hasEnded = Locked(false)

  /// Starts a proxy whose socket is in `folder`. Addresses through the proxy have that folder as their host.
  public init(to server: PostgresServer, in folder: String) throws {
    target = "\(server.folder)/\(Self.socketName)"
    listener = Self.socket()
    let bound = Self.withAddress("\(folder)/\(Self.socketName)") { bind(listener, $0, $1) }
    guard bound == 0, listen(listener, 16) == 0 else { throw PostgresServerError("no proxy: \(errno)") }
    let accepting = listener
    Thread.detachNewThread { [weak self] in
      while true {
        let client = accept(accepting, nil, nil)
        guard client >= 0, let self else { break }
        Thread.detachNewThread { self.serve(client) }
      }
      close(accepting)
    }
  }

  /// Ends the proxy and all of its connections.
  public func end() {
    hasEnded.withLock { $0 = true }
    shutdown(listener, Int32(SHUT_RDWR))
  }

  /// Cuts the connection of the next group at `cut`.
  public func cutNext(_ cut: Cut) { self.cut.withLock { $0 = cut } }

  /// Whether the cut has been made.
  public var hasCut: Bool { cut.withLock { $0 == nil } }

  /// Stops forwarding on all connections, but keeps them open.
  public func goSilent() { isSilent.withLock { $0 = true } }

  private func serve(_ client: Int32) {
    let server = Self.socket()
    defer {
      close(client)
      close(server)
    }
    guard Self.withAddress(target, { connect(server, $0, $1) }) == 0 else { return }
    var (isMute, isDeaf) = (false, false)
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while !hasEnded.withLock({ $0 }) {
      var ends = [client, server].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      poll(&ends, 2, 50)
      if isSilent.withLock({ $0 }) {
        usleep(20_000)
        continue
      }
      if ends[0].revents != 0 {
        let count = read(client, &buffer, buffer.count)
        guard count > 0 else { return }
        let (passed, made) = pass(buffer[..<count])
        guard passed == 0 || write(server, buffer, passed) == passed else { return }
        switch made {
        case nil: break
        case .afterCommit: isDeaf = true
        case .silentAfterCommit: isMute = true
        default: return
        }
      }
      if ends[1].revents != 0 {
        let count = read(server, &buffer, buffer.count)
        // The database answers a pipeline after it has executed all of it, so the COMMIT is done now.
        guard count > 0, !isDeaf else { return }
        if !isMute, write(client, buffer, count) != count { return }
      }
    }
  }

  /// Returns how many of `bytes` to forward to the database, and the cut to make after them.
  private func pass(_ bytes: ArraySlice<UInt8>) -> (Int, Cut?) {
    cut.withLock { cut in
      guard let wanted = cut, let end = Self.end(of: wanted, in: Data(bytes)) else { return (bytes.count, nil) }
      cut = nil
      return (end, wanted)
    }
  }

  private static func end(of cut: Cut, in bytes: Data) -> Int? {
    // Returns the range of a prepared statement's name, including the zero bytes on both sides.
    func range(_ statement: String) -> Range<Int>? { bytes.range(of: Data([0] + Array(statement.utf8) + [0])) }
    switch cut {
    case .inBeginning: return range("lock").map { $0.lowerBound }
    case .inStatements: return range("insert_events").map { $0.upperBound + 16 }
    case .beforeCommit: return range("commit").map { $0.lowerBound - 5 }
    case .afterCommit, .silentAfterCommit: return range("commit") == nil ? nil : bytes.count
    }
  }

  // SOCK_CLOEXEC closes the socket in child processes. Otherwise a child of another test would keep the connection
  // open.
  private static func socket() -> Int32 {
    Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
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
