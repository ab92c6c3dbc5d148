import CLinux
import Glibc
import MovieNightKit
import Platform
import MovieNightPrimitives

/// One connection of a load generator: sends requests, and takes their answers.
final class LoadConnection {
  let socket: Descriptor
  private var request: LoadRequest
  private var outgoing: [UInt8] = []
  /// The beginning of an answer that is not whole yet.
  private var partialAnswer: [UInt8] = []
  /// When each request was sent that has no answer yet, the oldest first.
  private var sentAt: [Int] = []

  init(to address: ServerAddress, token: String, _ request: LoadRequest) throws {
    socket = try BenchSocket.open(address, token: token)
    self.request = request
    try BenchSocket.stopWaiting(socket)
  }

  enum Outcome {
    /// In so many nanoseconds.
    case answered(latency: Int, bytes: Int)
    /// An answer came, but not the one that is due: what it says instead.
    case wrong(String)
    /// The connection cannot be used any more.
    case broken(String)
  }

  var isWaiting: Bool { !sentAt.isEmpty }

  /// Sends the next requests. They are short enough for the socket to take them whole.
  func send(_ count: Int, command: () -> Identifier<Never>, at now: Int) throws(SystemError) {
    outgoing.removeAll(keepingCapacity: true)
    for _ in 0..<count {
      request.advance(command: command())
      outgoing += request.bytes
      sentAt.append(now)
    }
    let (bytes, number) = (outgoing, socket.number)
    let sent = try systemCall("send") { Glibc.send(number, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }
    if sent < bytes.count { throw SystemError(call: "send", code: EAGAIN) }
  }

  /// Takes what has come, through `buffer`, and tells of each answer.
  func receive(_ buffer: UnsafeMutableRawBufferPointer, at now: Int, _ tell: (Outcome) -> Void) {
    let number = socket.number
    let count: Int
    do {
      count = try systemCall("recv") { recv(number, buffer.baseAddress, buffer.count, 0) }
    } catch {
      if !error.wouldBlock { tell(.broken(error.description)) }
      return
    }
    guard count > 0 else { return tell(.broken("the server closed the connection")) }
    let received = UnsafeRawBufferPointer(rebasing: buffer[..<count])
    // Most answers come whole and need not be collected.
    guard !partialAnswer.isEmpty else { return takeLines(of: received, at: now, tell) }
    let collected = partialAnswer + received
    partialAnswer.removeAll(keepingCapacity: true)
    collected.withUnsafeBytes { takeLines(of: $0, at: now, tell) }
  }

  private func takeLines(of bytes: UnsafeRawBufferPointer, at now: Int, _ tell: (Outcome) -> Void) {
    var rest = bytes
    while let start = rest.baseAddress, let end = memchr(start, Int32(UInt8(ascii: "\n")), rest.count) {
      let length = UnsafeRawPointer(end) - start
      tell(outcome(UnsafeRawBufferPointer(rebasing: rest[..<length]), at: now))
      rest = UnsafeRawBufferPointer(rebasing: rest[(length + 1)...])
    }
    partialAnswer += rest
  }

  private func outcome(_ line: UnsafeRawBufferPointer, at now: Int) -> Outcome {
    guard isWaiting else { return .wrong("an answer to nothing") }
    let latency = now - sentAt.removeFirst()
    request.advanceAnswer()
    return line.starts(with: request.expectedStart)
      ? .answered(latency: latency, bytes: line.count) : .wrong(Self.description(ofAnswer: line))
  }

  /// The reason of an error, else the whole line.
  private static func description(ofAnswer line: UnsafeRawBufferPointer) -> String {
    let error = (try? JSONDocument(Array(line)).root)?["error"]
    if let reason = error?["data"]?["reason"]?.string ?? error?["message"]?.string { return reason }
    return "unexpected answer: \(String(decoding: line.prefix(200), as: UTF8.self))"
  }
}
