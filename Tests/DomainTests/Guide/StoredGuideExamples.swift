import Domain
import MovieNightPrimitives

extension Expected {
  static let reminder = id("01890a5d-ac96-774b-bcce-b302099a80f1", as: ReminderID.self)

  /// The expected events of guides.
  static let guideEvents: [GuideEvent] = [
    .showSet(
      GuideShowSet(
        tmdbID: 1396, settings: GuideShowSettings(serviceID: 337, bufferDays: 30, shiftDays: -1), setBy: ben)),
    .showHidden(GuideShowHidden(memberID: ann, tmdbID: 1396, isHidden: true)),
    .reminderSet(
      ReminderSet(
        memberID: ann,
        reminder: Reminder(
          id: reminder, target: ReminderTarget(tmdbID: 1396, episode: EpisodeRef(1, 5)), premieresOnly: false,
          daysBefore: 3))),
    .reminderRemoved(ReminderRemoved(memberID: ann, reminderID: reminder)),
  ]
}
