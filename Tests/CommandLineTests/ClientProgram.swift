import CommandLineSupport
import Console
import MovieNightKit

@testable import ClientCommands

extension Program {
  /// `movienight` as far as clients go.
  static let ofClients = Program(
    name: "movienight", about: "which movie tonight, and how was it?", version: "1",
    commands: .ofClients(methods: ["rounds.get", "rounds.vote", "server.info"]))
}

extension TestRun {
  func exitCode() -> ExitCode { exitCode(of: .ofClients) }

  var canvas: Canvas { Canvas(environment) }
}

/// A result as a command draws it.
func shown<Value: Decodable & Sendable>(_ json: String) throws -> Value {
  try RawResult(json: JSONDocument(json).root).shown()
}
