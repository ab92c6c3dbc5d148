import CLinux
import Glibc
import MovieNightPrimitives

/// Writes log lines, each with one call that never waits for a reader.
final class LogSink: Sendable {
  private let descriptor: Int32
  // The lines lost since the last one that was written.
  private let lost = Locked(0)

  /// Does not close the descriptor.
  init(descriptor: Int32) { self.descriptor = descriptor }

  var isTerminal: Bool { isatty(descriptor) == 1 }

  /// Writes a line, or drops it if the write would block. After the next written line, another one counts the lost ones.
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

  // A pipe is ready only with room for PIPE_BUF bytes, more than a line has.
  private var isWritable: Bool {
    var polled = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&polled, 1, 0) == 1 && polled.revents & Int16(POLLOUT) != 0
  }

  private func put(_ line: [UInt8]) -> Bool {
    do throws(SystemError) {
      return try systemCall("write") { Glibc.write(descriptor, line, line.count) } == line.count
    } catch {
      return false
    }
  }
}
