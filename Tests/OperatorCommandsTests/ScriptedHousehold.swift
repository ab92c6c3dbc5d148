import CommandLineSupport
import EventStore
import FakeServer
import Foundation
import MovieNightKit
import Stores

@testable import Console
@testable import OperatorCommands

/// The household of a scripted server.
enum ScriptedHousehold {
  static let json = Nights.household(
    "Friday Films", services: #"["Netflix","Mubi"]"#,
    members: [
      Nights.member(Nights.id(0), "Tim", role: "creator"),
      Nights.member(Nights.id(1), #"\u001b[2JSarah"#, joined: "2026-02-15T20:00:00Z"),
      Nights.member(Nights.id(2), "Max", parent: Nights.id(0), joined: "2025-12-31T20:00:00Z"),
    ])
}

extension FakeServer {
  /// Runs a command of a member whose server this is.
  func run(
    _ arguments: String..., input: String = "", token: String? = "t", isStyled: Bool = false,
    columns: Int = 60
  ) -> (code: ExitCode, run: TestRun) {
    var variables = ["MOVIENIGHT_CONNECT": address.description]
    variables["MOVIENIGHT_TOKEN"] = token
    let run = TestRun(
      arguments, variables: variables, input: input, isTerminal: isStyled, isStyled: isStyled, columns: columns)
    return (run.exitCode(), run)
  }

  /// Runs a command of the administrator of a store that this server holds.
  func administer(_ words: [String]) throws -> (code: ExitCode, run: TestRun) {
    guard case .unix(let socket) = address else { throw ClientError.closed }
    let folder = FileManager.default.temporaryDirectory.appending(path: "movienight-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let storeAddress = StoreAddress.journal(directory: folder)
    let store = try openStore(storeAddress, mode: .readWrite(administratorSocket: socket))
    let run = TestRun(words + ["--store", "\(storeAddress)"])
    return withExtendedLifetime(store) { (run.exitCode(), run) }
  }
}
