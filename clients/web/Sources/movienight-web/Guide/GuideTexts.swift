/// The English texts of the guide.
struct GuideTexts: ScreenTexts {
  let heading = "Guide"
  let week = "Week"
  let month = "Month"
  let range = "Range"
  let earlierWeek = "Previous week"
  let laterWeek = "Next week"
  let earlierMonth = "Previous month"
  let laterMonth = "Next month"
  let thisWeek = "This week"
  let thisMonth = "This month"
  let today = "Today"
  let grid = "Episodes by service and day"
  let service = "Service"
  let show = "Show"
  let services = "Services"
  let allServices = "All services"
  let onlyThisShow = "Only this show"
  let allShows = "All shows"
  let posterOf = "Large poster of"
  let filters = "Filters"
  let hideSeen = "Hide episodes that everyone has seen"
  let includePlanned = "Include series that are only planned"
  let includeSpecials = "Include specials"
  let applyFilters = "Show"
  let nothingFound = "Nothing matches these filters."
  let resetFilters = "Show everything"
  let noShows = "No series yet"
  let noShowsHelp = "The guide shows the series that someone in the household is watching."
  let findSeries = "Find a series"
  let quiet = "No new episodes"
  let again = "Try again"
  let seen = "Seen"
  let markSeen = "Mark as seen"
  let markUnseen = "Not seen"
  let collect = "Add to my series"
  let remind = "Remind me"
  let forget = "Remove reminder"
  let details = "More about this episode"
  let reminders = "Reminders"
  let noReminders = "No reminders yet. Open an episode to be reminded of it."
  let calendar = "Calendar for other apps"
  let hiddenShows = "Hidden shows"
  let hiddenHelp = "Series that you are watching, and have hidden in the guide."
  let noHiddenShows = "No shows are hidden. You can hide one on its page."
  let hide = "Hide in the guide"
  let showAgain = "Show in the guide again"
  let backToGuide = "Back to the guide"
  let unscheduledHelp = "without a date yet"
  let noCatalog = "The guide needs a movie catalog, and this server has none."
  let catalogSilent = "The catalog does not answer now, so the guide cannot be shown."
  let reminderSet = "You will see the reminder here when the day comes."
  let reminderRemoved = "The reminder was removed."

  func nothingNew(isMonth: Bool) -> String {
    "No new episodes this \(isMonth ? "month" : "week") — check back soon."
  }
  func nextRelease(_ day: String) -> String { "Next release: \(day)" }
  func more(_ count: Int) -> String { "+\(count)" }
  func moreEpisodes(of show: String, on day: String) -> String { "more episodes of \(show.isolated), on \(day)" }
  func minutes(_ minutes: Int) -> String { minutes < 60 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min" }
  func seenBy(_ names: [String]) -> String { "Seen by \(list(names))" }
  func watchedBy(_ names: [String]) -> String { "Watched by \(list(names))" }
  func of(_ code: String, _ show: String) -> String { "\(code) of \(show.isolated)" }
  /// The words before and after the code on a card, which are read aloud only.
  func before(_ show: String) -> String { "\(show.isolated), " }
  func after(_ day: String, _ service: String) -> String { ", on \(day) on \(service.isolated): " }
  func unscheduled(_ count: Int) -> String { count == 1 ? "1 episode" : "\(count) episodes" }

  func kind(_ kind: String) -> String? {
    switch kind {
    case "premiere": "Premiere"
    case "finale": "Finale"
    case "mid_season_finale": "Mid-season finale"
    default: nil
    }
  }

  func seen(_ code: String, _ show: String) -> String { "\(code) of \(show.isolated) is marked as seen." }
  func unseen(_ code: String, _ show: String) -> String { "\(code) of \(show.isolated) is no longer marked as seen." }
  func collected(_ show: String) -> String { "\(show.isolated) is among your series now." }

  func forShow(_ show: String) -> String { "for \(show)" }
  func hidden(_ show: String) -> String { "\(show.isolated) is hidden in the guide." }
  func shown(_ show: String) -> String { "\(show.isolated) is in the guide again." }
  func loading(_ names: [String]) -> String { "Still being looked up: \(list(names))." }
  func unavailable(_ names: [String]) -> String {
    "Not there, because the catalog does not answer: \(list(names))."
  }
  func notFound(_ names: [String]) -> String { "Not there, because the catalog does not have it: \(list(names))." }
  func stale(_ names: [String]) -> String { "Perhaps out of date: \(list(names))." }
  func unknownServices(_ names: [String]) -> String { "Not known as a service in your country: \(list(names))." }
  func others(_ count: Int) -> String { count == 1 ? "1 more" : "\(count) more" }

  // MARK: Reminders

  func reminder(_ show: String, season: Int?, episode: Int?, premieresOnly: Bool) -> String {
    let what =
      if let season, let episode { EpisodeCode.text(season, episode) } else if premieresOnly { "next premiere" } else {
        "next episode"
      }
    return "\(show.isolated), \(what)"
  }
  let due = "Due"
  let waiting = "No date yet"
  let past = "Over"
  func airs(_ day: String) -> String { "Airs \(day)" }
}

/// The English texts of calendars for other apps.
struct CalendarTexts: ScreenTexts {
  let heading = "Calendar for other apps"
  let help = "Your phone's calendar can show the episodes of the guide, with your reminders as alarms."
  let file = "As a file"
  let fileHelp = "The episodes of the next three months, as they are known today."
  let download = "Download the calendar"
  let address = "At a secret address"
  let addressHelp =
    "Calendar apps subscribe to this address and stay up to date. Whoever knows it can see the guide, so keep it to yourself."
  let addressLabel = "The secret address"
  let noAddress = "You have no address yet."
  let make = "Make an address"
  let replace = "Make a new address"
  let replaceHelp = "A new address replaces the old one, which no longer works."
  let revoke = "Revoke the address"
  let revokeHelp = "It is also in the list of your devices, as “Calendar”."
  let devices = "Your devices"
  let made = "The address is ready. Subscribe to it in your calendar app."
  let revoked = "The address no longer works."
  let back = "Back to the guide"
}

/// The code of an episode, such as `S3E01`.
enum EpisodeCode {
  static func text(_ season: Int, _ episode: Int) -> String { "S\(season)E\(episode < 10 ? "0" : "")\(episode)" }
}
