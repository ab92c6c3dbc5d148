import Glibc
import MovieNightPrimitives

@testable import Platform
@testable import Transport

/// One line from a server, parsed.
struct Answer: Sendable {
  let text: String
  let json: JSONValue

  init(_ text: String) throws {
    self.text = text
    json = try JSONDocument(stored: Array(text.utf8)).root
  }

  var error: JSONValue? { json["error"] }
  var code: Int? { error?["code"]?.integer }
  var reason: String? { error?["data"]?["reason"]?.string }

  /// The result; throws if the answer is an error.
  func result() throws -> JSONValue {
    guard let result = json["result"] else { throw TestFailure(text) }
    return result
  }

  /// The text of the result.
  func resultText() throws -> String { try result().text }
}

extension JSONValue {
  /// The value's text; a string without its quotes.
  var text: String { String(decoding: rawBytes, as: UTF8.self) }
}

/// A plain connection, which sends text unchanged and reads lines.
///
/// `@unchecked Sendable`: only one thread at a time uses it.
final class Wire: @unchecked Sendable {
  private let descriptor: Int32
  private var received: [UInt8] = []
  private var nextID = 1

  init(unix path: String) throws {
    // Closed in child processes, so that none of them keeps this connection open.
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard let address = SocketAddress(unixPath: path) else { throw TestFailure("\(path) is too long") }
    try connect(address)
  }

  init(port: UInt16) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let copied = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        SocketAddress(copying: $0, length: socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    try connect(copied)
  }

  deinit { close(descriptor) }

  private func connect(_ address: SocketAddress) throws {
    try systemCall("connect") { address.withPointer { Glibc.connect(descriptor, $0, $1) } }
    // Makes a test fail instead of hang if the answer never comes.
    var timeout = timeval(tv_sec: timeoutSeconds, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      try systemCall("setsockopt") {
        setsockopt(descriptor, SOL_SOCKET, option, &timeout, socklen_t(MemoryLayout<timeval>.size))
      }
    }
  }

  // MARK: Lines

  func send(_ text: String) throws {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = try rest.withUnsafeBytes { buffer in
        try systemCall("send") { Glibc.send(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_NOSIGNAL)) }
      }
      rest = rest.dropFirst(count)
    }
  }

  /// The next line, without its newline; nil at the end of the connection.
  func readLine() throws -> String? {
    var searched = 0
    while true {
      if let end = received[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { received.removeSubrange(...end) }
        return String(decoding: received[..<end], as: UTF8.self)
      }
      searched = received.count
      guard try receive() else { return nil }
    }
  }

  func readAnswer() throws -> Answer {
    guard let line = try readLine() else { throw TestFailure("the server closed the connection") }
    return try Answer(line)
  }

  /// Whether the server ends the connection without sending another line.
  func isAtEnd() throws -> Bool { try readLine() == nil }

  /// Whether there is unread input, or the connection has ended.
  var hasInput: Bool {
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return !received.isEmpty || poll(&polled, 1, 0) > 0
  }

  private func receive() throws -> Bool {
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    do throws(SystemError) {
      let count = try systemCall("recv") { recv(descriptor, &chunk, 64 << 10, 0) }
      received += chunk[..<count]
      return count > 0
    } catch {
      // A server that was killed resets its connections.
      if error.code == ECONNRESET { return false }
      throw error
    }
  }

  // MARK: Calls

  /// Sends a request without waiting. `parameters` are the members of its parameters, as JSON.
  func post(_ method: String, _ parameters: String = "") throws {
    try send(#"{"jsonrpc":"2.0","id":\#(nextID),"method":"\#(method)","params":{\#(parameters)}}"# + "\n")
    nextID += 1
  }

  /// The answer to one request; skips notifications before it.
  func call(_ method: String, _ parameters: String = "") throws -> Answer {
    try post(method, parameters)
    while true {
      let answer = try readAnswer()
      if answer.json["id"] != nil { return answer }
    }
  }

  /// The result of one request that must succeed.
  @discardableResult
  func result(_ method: String, _ parameters: String = "") throws -> JSONValue {
    do {
      return try call(method, parameters).result()
    } catch {
      throw TestFailure("\(method) {\(parameters)}: \(error)")
    }
  }
}
