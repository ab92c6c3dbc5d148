import Domain
import MovieNightPrimitives
import ProtocolSchema

/// The parameters of `guide.get`, `guide.calendar` and `reminders.list`.
enum GuideQueryParameters {
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

/// A request for a guide, without the time to wait.
struct GuideRequest: Hashable, Sendable {
  let household: HouseholdID
  /// The member who sent the request.
  let reader: MemberID
  let start: CalendarDate?
  let end: CalendarDate?
  /// Today; nil for the current day in UTC.
  let today: CalendarDate?
  /// The country; nil for the household's.
  let country: String?
  let filter: GuideFilter
  /// The members who watch; nil for all.
  let members: [MemberID]?

  init(_ parameters: Parameters, _ caller: Caller) throws(Refusal) {
    guard case .member(let reader, let household, _) = caller.identity else { throw .noMember }
    (self.reader, self.household) = (reader, household)
    start = try parameters[GuideQueryParameters.startDate]
    end = try parameters[GuideQueryParameters.endDate]
    today = try parameters[GuideQueryParameters.today]
    country = try parameters[GuideQueryParameters.country]
    filter = GuideFilter(
      serviceIDs: try parameters[GuideQueryParameters.services], showIDs: try parameters[GuideQueryParameters.shows],
      unwatchedOnly: try parameters[GuideQueryParameters.unwatchedOnly],
      includesPlanned: try parameters[GuideQueryParameters.includesPlanned],
      includesSpecials: try parameters[GuideQueryParameters.includesSpecials])
    members = try parameters[GuideQueryParameters.members]
    // Refuses a wrong range before anything is read.
    _ = try range(on: today ?? caller.now.date)
  }

  func range(on today: CalendarDate) throws(Refusal) -> GuideRange {
    try GuideRange(start: start, end: end, today: today)
  }
}
