import Console
import Glibc
import MovieNightKit
import MovieNightPrimitives
import Platform
import Transport

/// A connection of the load generator. It makes system calls directly, because the client library needs more CPU time.
final class BenchConnection {
  let socket: Descriptor
  private var partialLine: [UInt8] = []

  init(to address: ServerAddress, token: String) throws {
    socket = try Self.connect(to: address)
    _ = try ask("auth.authenticate", #""token":"\#(token)""#)
  }

  func stopWaiting() throws(SystemError) {
    let number = socket.number
    try systemCall("fcntl") { fcntl(number, F_SETFL, O_NONBLOCK) }
  }

  /// Sends a request and waits for its answer. `parameters` are the members of a JSON object, without its braces.
  func ask(_ method: String, _ parameters: String) throws -> JSONValue { try ask([(method, parameters)])[0] }

  func ask(_ requests: [(method: String, parameters: String)]) throws -> [JSONValue] {
    let lines = requests.enumerated().map { number, request in
      #"{"jsonrpc":"2.0","id":\#(number),"method":"\#(request.method)","params":{\#(request.parameters)}}"# + "\n"
    }
    try send(Array(lines.joined().utf8))
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 14, alignment: 16)
    defer { buffer.deallocate() }
    var results: [JSONValue] = []
    while results.count < requests.count {
      try receive(buffer) { line in
        let json = try JSONDocument(Array(line)).root
        guard results.count < requests.count, let result = json["result"] else {
          let method = requests[min(results.count, requests.count - 1)].method
          throw CommandFailure("\(method) was refused: \(json["error"]?["message"]?.string ?? "no answer")")
        }
        results.append(result)
      }
    }
    return results
  }

  /// Sends bytes in one call. There must be few enough of them to fit into the socket's buffer.
  func send(_ bytes: [UInt8]) throws(SystemError) {
    let number = socket.number
    let sent = try systemCall("send") { Glibc.send(number, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }
    if sent < bytes.count { throw SystemError(call: "send", code: EAGAIN) }
  }

  /// Receives bytes into `buffer`, and calls `body` with each line that is complete.
  func receive(_ buffer: UnsafeMutableRawBufferPointer, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    let number = socket.number
    let count: Int
    do throws(SystemError) {
      count = try systemCall("recv") { recv(number, buffer.baseAddress, buffer.count, 0) }
    } catch {
      if error.wouldBlock { return }
      throw error
    }
    guard count > 0 else { throw CommandFailure("the server closed the connection") }
    let received = UnsafeRawBufferPointer(rebasing: buffer[..<count])
    // Most lines arrive complete, and are passed on without being copied.
    guard !partialLine.isEmpty else { return try takeLines(of: received, body) }
    let collected = partialLine + received
    partialLine.removeAll(keepingCapacity: true)
    try collected.withUnsafeBytes { try takeLines(of: $0, body) }
  }

  private func takeLines(
    of bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    var rest = bytes
    while let start = rest.baseAddress, let end = memchr(start, Int32(UInt8(ascii: "\n")), rest.count) {
      let length = UnsafeRawPointer(end) - start
      try body(UnsafeRawBufferPointer(rebasing: rest[..<length]))
      rest = UnsafeRawBufferPointer(rebasing: rest[(length + 1)...])
    }
    partialLine += rest
  }

  private static func connect(to address: ServerAddress) throws -> Descriptor {
    let target = try target(address)
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    let number = try systemCall("socket") { Glibc.socket(target.family, type, 0) }
    let socket = Descriptor(number)
    try systemCall("connect") { target.withPointer { Glibc.connect(number, $0, $1) } }
    var on: Int32 = 1
    if case .tcp = address {
      try systemCall("setsockopt") { setsockopt(number, Int32(IPPROTO_TCP), TCP_NODELAY, &on, 4) }
    }
    return socket
  }

  private static func target(_ address: ServerAddress) throws -> SocketAddress {
    switch address {
    case .unix(let path): if let target = SocketAddress(unixPath: path) { return target }
    case .tcp(let host, let port):
      var hints = addrinfo()
      hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
      hints.ai_flags = AI_NUMERICSERV
      var found: UnsafeMutablePointer<addrinfo>?
      defer { if let found { freeaddrinfo(found) } }
      if getaddrinfo(host, String(port), &hints, &found) == 0, let first = found?.pointee {
        return SocketAddress(copying: first.ai_addr, length: first.ai_addrlen)
      }
    }
    throw ClientError.badAddress(address.description)
  }
}
