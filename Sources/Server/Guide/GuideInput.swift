import Catalog
import Domain
import MovieNightPrimitives

struct GuideFilter: Hashable {
  /// The services to list; nil for all.
  var serviceIDs: [Int]?
  /// The series to list; nil for all.
  var showIDs: [Int]?
  /// Whether to leave out the episodes that all watchers asked for have seen.
  var unwatchedOnly = false
  var includesPlanned = false
  var includesSpecials = false
}

/// Everything that a guide is made of.
struct GuideInput {
  var range: GuideRange
  var today: CalendarDate
  var country: String
  var filter = GuideFilter()
  /// The providers of series in the country, in display order; empty if unknown.
  var providers: [Provider]
  /// Whether the providers are unknown because the catalog has not answered.
  var lacksProviders = false
  /// The names of the household's services, in its order.
  var householdServices: [String]
  /// The members asked for, in the household's order.
  var members: [Person]
  /// The series, each once, in any order.
  var shows: [GuideSource]
  var sizes: ImageSizes
}

/// A series of the guide.
struct GuideSource {
  var tmdbID: Int
  /// The title as recorded, for a series without facts.
  var title: String
  var facts: GuideFacts
  var settings: GuideShowSettings
  /// The members asked for who watch or plan the series and do not hide it, in the household's order. Never empty.
  var watchers: [GuideWatcher]
}

struct GuideWatcher {
  var memberID: MemberID
  var progress: SeriesProgress
}

enum GuideFacts {
  case missing(MissingReason)
  case known(KnownSeries)

  /// The reason why the guide lacks the series; nil if it has the series.
  var missingReason: MissingReason? {
    switch self {
    case .missing(let reason): reason
    case .known(let series): series.missing
    }
  }
}

/// The reason why a series is not in the guide.
enum MissingReason: String, ResultEnum {
  case loading, unavailable
  case notFound = "not_found"
}

struct KnownSeries {
  var series: SeriesFacts
  var isStale: Bool
  /// The needed seasons that the catalog has (`GuideFacts.neededSeasons`), in any order.
  var seasons: [KnownSeason]
  /// The reason why a needed season is not in `seasons`. The guide then lacks the whole series.
  var missing: MissingReason?
}

struct KnownSeason {
  var facts: SeasonFacts
  /// The time since which the facts have not changed.
  var changedAt: Timestamp
  var isStale: Bool
}

// MARK: - Needed seasons

extension GuideFacts {
  /// Returns the numbers of the seasons that a page can show, ascending, at most 20: those that can have an episode in
  /// the page or the focus week, premiere within a week from today, or end so that buffer days touch the page.
  static func neededSeasons(
    of series: SeriesFacts, in range: GuideRange, today: CalendarDate, includesSpecials: Bool
  ) -> [Int] {
    let (page, week) = (range.dayNumbers, range.focusWeek(today: today))
    let first = min(page.lowerBound, week.lowerBound.daysSince1970) - Int64(GuideLimits.bufferDays.upperBound)
    let last = max(page.upperBound, week.upperBound.daysSince1970)
    let today = today.daysSince1970
    return series.seasons(airingIn: [first...last, today...today + Premiere.days], includesSpecials: includesSpecials)
  }
}

extension SeriesFacts {
  private static let mostSeasons = 20

  /// Returns the numbers of the seasons that can have an episode on one of the days, whatever their shift, ascending. Of
  /// more than 20 these are the last ones.
  ///
  /// A season begins on its date and ends before the next one begins. Without a date, it can begin at any time after the
  /// ones before it.
  func seasons(airingIn periods: [ClosedRange<Int64>], includesSpecials: Bool) -> [Int] {
    let shifts = GuideLimits.shiftDays
    func isNeeded(_ first: Int64, _ last: Int64) -> Bool {
      periods.contains {
        first <= $0.upperBound - Int64(shifts.lowerBound) && last >= $0.lowerBound - Int64(shifts.upperBound)
      }
    }
    var dated: [(day: Int64, number: Int)] = []
    var needed: [Int] = []
    var latest = Int64.min
    let end = airsNoMore ? lastAirDate?.daysSince1970 ?? .max : .max
    for season in seasons where season.seasonNumber > 0 || includesSpecials {
      let (day, number) = (season.airDate?.daysSince1970, season.seasonNumber)
      if number == 0 {
        if isNeeded(day ?? .min, .max) { needed.append(number) }
      } else if let day {
        dated.append((day, number))
        latest = max(latest, day)
      } else if isNeeded(latest, max(latest, end)) {
        needed.append(number)
      }
    }
    dated.sort { $0 > $1 }
    var (later, previous) = (end, end)
    for (day, number) in dated {
      if day < previous { later = previous }
      if isNeeded(day, max(day, later)) { needed.append(number) }
      previous = day
    }
    return Array(needed.sorted().suffix(Self.mostSeasons))
  }

  /// Whether the series has ended and the catalog knows no further episode.
  var airsNoMore: Bool { TitleFacts.isEnd(status) && nextEpisode == nil }
}
