import CLinux
import Glibc

@testable import Platform
@testable import Transport

enum ClientError: Error { case unexpectedAddress, sentTooLittle }

/// A blocking client that only wraps system calls.
final class TestClient {
  let descriptor: Descriptor
  private var buffered: [UInt8] = []

  init(path: String) throws {
    descriptor = Descriptor(try systemCall("socket") { socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0) })
    guard let address = SocketAddress(unixPath: path) else { throw ClientError.unexpectedAddress }
    try connect(to: address)
  }

  init(port: UInt16) throws {
    descriptor = Descriptor(try systemCall("socket") { socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) })
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let socketAddress = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        SocketAddress(copying: $0, length: socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    try connect(to: socketAddress)
  }

  private func connect(to address: SocketAddress) throws(SystemError) {
    let number = descriptor.number
    try systemCall("connect") { address.withPointer { Glibc.connect(number, $0, $1) } }
    // With a timeout, a test whose answer never arrives fails instead of hanging.
    var timeout = timeval(tv_sec: 20, tv_usec: 0)
    try systemCall("setsockopt") {
      setsockopt(number, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    }
  }

  func send(_ text: String) throws { try send(Array(text.utf8)) }

  func send(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = try rest.withUnsafeBytes { buffer in
        try systemCall("send") { Glibc.send(descriptor.number, buffer.baseAddress, buffer.count, Int32(MSG_NOSIGNAL)) }
      }
      rest = rest.dropFirst(count)
    }
  }

  /// Returns the next line, or nil at the end of input.
  func readLine() throws -> String? {
    while true {
      if let end = buffered.firstIndex(of: UInt8(ascii: "\n")) {
        defer { buffered.removeSubrange(...end) }
        return String(decoding: buffered[..<end], as: UTF8.self)
      }
      guard try fill() else { return nil }
    }
  }

  /// Reads and discards everything up to the end of input. Returns the number of bytes.
  func readToEnd() throws -> Int {
    var count = buffered.count
    buffered = []
    while try fill() {
      count += buffered.count
      buffered = []
    }
    return count
  }

  func readLines(_ count: Int) throws -> [String] {
    var lines: [String] = []
    while lines.count < count {
      guard let line = try readLine() else { break }
      lines.append(line)
    }
    return lines
  }

  func call(_ line: String) throws -> String? {
    try send(line + "\n")
    return try readLine()
  }

  func shutdown(_ how: Int) { Glibc.shutdown(descriptor.number, Int32(how)) }

  private func fill() throws -> Bool {
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    let number = descriptor.number
    let count = try chunk.withUnsafeMutableBytes { buffer in
      try systemCall("recv") { recv(number, buffer.baseAddress, buffer.count, 0) }
    }
    buffered += chunk[..<count]
    return count > 0
  }
}
