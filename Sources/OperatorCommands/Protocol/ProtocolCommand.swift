import Console
import Server

/// `movienight protocol`: describes the protocol's methods. It needs no server.
struct ProtocolCommand: Subcommand {
  let areas: ServerAreas
  let name = "protocol"
  let summary = "Describe the methods of the protocol."
  let positionals = "[METHOD]"
  var words: [String] { areas.methods.all.map(\.name) }
  let options: [CommandOption] = [.json]
  let details = """
    Lists all methods, or describes one METHOD: its parameters, result and refusals. With --json, prints the whole \
    OpenRPC document that rpc.discover returns, from which clients can be generated. docs/protocol has more detail.
    """
  let examples = [
    (line: "movienight protocol", meaning: "All methods, one a line"),
    (line: "movienight protocol rounds.vote", meaning: "One method in detail"),
    (line: "movienight protocol --json > openrpc.json", meaning: "The OpenRPC document"),
  ]

  func run(_ arguments: Arguments, _ environment: Environment) async throws -> ExitCode {
    let description = areas.methods.description
    if arguments.has(.json) {
      guard arguments.positionals.isEmpty else {
        throw UsageError("--json prints the whole document: leave out METHOD")
      }
      environment.output.write(try description.openRPCLines())
    } else if let name = arguments.positionals.first {
      guard let method = description.methods.first(where: { $0.name == name }) else {
        throw UsageError.unknown("method", name, among: description.methods.map(\.name))
      }
      environment.output.lines(MethodRenderer(method: method, output: environment.output).lines)
    } else {
      environment.output.lines(MethodRenderer.list(description.methods, on: environment.output))
    }
    return .success
  }
}
