import MovieNightKit

enum MovieFacts {
  /// Returns a line such as `2017 · PG · 1 h 44 min · Comedy, Family`.
  static func line(year: Int?, rating: ContentRating?, runtime: Duration?, genres: [String]) -> String {
    let parts: [String?] = [
      year.map { "\($0)" }, rating.map { "\($0)" }, runtime.flatMap(runningTime),
      genres.isEmpty ? nil : genres.prefix(3).joined(separator: ", "),
    ]
    return parts.compactMap(\.self).joined(separator: " · ")
  }

  private static func runningTime(_ runtime: Duration) -> String? {
    let minutes = Int(runtime.components.seconds / 60)
    return minutes > 0 ? ShellTexts().minutes(minutes) : nil
  }
}
