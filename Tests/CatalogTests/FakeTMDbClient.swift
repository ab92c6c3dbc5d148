import FakeTMDb
import Glibc
import Testing

/// A blocking HTTP connection to `FakeTMDb`.
final class FakeTMDbClient {
  struct Answer {
    let status: Int
    /// The header values by lowercase name.
    let headers: [String: String]
    let body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }
  }

  enum Failure: Error, Equatable {
    case noConnection, reset, ended
    /// The connection ended in the middle of a body.
    case truncatedBody(String)
    case system(Int32)
  }

  private let descriptor: Int32

  /// - Parameter base: the base of the server's addresses, "http://127.0.0.1:PORT/3".
  init(_ base: String) throws {
    let port = try #require(UInt16(base.dropFirst("http://127.0.0.1:".count).prefix { $0 != "/" }))
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    // With a timeout, a failing test does not hang.
    var limit = timeval(tv_sec: 60, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    let connected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard connected == 0 else { throw Failure.noConnection }
  }

  deinit { close(descriptor) }

  /// Requests `target`, which is the path below "/3" with its query, and returns the answer.
  func get(_ target: String, headers: [String] = []) throws -> Answer {
    send(target, headers: headers)
    return try receive()
  }

  func send(_ target: String, headers: [String] = [], method: String = "GET") {
    let lines = ["\(method) /3\(target) HTTP/1.1", "Host: 127.0.0.1"] + headers
    let bytes = Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    _ = bytes.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
  }

  func receive() throws -> Answer {
    var head: [UInt8] = []
    while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) {
      guard let byte = try receive(atMost: 1).first else { throw Failure.ended }
      head.append(byte)
    }
    let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      headers[parts[0].lowercased()] = String(parts[1].drop { $0 == " " })
    }
    let length = try #require(headers["content-length"].flatMap(Int.init))
    var body: [UInt8] = []
    while body.count < length {
      let bytes = try receive(atMost: length - body.count)
      guard !bytes.isEmpty else { throw Failure.truncatedBody(String(decoding: body, as: UTF8.self)) }
      body += bytes
    }
    let status = try #require(lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) })
    return Answer(status: status, headers: headers, body: body)
  }

  /// Receives and returns up to `count` bytes, or none if the server closed the connection.
  private func receive(atMost count: Int) throws -> ArraySlice<UInt8> {
    var chunk = [UInt8](repeating: 0, count: count)
    let received = recv(descriptor, &chunk, count, 0)
    guard received >= 0 else { throw errno == ECONNRESET ? Failure.reset : Failure.system(errno) }
    return chunk[..<received]
  }
}

extension FakeTMDb {
  /// Sends a GET request on a new connection.
  func get(_ target: String, headers: [String] = []) throws -> FakeTMDbClient.Answer {
    try FakeTMDbClient(base).get(target, headers: headers)
  }
}
