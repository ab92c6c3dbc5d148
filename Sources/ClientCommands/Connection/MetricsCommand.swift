import Console

struct MetricsCommand: Subcommand {
  let name = "metrics"
  let summary = "Print a running server's metrics."
  let options: [CommandOption] = [.connect, .token]
  let details =
    "The output is in the Prometheus text format. Only administrators can read it: connect to the server's Unix socket."
  let examples = [
    (line: "movienight metrics --connect unix:./data/movienight.db.sock", meaning: "Print the metrics once")
  ]

  func run(_ arguments: Arguments, _ environment: Environment) async throws -> ExitCode {
    let client = try await ServerConnection.openWithoutLogin(arguments, environment)
    var lines = try await client.administration.server.metrics().text
      .unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { printable(String($0)) }
    if lines.count > 1, lines.last == "" { lines.removeLast() }
    environment.output.lines(lines)
    return .success
  }
}
