import Catalog
import Domain
import MovieNightPrimitives
import ProtocolSchema

enum GuideTypes {
  private static let days = ResultObject<ClosedRange<CalendarDate>>(
    "GuideDates", "The first and last of several days.",
    [.field("start_date", "the first day") { $0.lowerBound }, .field("end_date", "the last day") { $0.upperBound }])

  private static let window = ResultObject<ClosedRange<CalendarDate>>(
    "GuideWindow", "The first and last day of seasons.",
    [.field("start", "the first day") { $0.lowerBound }, .field("end", "the last day") { $0.upperBound }])

  private static let service = ResultObject<GuideService>(
    "GuideService", "A streaming service, as a row of the guide.", identityKey: "id",
    [
      .field("id", "the service's TMDb id; 0 for the row of series without a service") { $0.id },
      .field("name", "the service's name") { $0.name },
      .field("logo", "the logo's URL; null without a logo") { $0.logo },
      .field("color", "the service's color, such as `#E50914`") { $0.colors.color },
      .field("text_color", "black or white, for texts on `color`") { $0.colors.text },
      .field("badge_color", "a less saturated color, for cards") { $0.colors.badge },
      .field("of_household", "whether it is one of the household's services") { $0.isOfHousehold },
    ])

  private static let episode = ResultObject<ListedEpisode>(
    "GuideEpisode", "An episode in the guide.", identityKey: "episode_id",
    [
      .field("episode_id", "the episode's id, such as `1396-s2e3`") { $0.id },
      .field("tmdb_id", "the series' TMDb id") { $0.tmdbID },
      .field("season_number", "the season's number; 0 for the specials") { $0.ref.season },
      .field("episode_number", "the episode's number in the season") { $0.ref.number },
      .field("air_date", "the day on which it arrives, moved by `shift_days`") { $0.airDate },
      .field("source_air_date", "the day on which the source says it airs") { $0.facts.airDate },
      .field("air_date_time", "always null, because no source knows times") { _ in Timestamp?.none },
      .field("time_source", "always null") { _ in String?.none },
      .field("title", "the title, or `Episode 3` if it has none") { $0.facts.title },
      .field("overview", "a short description; null if unknown") { $0.facts.overview },
      .field("runtime", unit: .minutes, "the running time; null if unknown") { $0.facts.runtime },
      .field("service_id", "the `id` of the service that it is listed at") { $0.serviceID },
      .field("kind", "the kind of episode") { $0.kind },
      .field("watched_by", "the show's `watchers` who have seen it") { $0.watchedBy },
    ])

  private static let premiere = ResultObject<Premiere>(
    "GuidePremiere", "The beginning of a season within the next seven days.",
    [
      .field("season_number", "the season's number") { $0.season },
      .field("date", "the season's first day") { $0.date },
      .field("days", "the number of days from today, from 1 to 7") { $0.days },
      .field("label", "a label for the show's card, such as `Premieres in 7d`") { $0.label },
    ])

  private static let watched = ResultObject<(memberID: MemberID, episode: EpisodeRef)>(
    "GuideProgress", "The last regular episode that a member has seen.", identityKey: "member_id",
    [
      .field("member_id", "the member's id") { $0.memberID },
      .field("season_number", "the season's number") { $0.episode.season },
      .field("episode_number", "the episode's number in the season") { $0.episode.number },
    ])

  private static let show = ResultObject<ListedShow>(
    "GuideShow", "A series in the guide.", identityKey: "tmdb_id",
    [
      .field("tmdb_id", "the series' TMDb id") { $0.tmdbID },
      .field("title", "the title") { $0.known.series.name },
      .field("poster", "the poster's URL; null without a poster") { $0.posters?.card },
      .nullableObject("poster_urls", CatalogTypes.urls, "the poster's URLs; null without a poster") { $0.posters },
      .field("overview", "a short description; null if unknown") { $0.known.series.overview },
      .field("status", "the source's word for its status, such as `Ended`; null if unknown") { $0.known.series.status },
      .list("streaming_services", of: service, "the services that offer it, that of its row first") { $0.services },
      .field("availability", "whether a service of the country offers it at no extra cost") { $0.availability },
      .nullableObject(
        "active_window", window, "the days of the seasons that, with `buffer_days`, touch the page; null without one"
      ) { $0.activeWindow },
      .field("buffer_days", unit: .days, "the household's additional days after a season") { $0.settings.bufferDays },
      .field("shift_days", unit: .days, "the days by which episodes arrive later") { $0.settings.shiftDays },
      .field("next_episode_date", "the day of the next regular episode from today on; null if unknown") {
        $0.nextEpisodeDate
      },
      .nullableObject("premiere", premiere, "the next season's beginning if it is 1 to 7 days from today; else null") {
        $0.premiere
      },
      .field("in_guide", "whether it has a listed episode in the page, or a premiere") { $0.isInGuide },
      .field("dimmed", "whether it has no regular episode in the focus week, and no premiere") { $0.isDimmed },
      .field("unscheduled_episodes", "the number of episodes of its current seasons without a date") {
        $0.unscheduledCount
      },
      .field("watchers", "the ids of those `members` who watch it, or plan it with `include_planned`") { $0.watchers },
      .list("progress", of: watched, "the last episode that each watcher has seen, if any") { $0.progress },
      .list("upcoming_episodes", of: episode, "the listed episodes of the page, by day") { $0.episodes },
    ])

  private static let row = ResultObject<Guide.Row>(
    "GuideRow", "A service with its shows.",
    [
      .object("service", service, "the service") { $0.service },
      .list("shows", of: show, "by first episode in the page, premiere, and title") { $0.shows },
    ])

  private static let member = ResultObject<Person>(
    "GuideMember", "A member whose series are in the guide.", identityKey: "member_id", [HouseholdTypes.person])

  private static let missing = ResultObject<Guide.MissingShow>(
    "MissingShow", "A series that is not in the guide because its facts are missing.", identityKey: "tmdb_id",
    [
      .field("tmdb_id", "the series' TMDb id") { $0.tmdbID },
      .field("title", "the title, as recorded") { $0.title },
      .field("reason", "whether the facts are still being loaded, could not be, or do not exist") { $0.reason },
    ])

  private static let nextStart = "the `start_date` of the next page; null on the last page"
  private static let partial = "whether facts are missing that may be there if you ask again"

  static let content = ResultObject<Guide>(
    nil, "A page of the guide.",
    [
      .object("date_range", days, "the days of the page") { $0.input.range.start...$0.input.range.end },
      .field("days", "each day of the page") { $0.input.range.days },
      .field("today", "the day from which premieres are counted") { $0.input.today },
      .field("country", "the country of the services") { $0.input.country },
      .object("focus_week", days, "the week by which shows are dimmed") { $0.focusWeek },
      .field("nearest_date", "the day with an episode that is next from today on, else the last; null without one") {
        $0.nearestDate
      },
      .field("nothing_new", "whether each show is dimmed, or not in the guide") { $0.hasNothingNew },
      .field("max_range_days", "the longest range that is answered in one page") { _ in GuideLimits.pageDays },
      .field("next_start_date", nextStart) { $0.input.range.nextStart },
      .list("services", of: row, "the household's services, then others by name, then `Other`") { $0.rows },
      .field("unknown_services", "the household's services that match none of the country") { $0.unknownServices },
      .list("members", of: member, "the members whose series are listed") { $0.input.members },
      .field("total_shows", "the number of shows") { $0.showCount },
      .field("total_episodes", "the number of listed episodes") { $0.episodeCount },
      .field("partial", partial) { $0.isPartial },
      .list("missing", of: missing, "the series without facts") { $0.missing },
      .field("stale", "the ids of listed series whose facts may be out of date") { $0.stale },
    ])

  static let guide = tagged("Guide", "A page of the guide.", content)

  static let calendarContent = ResultObject<GuideCalendar>(
    nil, "A page of the guide as a calendar.",
    [
      .field("text", "the calendar, in the format of RFC 5545") { $0.text },
      .field("content_type", "the calendar's media type") { _ in GuideCalendar.contentType },
      .field("next_start_date", nextStart) { $0.guide.input.range.nextStart },
      .field("partial", partial) { $0.guide.isPartial },
    ])

  static let calendar = tagged("GuideCalendar", "A page of the guide as a calendar.", calendarContent)

  // MARK: Reminders

  private static let reminder = ResultObject<ReminderView>(
    "Reminder", "A reminder of a series or an episode.", identityKey: "reminder_id",
    [
      .field("reminder_id", "the reminder's id") { $0.reminder.id },
      .field("tmdb_id", "the series' TMDb id") { $0.reminder.target.tmdbID },
      .field("title", "the series' title") { $0.title },
      .field("season_number", "the season of the episode; null for a series") { $0.reminder.target.episode?.season },
      .field("episode_number", "the episode's number; null for a series") { $0.reminder.target.episode?.number },
      .field("premieres_only", "whether it is only about first episodes of seasons") { $0.reminder.premieresOnly },
      .field("days_before", unit: .days, "the days before the episode on which it is due") { $0.reminder.daysBefore },
      .field("air_date", "the day of the episode, or of the series' next one; null if unknown") { $0.airDate },
      .field("due_on", "the first day on which it is due; null if unknown") { $0.dueOn },
      .field("state", "whether it is due") { $0.state },
    ])

  static let reminders = ResultObject<Page<ReminderView>>(
    "ReminderPage", "A page of reminders.",
    [.list("reminders", of: reminder, "the newest first") { $0.items }, .nextCursor { $0.next }])

  // MARK: Commands

  static let changedShow = ResultObject<Int>(
    "ChangedGuideShow", "The series of the command.",
    [.field("tmdb_id", as: .integer(MovieLimits.id), "its TMDb id") { $0 }])
  static let changedReminder = ResultObject<ReminderID>(
    "ChangedReminder", "The reminder of the command.", [.field("reminder_id", "the reminder's id") { $0 }])

  // MARK: Contents with etags

  /// Returns the type of content with its etag. The content's members are absent if the client has them already.
  private static func tagged<Content>(
    _ name: String, _ summary: String, _ content: ResultObject<Content>
  ) -> ResultObject<TaggedContent<Content>> {
    let fields = content.type.fields.map {
      WireField($0.name, $0.type, isRequired: false, isNullable: $0.isNullable, $0.summary, unit: $0.unit)
    }
    return ResultObject(
      name, summary + " Without `not_modified`, all members are there.",
      [
        ResultMembers(fields) { value, json in
          // The members without the braces around them.
          if let members = value.json { json.raw(members.dropFirst().dropLast()) }
        },
        .omittedIfNil("not_modified", "true if the etag is `if_none_match`; otherwise absent") {
          $0.json == nil ? true : nil
        },
        .field("etag", "a digest of the other members: 16 hexadecimal digits") { $0.etag },
      ])
  }
}

extension ReminderKind: NamedKind { package static let name = "reminder" }

/// Content as JSON with its etag.
struct TaggedContent<Content> {
  /// The content as a JSON object; nil if the client has it already.
  let json: [UInt8]?
  /// A digest of the content, equal on every server.
  let etag: String

  /// - Parameters:
  ///   - known: the etag of the content that the client has.
  ///   - capacity: the number of bytes that the content probably takes.
  init(_ content: Content, as type: ResultObject<Content>, unless known: String?, reserving capacity: Int = 1024) {
    let json = type.bytes(of: content, reserving: capacity)
    let digits = String(XXHash64.of(json), radix: 16)
    etag = String(repeating: "0", count: 16 - digits.utf8.count) + digits
    self.json = etag == known ? nil : json
  }
}
