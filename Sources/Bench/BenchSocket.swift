import Console
import Glibc
import MovieNightKit
import Platform
import MovieNightPrimitives
import Transport

/// A socket of a load generator, which asks with the system's own calls: a client for people does more.
enum BenchSocket {
  /// Connects, and authenticates.
  static func open(_ address: ServerAddress, token: String) throws -> Descriptor {
    let socket = try connect(to: address)
    _ = try ask(socket, "auth.authenticate", #""token":"\#(token)""#)
    return socket
  }

  /// From then on no call waits for the server.
  static func stopWaiting(_ socket: borrowing Descriptor) throws(SystemError) {
    let number = socket.number
    try systemCall("fcntl") { fcntl(number, F_SETFL, O_NONBLOCK) }
  }

  /// Sends a request, and waits for its short answer.
  static func ask(_ socket: borrowing Descriptor, _ method: String, _ parameters: String) throws -> JSONValue {
    let line = Array(#"{"jsonrpc":"2.0","id":0,"method":"\#(method)","params":{\#(parameters)}}"#.utf8) + [10]
    let number = socket.number
    try systemCall("send") { Glibc.send(number, line, line.count, Int32(MSG_NOSIGNAL)) }
    var answer = [UInt8](repeating: 0, count: 4096)
    let count = try systemCall("recv") { recv(number, &answer, answer.count, 0) }
    let json = try JSONDocument(Array(answer[..<count])).root
    guard let result = json["result"] else {
      throw CommandFailure("\(method) was refused: \(json["error"]?["message"]?.string ?? "no answer")")
    }
    return result
  }

  private static func connect(to address: ServerAddress) throws -> Descriptor {
    switch address {
    case .unix(let path):
      guard let target = SocketAddress(unixPath: path) else { throw ClientError.badAddress(address.description) }
      return try connect(to: target)
    case .tcp(let host, let port):
      var hints = addrinfo()
      hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
      hints.ai_flags = AI_NUMERICSERV
      var found: UnsafeMutablePointer<addrinfo>?
      guard getaddrinfo(host, String(port), &hints, &found) == 0, let first = found else {
        throw ClientError.badAddress(address.description)
      }
      defer { freeaddrinfo(found) }
      let socket = try connect(
        to: SocketAddress(copying: first.pointee.ai_addr, length: first.pointee.ai_addrlen))
      var on: Int32 = 1
      let (number, size) = (socket.number, socklen_t(MemoryLayout<Int32>.size))
      try systemCall("setsockopt") { setsockopt(number, Int32(IPPROTO_TCP), TCP_NODELAY, &on, size) }
      return socket
    }
  }

  private static func connect(to target: SocketAddress) throws(SystemError) -> Descriptor {
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    let number = try systemCall("socket") { Glibc.socket(target.family, type, 0) }
    let socket = Descriptor(number)
    try systemCall("connect") { target.withPointer { Glibc.connect(number, $0, $1) } }
    return socket
  }
}
