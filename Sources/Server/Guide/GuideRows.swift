import Domain
import MovieNightPrimitives
import Projections

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

  /// The approximate size in memory.
  var byteCount: Int {
    512 + 8 * ((filter.showIDs?.count ?? 0) + (filter.serviceIDs?.count ?? 0)) + 16 * (members?.count ?? 0)
  }

  func range(on today: CalendarDate) throws(Refusal) -> GuideRange {
    try GuideRange(start: start, end: end, today: today)
  }
}

extension GuideRequest {
  init(_ parameters: Parameters, _ caller: Caller) throws(Refusal) {
    guard case .member(let reader, let household, _) = caller.identity else { throw .noMember }
    (self.reader, self.household) = (reader, household)
    start = try parameters[GuideParameters.startDate]
    end = try parameters[GuideParameters.endDate]
    today = try parameters[GuideParameters.today]
    country = try parameters[GuideParameters.country]
    filter = GuideFilter(
      serviceIDs: try parameters[GuideParameters.services], showIDs: try parameters[GuideParameters.shows],
      unwatchedOnly: try parameters[GuideParameters.unwatchedOnly],
      includesPlanned: try parameters[GuideParameters.includesPlanned],
      includesSpecials: try parameters[GuideParameters.includesSpecials])
    members = try parameters[GuideParameters.members]
    // Refuses a wrong range before anything is read.
    _ = try range(on: today ?? caller.now.date)
  }
}

/// What a household has recorded for a guide.
struct GuideRows {
  let household: HouseholdDetails
  /// The members asked for, in the household's order.
  let members: [MemberID]
  /// The series by id, without facts.
  let shows: [GuideSource]
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
    let recorded = try readModels.guideShows(of: household.id)
    var shows: [Int: GuideSource] = [:]
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
        let tmdbID = series.tmdbID
        shows[
          tmdbID, default: GuideSource(tmdbID: tmdbID, settings: recorded[tmdbID]?.settings ?? .init(), watchers: [])
        ].watchers.append((member.id, series.progress))
        guard shows.count <= GuideLimits.shows else {
          throw Refusal.tooManyShows.with(data: .limit(GuideLimits.shows))
        }
      }
    }
    return GuideRows(household: household, members: members, shows: shows.keys.sorted().compactMap { shows[$0] })
  }

  /// Returns the title of a series as one of the members recorded it.
  func recordedTitle(of show: GuideSource) throws -> String {
    for watcher in show.watchers {
      if let title = try title(.series(show.tmdbID), of: watcher.memberID) { return title.facts.title }
    }
    return "Series \(show.tmdbID)"
  }
}
