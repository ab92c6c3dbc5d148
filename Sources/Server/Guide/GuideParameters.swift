import Commands
import Domain
import MovieNightPrimitives
import ProtocolSchema

/// The parameters of the methods for the guide.
enum GuideParameters {
  // MARK: Commands

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

  // MARK: Queries

  static let startDate = Parameter<CalendarDate?>.optional(
    "start_date", .date, "the first day; required with `end_date`; default: the first day of the month of `today`"
  ).customValidated
  static let endDate = Parameter<CalendarDate?>.optional(
    "end_date", .date, "the last day, at most 366 days with the first; default: the end of its month"
  ).customValidated
  static let today = Parameter<CalendarDate?>.optional("today", .date, "today; default: the current day in UTC")
  static let country = Parameter<String?>.optional(
    "country", .country, "the country as an ISO 3166-1 code; default: the household's")
  static let services = Parameter<[Int]?>.optional(
    "service_ids", .list(.integer(0...MovieLimits.id.upperBound), atLeast: 1, atMost: 100),
    "only series of these services; 0 for those of no other; default: all")
  static let shows = Parameter<[Int]?>.optional(
    "show_ids", .list(.integer(MovieLimits.id), atLeast: 1, atMost: GuideLimits.shows),
    "only these series, by TMDb id; default: all")
  static let members = Parameter<[MemberID]?>.optional(
    "members", .list(.id("member"), atLeast: 1, atMost: 100), "the members who watch them; default: all")
  static let unwatchedOnly = Parameter<Bool>.bool(
    "unwatched_only", "`true` to leave out episodes that all these members have seen")
  static let includesPlanned = Parameter<Bool>.bool(
    "include_planned", "`true` to include series that a member plans to watch")
  static let includesSpecials = Parameter<Bool>.bool("include_specials", "`true` to include the specials (season 0)")
  static let wait = Parameter<Int>.optional(
    "wait_ms", .integer(0...10_000), or: 3000,
    "the milliseconds to wait for the catalog; what is not there by then is in `missing`")
  static let etag = Parameter<String?>.optional(
    "if_none_match", .text(.bytes(1...100)),
    "the `etag` of an earlier answer; if it has not changed, the answer is only `not_modified`")
  static let reminders = Parameter<Bool>.bool("reminders", "`true` to add your reminders as alarms")

  /// The parameters that choose what a guide has.
  static let all: [any DeclaredParameter] = [
    startDate, endDate, today, country, services, shows, members, unwatchedOnly, includesPlanned, includesSpecials,
    wait, etag,
  ]
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
      id: id, target: ReminderTarget(tmdbID: try self[CollectionParameters.series], episode: episode),
      premieresOnly: try self[GuideParameters.premieresOnly], daysBefore: try self[GuideParameters.daysBefore])
  }
}
