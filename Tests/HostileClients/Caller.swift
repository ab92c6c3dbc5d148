import CLinux
import Glibc
import Platform
import MovieNightPrimitives

/// The reason why an attack could not run or a call of the bystander failed.
package struct CallFailure: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}

/// A connection that sends requests and waits for their answers. `@unchecked Sendable`, because only one thread at a
/// time uses it.
final class Caller: @unchecked Sendable {
  private let socket: Descriptor
  private var received: [UInt8] = []

  /// Connects, and authenticates with `token` if there is one. Waiting for an answer times out after `seconds`.
  init(to address: ServerAddress, token: String? = nil, seconds: Int = 60) throws {
    socket = try address.connect()
    let number = socket.number
    var timeout = timeval(tv_sec: seconds, tv_usec: 0)
    try systemCall("setsockopt") {
      setsockopt(number, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    }
    if let token { _ = try call("auth.authenticate", #""token":"\#(token)""#) }
  }

  /// Sends a request and returns its result.
  func call(_ method: String, _ parameters: String = "") throws -> JSONValue {
    try send(request(method, parameters))
    return try result()
  }

  /// Sends requests in batches of 100 lines and waits for their answers. Throws if one of them is not a result.
  func run(_ requests: [String]) throws {
    for start in stride(from: 0, to: requests.count, by: 100) {
      let part = requests[start..<min(start + 100, requests.count)]
      try send(part.joined(separator: "\n"))
      for _ in part { _ = try result() }
    }
  }

  private func send(_ lines: String) throws {
    let (bytes, number) = (Array((lines + "\n").utf8), socket.number)
    var sent = 0
    while sent < bytes.count {
      sent += try bytes.withUnsafeBytes { bytes in
        try systemCall("send") {
          Glibc.send(number, bytes.baseAddress! + sent, bytes.count - sent, Int32(MSG_NOSIGNAL))
        }
      }
    }
  }

  private func result() throws -> JSONValue {
    let line = try readLine()
    let json = try JSONDocument(line).root
    guard let result = json["result"] else { throw CallFailure(String(decoding: line, as: UTF8.self)) }
    return result
  }

  private func readLine() throws -> [UInt8] {
    var searched = 0
    while true {
      if let end = received[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { received.removeSubrange(...end) }
        return Array(received[..<end])
      }
      searched = received.count
      var chunk = [UInt8](repeating: 0, count: 64 << 10)
      let number = socket.number
      let count = try systemCall("recv") { recv(number, &chunk, chunk.count, 0) }
      guard count > 0 else { throw CallFailure("the server closed the connection") }
      received += chunk[..<count]
    }
  }
}
