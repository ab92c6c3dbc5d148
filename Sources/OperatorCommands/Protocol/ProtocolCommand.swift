import Console
import Server

/// `movienight protocol`: describes the protocol's methods, without a server.
struct ProtocolCommand: Subcommand {
  let areas: ServerAreas
  let name = "protocol"
  let summary = "Describe the methods of the protocol."
  let positionals = "[METHOD]"
  let options: [CommandOption] = [.json]
  let details = """
    Lists all methods, or tells what one of them takes, gives and refuses. With --json it is the OpenRPC document that \
    rpc.discover answers, from which others make clients: the whole of it, also where a METHOD is named. \
    docs/protocol says the rest.
    """
  let examples = [
    (line: "movienight protocol", meaning: "All methods, a line each"),
    (line: "movienight protocol rounds.vote", meaning: "One of them"),
    (line: "movienight protocol --json > openrpc.json", meaning: "For programs"),
  ]

  func run(_ arguments: Arguments, _ environment: Environment) async throws -> ExitCode {
    let description = areas.methods.description
    if arguments.has(.json) {
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
