import Console
import MovieNightKit

/// What several measurements have in common.
enum BenchOptions {
  static let connections = CommandOption.value(
    "connections", "N", "How many connections ask, or listen, at the same time.", fallback: "50")
  static let seconds = CommandOption.value(
    "seconds", "N", "How long to measure, after a second of warming up.", fallback: "10")
  static let subscribe = CommandOption.value(
    "subscribe", "ADDRESS", "Where subscribers connect; where the votes go by default.")

  /// What has to be said of each measurement of a server.
  static let households = """
    Households are founded first, so measure a server that nobody needs; over TCP it must run with \
    --open-registration. Every answer is checked; with one that is wrong the exit code is 1.
    """

  static func count(_ arguments: Arguments) throws -> Int {
    try arguments.integer(connections, in: 1...9999) ?? 50
  }

  static func duration(_ arguments: Arguments) throws -> Duration {
    .seconds(try arguments.integer(seconds, in: 1...3600) ?? 10)
  }

  /// Where subscribers connect whose votes go to `server`.
  static func subscribed(_ arguments: Arguments, votingAt server: ServerAddress) throws -> ServerAddress {
    try arguments.value(subscribe).map { try ServerAddress($0) } ?? server
  }

  static func show(_ result: LoadResult, _ arguments: Arguments, _ environment: Environment) -> ExitCode {
    if arguments.has(.json) {
      environment.output.line(result.json)
    } else {
      environment.output.lines(result.lines)
    }
    return result.errors.isEmpty ? .success : .failure
  }

  static func show(_ throughput: Throughput, _ arguments: Arguments, _ environment: Environment) {
    environment.output.line(arguments.has(.json) ? throughput.json : throughput.line)
  }
}
