import CLinux
import Glibc
import Platform
import Transport

/// A nonblocking connection of a hostile client.
final class Peer {
  let socket: Descriptor
  private var outgoing: [UInt8] = []
  private var sentCount = 0
  /// The beginning of the line that is still incomplete.
  private var line: [UInt8] = []
  private(set) var isAtEnd = false

  /// The number of bytes kept from the beginning of each line.
  private static let lineHead = 4096

  init(to address: ServerAddress) throws(SystemError) {
    socket = try address.connect()
    let number = socket.number
    try systemCall("fcntl") { fcntl(number, F_SETFL, O_NONBLOCK) }
  }

  var isSending: Bool { sentCount < outgoing.count }

  func send(_ text: String) {
    if sentCount == outgoing.count {
      outgoing.removeAll(keepingCapacity: true)
      sentCount = 0
    }
    outgoing += text.utf8
  }

  /// Sends as many waiting bytes as the socket accepts.
  func flush() {
    while isSending, !isAtEnd {
      let (number, sent) = (socket.number, sentCount)
      do {
        sentCount += try systemCall("send") {
          outgoing.withUnsafeBytes {
            Glibc.send(number, $0.baseAddress! + sent, $0.count - sent, Int32(MSG_NOSIGNAL))
          }
        }
      } catch {
        if !error.wouldBlock { isAtEnd = true }
        return
      }
    }
  }

  /// Receives bytes through `buffer` and returns the beginnings of the lines that they complete.
  func receive(_ buffer: UnsafeMutableRawBufferPointer) -> [String] {
    let number = socket.number
    var lines: [String] = []
    do {
      let count = try systemCall("recv") { recv(number, buffer.baseAddress, buffer.count, 0) }
      if count == 0 { isAtEnd = true }
      var rest = UnsafeRawBufferPointer(rebasing: buffer[..<count])
      while let start = rest.baseAddress, let end = memchr(start, Int32(UInt8(ascii: "\n")), rest.count) {
        let length = UnsafeRawPointer(end) - start
        keep(UnsafeRawBufferPointer(rebasing: rest[..<length]))
        lines.append(String(decoding: line, as: UTF8.self))
        line.removeAll(keepingCapacity: true)
        rest = UnsafeRawBufferPointer(rebasing: rest[(length + 1)...])
      }
      keep(rest)
    } catch {
      if !error.wouldBlock { isAtEnd = true }
    }
    return lines
  }

  private func keep(_ bytes: UnsafeRawBufferPointer) { line += bytes.prefix(Self.lineHead - line.count) }
}

/// The address of a server.
package enum ServerAddress: Sendable {
  case tcp(port: UInt16)
  case unix(path: String)

  func connect() throws(SystemError) -> Descriptor {
    let target: SocketAddress
    switch self {
    case .unix(let path):
      guard let address = SocketAddress(unixPath: path) else { throw SystemError(call: "connect", code: ENAMETOOLONG) }
      target = address
    case .tcp(let port):
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
      target = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          SocketAddress(copying: $0, length: socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
    }
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    let socket = Descriptor(try systemCall("socket") { Glibc.socket(target.family, type, 0) })
    let number = socket.number
    try systemCall("connect") { target.withPointer { Glibc.connect(number, $0, $1) } }
    if case .tcp = self {
      var on: Int32 = 1
      try systemCall("setsockopt") {
        setsockopt(number, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
      }
    }
    return socket
  }
}
