import CommandLineSupport
import FakeServer

@testable import ClientCommands

/// A server's answers about the guide of an evening's household.
enum GuideAnswers {
  /// Returns an episode, written as `S2E3`, that these members have seen.
  static func episode(
    _ code: String, on day: String, _ title: String = "Pilot", kind: String = "standard", seenBy members: [String] = []
  ) -> String {
    let episode = TypedEpisode(code)
    let (season, number) = (episode?.season ?? 0, episode?.number ?? 0)
    return #"""
      {"episode_id":"1-s\#(season)e\#(number)","tmdb_id":1,"season_number":\#(season),"episode_number":\#(number),\#
      "air_date":"\#(day)","source_air_date":"\#(day)","air_date_time":null,"time_source":null,"title":"\#(title)",\#
      "overview":null,"runtime":null,"service_id":1,"kind":"\#(kind)","watched_by":\#(list(members.map(quoted)))}
      """#
  }

  /// Returns a series. `premiere` is JSON, and `next` the day of its next episode.
  static func show(
    _ id: Int, _ title: String, _ episodes: [String] = [], premiere: String = "null", next: String? = nil,
    isDimmed: Bool = false
  ) -> String {
    #"""
    {"tmdb_id":\#(id),"title":"\#(title)","poster":null,"poster_urls":null,"overview":null,"status":null,\#
    "streaming_services":[],"availability":"available","active_window":null,"buffer_days":0,"shift_days":0,\#
    "next_episode_date":\#(next.map(quoted) ?? "null"),"premiere":\#(premiere),"in_guide":\#(!episodes.isEmpty),\#
    "dimmed":\#(isDimmed),"unscheduled_episodes":0,"watchers":[],"progress":[],"upcoming_episodes":\#(list(episodes))}
    """#
  }

  static func premiere(_ season: Int, on day: String) -> String {
    #"{"season_number":\#(season),"date":"\#(day)","days":5,"label":"Premieres in 5d"}"#
  }

  /// Returns a service with its shows.
  static func row(_ id: Int, _ name: String, _ shows: [String] = [], isOfHousehold: Bool = true) -> String {
    #"""
    {"service":{"id":\#(id),"name":"\#(name)","logo":null,"color":"#6B7280","text_color":"#FFFFFF",\#
    "badge_color":"#6B7280","of_household":\#(isOfHousehold)},"shows":\#(list(shows))}
    """#
  }

  static func missing(_ id: Int, _ title: String, _ reason: String) -> String {
    #"{"tmdb_id":\#(id),"title":"\#(title)","reason":"\#(reason)"}"#
  }

  /// Returns a page with `days` of a month, such as `2026-03`.
  static func page(
    _ days: ClosedRange<Int>, of month: String = "2026-03", _ rows: [String], next: String? = nil,
    unknownServices: [String] = [], missing: [String] = [], stale: [Int] = []
  ) -> String {
    let days = days.map { "\(month)-\($0 < 10 ? "0" : "")\($0)" }
    let range = #"{"start_date":"\#(days[0])","end_date":"\#(days[days.count - 1])"}"#
    return #"""
      {"date_range":\#(range),"days":\#(list(days.map(quoted))),"today":"2026-03-02","country":"US",\#
      "focus_week":\#(range),"nearest_date":null,"nothing_new":false,"max_range_days":31,\#
      "next_start_date":\#(next.map(quoted) ?? "null"),"services":\#(list(rows)),\#
      "unknown_services":\#(list(unknownServices.map(quoted))),"members":[],"total_shows":1,"total_episodes":1,\#
      "partial":\#(!missing.isEmpty),"missing":\#(list(missing)),"stale":\#(stale),"etag":"0000000000000000"}
      """#
  }

  /// Returns a page of the calendar with events of these names.
  static func calendar(_ events: [String], next: String? = nil, isPartial: Bool = false) -> String {
    let events = events.map { #"BEGIN:VEVENT\r\nSUMMARY:\#($0)\r\n END:VCALENDAR\r\nEND:VEVENT\r\n"# }.joined()
    return #"""
      {"text":"BEGIN:VCALENDAR\r\nVERSION:2.0\r\n\#(events)END:VCALENDAR\r\n","content_type":"text/calendar",\#
      "next_start_date":\#(next.map(quoted) ?? "null"),"partial":\#(isPartial),"etag":"0000000000000000"}
      """#
  }

  /// Returns a reminder, identified by its number. `episode` is written as `S2E3`.
  static func reminder(
    _ number: Int, of title: String, episode: String? = nil, _ state: String, airs: String? = nil,
    due: String? = nil, before days: Int = 0, premieresOnly: Bool = false
  ) -> String {
    let episode = episode.flatMap { TypedEpisode($0) }
    return #"""
      {"reminder_id":"\#(Nights.id(number))","tmdb_id":1,"title":"\#(title)",\#
      "season_number":\#(episode.map { "\($0.season)" } ?? "null"),\#
      "episode_number":\#(episode?.number.map { "\($0)" } ?? "null"),"premieres_only":\#(premieresOnly),\#
      "days_before":\#(days),"air_date":\#(airs.map(quoted) ?? "null"),"due_on":\#(due.map(quoted) ?? "null"),\#
      "state":"\#(state)"}
      """#
  }

  private static func list(_ elements: [String]) -> String { "[\(elements.joined(separator: ","))]" }
  private static func quoted(_ text: String) -> String { "\"\(text)\"" }
}
