import CLinux
import Glibc
import MovieNightClient
import Platform
import Primitives

/// One connection of a load generator: sends a request, waits for its answer, and so on.
final class LoadConnection {
  let socket: Descriptor
  private var request: LoadRequest
  private var answer: [UInt8] = []
  private var sentAt = 0
  private(set) var isWaiting = false

  init(to address: ServerAddress, token: String, _ request: LoadRequest) throws {
    socket = try BenchSocket.open(address, token: token)
    self.request = request
    try BenchSocket.stopWaiting(socket)
  }

  enum Outcome {
    /// The answer is not whole yet.
    case incomplete
    /// In so many nanoseconds.
    case answered(latency: Int, bytes: Int)
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
      ? .answered(latency: now - sentAt, bytes: line.count - 1) : .wrong(Self.description(ofAnswer: line))
  }

  /// The reason of an error, else the whole line.
  private static func description(ofAnswer line: UnsafeRawBufferPointer) -> String {
    let error = (try? JSONDocument(Array(line)).root)?["error"]
    if let reason = error?["data"]?["reason"]?.string ?? error?["message"]?.string { return reason }
    return "unexpected answer: \(String(decoding: line.prefix(200), as: UTF8.self))"
  }
}
