import Catalog
import Domain
import EventStore
import MovieNightPrimitives
import Projections

/// The query of `plays.list`: the recorded plays, and the attended nights that are not among them.
struct PlaysQuery: ResultQuery {
  let owner: CollectionOwner
  let from: CalendarDate?
  let to: CalendarDate?
  let mediaType: MediaType?
  let catalog: CatalogAccess?
  let limit: Int
  let cursor: String?

  /// The number of plays and nights that a page may read.
  private static let longestScan = 10_000
  private static let rowsAtOnce = 100

  static var result: ResultObject<Page<PlayView>> { CollectionTypes.plays }

  // The catalog is no part of the query's identity, as answers with its names are not cached.
  static func == (left: Self, right: Self) -> Bool {
    (left.owner, left.from, left.to, left.mediaType, left.limit, left.cursor)
      == (right.owner, right.from, right.to, right.mediaType, right.limit, right.cursor)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(owner)
    hasher.combine(cursor)
  }

  func shown(_ answering: AnswerContext) throws -> Page<PlayView> {
    let household = try answering.view(of: owner).details
    let (models, member) = (answering.readModels, owner.member)
    let end = to.map { SortKey(order: $0.end.microseconds, tie: Identifier<TieKind>(high: 0, low: 0)) }
    let after = try answering.cursor(cursor)
    try answering.requireStore()
    let start = [after, end].compactMap(\.self).min()
    var plays = Pages(after: start) { try models.plays(of: member, after: $0, limit: Self.rowsAtOnce) }
    var nights = Pages(after: start, hasMore: mediaType != .tv) {
      try models.nightPage(household.id, after: $0, limit: Self.rowsAtOnce)
    }
    var (found, last): ([PlayView], SortKey?) = ([], nil)
    var scanned = 0
    while true {
      let (play, night) = (try plays.next, try nights.next)
      guard let key = [play?.sortKey, night?.sortKey].compactMap(\.self).max(), isIncluded(key) else {
        return Page(items: try named(found, answering), next: nil)
      }
      if found.count == limit || scanned == Self.longestScan {
        return Page(items: try named(found, answering), next: last?.wireText)
      }
      (last, scanned) = (key, scanned + 1)
      if let play, play.sortKey == key {
        plays.advance()
        if mediaType == nil || mediaType == play.title.mediaType { found.append(PlayView(play.play, of: play.title)) }
      } else if let night {
        nights.advance()
        if let view = try view(of: night, answering) { found.append(view) }
      }
    }
  }

  /// Whether a play with this key belongs to the requested days. All later ones do not if it does not.
  private func isIncluded(_ key: SortKey) -> Bool {
    if from == nil, to == nil { return true }
    return key.order >= from?.start.microseconds ?? Int64.min + 1
  }

  /// Returns a night that the member attended, unless it is recorded as a play.
  private func view(of night: NightTally, _ answering: AnswerContext) throws -> PlayView? {
    let (models, member) = (answering.readModels, owner.member)
    guard let movie = night.pick, let watchedAt = night.watchedAt,
      let session = try models.session(night.roundID, of: owner.household),
      session.attendees.include(member, ratings: night.ratings)
    else { return nil }
    let attended = Night(watchedAt: watchedAt, roundID: night.roundID)
    guard try !attended.isRecorded(in: models.titlePlays(of: .movie(movie), season: nil, by: member)) else {
      return nil
    }
    var view = PlayView(attended, with: movie)
    view.title = session.pick?.title ?? ""
    return view
  }

  /// Returns the plays with the titles of movies, series and episodes.
  private func named(_ plays: [PlayView], _ answering: AnswerContext) throws -> [PlayView] {
    var titles: [TitleRef: String] = [:]
    return try plays.map { play in
      var play = play
      if titles[play.ref] == nil { titles[play.ref] = try answering.title(play.ref, of: owner.member)?.facts.title }
      play.title = titles[play.ref] ?? play.title
      if let episode = play.episode {
        // The catalog's memory can change without notice, so an answer that shows its names is not cached.
        _ = answering.now
        play.name = catalog?.knownName(of: episode, ofSeries: play.ref.tmdbID) ?? "Episode \(episode.number)"
      }
      return play
    }
  }
}

/// The rows of a list, read page by page.
struct Pages<Row: Projection> {
  private let read: (SortKey?) throws -> RowPage<Row>
  private var rows: ArraySlice<Row> = []
  private var cursor: SortKey?
  private var hasMore: Bool

  init(after cursor: SortKey? = nil, hasMore: Bool = true, _ read: @escaping (SortKey?) throws -> RowPage<Row>) {
    self.cursor = cursor
    self.hasMore = hasMore
    self.read = read
  }

  /// The next row; nil at the end of the list.
  var next: Row? {
    mutating get throws {
      if rows.isEmpty, hasMore {
        let page = try read(cursor)
        (rows, cursor, hasMore) = (page.rows[...], page.next, page.next != nil)
      }
      return rows.first
    }
  }

  mutating func advance() { rows.removeFirst() }

  /// Returns the first `limit` rows, or all if there are fewer.
  func first(_ limit: Int) throws -> [Row] {
    var (pages, found): (Self, [Row]) = (self, [])
    while found.count < limit, let row = try pages.next {
      found.append(row)
      pages.advance()
    }
    return found
  }
}

extension CatalogAccess {
  /// Returns the name of an episode if its season or itself is in memory.
  fileprivate func knownName(of episode: EpisodeRef, ofSeries series: Int) -> String? {
    if case .season(let season)? = catalog.known(.season(series: series, episode.season))?.facts {
      return season.episodes.first { $0.episodeNumber == episode.number }?.name
    }
    guard
      case .episode(let facts)? = catalog.known(.episode(series: series, season: episode.season, episode.number))?.facts
    else { return nil }
    return facts.name
  }
}

/// The query of `episodes.list`.
struct EpisodesQuery: ResultQuery {
  let owner: CollectionOwner
  let series: Int
  let season: Int
  /// The catalog's answer about the season; nil without one.
  let asked: AskedAnswer?

  struct Episode {
    let ref: EpisodeRef
    let facts: EpisodeView?
    /// The plays, newest first.
    let plays: [PlayView]
  }

  /// The number of episodes in an answer, which is that of the catalog's largest seasons.
  private static let longestList = 10_000

  var heldBytes: Int { asked?.heldBytes ?? 0 }

  static var result: ResultObject<[Episode]> { CollectionTypes.episodes }

  func shown(_ answering: AnswerContext) throws -> [Episode] {
    _ = try answering.view(of: owner)
    try answering.requireStore()
    let ref = TitleRef.series(series)
    let row = try answering.requireTitle(ref, of: owner.member)
    var facts: [Int: EpisodeView] = [:]
    if let asked, case .season(let season) = asked.answer.facts {
      for episode in season.episodes {
        facts[episode.episodeNumber] = EpisodeView(episode, ImageSizes.builtIn, asked.answer)
      }
    }
    let added = try answering.readModels.titlePlays(of: ref, season: season, by: owner.member)
    let plays = Dictionary(grouping: added) { $0.episode?.number ?? 0 }
    let count = min(row.progress?.season(season)?.episodeCount ?? 0, Self.longestList)
    let numbers = (0..<count).map { $0 + 1 } + facts.keys + plays.keys
    return Set(numbers).sorted().prefix(Self.longestList).map { number in
      Episode(
        ref: EpisodeRef(season, number), facts: facts[number],
        plays: (plays[number] ?? []).sorted { $1.watchedAt < $0.watchedAt }.map { PlayView($0, of: ref) })
    }
  }
}
