import Domain
import ProtocolSchema

/// The results of the commands on the guide.
enum GuideCommandTypes {
  static let changedShow = ResultObject<Int>(
    "ChangedGuideShow", "The series of the command.",
    [.field("tmdb_id", as: .integer(MovieLimits.id), "its TMDb id") { $0 }])
  static let changedReminder = ResultObject<ReminderID>(
    "ChangedReminder", "The reminder of the command.", [.field("reminder_id", "the reminder's id") { $0 }])
}

extension ReminderKind: NamedKind { package static let name = "reminder" }
