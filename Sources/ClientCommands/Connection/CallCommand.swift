import Console
import MovieNightKit

/// `movienight call`: calls any method of the protocol, for scripts and experiments.
struct CallCommand: Subcommand {
  let name = "call"
  let summary = "Call one method of a running server and print its result."
  let positionals = "METHOD [JSON]"
  /// Returns the names of the methods that this program knows. A server may have others.
  let methods: @Sendable () -> [String]
  var words: [String] { methods() }
  let options = ServerConnection.options
  let showsRefusals = true
  let details = """
    JSON holds the parameters, {} by default; - reads them from standard input. A command gets a command id unless it \
    has one, so it is carried out only once even if the connection breaks. Over a Unix socket without a token, you act \
    as the administrator. docs/protocol and server.info list the methods. Errors include the protocol's codes and data.
    """
  let examples = [
    (line: "movienight call server.info", meaning: "The server's version and methods"),
    (line: "movienight call sessions.list '{\"limit\": 3}'", meaning: "The three newest movie nights"),
    (line: "movienight call rounds.start - < round.json", meaning: "Parameters from a file"),
  ]

  /// Methods that need no authentication, called with a given token, but never as the administrator.
  private static let openMethods: Set<String> = ["server.ping", "server.info", "auth.authenticate", "invites.accept"]

  func run(_ arguments: Arguments, _ environment: Environment) async throws -> ExitCode {
    let method = arguments.positionals[0]
    let parameters = arguments.positionals.count > 1 ? arguments.positionals[1] : "{}"
    let request = try Request(method, json: environment.jsonText(parameters))
    let access = try ServerConnection.access(arguments, environment)
    let client = try await ServerConnection.connect(access, environment)
    if access.token != nil || !Self.openMethods.contains(method) {
      _ = try await ServerConnection.authenticate(client, access)
    }
    client.onNotification { method, parameters in
      environment.errors.line("\(printable(method)) \(printable(parameters.compactText))")
    }
    let result = try await send(request, client)
    let output = environment.output
    if output.isTerminal { output.lines(result.prettyLines(output)) } else { output.line(result.compactText) }
    return .success
  }

  /// Sends the request. If the server does not know its method, the hint names the most similar method that this
  /// program knows. Other hints of declarations are left out if they advise on options of other subcommands.
  private func send(_ request: Request, _ client: MovieNightClient) async throws -> JSONValue {
    do {
      return try await client.call(request)
    } catch let error as ClientError {
      guard let refusal = error.refusal else { throw error }
      let hint =
        switch refusal.kind {
        case .unknownMethod: nearestWord(to: request.method, among: words).map { "Did you mean \($0)?" }
        case .notAuthenticated, .notAllowed: error.commandLineHint
        default: error.hint ?? refusal.retryAdvice
        }
      throw CommandFailure(error, hints: [hint])
    }
  }
}
