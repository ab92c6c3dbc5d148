import CommandLineSupport
import Console

@testable import OperatorCommands

extension Program {
  /// `movienight` with only the operator commands.
  static let ofOperators = Program(
    name: "movienight", about: "which movie tonight, and how was it?", version: "1",
    commands: .serverCommands(.current) + .storeCommands(.current))
}

extension TestRun {
  func exitCode() -> ExitCode { exitCode(of: .ofOperators) }
}
