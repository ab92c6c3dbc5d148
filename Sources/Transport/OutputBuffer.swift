import CLinux
import Glibc
import Platform

/// What one peer has still to take: lines, one behind the other, so that one system call sends all of them.
struct OutputBuffer {
  // A connection that had one large answer does not keep its memory; ten thousand of them have little each.
  private static let keptCapacity = 4 << 10

  // Sent ones too, until they are let go.
  private(set) var bytes: [UInt8] = []
  private var sent = 0

  var unsent: Int { bytes.count - sent }
  var sentBytes: Int { sent }

  mutating func append(line: [UInt8]) { append(OutgoingLine(line)) }

  mutating func append(_ line: OutgoingLine) {
    // Room for the line's end too: without it all would be moved for one byte.
    if bytes.isEmpty { bytes.reserveCapacity(line.count + 1) }
    bytes.append(contentsOf: line.opening)
    bytes.append(contentsOf: line.middle)
    bytes.append(contentsOf: line.closing)
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Sends as much as the socket takes now, without waiting. Returns how many bytes it took.
  mutating func send(to socket: Int32) throws(SystemError) -> Int {
    let (start, count) = (sent, unsent)
    let code: Result<Int, SystemError> = bytes.withUnsafeBytes { buffer in
      Result { () throws(SystemError) in
        // MSG_NOSIGNAL: a peer that is gone is an error here, not a SIGPIPE for the process.
        try systemCall("send") { Glibc.send(socket, buffer.baseAddress! + start, count, Int32(MSG_NOSIGNAL)) }
      }
    }
    let taken = try code.get()
    sent += taken
    release()
    return taken
  }

  mutating func discard() {
    bytes = []
    sent = 0
  }

  private mutating func release() {
    if sent == bytes.count {
      bytes.removeAll(keepingCapacity: bytes.capacity <= Self.keptCapacity)
      sent = 0
    } else if sent > bytes.count / 2 {
      // At least as much goes as is moved, so that each byte moves about once.
      bytes.removeSubrange(..<sent)
      sent = 0
    }
  }
}
