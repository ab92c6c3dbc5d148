import Foundation
import Testing

/// A standard output that cannot be written. The real program reports the error and ends with exit code 1.
@Suite struct StandardOutputTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Runs a command with the given pipe or file as its standard output.
  private func run(_ words: [String], to output: Any) throws -> (code: Int32, errors: String) {
    let errors = Pipe()
    let process = Process()
    process.executableURL = URL(filePath: ChildProcess.program)
    process.arguments = words
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    try errors.fileHandleForWriting.close()
    let errorBytes = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (
      process.terminationReason == .exit ? process.terminationStatus : -1,
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

  @Test func closedPipeIsReported() throws {
    for words in [try export(), ["help"]] {
      let pipe = Pipe()
      try pipe.fileHandleForReading.close()
      let (code, errors) = try run(words, to: pipe)
      #expect(code == 1, "\(words)")
      #expect(errors.contains("error: Standard output cannot be written: Broken pipe\n"), "\(errors)")
    }
  }
}
