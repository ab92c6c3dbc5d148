import Foundation
import MovieNightKit

/// A year of the household: each figure as a bar and as a number.
struct YearScreen: Sendable {
  let texts = SessionsTexts()
  let heading: String
  let summary: String
  let previous: YearLink?
  let next: YearLink?
  /// The sentence for a year without anything to show.
  let nothing: String?
  let months: [Row]
  let proposals: [ProposalRow]
  let tastes: [TasteRow]
  let ratingNames: [String]

  static let years = 2000...2100

  struct YearLink: Sendable, Equatable {
    let label: String
    let path: String
  }

  struct Row: Sendable, Equatable {
    let label: String
    let count: Int
    let bar: Bar
  }

  struct ProposalRow: Sendable, Equatable {
    let label: String
    let picked: Int
    let proposed: Int
    let bar: Bar
  }

  struct TasteRow: Sendable, Equatable {
    let label: String
    let counts: [Int]
    let bar: Bar
  }

  init(_ statistics: HouseholdStatistics, reader: Reader) {
    let texts = SessionsTexts()
    let year = statistics.year
    heading = texts.year(year)
    summary = texts.summary(statistics.nights, movies: statistics.moviesWatched)
    func link(_ year: Int) -> YearLink { YearLink(label: "\(year)", path: "\(SessionsPages.yearPath)?year=\(year)") }
    previous = Self.years.contains(year - 1) ? link(year - 1) : nil
    next = year < min(reader.year, Self.years.upperBound) ? link(year + 1) : nil
    let most = statistics.months.map(\.nights).max() ?? 0
    months = statistics.months.map { month in
      Row(label: reader.monthName(month.month), count: month.nights, bar: Bar([("nights", month.nights)], of: most))
    }
    let mostProposed = statistics.members.map(\.proposed).max() ?? 0
    proposals = statistics.members.map { member in
      ProposalRow(
        label: member.displayName, picked: member.picked, proposed: member.proposed,
        bar: Bar([("picked", member.picked), ("proposed", member.proposed - member.picked)], of: mostProposed))
    }
    tastes = statistics.members.map { member in
      let counts = [member.loved, member.liked, member.didNotLike]
      let parts = zip(RatingKind.all, counts).map { (style: $0.style, count: $1) }
      return TasteRow(label: member.displayName, counts: counts, bar: Bar(parts, of: counts.reduce(0, +)))
    }
    ratingNames = RatingKind.all.map(\.label)
    nothing = statistics.nights == 0 && statistics.moviesWatched == 0 ? texts.noYear(year) : nil
  }
}
