import Foundation
import Glibc
import Synchronization

/// A program that runs beside the tests. Waiting for it occupies no thread of the tests.
///
/// Foundation's `Process` lets programs that start at the same time inherit each other's pipes, so that neither seems to end.
final class RunningProgram: Sendable {
  private let id: pid_t
  private let outputs: AsyncStream<[UInt8]>
  private let errorOutputs: AsyncStream<[UInt8]>
  private let codes: AsyncStream<Int32>

  /// Held while a program starts, so that no other one inherits its pipes.
  private static let starting = Mutex(())

  /// - Parameter environment: Variables in addition to those of the tests.
  init(_ program: String, _ arguments: [String], environment: [String: String] = [:]) throws {
    let (id, output, errors) = try Self.starting.withLock { _ in try Self.start(program, arguments, environment) }
    self.id = id
    outputs = Self.reading(output)
    errorOutputs = Self.reading(errors)
    let hasEnded = Ended()
    self.hasEnded = hasEnded
    codes = Self.waiting(for: id, hasEnded)
  }

  /// Whether the program's id may belong to another one.
  private final class Ended: Sendable {
    let value = Mutex(false)
  }

  private let hasEnded: Ended

  private static func start(
    _ program: String, _ arguments: [String], _ environment: [String: String]
  ) throws -> (id: pid_t, output: Int32, errors: Int32) {
    let (output, errors) = (try pipe(), try pipe())
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, output.write, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, errors.write, STDERR_FILENO)
    var words = ([program] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    let all = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    var variables = all.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for variable in variables { free(variable) } }
    var id: pid_t = 0
    let code = posix_spawn(&id, program, &actions, nil, &words, &variables)
    close(output.write)
    close(errors.write)
    guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO) }
    return (id, output.read, errors.read)
  }

  deinit { send(SIGTERM) }

  func send(_ signal: Int32) { hasEnded.value.withLock { if !$0 { kill(id, signal) } } }

  /// Returns the output until it is enough, or ends.
  func output(until isEnough: (String) -> Bool) async -> String { await Self.text(outputs, until: isEnough) }

  func errors() async -> String { await Self.text(errorOutputs) { _ in false } }

  /// Waits for the program's end, and returns its exit code; -1 if a signal has ended it.
  func end() async -> Int32 {
    for await code in codes { return code }
    return -1
  }

  private static func pipe() throws -> (read: Int32, write: Int32) {
    var ends: [Int32] = [0, 0]
    guard Glibc.pipe(&ends) == 0 else { throw POSIXError(.EMFILE) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  private static func text(_ stream: AsyncStream<[UInt8]>, until isEnough: (String) -> Bool) async -> String {
    var text = ""
    var iterator = stream.makeAsyncIterator()
    while !isEnough(text), let bytes = await iterator.next() { text += String(decoding: bytes, as: UTF8.self) }
    return text
  }

  private static func reading(_ descriptor: Int32) -> AsyncStream<[UInt8]> {
    let (stream, continuation) = AsyncStream<[UInt8]>.makeStream()
    Thread.detachNewThread {
      var buffer = [UInt8](repeating: 0, count: 4096)
      while true {
        let count = read(descriptor, &buffer, buffer.count)
        if count > 0 { continuation.yield(Array(buffer[..<count])) } else { break }
      }
      close(descriptor)
      continuation.finish()
    }
    return stream
  }

  private static func waiting(for id: pid_t, _ hasEnded: Ended) -> AsyncStream<Int32> {
    let (stream, continuation) = AsyncStream<Int32>.makeStream()
    Thread.detachNewThread {
      // Waits without removing the program, whose id then cannot become that of another one.
      var information = siginfo_t()
      while waitid(P_PID, id_t(id), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
      var status: Int32 = 0
      hasEnded.value.withLock {
        $0 = true
        waitpid(id, &status, 0)
      }
      continuation.yield(status & 0x7F == 0 ? status >> 8 & 0xFF : -1)
      continuation.finish()
    }
    return stream
  }
}
