import Catalog
import Domain
import MovieNightPrimitives

/// The state of a reminder (`docs/protocol/guide.md`).
enum ReminderState: String, ResultEnum {
  case waiting, armed, due, past
}

/// A reminder with its state, which follows from the facts.
struct ReminderView {
  let reminder: Reminder
  let title: String
  /// The day of the episode that the reminder is about; nil if there is none.
  let airDate: CalendarDate?
  let state: ReminderState

  /// The first day on which the reminder is due.
  var dueOn: CalendarDate? { airDate?.advanced(byDays: -reminder.daysBefore) }

  /// - Parameters:
  ///   - title: the series' title as recorded, for a series without facts.
  ///   - answers: those about the series and its needed seasons (`neededSeasons`), as far as there are any.
  init(_ reminder: Reminder, title: String, _ answers: GuideAnswers, shiftDays: Int, today: CalendarDate) {
    self.reminder = reminder
    let series = answers.series(reminder.target.tmdbID)
    self.title = series?.name ?? title
    let days = series.map { Self.days(of: reminder, $0, answers, shiftDays, today) } ?? []
    let today = today.daysSince1970
    if let day = Self.day(of: reminder, among: days, today) {
      airDate = CalendarDate(daysSince1970: day)
      state =
        if day + 1 < today { .past } else if day - Int64(reminder.daysBefore) <= today { .due } else { .armed }
    } else {
      airDate = nil
      state = series?.airsNoMore == true ? .past : .waiting
    }
  }

  /// Returns the numbers of the seasons that decide the state of a reminder.
  static func neededSeasons(of series: SeriesFacts, for target: ReminderTarget, today: CalendarDate) -> [Int] {
    if let episode = target.episode { return [episode.season] }
    return series.seasons(
      airingIn: [today.daysSince1970 - 1...CalendarDate.inText.upperBound.daysSince1970], includesSpecials: false)
  }

  /// Returns the known days of the episodes that a reminder is about.
  private static func days(
    of reminder: Reminder, _ series: SeriesFacts, _ answers: GuideAnswers, _ shiftDays: Int, _ today: CalendarDate
  ) -> [Int64] {
    let seasons = neededSeasons(of: series, for: reminder.target, today: today)
      .compactMap { answers.season($0, ofSeries: series.id) }
      .map { SeasonSchedule($0, shiftDays: shiftDays) }
    let airings = seasons.flatMap { season in
      season.airings.map { (ref: EpisodeRef(season.number, season.episode($0).episodeNumber), day: $0.day) }
    }
    let next = series.nextEpisode(after: seasons, shiftDays: shiftDays)
    return (airings + [next].compactMap(\.self)).filter { reminder.concerns($0.ref) }.map(\.day)
  }

  /// Returns the day that a reminder is about. Of a series it is the next one, but yesterday's as long as that is due and
  /// the next is not.
  private static func day(of reminder: Reminder, among days: [Int64], _ today: Int64) -> Int64? {
    if reminder.target.episode != nil { return days.first }
    let next = days.filter { $0 >= today }.min()
    let isDue = next.map { $0 - Int64(reminder.daysBefore) <= today } ?? false
    return !isDue && days.contains(today - 1) ? today - 1 : next
  }
}

extension Reminder {
  /// Whether the reminder is about an episode of its series.
  func concerns(_ episode: EpisodeRef) -> Bool {
    if let wanted = target.episode { return episode == wanted }
    return episode.isRegular && (!premieresOnly || episode.number == 1)
  }
}
