import Foundation
import Testing

@testable import Server

/// A folder that contains only `movienight`, as a reader has it after `make build`.
final class ReaderFolder {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("movienight-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: path + "/movienight", withDestinationPath: Self.program().path)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Returns the build folder, which contains the test runner.
  static func builtFolder() throws -> URL {
    URL(fileURLWithPath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
      .deletingLastPathComponent()
  }

  private static func program() throws -> URL {
    let program = try builtFolder().appendingPathComponent("movienight")
    try #require(FileManager.default.isExecutableFile(atPath: program.path), "\(program.path) is not there")
    return program
  }

  func text(_ name: String) throws -> String {
    try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
  }

  /// Starts a program in the folder. Its output goes to `name.out` and `name.err`.
  func start(_ program: String, _ arguments: [String], name: String, variables: [String: String]) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: path)
    var environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("MOVIENIGHT_") }
    environment["XDG_CONFIG_HOME"] = "\(path)/config"
    environment["XDG_CACHE_HOME"] = "\(path)/cache"
    environment.merge(variables) { $1 }
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try file(name + ".out")
    process.standardError = try file(name + ".err")
    try process.run()
    return process
  }

  private func file(_ name: String) throws -> FileHandle {
    try Data().write(to: URL(fileURLWithPath: "\(path)/\(name)"))
    return try #require(FileHandle(forWritingAtPath: "\(path)/\(name)"))
  }

  /// Runs lines of a shell script verbatim and returns their output.
  func run(_ lines: String, name: String, variables: [String: String], seconds: Int = 120) throws -> String {
    try Data(lines.utf8).write(to: URL(fileURLWithPath: "\(path)/\(name).sh"))
    let shell = try start("/bin/bash", ["-euo", "pipefail", "\(name).sh"], name: name, variables: variables)
    try wait("the lines of \(name)", seconds: seconds) { !shell.isRunning }
    let errors = try text(name + ".err")
    #expect(shell.terminationStatus == 0, "\(name): \(errors)")
    return try text(name + ".out")
  }
}

/// Waits for a condition. The timeout allows for a slow machine.
func wait(_ what: String, seconds: Int = 120, until isSo: () throws -> Bool) throws {
  for _ in 0..<(seconds * 50) {
    if try isSo() { return }
    usleep(20_000)
  }
  Issue.record("waited in vain for \(what)")
  throw CancellationError()
}

/// `movienight serve` in a reader's folder, on a free port.
final class RunningServer {
  let folder: ReaderFolder
  let address: String
  private let process: Process

  init(_ folder: ReaderFolder) throws {
    self.folder = folder
    // Start the program through a shell, as a reader does.
    let process = try folder.start(
      "/bin/bash", ["-c", "exec ./movienight serve --demo"], name: "serve",
      variables: ["MOVIENIGHT_LISTEN": "127.0.0.1:0"])
    self.process = process
    do {
      try wait("the ready line") { try folder.text("serve.out").hasSuffix("\n") || !process.isRunning }
      let ready = try folder.text("serve.out").firstMatch(of: #/^ready tcp=(\S+) unix=(\S+)\n$/#)
      let errors = try folder.text("serve.err")
      address = String(try #require(ready, "\(errors)").1)
      try wait("what to try") { try folder.text("serve.err").contains("Control-C stops the server.") }
    } catch {
      process.terminate()
      throw error
    }
  }

  /// The command lines that the server suggests.
  var advice: String {
    get throws {
      try folder.text("serve.err").components(separatedBy: "\n").filter { $0.hasPrefix("  ") }
        .joined(separator: "\n")
    }
  }

  /// Stops the server as Control-C does, and returns its exit code.
  func stop() throws -> Int32 {
    process.interrupt()
    try wait("the end of the server") { !process.isRunning }
    return process.terminationStatus
  }

  deinit {
    if process.isRunning { process.terminate() }
  }
}
