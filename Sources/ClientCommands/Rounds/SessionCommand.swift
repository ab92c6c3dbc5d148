import Console
import MovieNightKit

struct SessionCommand: Subcommand {
  let name = "session"
  let summary = "Show one movie night with its votes and ratings."
  let positionals = "[ROUND...]"
  var options: [CommandOption] { ServerConnection.options + [ServerConnection.household, Self.asOf, .json] }
  let details = "Without a ROUND, it shows the newest one. \(RoundFinder.details)"
  let examples = [
    (line: "movienight session", meaning: "The newest movie night"),
    (line: "movienight session toy story", meaning: "The night of Toy Story"),
    (line: "movienight session 2 --as-of 4711", meaning: "The state of the second newest after that event"),
    (line: "movienight session last --as-of yesterday", meaning: "The state at the end of yesterday"),
  ]

  private static let asOf = CommandOption.value(
    "as-of", "POSITION|TIME",
    "Show the state at a time, or at the end of a day, with current names. movienight events lists positions.")

  func run(_ arguments: Arguments, _ environment: Environment) async throws -> ExitCode {
    let moment = try arguments.value(Self.asOf).map { try Moment(typed: $0, environment) }
    let access = try ServerConnection.access(arguments, environment)
    let (client, identity) = try await ServerConnection.open(access, environment)
    let household = try await ServerConnection.householdID(arguments, client)
    let canvas = Canvas(environment)
    let id = try await RoundFinder(client, identity: identity, household: household, environment)
      .round(arguments.positionals.isEmpty ? "last" : arguments.positionals.joined(separator: " "))
    let round = try await client.rawResult(of: RoundsRequests.get(id, household: household, asOf: moment))
    let ratings = try await client.rawResult(of: RoundsRequests.ratings(id, household: household, asOf: moment))
    guard !arguments.has(.json) else {
      let writer = JSONWriter.object { writer in
        writer.field("round", raw: round.json.compactText.utf8)
        writer.field("ratings", raw: ratings.json.compactText.utf8)
      }
      environment.output.line(writer.text)
      return .success
    }
    if let then = arguments.value(Self.asOf) {
      environment.output.line(canvas.styled("As of \(printable(then)):", .faint))
    }
    let drawing = SessionRenderer(
      canvas: canvas, session: try round.shown(), ratings: try ratings.shown(), member: identity?.memberID)
    environment.output.lines(drawing.lines)
    return .success
  }
}

extension Moment {
  /// Parses a position, or a time as for `movienight events --until`: a day or a second means its end.
  init(typed text: String, _ environment: Environment) throws(UsageError) {
    if let position = Int(text), position >= 0 {
      self = .position(EventPosition(position))
    } else {
      self = .time(try environment.period(text).upperBound)
    }
  }
}
