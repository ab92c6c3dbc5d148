import CLinux
import Glibc
import MovieNightClient
import Primitives

/// One connection of a load generator: sends a request, waits for its answer, and so on.
final class LoadConnection {
  let socket: Descriptor
  private var request: LoadRequest
  private var answer: [UInt8] = []
  private var sentAt = 0
  private(set) var isWaiting = false

  init(to address: ServerAddress, token: String, _ request: LoadRequest) throws {
    socket = try Self.connect(to: address)
    self.request = request
    try authenticate(token)
  }

  enum Outcome {
    /// The answer is not whole yet.
    case incomplete
    /// With its latency in nanoseconds.
    case answered(Int)
    /// An answer came, but not the one that is due: what it says instead.
    case wrong(String)
    /// The connection cannot be used any more.
    case broken(String)
  }

  /// Sends the next request. It is short enough for the socket to take it whole, as nothing else is in there.
  func send(command: @autoclosure () -> Identifier<Never>, at now: Int) throws(SystemError) {
    request.advance(command: command())
    sentAt = now
    isWaiting = true
    let (bytes, number) = (request.bytes, socket.number)
    let sent = try systemCall("send") { Glibc.send(number, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }
    if sent < bytes.count { throw SystemError(call: "send", code: EAGAIN) }
  }

  /// Takes what has come, through `buffer`.
  func receive(_ buffer: UnsafeMutableRawBufferPointer, at now: Int) -> Outcome {
    let number = socket.number
    let count: Int
    do {
      count = try systemCall("recv") { recv(number, buffer.baseAddress, buffer.count, 0) }
    } catch {
      return error.wouldBlock ? .incomplete : .broken(error.description)
    }
    guard count > 0 else { return .broken("the server closed the connection") }
    let received = UnsafeRawBufferPointer(rebasing: buffer[..<count])
    let isWhole = received.last == UInt8(ascii: "\n")
    // Most answers come whole and need not be collected.
    if isWhole, answer.isEmpty { return outcome(received, at: now) }
    answer.append(contentsOf: received)
    guard isWhole else { return .incomplete }
    defer { answer.removeAll(keepingCapacity: true) }
    return answer.withUnsafeBytes { outcome($0, at: now) }
  }

  private func outcome(_ line: UnsafeRawBufferPointer, at now: Int) -> Outcome {
    guard isWaiting else { return .wrong("an answer to nothing") }
    isWaiting = false
    return line.starts(with: request.expectedStart)
      ? .answered(now - sentAt) : .wrong(Self.description(ofAnswer: line))
  }

  /// The reason of an error, else the whole line.
  private static func description(ofAnswer line: UnsafeRawBufferPointer) -> String {
    let error = (try? JSONDocument(Array(line)).root)?["error"]
    if let reason = error?["data"]?["reason"]?.string ?? error?["message"]?.string { return reason }
    return "unexpected answer: \(String(decoding: line.prefix(200), as: UTF8.self))"
  }

  // MARK: Opening

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

  private func authenticate(_ token: String) throws {
    let line =
      Array(#"{"jsonrpc":"2.0","id":0,"method":"auth.authenticate","params":{"token":"\#(token)"}}"#.utf8) + [10]
    let number = socket.number
    try systemCall("send") { Glibc.send(number, line, line.count, Int32(MSG_NOSIGNAL)) }
    var answer = [UInt8](repeating: 0, count: 4096)
    let count = try systemCall("recv") { recv(number, &answer, answer.count, 0) }
    let json = try JSONDocument(Array(answer[..<count])).root
    guard json["result"] != nil else {
      throw CommandFailure("A connection could not authenticate: \(json["error"]?["message"]?.string ?? "no answer")")
    }
    try systemCall("fcntl") { fcntl(number, F_SETFL, O_NONBLOCK) }
  }
}
