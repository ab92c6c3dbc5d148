import Glibc
import MovieNightPrimitives
import Testing

@testable import Platform

/// A log that writes into a pipe, from which a test reads the lines.
final class WrittenLog: Sendable {
  let log: Log
  private let ends: (reading: Int32, writing: Int32)

  init(minimumLevel: Log.Level = .debug) throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    self.ends = (ends[0], ends[1])
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    // The clock advances by a minute for each line, so that no line is suppressed as a repetition.
    let time = Locked(Timestamp(microseconds: 1_771_099_200_000_000))
    log = Log(minimumLevel: minimumLevel, format: .json, sink: LogSink(descriptor: ends[1])) {
      time.withLock { time in
        time = time.advanced(bySeconds: 60)
        return time
      }
    }
  }

  deinit {
    close(ends.reading)
    close(ends.writing)
  }

  /// Returns the lines written since the last call.
  func take() -> [String] {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(ends.reading, &bytes, bytes.count)
    return String(decoding: bytes[..<max(0, count)], as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
