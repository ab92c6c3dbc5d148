import Foundation
import Glibc
import Testing

/// Secrets among the arguments of a command. Other users of the machine must not see them in the list of processes.
@Suite("Secrets among the arguments")
struct ArgumentSecrecyTests {
  /// Runs a command that connects to `socket`. Returns the arguments that `ps` shows while the command waits, and its
  /// standard error.
  private func titleAndErrors(_ words: [String], in folder: TemporaryFolder, socket: String) throws
    -> (title: String, errors: String)
  {
    let listener = try SilentListener(at: socket)
    let process = try ChildProcess(words, in: folder)
    let title = try listener.whileAClientWaits {
      try Data(contentsOf: URL(filePath: "/proc/\(process.pid)/cmdline"))
    }
    // Kills the command, which would otherwise connect again.
    process.send(SIGKILL)
    try process.waitForEnd()
    return (String(decoding: title, as: UTF8.self).replacing("\0", with: " "), process.errors)
  }

  private static let token = "mn_hunter" + String(repeating: "A", count: 80)

  @Test(arguments: [
    ["history", "--token", "hunter2"], ["history", "--token=hunter2"], ["call", "server.info", "--token", token],
    ["household", "join", token, "--name", "Ann"], ["call", "invites.accept", #"{"invite_token":"\#(token)"}"#],
  ])
  func tokenIsHiddenInProcessTitle(words: [String]) throws {
    let folder = try TemporaryFolder()
    let socket = "\(folder.path)/server"
    let (title, _) = try titleAndErrors(words + ["--connect", "unix:\(socket)"], in: folder, socket: socket)
    #expect(title.contains("*") && !title.contains("hunter"), "\(title)")
    #expect(title.contains(" \(words[0]) ") && title.contains(socket), "other arguments are shown: \(title)")
  }

  #if Postgres
    @Test func passwordIsHiddenInProcessTitle() throws {
      let folder = try TemporaryFolder()
      let host = folder.path.replacing("/", with: "%2F")
      let (title, errors) = try titleAndErrors(
        ["events", "--store", "postgres://tim:hunter2@\(host)/films?sslpassword=hunter3"], in: folder,
        socket: "\(folder.path)/.s.PGSQL.5432")
      #expect(title.contains("postgres://*") && !title.contains("hunter"), "\(title)")
      #expect(!errors.contains("hunter"), "\(errors)")
    }

    @Test(arguments: [
      "postgres://tim:hunter2@host:what/films", "postgre://tim:hunter2@host/films", "postgres:hunter2@h",
    ])
    func passwordIsHiddenInErrorForInvalidAddress(address: String) throws {
      let run = try Run("events", "--store", address, in: TemporaryFolder())
      #expect(run.code != 0)
      #expect(!run.errors.contains("hunter2"), "\(run.errors)")
    }
  #endif
}
