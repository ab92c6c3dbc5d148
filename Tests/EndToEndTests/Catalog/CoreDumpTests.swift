#if TMDb
  import Foundation
  import Glibc
  import Testing

  /// Crashes of a server with a TMDb credential, which must not write the credential to disk.
  @Suite struct CoreDumpTests {
    /// Whether a server without a credential leaves a core dump in its folder when it crashes on this machine.
    private static let areWritten = (try? !cores(of: crash(SIGABRT)).isEmpty) ?? false

    @Test(.enabled(if: areWritten), arguments: TMDbAccess.allCases, [SIGABRT, SIGQUIT])
    func serverWithSecretLeavesNoCoreDump(_ access: TMDbAccess, _ signal: Int32) throws {
      let served = try ServedTMDb(access)
      let folder = try Self.crash(signal, options: served.options, variables: served.variables)
      #expect(try Self.cores(of: folder) == [])
      #expect(try folder.traces(of: [ServedTMDb.secretPart]) == [])
    }

    /// Runs a server without a limit on core dumps, sends it the signal, and returns its folder.
    private static func crash(
      _ signal: Int32, options: [String] = [], variables: [String: String] = [:]
    ) throws -> TemporaryFolder {
      let folder = try TemporaryFolder()
      let server = [ChildProcess.program] + ServerProcess.arguments(.memory, in: folder) + options
      let process = try ChildProcess(
        ["-c", #"cd "$0" && ulimit -c unlimited && exec "$@""#, folder.path] + server, of: "/bin/sh", in: folder,
        // Without this, Swift's signal handler would write a backtrace, and the server might end with another signal.
        variables: variables.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 })
      eventually("the server to be ready") { process.output.hasPrefix("ready ") || process.hasEnded }
      process.send(signal)
      #expect(try process.waitForEnd() == -signal, "\(process.errors)")
      return folder
    }

    private static func cores(of folder: TemporaryFolder) throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix("core") }
    }
  }
#endif
