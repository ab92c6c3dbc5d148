import Console
import MovieNightKit

/// Consecutive pages of the guide as one, as a member sees them.
struct GuideSheet {
  struct Entry {
    let show: GuideShow
    let episode: GuideEpisode
    /// Whether the member has seen it.
    let isSeen: Bool

    var code: String { episodeCode(episode.seasonNumber, episode.episodeNumber) }
  }

  struct Row {
    let service: GuideService
    /// Ordered as in the guide, and by day within a series.
    fileprivate(set) var entries: [Entry] = []

    func entries(on day: CalendarDate) -> [Entry] { entries.filter { $0.episode.airDate == day } }
  }

  let days: [CalendarDate]
  /// The household's services first, also those without episodes.
  let rows: [Row]
  /// The series of the guide, also those without episodes.
  let shows: [GuideShow]
  let country: String
  /// The household's services that are none of the country's.
  let unknownServices: [String]
  private let missing: [MissingShow]
  private let stale: Set<Int>

  init(_ pages: [Guide], for member: MemberID) {
    days = pages.flatMap { $0.days ?? [] }
    country = pages.first?.country ?? ""
    unknownServices = pages.first?.unknownServices ?? []
    var (rows, shows, missing): ([Row], [GuideShow], [MissingShow]) = ([], [], [])
    for page in pages {
      for row in page.services ?? [] {
        let place = rows.firstIndex { $0.service.id == row.service.id } ?? rows.count
        if place == rows.count { rows.append(Row(service: row.service)) }
        for show in row.shows {
          if !shows.contains(where: { $0.tmdbID == show.tmdbID }) { shows.append(show) }
          rows[place].entries += show.upcomingEpisodes.map {
            Entry(show: show, episode: $0, isSeen: $0.watchedBy.contains(member))
          }
        }
      }
      missing += (page.missing ?? []).filter { show in !missing.contains { $0.tmdbID == show.tmdbID } }
    }
    self.rows = rows.filter { !$0.entries.isEmpty || $0.service.ofHousehold }
    (self.shows, self.missing) = (shows, missing)
    stale = Set(pages.flatMap { $0.stale ?? [] })
  }

  var isEmpty: Bool { rows.allSatisfy(\.entries.isEmpty) }
  /// Whether the members watch series, even if these have no episodes now.
  var hasSeries: Bool { !shows.isEmpty || !missing.isEmpty }

  /// Returns the days in weeks from Monday to Sunday. At most seven days are not split.
  var weeks: [[CalendarDate]] {
    guard days.count > 7 else { return [days] }
    return days.reduce(into: []) { weeks, day in
      if weeks.isEmpty || day.weekday == 1 { weeks.append([]) }
      weeks[weeks.count - 1].append(day)
    }
  }

  /// Sentences about the series that the answer lacks or that may have changed.
  var gaps: [String] {
    func names(_ reason: MissingReason) -> [String] { missing.filter { $0.reason == reason }.map(\.title) }
    let old = shows.filter { stale.contains($0.tmdbID) }.map(\.title)
    let sentences: [(names: [String], what: String, advice: String)] = [
      (names(.loading), "Still being looked up", " Try again in a moment."),
      (names(.unavailable), "Not there, because the catalog does not answer", " Try again later."),
      (names(.notFound), "Not there, because the catalog does not have it", ""),
      (old, "Perhaps out of date", " Try again later."),
    ]
    return sentences.filter { !$0.names.isEmpty }.map { names, what, advice in
      let more = names.count > 10 ? " and \(grouped(names.count - 10)) more" : ""
      return "\(what): \(names.prefix(10).joined(separator: ", "))\(more).\(advice)"
    }
  }
}
