import Console
import MovieNightKit
import MovieNightPrimitives

/// `movienight session`: one movie night with its votes and ratings.
struct SessionCommand: Subcommand {
  let name = "session"
  let summary = "Show one movie night with its votes and ratings."
  let positionals = "ID"
  var options: [CommandOption] { ServerConnection.options + [ServerConnection.household, Self.asOf, .json] }
  let details = "The ids stand under the movie nights in movienight history."
  let examples = [
    (line: "movienight session 0198c2a4-7c00-7000-8000-000000000001", meaning: "One of those nights"),
    (
      line: "movienight session 0198c2a4-7c00-7000-8000-000000000001 --as-of 4711",
      meaning: "As it stood after that event"
    ),
  ]

  private static let asOf = CommandOption.value(
    "as-of", "POSITION|TIME", "As it was then, but with today's names. Positions stand in movienight events.")

  func run(_ arguments: Arguments, _ environment: Environment) async throws -> ExitCode {
    let id = arguments.positionals[0]
    guard Identifier<RoundKind>(id) != nil else { throw UsageError("'\(id)' is no id of a movie night") }
    let access = try ServerConnection.access(arguments, environment)
    let client = try await ServerConnection.connect(access, environment)
    let member = try await ServerConnection.authenticate(client, access)?.memberID?.description
    let household = arguments.value(ServerConnection.household)
    let moment = try arguments.value(Self.asOf).map { (text) throws(UsageError) in try Moment(typed: text) }
    let answers = try await client.pipeline(
      ["rounds.get", "rounds.ratings"].map { method in
        Request(method) { parameters in
          parameters.field("round_id", id)
          if let household { parameters.field("household_id", household) }
          moment?.write(to: &parameters)
        }
      })
    let round = try answers[0].get()
    let ratings = try answers[1].get()
    if arguments.has(.json) {
      printJSON(round, ratings, environment.output)
    } else {
      let canvas = Canvas(environment)
      if let then = arguments.value(Self.asOf) {
        environment.output.line(canvas.styled("As it was at \(printable(then)):", .faint))
      }
      environment.output.lines(try Self.drawing(round, ratings, canvas, member: member))
    }
    return .success
  }

  private enum RoundKind {}

  /// The lines that show a night, from the answers of `rounds.get` and `rounds.ratings`, to `member` (an id).
  static func drawing(_ round: JSONValue, _ ratings: JSONValue, _ canvas: Canvas, member: String?) throws(JSONError)
    -> [String]
  {
    let session = try SessionDetails(round)
    return SessionDrawing(canvas: canvas, session: session, ratings: try SessionRatings(ratings), member: member).lines
  }

  private func printJSON(_ round: JSONValue, _ ratings: JSONValue, _ output: Terminal) {
    var writer = JSONWriter()
    writer.object { writer in
      writer.field("round", raw: round.rawBytes)
      writer.field("ratings", raw: ratings.rawBytes)
    }
    output.line(writer.text)
  }
}

/// A moment of the past: after an event, or at a time.
private enum Moment {
  case position(Int)
  case time(Timestamp)

  /// As a person types it.
  init(typed text: String) throws(UsageError) {
    if let position = Int(text), position >= 0 {
      self = .position(position)
    } else if let time = Timestamp(text: text) {
      self = .time(time)
    } else {
      throw UsageError("'\(text)' is neither a position nor a time. Write a time so: 2026-02-14T20:00:00Z")
    }
  }

  func write(to parameters: inout JSONWriter) {
    switch self {
    case .position(let position): parameters.field("as_of", position)
    case .time(let time): parameters.field("as_of", time)
    }
  }
}
