import Domain
import MovieNightPrimitives
import Projections

/// A series of a guide with what the household has recorded about it.
struct GuideRow {
  let tmdbID: Int
  let settings: GuideShowSettings
  /// The members who watch it, in the household's order. Never empty.
  var watchers: [GuideWatcher]
}

/// What a household has recorded for a guide.
struct GuideRows {
  let household: HouseholdDetails
  /// The members asked for, in the household's order.
  let members: [MemberID]
  /// The series by id.
  let shows: [GuideRow]
}

extension AnswerContext {
  /// Reads the series that the members watch.
  /// - Throws: `not_members`, or `too_many_shows`.
  func rows(for request: GuideRequest) throws -> GuideRows {
    let household = try household(request.household)
    let members = request.members.map { asked in household.memberIDs.filter(asked.contains) } ?? household.memberIDs
    let nonMembers = (request.members ?? []).filter { !members.contains($0) }
    guard nonMembers.isEmpty else {
      throw Refusal.notMembers.saying(
        "Some of these are not members of the household.", data: [.members(nonMembers)])
    }
    try requireStore()
    let recorded = Dictionary(
      uniqueKeysWithValues: try readModels.guideShows(of: household.id).map { ($0.tmdbID, $0) })
    var watchers: [Int: [GuideWatcher]] = [:]
    for member in household.members where members.contains(member.id) {
      let seesPrivate = request.reader.isAuthorized(for: member.id, parent: member.parentID)
      func isShown(_ series: WatchedSeries) -> Bool {
        (seesPrivate || !series.standing.settings.isPrivate)
          && recorded[series.tmdbID]?.hiddenBy.contains(member.id) != true
      }
      var series = try readModels.watching(member.id).filter(isShown)
      if request.filter.includesPlanned {
        series += try readModels.planning(member.id, atMost: GuideLimits.shows + 1, where: isShown)
      }
      for series in series {
        watchers[series.tmdbID, default: []].append(GuideWatcher(memberID: member.id, progress: series.progress))
        guard watchers.count <= GuideLimits.shows else {
          throw Refusal.tooManyShows.with(data: .limit(GuideLimits.shows))
        }
      }
    }
    let shows = watchers.sorted { $0.key < $1.key }.map { tmdbID, watchers in
      GuideRow(tmdbID: tmdbID, settings: recorded[tmdbID]?.settings ?? GuideShowSettings(), watchers: watchers)
    }
    return GuideRows(household: household, members: members, shows: shows)
  }

  /// Returns the title of a series as one of the members recorded it.
  func recordedTitle(of show: GuideRow) throws -> String {
    for watcher in show.watchers {
      if let title = try title(.series(show.tmdbID), of: watcher.memberID) { return title.facts.title }
    }
    return "Series \(show.tmdbID)"
  }
}
