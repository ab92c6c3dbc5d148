import Domain
import EventStore
import MovieNightPrimitives
import Projections

/// The query of `titles.get`.
struct TitleQuery: ResultQuery {
  let owner: CollectionOwner
  let ref: TitleRef
  let today: CalendarDate?

  struct Shown {
    let title: TitleView
    let lists: [ListView]
    let notes: [NoteView]
    let plays: [PlayView]
  }

  static var result: ResultObject<Shown> { CollectionTypes.details }

  func shown(_ answering: AnswerContext) throws -> Shown {
    let household = try answering.view(of: owner)
    try answering.requireStore()
    let member = owner.member
    let row = try answering.requireTitle(ref, of: member)
    let title = try answering.views(of: [row], for: member, in: household.details, answering.today(today))[0]
    let lists = try (answering.collection(of: member)?.lists ?? []).filter { list in
      try list.titleCount > 0 && answering.readModels.isListed(ref, on: list.listID)
    }
    let notes = try answering.notes(on: ref, for: member, in: household).prefix(CollectionLimits.shownNotes)
    return Shown(
      title: title, lists: try answering.views(of: lists, of: member, in: household),
      notes: try answering.views(of: Array(notes), in: household),
      plays: try plays(answering, row, household.details))
  }

  /// Returns the plays of all seasons and the nights that are not recorded as plays, newest first.
  private func plays(
    _ answering: AnswerContext, _ row: CollectedTitle, _ household: HouseholdDetails
  ) throws -> [PlayView] {
    let seasons: [Int?] = ref.mediaType == .movie ? [nil] : (row.progress?.seasons ?? []).map(\.number)
    let plays = try seasons.flatMap { try answering.readModels.titlePlays(of: ref, season: $0, by: owner.member) }
    var views = plays.map { PlayView($0, of: ref) }
    if ref.mediaType == .movie {
      let nights = try answering.nights(with: ref.tmdbID, of: owner.member, in: household)
      views += nights.filter { !$0.isRecorded(in: plays) }.map { PlayView($0, with: ref.tmdbID) }
    }
    return views.sorted {
      $0.watchedAt == $1.watchedAt
        ? $1.episode ?? EpisodeRef(0, 0) < $0.episode ?? EpisodeRef(0, 0)
        : $1.watchedAt < $0.watchedAt
    }
  }
}

/// The query of `titles.list`.
struct TitlesQuery: ResultQuery {
  let owner: CollectionOwner
  let filter: TitleFilter
  /// The order; nil for that of the collection's preferences.
  let sort: CollectionSort?
  let ascending: Bool?
  let today: CalendarDate?
  let limit: Int
  let cursor: String?

  static var result: ResultObject<TitlePage> { CollectionTypes.titles }

  func shown(_ answering: AnswerContext) throws -> TitlePage {
    let (household, member) = (try answering.view(of: owner).details, owner.member)
    let (models, today) = (answering.readModels, answering.today(today))
    let preferences = try answering.collection(of: member)?.preferences ?? CollectionPreferences()
    let (sort, ascending) = (sort ?? preferences.sort, ascending ?? preferences.isAscending)
    guard filter.isEmpty, sort == .added, !ascending else {
      let page = try answering.scan(
        member, filter, by: sort, ascending: ascending, after: answering.scanCursor(cursor), limit: limit, today)
      return TitlePage(
        titles: try answering.views(of: page.rows, for: member, in: household, today), next: page.next?.wireText)
    }
    let after = try answering.cursor(cursor)
    let cached = try models.cachedTitles(of: member, after: after, limit: limit)
    let page = try answering.value(cached) { try models.titles(of: member, after: after, limit: limit) }
    return TitlePage(
      titles: try answering.views(of: page?.rows ?? [], for: member, in: household, today),
      next: page?.next?.wireText)
  }
}

/// The query of `titles.next`.
struct NextQuery: ResultQuery {
  let owner: CollectionOwner
  let today: CalendarDate?
  let limit: Int
  let cursor: String?

  static var result: ResultObject<TitlePage> { CollectionTypes.titles }

  func shown(_ answering: AnswerContext) throws -> TitlePage {
    let (household, member) = (try answering.view(of: owner).details, owner.member)
    let (after, today) = (try answering.cursor(cursor), answering.today(today))
    try answering.requireStore()
    let found = try answering.readModels.watching(member).filter { series in
      series.progress.newEpisodes(on: today) > 0
        && after.map { after in series.sortKey.map { $0 < after } ?? false } ?? true
    }
    let page = found.prefix(limit)
    let rows = try page.compactMap { try answering.title(.series($0.tmdbID), of: member) }
    return TitlePage(
      titles: try answering.views(of: rows, for: member, in: household, today),
      next: found.count > limit ? page.last?.sortKey?.wireText : nil)
  }
}

/// The query of `titles.together`.
struct TogetherQuery: ResultQuery {
  let owner: CollectionOwner
  /// The members who want to watch; nil for all.
  let members: [MemberID]?
  let limit: Int
  let cursor: String?

  struct Planned {
    let title: TitleView
    let planners: [MemberID]
    let ratings: [(member: MemberID, rating: Rating)]
  }

  struct Shown {
    let movies: [Planned]
    let next: SortKey?
  }

  static var result: ResultObject<Shown> { CollectionTypes.together }

  func shown(_ answering: AnswerContext) throws -> Shown {
    let household = try answering.household(owner.household)
    let members = members.map { members in household.memberIDs.filter(members.contains) } ?? household.memberIDs
    guard Set(self.members ?? []).isSubset(of: members) else { throw Refusal.unknownMember }
    let after = try answering.cursor(cursor)
    try answering.requireStore()
    let entries = try members.map { member in
      // Private titles neither count nor appear.
      try answering.readModels.titleEntries(of: member).filter { $0.title.mediaType == .movie && !$0.isPrivate }
    }
    var candidates: [(key: SortKey, movie: MovieID)] = Self.planned(entries)
    if let after { candidates.removeAll { $0.key >= after } }
    candidates.sort { $1.key < $0.key }
    var (found, last): ([MovieID], SortKey?) = ([], nil)
    for (index, candidate) in candidates.enumerated() {
      if found.count == limit || index == Self.longestScan {
        return try shown(found, next: last, answering, household, members, entries)
      }
      last = candidate.key
      if try !answering.hasSeen(candidate.movie, anyOf: members, in: household) { found.append(candidate.movie) }
    }
    return try shown(found, next: nil, answering, household, members, entries)
  }

  /// The number of movies that a page may check.
  private static let longestScan = 2000

  /// Returns the movies that are planned and that no entry has a play of, with their sort keys.
  private static func planned(_ entries: [[TitleEntry]]) -> [(key: SortKey, movie: MovieID)] {
    var planned: [MovieID: (count: Int64, addedAt: Timestamp)] = [:]
    for entry in entries.joined() where entry.status == .planned {
      let known = planned[entry.title.tmdbID] ?? (0, entry.addedAt)
      planned[entry.title.tmdbID] = (known.count + 1, max(known.addedAt, entry.addedAt))
    }
    for entry in entries.joined() where entry.isWatched { planned[entry.title.tmdbID] = nil }
    return planned.map { movie, plan in
      // The number of planners, and then the seconds, of which no time has more than 40 bits.
      let order = plan.count << 40 + max(0, plan.addedAt.microseconds / 1_000_000)
      // Of two movies, the one with the lower id comes first in the descending order.
      return (SortKey(order: order, tie: Identifier<TieKind>(high: 0, low: .max - UInt64(movie))), movie)
    }
  }

  private func shown(
    _ movies: [MovieID], next: SortKey?, _ answering: AnswerContext, _ household: HouseholdDetails,
    _ members: [MemberID], _ entries: [[TitleEntry]]
  ) throws -> Shown {
    let wanted = Set(movies)
    var given: [MovieID: [(member: MemberID, entry: TitleEntry)]] = [:]
    for (member, entries) in zip(members, entries) {
      for entry in entries where wanted.contains(entry.title.tmdbID) {
        given[entry.title.tmdbID, default: []].append((member, entry))
      }
    }
    let titles = try movies.compactMap { movie -> (ref: TitleRef, facts: TitleFacts, row: CollectedTitle?)? in
      let ref = TitleRef.movie(movie)
      let row = try answering.title(ref, of: owner.reader)
      let planner = given[movie]?.first { $0.entry.status == .planned }?.member
      let facts = try row?.facts ?? planner.flatMap { try answering.title(ref, of: $0)?.facts }
      return facts.map { (ref, $0, row) }
    }
    let views = try answering.views(
      of: titles, for: owner.reader, in: household, answering.today(nil), ceilingOf: members)
    let shown = views.map { view in
      let given = given[view.ref.tmdbID] ?? []
      return Planned(
        title: view, planners: given.filter { $0.entry.status == .planned }.map(\.member),
        ratings: given.compactMap { given in given.entry.ratingWord.map { (given.member, $0) } })
    }
    return Shown(movies: shown, next: next)
  }
}

extension AnswerContext {
  /// Whether any of `members` attended a night with the movie, or a member marked it as watched by the household.
  fileprivate func hasSeen(
    _ movie: MovieID, anyOf members: [MemberID], in household: HouseholdDetails
  ) throws -> Bool {
    guard let watched = try readModels.watchedMovie(movie, in: household.id) else { return false }
    if watched.roundID == nil { return true }
    return try watched.rounds.contains { id in
      guard let round = try readModels.round(id), round.watchedAt != nil else { return false }
      return members.contains { round.attendees.include($0, ratings: round.ratings) }
    }
  }
}
