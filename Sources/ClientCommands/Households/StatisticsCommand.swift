import Console
import Domain
import MovieNightKit

struct StatisticsCommand: Subcommand {
  let name = "stats"
  let summary = "Show a year of movie nights in numbers."
  let positionals = "[YEAR]"
  var options: [CommandOption] { ServerConnection.options + [ServerConnection.household, .json] }
  let details = """
    A night counts on the day, in UTC, on which its movie was watched. Each member is shown with the movies that they \
    proposed while voting was open, how many of these were picked, and the ratings that they gave.
    """
  let examples = [
    (line: "movienight stats", meaning: "This year"), (line: "movienight stats 2025", meaning: "An earlier year"),
  ]

  func run(_ arguments: Arguments, _ environment: Environment) async throws -> ExitCode {
    let year = try arguments.positionals.first.map { (text) throws(UsageError) in try Self.year(text) }
    let access = try ServerConnection.access(arguments, environment)
    let (client, identity) = try await ServerConnection.open(access, environment)
    let household = try await ServerConnection.householdID(arguments, client)
    try ServerConnection.requireHousehold(household, for: identity)
    let result = try await client.rawResult(of: HouseholdsRequests.statistics(year: year, household: household))
    try environment.show(result, arguments) {
      StatisticsRenderer(canvas: Canvas(environment), statistics: $0).lines
    }
    return .success
  }

  private static func year(_ text: String) throws(UsageError) -> Int {
    guard let year = Int(text), LibraryLimits.statisticsYears.contains(year) else {
      let years = LibraryLimits.statisticsYears
      throw UsageError("'\(text)' is not a year from \(years.lowerBound) to \(years.upperBound)")
    }
    return year
  }
}

struct StatisticsRenderer {
  let canvas: Canvas
  let statistics: HouseholdStatistics

  var lines: [String] {
    let totals = "\(counted(statistics.nights, "night")) · \(counted(statistics.moviesWatched, "movie")) watched"
    let heading = [canvas.styled("Movie Nights of \(statistics.year)", .strong), canvas.styled(totals, .faint)]
    return statistics.nights == 0 ? heading : heading + [""] + months + [""] + statistics.members.flatMap(card)
  }

  /// A bar for each month with a mark for each night, or proportional if the longest bar would not fit.
  private var months: [String] {
    let most = statistics.months.map(\.nights).max() ?? 0
    let room = canvas.columns - 16
    return zip(Canvas.monthNames, statistics.months).map { name, month in
      guard month.nights > 0 else { return "  \(name)  \(canvas.styled("0", .faint))" }
      let marks = most <= room ? month.nights : max(1, Int(Double(month.nights) / Double(most) * Double(room)))
      return "  \(name)  \(canvas.styled(String(repeating: "#", count: marks), .accent)) \(grouped(month.nights))"
    }
  }

  private func card(_ member: MemberStatistics) -> [String] {
    let ratings = member.total > 0 ? canvas.ratingsText(member) : canvas.styled("No ratings", .faint)
    return [
      canvas.spread(
        member.displayName, right: "\(grouped(member.proposed)) proposed, \(grouped(member.picked)) won"),
      "  \(ratings)",
    ]
  }
}

extension MemberStatistics: RatingCounts {}
