import CLinux
import Glibc
import MovieNightPrimitives
import Testing

@testable import Platform

@Suite struct LogTests {
  private let time = Timestamp(microseconds: 1_771_099_200_123_456)

  /// Returns what `body` writes to a log, read back from a pipe.
  private func output(_ format: Log.Format, _ body: (Log) -> Void) throws -> String {
    let pipe = try Pipe()
    body(Log(format: format, sink: LogSink(descriptor: pipe.writing.number), now: { [time] in time }))
    return pipe.read()
  }

  @Test func jsonFormatEscapesStringsAndWritesMilliseconds() throws {
    let id = Identifier<LogTests>(high: 1, low: 2)
    let line = try output(.json) { log in
      log.warning(
        "slow",
        ["count": .integer(3), "path": .string("a\n\"b"), "took": .duration(.seconds(2)), "id": .string("\(id)")])
    }
    #expect(
      line == """
        {"time":"2026-02-14T20:00:00.123456Z","level":"warning","event":"slow","count":3,"path":"a\\n\\"b",\
        "took":2000,"id":"00000000-0000-0001-0000-000000000002"}

        """)
  }

  @Test func textFormatQuotesUnsafeValues() throws {
    let line = try output(.text) { log in
      log.info("slow", ["count": .integer(3), "plain": .string("a"), "forged": .string("a\nb c"), "ok": .bool(true)])
    }
    #expect(line == "2026-02-14T20:00:00Z INFO slow count=3 plain=a forged=\"a\\nb c\" ok=true\n")
  }

  @Test func repeatedEventIsLimitedAndLeftOutLinesCounted() throws {
    let clock = Locked(time)
    let pipe = try Pipe()
    let log = Log(format: .text, sink: LogSink(descriptor: pipe.writing.number), now: { clock.withLock { $0 } })
    for number in 0..<1000 { log.error("failed", ["number": .integer(number)]) }
    for _ in 0..<1000 { log.warning("store_reopened") }
    log.error("other")
    log.info("failed")
    clock.withLock { $0 = $0.advanced(bySeconds: 10) }
    for number in 0..<2 { log.error("failed", ["number": .integer(number)]) }
    let failed = "ERROR failed number="
    #expect(
      Self.words(pipe.read()) == (0..<10).map { "\(failed)\($0)" }
        + Array(repeating: "WARNING store_reopened", count: 10)
        + ["ERROR other", "INFO failed", "\(failed)0 left_out=990", "\(failed)1"])
  }

  @Test func identicalErrorIsLoggedOncePerMinute() throws {
    let clock = Locked(time)
    let pipe = try Pipe()
    let log = Log(format: .text, sink: LogSink(descriptor: pipe.writing.number), now: { clock.withLock { $0 } })
    for _ in 0..<50 {
      log.error("failed", ["error": .string("gone")])
      clock.withLock { $0 = $0.advanced(bySeconds: 1) }
    }
    log.error("failed", ["error": .string("back")])
    log.error("failed", ["error": .string("back")])
    clock.withLock { $0 = $0.advanced(bySeconds: 60) }
    log.error("failed", ["error": .string("back")])
    let failed = "ERROR failed error="
    #expect(
      Self.words(pipe.read()) == ["\(failed)gone", "\(failed)back left_out=49", "\(failed)back left_out=1"])
  }

  /// Returns the lines without their timestamps.
  private static func words(_ output: String) -> [String] {
    output.split(separator: "\n").map { $0.split(separator: " ").dropFirst().joined(separator: " ") }
  }

  @Test func lineWithLongTextFitsIntoOnePipeWrite() throws {
    // The texts are one character of 10,001 bytes, and control characters that JSON escapes with six bytes each.
    for text in ["e" + String(repeating: "\u{301}", count: 5000), String(repeating: "\u{1}", count: 5000)] {
      #expect(try output(.json) { $0.info("event", ["text": .string(text)]) }.utf8.count < 4096)
    }
  }

  @Test func lineBelowMinimumLevelIsNotWritten() throws {
    #expect(try output(.text) { $0.write(.debug, "detail", [:]) } == "")
  }

  @Test func linesLostToFullPipeAreCounted() throws {
    let pipe = try Pipe()
    let log = Log(format: .json, sink: LogSink(descriptor: pipe.writing.number), now: { [time] in time })
    // These lines do not fit into any pipe, so a blocking write would never return.
    for number in 0..<20_000 { log.info("line", ["number": .integer(number)]) }
    let kept = pipe.read().split(separator: "\n").count
    #expect(kept < 20_000)
    log.info("after")
    let rest = pipe.read().split(separator: "\n")
    #expect(rest.count == 2)
    #expect(rest.last == "{\"event\":\"log_lines_lost\",\"count\":\(20_000 - kept)}")
  }
}

private struct Pipe: ~Copyable {
  let reading: Descriptor
  let writing: Descriptor

  init() throws {
    var ends: [Int32] = [0, 0]
    try systemCall("pipe") { pipe(&ends) }
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    reading = Descriptor(ends[0])
    writing = Descriptor(ends[1])
  }

  /// Returns everything written so far.
  func read() -> String {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = Glibc.read(reading.number, &chunk, chunk.count)
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += chunk[..<count]
    }
  }
}
