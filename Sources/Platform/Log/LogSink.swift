import CLinux
import Glibc
import MovieNightPrimitives

/// Writes each log line with one system call, and never waits for a slow reader.
final class LogSink: Sendable {
  private let descriptor: Int32
  // The number of dropped lines that have not been reported yet.
  private let lost = Locked(0)

  /// Creates a sink that writes to `descriptor`. The sink does not close the descriptor.
  init(descriptor: Int32) { self.descriptor = descriptor }

  var isTerminal: Bool { isatty(descriptor) == 1 }

  /// Writes a line, or drops it if the write would block. The next write reports the number of dropped lines.
  func write(_ line: [UInt8]) {
    lost.withLock { lost in
      guard isWritable, tryWrite(line) else {
        lost += 1
        return
      }
      guard lost > 0, isWritable else { return }
      if tryWrite(Array("{\"event\":\"log_lines_lost\",\"count\":\(lost)}\n".utf8)) { lost = 0 }
    }
  }

  // A pipe is writable only if it has room for PIPE_BUF bytes, which is more than the length of a line.
  private var isWritable: Bool {
    var polled = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&polled, 1, 0) == 1 && polled.revents & Int16(POLLOUT) != 0
  }

  private func tryWrite(_ line: [UInt8]) -> Bool {
    do throws(SystemError) {
      return try systemCall("write") { Glibc.write(descriptor, line, line.count) } == line.count
    } catch {
      return false
    }
  }
}
