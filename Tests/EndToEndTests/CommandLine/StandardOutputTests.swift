import Foundation
import Testing

/// A standard output that cannot be written. The real program reports the error and ends with exit code 1, or quietly
/// by a signal if nobody reads the output.
@Suite struct StandardOutputTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Runs a command with the given pipe or file as its standard output. The code is negative if a signal ended the
  /// command.
  private func run(_ words: [String], of program: String = ChildProcess.program, to output: Any) throws -> (
    code: Int32, errors: String
  ) {
    let errors = Pipe()
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = words
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    try errors.fileHandleForWriting.close()
    let errorBytes = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (
      process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus,
      String(decoding: errorBytes, as: UTF8.self)
    )
  }

  private func export() throws -> [String] {
    let server = try LocalServer(.journal)
    _ = try server.createHousehold()
    server.stop()
    let store = "journal:\(folder.path)/journal"
    #expect(try Run("copy", "--from", "\(server.store)", "--to", store, in: folder).code == 0)
    return ["export", "--store", store]
  }

  @Test func fullDiskIsReported() throws {
    let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    for words in [try export(), ["help"], ["--version"]] {
      let (code, errors) = try run(words, to: full)
      #expect(code == 1, "\(words)")
      #expect(errors.contains("error: Standard output cannot be written: No space left on device\n"), "\(errors)")
    }
  }

  @Test func commandWithoutReaderEndsQuietly() throws {
    let export = try export()
    let store = export[2]
    for words in [export, ["events", "--store", store], ["verify", "--store", store], ["help"], ["--version"]] {
      let pipe = Pipe()
      try pipe.fileHandleForReading.close()
      let (code, errors) = try run(words, to: pipe)
      #expect(code == -SIGPIPE, "\(words): \(errors)")
      // The progress of long tasks is on standard error in any case.
      #expect(!errors.contains("error") && !errors.contains("Broken pipe"), "\(errors)")
    }
    let line = "set -o pipefail; \"$0\" events --store \"$1\" | head -1"
    let (code, errors) = try run(["-c", line, ChildProcess.program, store], of: "/bin/bash", to: FileHandle.nullDevice)
    // The few events may all have been written before `head` ended.
    #expect([0, 128 + SIGPIPE].contains(code) && errors.isEmpty, "\(code): \(errors)")
  }

  /// The command opens the store's files, none of which may become its standard output.
  @Test func closedStandardOutputIsReported() throws {
    let export = try export()
    let store = export[2]
    let before = try folder.bytes("journal/events.jsonl")
    for words in [["household", "list", "--store", store], export, ["events", "--store", store], ["help"]] {
      let shell = ["-c", "exec \"$@\" >&-", "sh", ChildProcess.program] + words
      let (code, errors) = try run(shell, of: "/bin/sh", to: FileHandle.nullDevice)
      #expect(code == 1, "\(words)")
      #expect(errors.contains("error: Standard output cannot be written: Bad file descriptor\n"), "\(words): \(errors)")
    }
    #expect(try folder.bytes("journal/events.jsonl") == before)
  }
}
