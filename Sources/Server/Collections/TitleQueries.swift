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

  static var result: ResultObject<Page<TitleView>> { CollectionTypes.titles }

  func shown(_ answering: AnswerContext) throws -> Page<TitleView> {
    let (household, member) = (try answering.view(of: owner).details, owner.member)
    let (models, today) = (answering.readModels, answering.today(today))
    let preferences = try answering.collection(of: member)?.preferences ?? CollectionPreferences()
    let (sort, ascending) = (sort ?? preferences.sort, ascending ?? preferences.isAscending)
    guard filter.isEmpty, sort == .added, !ascending else {
      let page = try answering.scan(
        member, filter, by: sort, ascending: ascending, after: answering.scanCursor(cursor), limit: limit, today)
      return try page.map { try answering.views(of: $0, for: member, in: household, today) }
    }
    let after = try answering.cursor(cursor)
    // Even rows in memory may be so large that only a worker should write them.
    try answering.requireStore()
    let page = try models.titles(of: member, after: after, limit: limit)
    return try page.map { try answering.views(of: $0, for: member, in: household, today) }
  }
}

/// The query of `titles.next`.
struct NextQuery: ResultQuery {
  let owner: CollectionOwner
  let today: CalendarDate?
  let limit: Int
  let cursor: String?

  static var result: ResultObject<Page<TitleView>> { CollectionTypes.titles }

  func shown(_ answering: AnswerContext) throws -> Page<TitleView> {
    let (household, member) = (try answering.view(of: owner).details, owner.member)
    let (after, today) = (try answering.cursor(cursor), answering.today(today))
    try answering.requireStore()
    let found = try answering.readModels.watching(member).filter { series in
      series.progress.newEpisodes(on: today) > 0
        && after.map { after in series.sortKey.map { $0 < after } ?? false } ?? true
    }
    let page = try Page(found, limit: limit, cursor: { $0.sortKey?.wireText }) { series in
      try answering.title(.series(series.tmdbID), of: member)
    }
    return try page.map { try answering.views(of: $0, for: member, in: household, today) }
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

  static var result: ResultObject<Page<Planned>> { CollectionTypes.together }

  func shown(_ answering: AnswerContext) throws -> Page<Planned> {
    let household = try answering.household(owner.household)
    let members = members.map { members in household.memberIDs.filter(members.contains) } ?? household.memberIDs
    guard Set(self.members ?? []).isSubset(of: members) else { throw Refusal.unknownMember }
    let after = try answering.cursor(cursor)
    try answering.requireStore()
    let given = try Self.planned(among: members, answering.readModels)
    var candidates = given.map { movie, given in
      let addedAt = given.filter { $0.entry.status == .planned }.map(\.entry.settings.addedAt)
      // The number of planners, and then the seconds, of which no time has more than 40 bits.
      let order = Int64(addedAt.count) << 40 + max(0, (addedAt.max()?.microseconds ?? 0) / 1_000_000)
      // Of two movies, the one with the lower id comes first in the descending order.
      return (key: SortKey(order: order, tie: Identifier<TieKind>(high: 0, low: .max - UInt64(movie))), movie: movie)
    }
    if let after { candidates.removeAll { $0.key >= after } }
    candidates.sort { $1.key < $0.key }
    let page = try Page(
      candidates, limit: limit, checking: Self.longestScan, cursor: { $0.key.wireText }
    ) { (_, movie) -> MovieID? in
      try answering.hasSeen(movie, anyOf: members, in: household) ? nil : movie
    }
    return try page.map { try views(of: $0, given, answering, household, members) }
  }

  /// The number of movies that a page may check.
  private static let longestScan = 2000

  /// The entries that members have of a movie.
  private typealias GivenEntries = [(member: MemberID, entry: TitleEntry)]

  /// Returns all entries of the movies that are planned and that no entry has a play of.
  private static func planned(
    among members: [MemberID], _ models: ReadModels
  ) throws -> [MovieID: GivenEntries] {
    let entries = try members.flatMap { member in
      // Private titles neither count nor appear.
      try models.titleEntries(of: member).filter { $0.title.mediaType == .movie && !$0.settings.isPrivate }
        .map { (member: member, entry: $0) }
    }
    var given: [MovieID: GivenEntries] = [:]
    for (_, entry) in entries where entry.status == .planned { given[entry.title.tmdbID] = [] }
    for (_, entry) in entries where entry.isWatched { given[entry.title.tmdbID] = nil }
    for (member, entry) in entries { given[entry.title.tmdbID]?.append((member, entry)) }
    return given
  }

  private func views(
    of movies: [MovieID], _ given: [MovieID: GivenEntries], _ answering: AnswerContext, _ household: HouseholdDetails,
    _ members: [MemberID]
  ) throws -> [Planned] {
    let titles = try movies.compactMap { movie -> (ref: TitleRef, facts: TitleFacts, row: CollectedTitle?)? in
      let ref = TitleRef.movie(movie)
      let row = try answering.title(ref, of: owner.reader)
      let planner = given[movie]?.first { $0.entry.status == .planned }?.member
      let facts = try row?.facts ?? planner.flatMap { try answering.title(ref, of: $0)?.facts }
      return facts.map { (ref, $0, row) }
    }
    let views = try answering.views(
      of: titles, for: owner.reader, in: household, answering.today(nil), ceilingOf: members)
    return views.map { view in
      let given = given[view.ref.tmdbID] ?? []
      return Planned(
        title: view, planners: given.filter { $0.entry.status == .planned }.map(\.member),
        ratings: given.compactMap { given in given.entry.settings.ratingWord.map { (given.member, $0) } })
    }
  }
}

extension AnswerContext {
  /// Whether any of `members` attended a night with the movie, or a member marked it as watched by the household.
  fileprivate func hasSeen(
    _ movie: MovieID, anyOf members: [MemberID], in household: HouseholdDetails
  ) throws -> Bool {
    guard let watched = try readModels.watchedMovie(movie, in: household.id) else { return false }
    return try watched.roundID == nil
      || members.contains { try !nights(with: movie, of: $0, in: household).isEmpty }
  }
}
