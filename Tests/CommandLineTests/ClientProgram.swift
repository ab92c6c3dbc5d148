import CommandLineSupport
import Console
import MovieNightKit

@testable import ClientCommands

extension Program {
  /// `movienight` with only the client commands.
  static let clientCommands = Program(
    name: "movienight", about: "which movie tonight, and how was it?", version: "1",
    commands: .clientCommands(methods: ["rounds.get", "rounds.vote", "server.info"]))
}

extension TestRun {
  func exitCode() -> ExitCode { exitCode(of: .clientCommands) }

  var canvas: Canvas { Canvas(environment) }
}

/// Decodes a result as a command does before drawing it.
func shown<Value: Decodable & Sendable>(_ json: String) throws -> Value {
  try RawResult(json: JSONDocument(json).root).shown()
}
