import Foundation
import Glibc
import MovieNightPrimitives

/// A server on 127.0.0.1 that sends whatever a test specifies, valid or not.
final class TinyHTTPServer: Sendable {
  enum Step: Sendable {
    case bytes([UInt8])
    case repeated([UInt8], Int)
    case pause(milliseconds: UInt32)
    /// Sends nothing more until the peer closes the connection.
    case silence
    case close
    /// Resets the connection.
    case reset
  }

  let port: UInt16
  private let listener: Int32
  private let greeting: [Step]
  private let respond: @Sendable (_ head: String) -> [Step]
  private let state = Locked(State())

  private struct State {
    var heads: [String] = []
    var connections: Set<Int32> = []
    var accepted = 0
    var sent = 0
    var hasEnded = false
  }

  /// - Parameters:
  ///   - greeting: the steps to run before the first request.
  ///   - respond: the steps to run for a request with this head.
  init(greeting: [Step] = [], _ respond: @escaping @Sendable (_ head: String) -> [Step]) throws {
    self.greeting = greeting
    self.respond = respond
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    port = try Self.bindToPort(listener)
    guard listen(listener, 128) == 0 else { throw CannotListen(code: errno) }
    Thread.detachNewThread { [self] in
      while true {
        let client = acceptOne(listener)
        guard client >= 0 else { break }
        guard open(client) else {
          Glibc.close(client)
          break
        }
        Thread.detachNewThread { self.serve(client) }
      }
      Glibc.close(listener)
    }
  }

  /// Runs the same steps for every request.
  convenience init(_ steps: Step...) throws { try self.init { _ in steps } }

  var url: String { "http://127.0.0.1:\(port)" }
  /// The heads of all requests so far.
  var heads: [String] { state.withLock { $0.heads } }
  var connectionsAccepted: Int { state.withLock { $0.accepted } }
  /// The number of sent bytes that the system has accepted.
  var bytesSent: Int { state.withLock { $0.sent } }

  func end() {
    state.withLock { state in
      state.hasEnded = true
      for connection in state.connections { shutdown(connection, Int32(SHUT_RDWR)) }
    }
    shutdown(listener, Int32(SHUT_RDWR))
  }

  /// Returns a response with a body and additional headers.
  static func answer(_ body: [UInt8], status: String = "200 OK", headers: [String] = []) -> Step {
    let lines = ["HTTP/1.1 \(status)", "Content-Length: \(body.count)"] + headers
    return .bytes(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body)
  }

  static func answer(_ body: String, status: String = "200 OK", headers: [String] = []) -> Step {
    answer(Array(body.utf8), status: status, headers: headers)
  }

  static func text(_ text: String) -> Step { .bytes(Array(text.utf8)) }

  // MARK: Connections

  private func open(_ client: Int32) -> Bool {
    state.withLock { state in
      guard !state.hasEnded else { return false }
      state.accepted += 1
      return state.connections.insert(client).inserted
    }
  }

  private func serve(_ client: Int32) {
    defer {
      state.withLock { _ = $0.connections.remove(client) }
      Glibc.close(client)
    }
    guard carryOut(greeting, client) else { return }
    while let head = readHead(client) {
      state.withLock { $0.heads.append(head) }
      guard carryOut(respond(head), client) else { return }
    }
  }

  private func readHead(_ client: Int32) -> String? {
    var head: [UInt8] = []
    var byte: UInt8 = 0
    while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) {
      guard head.count < 1 << 16, recv(client, &byte, 1, 0) == 1 else { return nil }
      head.append(byte)
    }
    return String(decoding: head, as: UTF8.self)
  }

  /// Carries out the steps. Returns whether the connection stays open.
  private func carryOut(_ steps: [Step], _ client: Int32) -> Bool { steps.allSatisfy { carryOut($0, client) } }

  private func carryOut(_ step: Step, _ client: Int32) -> Bool {
    switch step {
    case .bytes(let bytes): return write(bytes, client)
    case .repeated(let bytes, let count):
      return (0..<count).allSatisfy { _ in write(bytes, client) }
    case .pause(let milliseconds): usleep(milliseconds * 1000)
    case .silence:
      var byte: UInt8 = 0
      while recv(client, &byte, 1, 0) == 1 {}
      return false
    case .close: return false
    case .reset:
      var lingers = linger(l_onoff: 1, l_linger: 0)
      setsockopt(client, SOL_SOCKET, SO_LINGER, &lingers, socklen_t(MemoryLayout<linger>.size))
      return false
    }
    return true
  }

  private func write(_ bytes: [UInt8], _ client: Int32) -> Bool {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes {
        send(client, $0.baseAddress.map { $0 + written }, bytes.count - written, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      written += count
      state.withLock { $0.sent += count }
    }
    return true
  }

  // MARK: Listening

  struct CannotListen: Error { let code: Int32 }

  private func acceptOne(_ listener: Int32) -> Int32 {
    let client = accept(listener, nil, nil)
    // Close on exec, because a copy in a child process of another test would keep the connection open.
    if client >= 0 { _ = fcntl(client, F_SETFD, FD_CLOEXEC) }
    return client
  }

  fileprivate static func bindToPort(_ descriptor: Int32) throws -> UInt16 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
      }
    }
    guard isBound else { throw CannotListen(code: errno) }
    return UInt16(bigEndian: address.sin_port)
  }
}

/// A port on 127.0.0.1 without a listener. It stays bound so that no other process can take it.
final class ClosedPort: Sendable {
  let port: UInt16
  private let descriptor: Int32

  init() throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    port = try TinyHTTPServer.bindToPort(descriptor)
  }

  deinit { Glibc.close(descriptor) }
}
