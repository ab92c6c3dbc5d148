import Glibc

@testable import Platform

/// A command that runs in a pseudo-terminal, as at a person's terminal.
final class TerminalRun {
  private let process: ChildProcess
  private let terminal: Int32
  private var received: [UInt8] = []

  init(
    _ arguments: [String], in folder: TemporaryFolder, variables: [String: String] = [:], columns: Int = 80
  ) throws {
    var (terminal, device) = (Int32(-1), Int32(-1))
    _ = try systemCall("openpty") { openpty(&terminal, &device, nil, nil, nil) }
    self.terminal = terminal
    // The device stays open until the program has opened it, because the terminal's output would end in between.
    defer { close(device) }
    var path = [UInt8](repeating: 0, count: 100)
    let length = try systemCall("readlink") { readlink("/proc/self/fd/\(device)", &path, 100) }
    process = try ChildProcess(
      arguments, in: folder, variables: ["COLUMNS": "\(columns)", "TERM": "dumb"].merging(variables) { $1 },
      terminal: String(decoding: path[..<length], as: UTF8.self))
  }

  deinit { close(terminal) }

  /// Everything that the terminal shows so far, including what was typed.
  var shown: String { String(decoding: received, as: UTF8.self).replacing("\r\n", with: "\n") }

  /// Waits until the terminal shows a text, then types a line.
  func type(_ line: String, after text: String) throws {
    let count = received.count
    while !String(decoding: received[count...], as: UTF8.self).contains(text) {
      guard try read() else { throw TestFailure("'\(text)' is not shown: \(shown)") }
    }
    let bytes = Array((line + "\n").utf8)
    _ = try systemCall("write") { write(terminal, bytes, bytes.count) }
  }

  /// Waits for the end of the program, and returns its exit code.
  func waitForEnd() throws -> Int32 {
    while try read() {}
    return try process.waitForEnd()
  }

  /// Reads more of the terminal's output. Returns false at the end, when no process has the terminal open.
  private func read() throws -> Bool {
    var chunk = [UInt8](repeating: 0, count: 4096)
    var polled = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
    guard poll(&polled, 1, Int32(timeoutSeconds * 1000)) > 0 else {
      throw TestFailure("nothing more is shown: \(shown)")
    }
    let count = Glibc.read(terminal, &chunk, chunk.count)
    guard count > 0 else { return false }
    received += chunk[..<count]
    return true
  }
}
