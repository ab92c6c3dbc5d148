import Console
import MovieNightKit
import MovieNightPrimitives

/// `movienight tonight`: what is going on, and what one can do.
struct TonightCommand: Subcommand {
  let name = "tonight"
  let summary = "Show the open round, and what you can do now."
  let options = NightPlayer.options
  let details = """
    The number before each movie is the one that vote and pick take. Nights that wait to be watched or rated stand below \
    the round.
    """
  let examples = [
    (line: "movienight tonight", meaning: "What is going on"),
    (line: "movienight tonight --as Ben", meaning: "And what Ben can do"),
  ]

  func run(_ arguments: Arguments, _ environment: Environment) async throws -> ExitCode {
    let player = try await NightPlayer(arguments, environment)
    if arguments.has(.json) {
      environment.output.line(try await player.active().compactText)
    } else {
      try await player.show(environment)
    }
    return .success
  }
}

extension NightPlayer {
  /// Draws what is going on.
  func show(_ environment: Environment) async throws {
    let drawing = TonightDrawing(canvas: Canvas(environment), tonight: try await tonight(), member: member)
    environment.output.lines(drawing.lines)
  }
}
