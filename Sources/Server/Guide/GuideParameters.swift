import Commands
import Domain
import ProtocolSchema

/// The parameters of the methods for the guide.
enum GuideParameters {
  static let series = CollectionParameters.series

  // MARK: Shows

  static let newService = Parameter<Int?>.optional(
    "service_id", .integer(MovieLimits.id),
    "the TMDb id of the service that lists it, one of the country's (`providers.list`); \(unchanged)")
  static let newBufferDays = Parameter<Int?>.optional(
    "buffer_days", .integer(GuideLimits.bufferDays),
    "the days that a season stays active after its last episode; \(unchanged)")
  static let newShiftDays = Parameter<Int?>.optional(
    "shift_days", .integer(GuideLimits.shiftDays),
    "the days by which episodes arrive later than they air; \(unchanged)")
  static let newHidden = Parameter<Bool?>.optional(
    "hidden", .bool, "whether you do not count as watching it in the guide; \(unchanged)")
  static let clearedFields = Parameter<[ClearedGuideField]>.list(
    "clear", .enumeration("GuideField"), atMost: ClearedGuideField.allCases.count,
    "the fields to reset; none may also have a value in the request"
  ).customValidated

  // MARK: Reminders

  static let reminder = Parameter<ReminderID>.required("reminder_id", .id("reminder"), "the reminder's id")
  static let remindedSeason = Parameter<Int?>.optional(
    "season_number", .integer(CollectionLimits.seasons),
    "the season of the only episode to be reminded of; default: the series' next episodes"
  ).customValidated
  static let remindedEpisode = Parameter<Int?>.optional(
    "episode_number", .integer(CollectionLimits.episodes), "the episode's number; required with `season_number`"
  ).customValidated
  static let premieresOnly = Parameter<Bool>.bool(
    "premieres_only", "`true` for only the first episodes of seasons; not with `season_number`"
  ).customValidated
  static let daysBefore = Parameter<Int>.optional(
    "days_before", .integer(GuideLimits.daysBefore), or: 0, "the days before the episode")

  private static let unchanged = "unchanged if omitted"
}

extension Parameters {
  func guideShowChanges() throws(Refusal) -> GuideShowChanges {
    var changes = GuideShowChanges()
    changes.serviceID = try self[GuideParameters.newService]
    changes.bufferDays = try self[GuideParameters.newBufferDays]
    changes.shiftDays = try self[GuideParameters.newShiftDays]
    changes.isHidden = try self[GuideParameters.newHidden]
    changes.cleared = try cleared(GuideParameters.clearedFields)
    return changes
  }

  func reminder(id: ReminderID) throws(Refusal) -> Reminder {
    let episode = try episode(GuideParameters.remindedSeason, GuideParameters.remindedEpisode)
    return Reminder(
      id: id, target: ReminderTarget(tmdbID: try self[GuideParameters.series], episode: episode),
      premieresOnly: try self[GuideParameters.premieresOnly], daysBefore: try self[GuideParameters.daysBefore])
  }
}
