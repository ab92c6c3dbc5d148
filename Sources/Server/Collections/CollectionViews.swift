import Commands
import Domain
import EventStore
import MovieNightPrimitives
import Projections

/// A title as a member sees it.
struct TitleView {
  let ref: TitleRef
  let facts: TitleFacts
  /// What the member recorded; nil if the title is not in the member's collection.
  let row: CollectedTitle?
  let exceedsCeiling: Bool
  /// The last night with the movie that the member attended; nil if there is none.
  let together: Night?
  /// The day that decides which episodes have aired.
  let today: CalendarDate

  var settings: TitleSettings? { row?.settings }
  var isWatched: Bool { row?.isWatched ?? false }

  var likedStatus: Int {
    switch settings?.ratingWord {
    case .loved, .liked: 1
    case .didNotLike: -1
    case nil: 0
    }
  }

  var progress: TitleProgress {
    guard ref.mediaType == .tv else { return TitleProgress(total: 1, aired: 1, watched: isWatched ? 1 : 0) }
    let progress = row?.progress ?? SeriesProgress(facts)
    return TitleProgress(
      total: progress.total, aired: progress.airedCount(on: today), watched: progress.watchedCount)
  }

  var nextToWatch: EpisodeRef? { row?.progress?.nextToWatch(on: today) }
  var newEpisodes: Int { row?.progress?.newEpisodes(on: today) ?? 0 }

  /// The seasons of a series by number, with the specials last.
  var seasons: [SeasonProgress] {
    let seasons = (row?.progress?.seasons ?? []).map { season in
      SeasonProgress(
        number: season.number, facts: facts.airing.seasons.first { $0.number == season.number },
        watchedCount: season.watched.count)
    }
    return seasons.filter { $0.number > 0 } + seasons.filter { $0.number == 0 }
  }
}

struct TitleProgress {
  let total: Int
  let aired: Int
  let watched: Int

  var fraction: Double { Self.fraction(watched, of: total) }

  /// Returns at most 1: what was watched may have lost its place in the counts.
  static func fraction(_ part: Int, of total: Int) -> Double { total > 0 ? min(1, Double(part) / Double(total)) : 0 }
}

struct SeasonProgress {
  let number: Int
  /// The recorded facts; nil if only episodes of it were marked.
  let facts: TitleSeason?
  let watchedCount: Int
}

struct Page<Item> {
  let items: [Item]
  /// The cursor of the next page; nil on the last page.
  let next: String?
}

extension Page: Sendable where Item: Sendable {}

extension Page {
  /// Takes the items of a sorted list until the page is full, or as many candidates as it may check were checked.
  /// - Parameters:
  ///   - cursor: returns the cursor of the page after a candidate.
  ///   - item: returns the item of a candidate; nil to leave it out.
  init<Candidate>(
    _ candidates: some Sequence<Candidate>, limit: Int, checking longestScan: Int = .max,
    cursor: (Candidate) -> String?, _ item: (Candidate) throws -> Item?
  ) rethrows {
    var (items, last): ([Item], Candidate?) = ([], nil)
    for (index, candidate) in candidates.enumerated() {
      if items.count == limit || index == longestScan {
        self.init(items: items, next: last.flatMap(cursor))
        return
      }
      last = candidate
      if let found = try item(candidate) { items.append(found) }
    }
    self.init(items: items, next: nil)
  }

  /// Returns the page with the views of its items, which `views` makes all at once.
  func map<View>(_ views: ([Item]) throws -> [View]) rethrows -> Page<View> {
    Page<View>(items: try views(items), next: next)
  }
}

extension RowPage {
  /// Returns the page with the views of its rows, which `views` makes all at once.
  func map<View>(_ views: ([Model]) throws -> [View]) rethrows -> Page<View> {
    Page(items: try views(rows), next: next?.wireText)
  }
}

/// A night on which a member watched a movie in a round.
struct Night: Equatable {
  let watchedAt: Timestamp
  let roundID: RoundID

  /// Whether one of the member's plays of the movie is this night.
  func isRecorded(in plays: [AddedPlay]) -> Bool {
    plays.contains { $0.roundID == roundID || $0.watchedAt.isSamePlay(as: WatchedAt(watchedAt)) }
  }
}

/// A play, or a night that a member attended.
struct PlayView {
  let ref: TitleRef
  var title = ""
  var episode: EpisodeRef?
  /// The episode's title; nil for a movie.
  var name: String?
  let watchedAt: WatchedAt
  let roundID: RoundID?

  init(_ play: AddedPlay, of ref: TitleRef) {
    (self.ref, episode, watchedAt, roundID) = (ref, play.episode, play.watchedAt, play.roundID)
  }

  init(_ night: Night, with movie: MovieID) {
    (ref, watchedAt, roundID) = (.movie(movie), WatchedAt(night.watchedAt), night.roundID)
  }
}

struct ListView {
  let list: CollectedList
  let owner: Person
  let name: String
  let description: String
  let isDefault: Bool
}

struct NoteView {
  let note: CollectedNote
  let author: Person
  let text: String
}

// MARK: - Reading collections

extension AnswerContext {
  /// Returns the household of a collection's owner.
  /// - Throws: `unknown_member`, or `cannot_act_as` if the reader may not see the collection.
  func view(of owner: CollectionOwner) throws -> HouseholdView {
    let household = try household(owner.household)
    guard let member = household.member(owner.member) else { throw Refusal.unknownMember }
    guard owner.reader.isAuthorized(for: owner.member, parent: member.parentID) else { throw Refusal.cannotActAs }
    return try view(household)
  }

  func collection(of member: MemberID) throws -> CollectionDetails? {
    try value(readModels.cachedCollection(member)) { try readModels.collection(member) }
  }

  func title(_ ref: TitleRef, of member: MemberID) throws -> CollectedTitle? {
    try value(readModels.cachedTitle(ref, of: member)) { try readModels.title(ref, of: member) }
  }

  /// Returns the title. Throws `not_in_collection` if the member does not have it.
  func requireTitle(_ ref: TitleRef, of member: MemberID) throws -> CollectedTitle {
    if let row = try title(ref, of: member) { return row }
    throw Refusal.notInCollection.with(ref.label.prefix(1).uppercased() + ref.label.dropFirst())
  }

  /// Returns the member's statuses of titles. Titles without a status, or not in the collection, are left out.
  func statuses(of titles: [TitleRef], in reader: MovieQuery.Reader?) throws -> [TitleRef: TitleStatus] {
    guard let reader, try collection(of: reader.id) != nil else { return [:] }
    var statuses: [TitleRef: TitleStatus] = [:]
    for ref in titles { statuses[ref] = try title(ref, of: reader.id)?.settings.status }
    return statuses
  }

  /// Returns `day`, or else the current day in UTC, with which a cached answer expires.
  func today(_ day: CalendarDate?) -> CalendarDate {
    day ?? now(within: { $0.date.start..<$0.date.end }).date
  }

  /// Returns the views of titles, whose facts may come from another member's collection. `rows` are those of `member`.
  func views(
    of titles: [(ref: TitleRef, facts: TitleFacts, row: CollectedTitle?)], for member: MemberID,
    in household: HouseholdDetails, _ today: CalendarDate, ceilingOf attendees: [MemberID]? = nil
  ) throws -> [TitleView] {
    let movies = titles.filter { $0.ref.mediaType == .movie }.map(\.ref.tmdbID)
    let watched = try watched(among: movies, in: household.id)
    let ceiling = CeilingInForce(of: attendees ?? [member], in: household, override: nil)
    return try titles.map { ref, facts, row in
      let isWatched = ref.mediaType == .movie && watched.contains(ref.tmdbID)
      return TitleView(
        ref: ref, facts: facts, row: row, exceedsCeiling: ceiling.refuses(facts.ceilingRating),
        together: isWatched ? try nights(with: ref.tmdbID, of: member, in: household).first : nil, today: today)
    }
  }

  func views(
    of rows: [CollectedTitle], for member: MemberID, in household: HouseholdDetails, _ today: CalendarDate
  ) throws -> [TitleView] {
    try views(of: rows.map { ($0.title, $0.facts, $0) }, for: member, in: household, today)
  }

  /// Returns the nights on which a member watched a movie in a round, newest first. Reads the store.
  func nights(with movie: MovieID, of member: MemberID, in household: HouseholdDetails) throws -> [Night] {
    try requireStore()
    var nights: [Night] = []
    for id in try readModels.watchedMovie(movie, in: household.id)?.rounds ?? [] {
      guard let round = try readModels.round(id), let watchedAt = round.watchedAt,
        round.attendees.include(member, ratings: round.ratings)
      else { continue }
      nights.append(Night(watchedAt: watchedAt, roundID: id))
    }
    return nights.sorted { ($1.watchedAt, $1.roundID) < ($0.watchedAt, $0.roundID) }
  }

  /// Returns the personal texts with these ids. The answer is not cached, so that no erased text stays in memory.
  func texts<Kind>(_ ids: [Identifier<Kind>]) throws -> [Identifier<Kind>: PersonalText] {
    guard !ids.isEmpty else { return [:] }
    try requireStore()
    var texts: [Identifier<Kind>: PersonalText] = [:]
    for text in try store.texts(ids.map { TextID($0) }) { texts[Identifier(text.id)] = text }
    return texts
  }
}

extension Attendees {
  /// Whether a current member attended a round. If its attendees are unknown, those who rated it did.
  func include(_ member: MemberID, ratings: [GivenRating]) -> Bool {
    self == .unknown
      ? ratings.contains { $0.memberID == member } : knownIDs(among: [member]).contains(member)
  }
}

extension CalendarDate {
  /// The moment at which the day ends in UTC.
  var end: Timestamp { start.advanced(bySeconds: Timestamp.secondsPerDay) }
}

// MARK: - Results of commands

/// The numbers of a command's plays, or of titles that it put on a list.
struct MarkedPlays {
  let marked: Int
  let already: Int
  var notAired = 0
}

extension MarkedPlays {
  /// Creates the numbers of a command that named `count` titles, some of which were marked before.
  init(_ marked: Int, of count: Int) { self.init(marked: marked, already: max(0, count - marked)) }
}

extension PreparedCommand {
  /// Prepares a command of a member's collection. `show` reads the result from the recorded events alone: on a shared
  /// store, the rows may already contain later changes.
  init(
    _ command: CollectionCommand, of member: MemberID, in household: HouseholdID, by sender: Sender,
    _ show: @escaping @Sendable (CommandRows) throws -> Shown
  ) {
    let command = AddressedCollectionCommand(command, of: member, in: household)
    self.init(command: command, sender: sender) { rows in
      (try show(rows), try rows.collectionRevision(of: member))
    }
  }
}

extension CommandRows {
  /// Returns the collection's revision after the command.
  func collectionRevision(of member: MemberID) throws -> Revision {
    let stream = StreamID.collection(member)
    if let event = events.last(where: { $0.stream == stream }) { return event.revision }
    let revision = try row { (reading) -> Revision? in
      guard case .asOf = reading else { return try readModels.collection(member)?.revision ?? noRevision }
      return try readModels.revision(of: stream, through: position)
    }
    return revision ?? noRevision
  }

  /// Returns the sum of a number in the command's events of a type.
  func sum<Payload: EventPayload>(of type: Payload.Type, _ number: (Payload) -> Int) throws -> Int {
    try collectionEvents(type).reduce(0) { $0 + number($1) }
  }

  /// Returns the command's events of a type.
  func collectionEvents<Payload: EventPayload>(_ type: Payload.Type) throws -> [Payload] {
    try events.filter { $0.type == type.type }.map { event in
      let decoded = try readModels.schema.decode(type: event.type, version: event.version, data: event.data)
      return try required(decoded.payload as? Payload, type.type)
    }
  }
}
