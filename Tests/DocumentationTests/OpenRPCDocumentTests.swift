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

  /// A client generated from the server's document, as `docs/clients.md` describes, calls that server. An independent
  /// validator checks every answer against `docs/openrpc.json`.
  @Test func generatedClientGetsDeclaredAnswers() throws {
    let server = try RunningServer(ReaderFolder())
    let folder = server.folder
    let created = try folder.run(
      #"./movienight household create --name "Friday Films" --creator Ann"#,
      name: "create", variables: [:])
    let token = String(try #require(created.firstMatch(of: #/mn_[A-Za-z0-9_-]{86}/#), "\(created)").0)
    let parts = server.address.split(separator: ":").map(String.init)
    let lines = try Self.python(
      "generated_client.py", [parts[0], parts[1], token, "out/python/movienight-http-client"])
    let document = try Document("docs/clients.md")
    try Data(try document.block("python ready").utf8).write(to: URL(fileURLWithPath: "\(folder.path)/ready.py"))
    let tools = Project.root.appendingPathComponent(".build/python/bin").path
    _ = try folder.run(
      "movienight household add-child Ben\n" + document.block("sh generate"), name: "generate",
      variables: [
        "MOVIENIGHT_CONNECT": server.address, "MOVIENIGHT_TOKEN": token,
        "PATH": "\(folder.path):\(tools):\(ProcessInfo.processInfo.environment["PATH"] ?? "")",
      ])
    let output = try folder.run(lines, name: "generated", variables: [:])
    #expect(output.contains("round_id") && output.contains("are as declared"), "\(output)")
    #expect(try server.stop() == 0)
  }
}
