import Stores
import EventStore
import Foundation
import Glibc
import MovieNightPrimitives

@testable import Platform

/// A process that runs `movienight`, or another program, from the folder into which the tests were built.
final class ChildProcess: Sendable {
  let pid: pid_t
  let errorPath: String
  let outputPath: String
  private let status = Locked<Int32?>(nil)

  static let program = builtFolder + "/movienight"
  static let benchProgram = builtFolder + "/movienight-bench"

  private static let builtFolder: String = {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    let path = String(decoding: buffer[..<max(0, count)], as: UTF8.self)
    return String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
  }()

  /// - Parameters:
  ///   - input: The path of the file that becomes standard input.
  ///   - terminal: The path of a terminal that becomes standard input, output and error instead of files.
  ///   - fileSizeLimit: The size in bytes beyond which the process cannot write a file; see `limitFileSize`.
  ///   - descriptorLimit: The number of descriptors that the process may have open.
  init(
    _ arguments: [String], of program: String = program, in folder: TemporaryFolder, variables: [String: String] = [:],
    input: String = "/dev/null", terminal: String? = nil, fileSizeLimit: Int? = nil, descriptorLimit: Int? = nil
  ) throws {
    let number = UInt32.random(in: 0 ... .max)
    outputPath = "\(folder.path)/\(number).out"
    errorPath = "\(folder.path)/\(number).err"
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let terminal {
      for descriptor in 0..<Int32(3) {
        posix_spawn_file_actions_addopen(&actions, descriptor, terminal, O_RDWR | O_NOCTTY, 0)
      }
    } else {
      posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
      posix_spawn_file_actions_addopen(&actions, 1, outputPath, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
      posix_spawn_file_actions_addopen(&actions, 2, errorPath, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    }
    // Other tests wait for their connections to end, so the child must not inherit the connections' descriptors.
    // Closing an unused descriptor has no effect.
    for descriptor in 3..<Int32(1024) { posix_spawn_file_actions_addclose(&actions, descriptor) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    // When the tests run in the background, these signals may be ignored, which the child would inherit.
    var interrupting = sigset_t()
    sigemptyset(&interrupting)
    for signal in [SIGINT, SIGQUIT] { sigaddset(&interrupting, signal) }
    posix_spawnattr_setsigdefault(&attributes, &interrupting)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

    let limits = [fileSizeLimit.map { "--fsize=\($0):" }, descriptorLimit.map { "--nofile=\($0)" }].compactMap(\.self)
    let command = (limits.isEmpty ? [] : ["prlimit"] + limits) + [program] + arguments
    // The timeout is longer than the default because connecting to a database can be slow on a busy machine. The
    // folders keep the child away from the logins of the person who runs the tests.
    let own = [
      "PGCONNECT_TIMEOUT": "20", "XDG_CONFIG_HOME": "\(folder.path)/config", "XDG_CACHE_HOME": "\(folder.path)/cache",
    ]
    let all = own.merging(variables) { $1 }
    let environment = Self.inheritedVariables() + all.map { "\($0.key)=\($0.value)" }
    var pid: pid_t = 0
    let code = Self.withStrings(command) { words in
      Self.withStrings(environment) { posix_spawnp(&pid, command[0], &actions, &attributes, words, $0) }
    }
    guard code == 0 else { throw SystemError(call: "posix_spawn", code: code) }
    self.pid = pid
  }

  deinit {
    guard status.withLock({ $0 }) == nil else { return }
    kill(pid, SIGKILL)
    waitpid(pid, nil, 0)
  }

  var output: String { Self.text(of: outputPath) }
  var errors: String { Self.text(of: errorPath) }

  func send(_ signal: Int32) { kill(pid, signal) }

  /// Makes writes beyond a file size fail, as they would on a full disk.
  /// - Parameter bytes: The maximum file size; nil for no limit.
  func limitFileSize(to bytes: Int?) throws {
    let size = bytes.map(String.init) ?? "unlimited"
    let tool = try Process.run(
      URL(filePath: "/usr/bin/env"), arguments: ["prlimit", "--pid", "\(pid)", "--fsize=\(size):"])
    tool.waitUntilExit()
    guard tool.terminationStatus == 0 else { throw TestFailure("prlimit ended with \(tool.terminationStatus)") }
  }

  /// Waits until the process has ended. Returns the exit code, or the negative number of the signal that ended the
  /// process.
  @discardableResult
  func waitForEnd() throws -> Int32 {
    for _ in 0..<(timeoutSeconds * 500) {
      if let status = pollStatus() {
        let signal = status & 0x7F
        return signal == 0 ? status >> 8 & 0xFF : -signal
      }
      usleep(2000)
    }
    throw TestFailure("process \(pid) does not end: \(errors)")
  }

  var hasEnded: Bool { pollStatus() != nil }

  private func pollStatus() -> Int32? {
    status.withLock { status in
      if status != nil { return status }
      var raw: Int32 = 0
      if waitpid(pid, &raw, WNOHANG) == pid { status = raw }
      return status
    }
  }

  private static func inheritedVariables() -> [String] {
    var variables: [String] = []
    var entry = environ
    while let text = entry.pointee {
      let variable = String(cString: text)
      let isOfTheTest = ["MOVIENIGHT_", "PG", "XDG_CONFIG_HOME=", "XDG_CACHE_HOME="].contains { variable.hasPrefix($0) }
      if !isOfTheTest { variables.append(variable) }
      entry += 1
    }
    return variables
  }

  private static func withStrings<Result>(
    _ strings: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    var pointers = strings.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    return pointers.withUnsafeMutableBufferPointer { body($0.baseAddress!) }
  }

  private static func text(of path: String) -> String {
    String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
  }
}

/// A command that has run to its end, with its exit code and output.
struct Run {
  let code: Int32
  let output: String
  let errors: String

  init(
    _ arguments: String..., in folder: TemporaryFolder, variables: [String: String] = [:], input: String = "/dev/null"
  ) throws {
    try self.init(arguments, in: folder, variables: variables, input: input)
  }

  /// Runs `movienight-bench`.
  init(bench arguments: String..., in folder: TemporaryFolder) throws {
    try self.init(ChildProcess(arguments, of: ChildProcess.benchProgram, in: folder))
  }

  init(
    _ arguments: [String], in folder: TemporaryFolder, variables: [String: String] = [:], input: String = "/dev/null"
  ) throws {
    try self.init(ChildProcess(arguments, in: folder, variables: variables, input: input))
  }

  private init(_ process: ChildProcess) throws {
    code = try process.waitForEnd()
    output = process.output
    errors = process.errors
  }

  /// Returns the output, parsed as a single JSON value.
  func json() throws -> JSONValue {
    do {
      return try JSONDocument(output).root
    } catch {
      throw TestFailure("exit code \(code), \(error): \(output) \(errors)")
    }
  }
}

/// A process that runs `movienight serve`.
final class ServerProcess: ServerUnderTest {
  let process: ChildProcess
  let socketPath: String
  let port: UInt16

  init(
    _ store: StoreAddress, in folder: TemporaryFolder, _ options: String..., variables: [String: String] = [:],
    fileSizeLimit: Int? = nil, descriptorLimit: Int? = nil
  ) throws {
    let socket = "\(folder.path)/s"
    process = try ChildProcess(
      Self.arguments(store, in: folder) + options, in: folder, variables: variables, fileSizeLimit: fileSizeLimit,
      descriptorLimit: descriptorLimit)
    let line = try Self.readyLine(of: process)
    let words = line.split(separator: " ")
    guard words.count == 3, words[0] == "ready", words[2] == "unix=\(socket)", words[1].hasPrefix("tcp=127.0.0.1:"),
      let port = UInt16(words[1].dropFirst("tcp=127.0.0.1:".count))
    else { throw TestFailure("not a ready line: \(line)") }
    self.port = port
    socketPath = socket
  }

  /// Returns the arguments that start a server on a free port and on a socket in `folder`.
  static func arguments(_ store: StoreAddress, in folder: TemporaryFolder) -> [String] {
    ["serve", "--store", "\(store)", "--listen", "127.0.0.1:0", "--socket", "\(folder.path)/s"]
  }

  private static func readyLine(of process: ChildProcess) throws -> Substring {
    for _ in 0..<(timeoutSeconds * 500) {
      let output = process.output
      if let end = output.firstIndex(of: "\n") { return output[..<end] }
      if process.hasEnded { break }
      usleep(2000)
    }
    throw TestFailure("the server is not ready: \(process.errors)")
  }

  /// Kills the server, which has no chance to clean up.
  func kill() throws {
    process.send(SIGKILL)
    try process.waitForEnd()
  }

  /// Shuts the server down with SIGTERM, as an operator does. Returns the exit code.
  func terminate() throws -> Int32 {
    process.send(SIGTERM)
    return try process.waitForEnd()
  }
}
