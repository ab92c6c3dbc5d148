import Console

extension Measurement {
  private static let shows = CommandOption.value("shows", "N", "The number of series.", fallback: "100")
  private static let requests = CommandOption.value(
    "requests", "N", "The number of requests of a kind.", fallback: "500")
  private static let server = CommandOption.value(
    "server", "PID", "The server's process, to measure its processor time.")

  static let guide = Measurement(
    name: "guide", summary: "Measure a household's guide of a month.",
    options: [.connect, shows, requests, server, .json],
    details: """
      The server's catalog must have the series 1 to N, as the file that scripts/bench-guide makes. Measures guides that \
      the server makes anew (another day as today, or after a mark), and those that it has finished before. \
      \(householdsNote)
      """,
    examples: [
      ("movienight-bench guide --connect unix:data/movienight.db.sock --shows 100", "A hundred series, over a month")
    ]
  ) { arguments, environment in
    let players = try await Players(count: 1, arguments, environment)
    let server = try arguments.integer(server, in: 1...Int(Int32.max))
    return try GuideLoad(players.households[0].connection, server: server).run(
      shows: arguments.integer(shows, in: 1...500) ?? 100,
      requests: arguments.integer(requests, in: 1...100_000) ?? 500)
  }
}
