import Glibc

/// The server's reaction to a request.
struct Reply: Sendable {
  enum Action: Sendable {
    case send(HTTPResponse)
    /// Sends half of the body, then closes the connection.
    case sendHalf(HTTPResponse)
    case silence
    case reset
  }

  var afterMilliseconds = 0
  var action: Action
}

struct HTTPResponse: Sendable {
  var status: Int
  var headers: [(String, String)] = []
  var body: [UInt8]

  /// The head with its final empty line. The response's own headers replace the default ones of the same name.
  var head: [UInt8] {
    var headers = headers
    func isGiven(_ name: String) -> Bool { headers.contains { $0.0.lowercased() == name } }
    if !isGiven("content-type") { headers.append(("Content-Type", "application/json;charset=utf-8")) }
    if !isGiven("content-length") { headers.append(("Content-Length", "\(body.count)")) }
    let lines = ["HTTP/1.1 \(status) \(status == 200 ? "OK" : "Said So")"] + headers.map { "\($0): \($1)" }
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
  }
}

/// The server's side of a connection. The caller closes the descriptor.
struct HTTPConnection {
  private static let longestHead = 1 << 16

  private let descriptor: Int32
  private var buffer: [UInt8] = []

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Returns the next request, or nil if the client closed the connection or sent a malformed request.
  mutating func receive() -> HTTPHead? {
    while buffer.count <= Self.longestHead {
      if let end = Self.endOfHead(buffer) {
        defer { buffer.removeSubrange(..<end) }
        return HTTPHead(buffer[..<end])
      }
      var chunk = [UInt8](repeating: 0, count: 16384)
      let count = recv(descriptor, &chunk, chunk.count, 0)
      guard count > 0 else { return nil }
      buffer += chunk[..<count]
    }
    return nil
  }

  private static func endOfHead(_ bytes: [UInt8]) -> Int? {
    let end = Array("\r\n\r\n".utf8)
    guard bytes.count >= end.count else { return nil }
    return (end.count...bytes.count).first { bytes[($0 - end.count)..<$0].elementsEqual(end) }
  }

  /// Does what `reply` says. Returns whether the connection stays open.
  func perform(_ reply: Reply) -> Bool {
    wait(reply.afterMilliseconds)
    switch reply.action {
    case .send(let response):
      return send(response.head + response.body)
    case .sendHalf(let response):
      _ = send(response.head + response.body.prefix(response.body.count / 2))
      return false
    case .silence:
      waitForEnd()
      return false
    case .reset:
      // With a linger time of zero, closing the socket resets the connection.
      var lingers = linger(l_onoff: 1, l_linger: 0)
      setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &lingers, socklen_t(MemoryLayout<linger>.size))
      return false
    }
  }

  /// Waits for this time, or until the server stops.
  private func wait(_ milliseconds: Int) {
    guard milliseconds > 0 else { return }
    // Although no events are requested, `poll` also returns once both directions are shut down.
    var end = pollfd(fd: descriptor, events: 0, revents: 0)
    poll(&end, 1, Int32(clamping: milliseconds))
  }

  /// Waits until the client closes the connection or the server stops.
  private func waitForEnd() {
    var chunk = [UInt8](repeating: 0, count: 4096)
    while recv(descriptor, &chunk, chunk.count, 0) > 0 {}
  }

  private func send(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
