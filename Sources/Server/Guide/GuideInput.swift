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
  /// The providers of series in the country, in display order; nil if the catalog has not answered.
  var providers: [Provider]?
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
  var settings: GuideShowSettings
  /// The members asked for who watch or plan the series and do not hide it, in the household's order. Never empty.
  var watchers: [(memberID: MemberID, progress: SeriesProgress)]
  var facts = GuideFacts.failure(.loading)
  /// The title as recorded, for a series without facts.
  var title = ""
}

typealias GuideFacts = Result<KnownSeries, MissingReason>

/// The reason why a series is not in the guide.
enum MissingReason: String, ResultEnum, Error {
  case loading, unavailable
  case notFound = "not_found"
}

/// A series' facts. A class, because copying them would cost more.
final class KnownSeries: Sendable {
  let series: SeriesFacts
  let isStale: Bool
  /// The needed seasons that the catalog has (`SeriesFacts.neededSeasons`), in any order.
  let seasons: [KnownSeason]

  init(_ series: SeriesFacts, isStale: Bool, _ seasons: [KnownSeason]) {
    (self.series, self.isStale, self.seasons) = (series, isStale, seasons)
  }
}

struct KnownSeason {
  var facts: SeasonFacts
  /// The time since which the facts have not changed.
  var changedAt: Timestamp
  var isStale: Bool
}

extension SeriesFacts {
  /// Returns the numbers of the seasons that a page can show, ascending, at most 20: those that can have an episode in
  /// the page or the focus week, premiere within a week from today, or end so that buffer days touch the page.
  func neededSeasons(in range: GuideRange, today: CalendarDate, includesSpecials: Bool) -> [Int] {
    let (page, week) = (range.dayNumbers, range.focusWeek(today: today))
    let first = min(page.lowerBound, week.lowerBound.daysSince1970) - Int64(GuideLimits.bufferDays.upperBound)
    let last = max(page.upperBound, week.upperBound.daysSince1970)
    let today = today.daysSince1970
    return seasons(airingIn: [first...last, today...today + Premiere.days], includesSpecials: includesSpecials)
  }

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
    return Array(needed.sorted().suffix(20))
  }

  /// Whether the series has ended and the catalog knows no further episode.
  var airsNoMore: Bool { TitleFacts.isEnd(status) && nextEpisode == nil }
}
