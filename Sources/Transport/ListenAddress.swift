import CLinux
import Glibc
import Platform

package enum ListenAddress: Equatable, Sendable, CustomStringConvertible {
  /// Port 0 lets the system choose a port.
  case tcp(host: String, port: UInt16)
  case unix(path: String)

  /// Parses `HOST:PORT`, with an IPv6 address in brackets (`[::1]:6684`). Returns nil for anything else.
  package init?(hostAndPort text: String) {
    guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else { return nil }
    var host = text[..<colon]
    if host.first == "[", host.last == "]" {
      host = host.dropFirst().dropLast()
    } else if host.contains(":") {
      return nil
    }
    guard !host.isEmpty else { return nil }
    self = .tcp(host: String(host), port: port)
  }

  package var description: String {
    switch self {
    case .tcp(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    case .unix(let path): path
    }
  }
}

package struct ListenError: Error, CustomStringConvertible {
  enum Cause: Equatable, Sendable {
    case system(SystemError)
    /// `getaddrinfo` could not resolve the host. The text is its message.
    case unknownHost(String)
    case pathTooLong(limit: Int)
    /// Another process is listening on this socket.
    case alreadyServed
    case notASocket
  }

  let address: ListenAddress
  let cause: Cause

  package var description: String {
    switch cause {
    case .system(let error) where error.code == EADDRINUSE:
      "Cannot listen on \(address): the address is in use. Choose another with --listen, or port 0 for a free one."
    case .system(let error):
      "Cannot listen on \(address): \(error)"
    case .unknownHost(let reason):
      "Cannot listen on \(address): \(reason). Use an address of this machine."
    case .pathTooLong(let limit):
      "Cannot listen on \(address): the path of a socket has at most \(limit) bytes. Choose a shorter one."
    case .alreadyServed:
      "Cannot listen on \(address): another process is listening there. Stop it or choose another path."
    case .notASocket:
      "Cannot listen on \(address): the path is a file, not a socket. Move the file or choose another path."
    }
  }
}
