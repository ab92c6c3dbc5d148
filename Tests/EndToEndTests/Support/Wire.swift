import Glibc
import MovieNightPrimitives

@testable import Platform
@testable import Transport

/// A line received from a server, with its parsed JSON.
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

  /// Returns the result, or throws if the answer is an error.
  func result() throws -> JSONValue {
    guard let result = json["result"] else { throw TestFailure(text) }
    return result
  }

  /// Returns the text of the result, or throws if the answer is an error.
  func resultText() throws -> String { try result().text }
}

extension JSONValue {
  /// The value's text. A string is without its quotes.
  var text: String { String(decoding: rawBytes, as: UTF8.self) }
}

/// A connection to a server's socket that sends text unchanged and reads lines.
///
/// `@unchecked Sendable`: only one thread at a time uses it.
final class Wire: @unchecked Sendable {
  private let descriptor: Int32
  private var received: [UInt8] = []
  private var nextID = 1

  init(unix path: String) throws {
    // SOCK_CLOEXEC prevents child processes from keeping this connection open.
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
    // With a timeout, a test fails instead of hanging if an answer never arrives.
    var timeout = timeval(tv_sec: timeoutSeconds, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      try systemCall("setsockopt") {
        setsockopt(descriptor, SOL_SOCKET, option, &timeout, socklen_t(MemoryLayout<timeval>.size))
      }
    }
  }

  // MARK: Sending and reading lines

  func send(_ text: String) throws {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = try rest.withUnsafeBytes { buffer in
        try systemCall("send") { Glibc.send(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_NOSIGNAL)) }
      }
      rest = rest.dropFirst(count)
    }
  }

  /// Returns the next line without its newline, or nil if the connection has ended.
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
      // The connections of a killed server are reset.
      if error.code == ECONNRESET { return false }
      throw error
    }
  }

  // MARK: Sending requests

  /// Sends a request without waiting for the answer. `parameters` are the members of the parameters object, as JSON.
  func post(_ method: String, _ parameters: String = "") throws {
    try send(#"{"jsonrpc":"2.0","id":\#(nextID),"method":"\#(method)","params":{\#(parameters)}}"# + "\n")
    nextID += 1
  }

  /// Sends a request and returns its answer. Notifications before the answer are discarded.
  func call(_ method: String, _ parameters: String = "") throws -> Answer {
    try post(method, parameters)
    while true {
      let answer = try readAnswer()
      if answer.json["id"] != nil { return answer }
    }
  }

  /// Sends a request and returns its result, or throws if the answer is an error.
  @discardableResult
  func result(_ method: String, _ parameters: String = "") throws -> JSONValue {
    do {
      return try call(method, parameters).result()
    } catch {
      throw TestFailure("\(method) {\(parameters)}: \(error)")
    }
  }
}
