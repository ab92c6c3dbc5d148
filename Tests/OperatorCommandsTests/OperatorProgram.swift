import CommandLineSupport
import Console

@testable import OperatorCommands

extension Program {
  /// `movienight` as far as operators go.
  static let ofOperators = Program(
    name: "movienight", about: "which movie tonight, and how was it?", version: "1",
    commands: .ofServing(.current) + .ofStores(.current))
}

extension TestRun {
  func exitCode() -> ExitCode { exitCode(of: .ofOperators) }
}
