import Foundation
import MovieNightPrimitives
import TestSupport
import Testing
import ProtocolSchema

@testable import Server

/// Independent OpenRPC tools understand the description of the protocol.
struct OpenRPCDocumentTests {
  private static let clients = "Tests/DocumentationTests/Clients"

  /// Returns the command line of a tool in the Python environment that `scripts/install-dependencies test` creates.
  private static func python(_ script: String, _ arguments: [String]) throws -> String {
    let python = Project.root.appendingPathComponent(".build/python/bin/python").path
    try #require(Project.exists(".build/python/bin/python"), "scripts/install-dependencies test installs it")
    let root = Project.root.path
    return ([python, "\(root)/\(clients)/\(script)"] + arguments).map { "'\($0)'" }.joined(separator: " ")
  }

  /// An independent validator reads the server's document and the checked-in one, which has examples.
  @Test(arguments: ["./movienight protocol --json", "cat '\(Project.root.path)/docs/openrpc.json'"])
  func openRPCDocumentIsValid(_ source: String) throws {
    let folder = try ReaderFolder()
    let schema = Project.root.appendingPathComponent("\(Self.clients)/openrpc-meta-schema.json").path
    let events = Project.root.appendingPathComponent("Tests/DomainTests/Fixtures/events").path
    let validation = try Self.python("openrpc_valid.py", [schema, events])
    let output = try folder.run("\(source) | \(validation)", name: "valid", variables: [:])
    let description = MethodTable.current.description
    let schemas = try #require(try JSONDocument(description.openRPC).root["components"]?["schemas"])
    let counts = [description.methods.count, Array(schemas.members).count, description.events.count]
    #expect(output == "\(counts[0]) methods, \(counts[1]) schemas, \(counts[2]) events\n")
  }

  /// A generator of clients reads both documents without preparation, as `docs/clients.md` describes.
  @Test(arguments: ["./movienight protocol --json", "cat '\(Project.root.path)/docs/openrpc.json'"])
  func generatedClientHasEveryMethod(_ source: String) throws {
    let folder = try ReaderFolder()
    let tools = Project.root.appendingPathComponent(".build/python/bin").path
    let output = try folder.run(
      "\(source) > openrpc.json\n" + Document("docs/clients.md").block("sh generate"), name: "generate",
      variables: ["PATH": "\(tools):\(ProcessInfo.processInfo.environment["PATH"] ?? "")"])
    let client = try folder.text("out/typescript/movienight-http-client/src/client.ts")
    #expect(MethodTable.current.names.filter { !client.contains("\": \"\($0)\"") } == [], "\(output)")
  }

  /// An independent validator checks every answer of a night against `docs/openrpc.json`.
  @Test func serverGivesDeclaredAnswers() throws {
    let server = try RunningServer(ReaderFolder())
    let folder = server.folder
    let created = try folder.run(
      #"./movienight household create --name "Friday Films" --creator Ann"#,
      name: "create", variables: [:])
    let token = String(try #require(created.firstMatch(of: #/mn_[A-Za-z0-9_-]{86}/#), "\(created)").0)
    let parts = server.address.split(separator: ":").map(String.init)
    let lines = try Self.python("declared_answers.py", [parts[0], parts[1], token])
    let output = try folder.run(lines, name: "answers", variables: [:])
    #expect(output.contains("are as declared"), "\(output)")
    #expect(try server.stop() == 0)
  }
}
