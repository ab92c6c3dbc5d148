import Commands
import Domain
import EventStore
import MovieNightPrimitives
import Projections

extension AnswerContext {
  func household(_ id: HouseholdID) throws -> HouseholdDetails {
    guard let household = try value(readModels.cachedHousehold(id), { try readModels.household(id) }) else {
      throw Refusal.unknownHousehold
    }
    return household
  }

  /// Returns the tokens and invites of a household. May read the store.
  func access(_ id: HouseholdID) throws -> HouseholdAccess {
    guard let details = try readModels.access(id) else { throw Refusal.unknownHousehold }
    return details.access
  }

  func view(_ household: HouseholdDetails) throws -> HouseholdView {
    HouseholdView(details: household, names: try names(of: household))
  }
}

struct HouseholdQuery: ResultQuery {
  let id: HouseholdID

  static var result: ResultObject<HouseholdShown> { HouseholdTypes.household }

  func shown(_ answering: AnswerContext) throws -> HouseholdShown { try answering.shown(id) }
}

extension AnswerContext {
  fileprivate func shown(_ id: HouseholdID) throws -> HouseholdShown {
    HouseholdShown(view: try view(household(id)), library: try library(id))
  }
}

struct HouseholdsQuery: ResultQuery {
  let limit: Int
  let after: HouseholdID?

  struct Shown {
    let households: [HouseholdShown]
    let next: HouseholdID?
  }

  static var result: ResultObject<Shown> { HouseholdTypes.households }

  func shown(_ answering: AnswerContext) throws -> Shown {
    try answering.requireStore()
    let ids = try answering.readModels.householdIDs(after: after, limit: limit)
    return Shown(
      households: try ids.map { try answering.shown($0) }, next: ids.count < limit ? nil : ids.last)
  }
}

/// The query of `tokens.list`. Its answer depends on the time, because ended tokens are listed for a limited time.
struct TokensQuery: ResultQuery {
  let id: HouseholdID
  /// The member whose tokens are listed; nil for all members.
  let member: MemberID?

  struct Entry {
    let token: HouseholdAccess.Token
    let label: String?
  }

  static var result: ResultObject<[Entry]> { HouseholdTypes.tokens }

  func shown(_ answering: AnswerContext) throws -> [Entry] {
    try answering.requireStore()
    let tokens = try answering.access(id).listedTokens(at: answering.now).filter {
      member == nil || $0.memberID == member
    }
    var labels: [TextID: String] = [:]
    for text in try answering.store.texts(tokens.map { TextID($0.id) }) { labels[text.id] = text.label }
    return tokens.map { Entry(token: $0, label: labels[TextID($0.id)]) }
  }
}

/// The query of `invites.list`. Its answer depends on the time, because invites expire.
struct InvitesQuery: ResultQuery {
  let id: HouseholdID
  /// The member who sent the query; nil for an administrator.
  let reader: MemberID?

  static var result: ResultObject<[InviteView]> { HouseholdTypes.invites }

  func shown(_ answering: AnswerContext) throws -> [InviteView] {
    let household = try answering.household(id)
    guard reader == nil || reader == household.createdBy else { throw Refusal.creatorOnly }
    try answering.requireStore()
    let (now, access) = (answering.now, try answering.access(id))
    return access.listedInvites(at: now).map { InviteView(invite: $0, status: $0.status(at: now)) }
  }
}

/// The query of `preferences.get`. Members can read only their own, and parents also those of managed members.
struct PreferencesQuery: ResultQuery {
  let id: HouseholdID
  let member: MemberID
  let reader: MemberID

  static var result: ResultObject<PreferencesView> { HouseholdTypes.preferences }

  func shown(_ answering: AnswerContext) throws -> PreferencesView {
    let household = try answering.household(id)
    guard let details = household.member(member) else { throw Refusal.unknownMember }
    guard reader.isAuthorized(for: member, parent: details.parentID) else { throw Refusal.cannotActAs }
    return PreferencesView(of: member, in: household)
  }
}

/// The query of `households.statistics`.
struct StatisticsQuery: ResultQuery {
  let id: HouseholdID
  /// The year; nil for the current one.
  let year: Int?

  struct Shown {
    let year: Int
    /// The movies and nights of the year; nil if there are none.
    let watched: WatchedYear?
    let members: [Member]
  }

  struct Member {
    let person: Person
    let tally: MemberTally
  }

  static var result: ResultObject<Shown> { HouseholdTypes.statistics }

  func shown(_ answering: AnswerContext) throws -> Shown {
    let household = try answering.household(id)
    // A year can have thousands of nights, so the event loop never reads them, even from memory.
    try answering.requireStore()
    let year = year ?? answering.now(within: { CalendarDate.moments(ofYear: $0.date.year) }).date.year
    let nights = try answering.readModels.nights(id, in: CalendarDate.moments(ofYear: year))
    let tallies = [MemberID: MemberTally](nights)
    let former = tallies.keys.filter { household.member($0) == nil }.sorted()
    let view = try answering.view(household)
    return Shown(
      year: year, watched: try answering.readModels.watchedYear(year, of: id),
      members: (household.memberIDs + former).map { member in
        Member(person: view.person(member), tally: tallies[member] ?? MemberTally())
      })
  }
}

extension PersonalText {
  fileprivate var label: String? { (try? JSONDocument(stored: value).root)?["label"]?.string }
}
