import CLinux
import Glibc
import MovieNightPrimitives

/// Where log lines go: each in one write, none of which waits for a reader that has stopped reading.
final class LogSink: Sendable {
  private let descriptor: Int32
  // Lines lost since the last one that was written.
  private let lost = Locked(0)

  /// Does not take the descriptor over.
  init(descriptor: Int32) { self.descriptor = descriptor }

  var isTerminal: Bool { isatty(descriptor) == 1 }

  /// Writes a line, or loses it where it would have to wait. The next line that is written is followed by one that says
  /// how many were lost.
  func write(_ line: [UInt8]) {
    lost.withLock { lost in
      guard isWritable, put(line) else {
        lost += 1
        return
      }
      guard lost > 0, isWritable else { return }
      if put(Array("{\"event\":\"log_lines_lost\",\"count\":\(lost)}\n".utf8)) { lost = 0 }
    }
  }

  // A pipe says so only with room for PIPE_BUF bytes, more than a line has.
  private var isWritable: Bool {
    var polled = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&polled, 1, 0) == 1 && polled.revents & Int16(POLLOUT) != 0
  }

  private func put(_ line: [UInt8]) -> Bool {
    do throws(SystemError) {
      return try systemCall("write") { Glibc.write(descriptor, line, line.count) } == line.count
    } catch {
      // There is nowhere left to tell it.
      return false
    }
  }
}
