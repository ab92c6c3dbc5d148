import Commands
import Domain
import MovieNightPrimitives

/// The reminders and commands that the tests of guides use.
extension Cast {
  static func reminder(
    _ number: Int, of series: Int, episode: EpisodeRef? = nil, premieresOnly: Bool = false, daysBefore: Int = 0
  ) -> Reminder {
    Reminder(
      id: ReminderID(high: 8, low: UInt64(number)), target: ReminderTarget(tmdbID: series, episode: episode),
      premieresOnly: premieresOnly, daysBefore: daysBefore)
  }
}

extension GuideCommand {
  static func set(_ series: Int, _ change: (inout GuideShowChanges) -> Void) -> GuideCommand {
    var changes = GuideShowChanges()
    change(&changes)
    return .setShow(series, changes)
  }

  static func hide(_ series: Int, _ isHidden: Bool = true) -> GuideCommand { .set(series) { $0.isHidden = isHidden } }

  static func remind(_ number: Int, of series: Int) -> GuideCommand { .setReminder(Cast.reminder(number, of: series)) }
}
