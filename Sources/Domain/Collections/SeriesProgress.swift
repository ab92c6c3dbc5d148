import MovieNightPrimitives

/// A set of episode numbers.
public struct EpisodeSet: Hashable, Sendable {
  private var contents = RangeSet<Int>()

  public init() {}

  private var ranges: RangeSet<Int>.Ranges { contents.ranges }

  public var count: Int { ranges.reduce(0) { $0 + $1.count } }
  public var last: Int? { ranges.last.map { $0.upperBound - 1 } }
  public var numbers: some Sequence<Int> { ranges.lazy.flatMap { $0 } }

  public mutating func insert(_ number: Int) { contents.insert(contentsOf: number..<number + 1) }
  public mutating func remove(_ number: Int) { contents.remove(contentsOf: number..<number + 1) }

  public func contains(_ number: Int) -> Bool { contents.contains(number) }

  /// Returns how many numbers of the range are in the set.
  public func count(in range: ClosedRange<Int>) -> Int {
    ranges.reduce(0) { $0 + $1.clamped(to: Range(range)).count }
  }

  /// Returns the first number of the range that is not in the set.
  public func firstGap(in range: ClosedRange<Int>) -> Int? {
    RangeSet(Range(range)).subtracting(contents).ranges.first?.lowerBound
  }

  package var heldBytes: Int { ranges.bytesOfElements }
}

/// In JSON a list of the first and last number of each range, such as `[1,10,12,12]`.
extension EpisodeSet: FieldValue {
  public static var shape: FieldShape { .list(.integer(CollectionLimits.episodes)) }

  public static func decode(_ json: JSONValue) throws(JSONError) -> EpisodeSet {
    let bounds = try [Int].decode(json)
    var set = EpisodeSet()
    for index in stride(from: 0, to: bounds.count - 1, by: 2) {
      let isAfterGap = set.last.map { $0 + 1 < bounds[index] } ?? true
      guard isAfterGap, bounds[index] <= bounds[index + 1], CollectionLimits.episodes.contains(bounds[index]),
        CollectionLimits.episodes.contains(bounds[index + 1])
      else { throw JSONError(.wrongType(expected: "ranges of episodes")) }
      set.contents.insert(contentsOf: bounds[index]..<bounds[index + 1] + 1)
    }
    guard bounds.count.isMultiple(of: 2) else { throw JSONError(.wrongType(expected: "ranges of episodes")) }
    return set
  }

  public func write(to json: inout JSONWriter) {
    json.array(ranges) {
      $0.integer($1.lowerBound)
      $0.integer($1.upperBound - 1)
    }
  }
}

/// The seasons of a series with the watched episodes of each.
public struct SeriesProgress: FieldObject, Hashable, Sendable {
  public struct Season: FieldObject, Hashable, Sendable {
    public let number: Int
    /// The number of episodes; nil if no facts have it.
    public fileprivate(set) var episodeCount: Int?
    public fileprivate(set) var airDate: CalendarDate?
    public fileprivate(set) var watched: EpisodeSet

    public static let fields = Fields(
      Self.init(number:episodeCount:airDate:watched:),
      Field("season_number", \.number, .integer(CollectionLimits.seasons)),
      Field("episode_count", \.episodeCount, .orNull(.integer(CollectionLimits.episodes))),
      Field("air_date", \.airDate), Field("watched", \.watched))
  }

  /// The seasons by number. Season 0 has the specials, which do not count.
  public private(set) var seasons: [Season]
  /// The regular episode that airs next.
  public private(set) var next: EpisodeRef?
  public private(set) var hasEnded: Bool

  public static let fields = Fields(
    Self.init(seasons:next:hasEnded:), Field("seasons", \.seasons), Field("next", \.next),
    Field("has_ended", \.hasEnded))

  /// Replaces the earlier facts. Seasons that the new ones lack stay, without a count, as their numbers name rows.
  public mutating func record(_ facts: TitleFacts) {
    for index in seasons.indices { (seasons[index].episodeCount, seasons[index].airDate) = (nil, nil) }
    for season in facts.airing.seasons {
      let index = makeSeason(season.number)
      (seasons[index].episodeCount, seasons[index].airDate) = (season.episodeCount, season.airDate)
    }
    next = facts.airing.nextEpisode.flatMap { $0.ref.isRegular ? $0.ref : nil }
    hasEnded = facts.hasEnded
  }

  public mutating func mark(_ episode: EpisodeRef) {
    let index = makeSeason(episode.season)
    seasons[index].watched.insert(episode.number)
  }

  public mutating func unmark(_ episode: EpisodeRef) {
    guard let index = index(ofSeason: episode.season) else { return }
    seasons[index].watched.remove(episode.number)
  }

  private func index(ofSeason number: Int) -> Int? { seasons.firstIndex { $0.number == number } }

  /// Returns the index of a season, which is added if it is missing.
  private mutating func makeSeason(_ number: Int) -> Int {
    let index = seasons.lastIndex { $0.number <= number }.map { seasons[$0].number == number ? $0 : $0 + 1 } ?? 0
    if index == seasons.count || seasons[index].number != number {
      seasons.insert(Season(number: number, episodeCount: nil, airDate: nil, watched: EpisodeSet()), at: index)
    }
    return index
  }

  public func season(_ number: Int) -> Season? { index(ofSeason: number).map { seasons[$0] } }

  private var regular: some Sequence<Season> { seasons.lazy.filter { $0.number > 0 } }

  /// Whether the number of episodes of a regular season is known.
  public var hasSeasons: Bool { regular.contains { $0.episodeCount != nil } }
  /// The number of regular episodes.
  public var total: Int { regular.reduce(0) { $0 + ($1.episodeCount ?? 0) } }
  /// The number of watched regular episodes.
  public var watchedCount: Int { regular.reduce(0) { $0 + $1.watched.count } }

  /// Whether an episode has aired. Regular episodes have if they come before `next`; without it, and for specials, the
  /// season's date decides. A season without a date has not aired.
  public func hasAired(_ episode: EpisodeRef, on today: CalendarDate) -> Bool {
    if episode.isRegular, let next { return episode < next }
    return season(episode.season)?.airDate.map { $0 <= today } ?? false
  }

  /// Returns how many episodes of a season have aired. They are the first ones.
  private func airedCount(of season: Season, on today: CalendarDate) -> Int {
    let count = season.episodeCount ?? 0
    if let next, season.number == next.season { return min(count, max(0, next.number - 1)) }
    return hasAired(EpisodeRef(season.number, count), on: today) ? count : 0
  }

  /// Returns the number of regular episodes that have aired.
  public func airedCount(on today: CalendarDate) -> Int {
    regular.reduce(0) { $0 + airedCount(of: $1, on: today) }
  }

  /// Returns the number of regular episodes that have aired and were not watched.
  public func newEpisodes(on today: CalendarDate) -> Int {
    regular.reduce(0) { sum, season in
      let aired = airedCount(of: season, on: today)
      return aired == 0 ? sum : sum + aired - season.watched.count(in: 1...aired)
    }
  }

  /// Returns the aired regular episode to watch next: the one after the furthest that was watched, else the first that
  /// was left out. Nil if all were watched.
  public func nextToWatch(on today: CalendarDate) -> EpisodeRef? {
    let furthest = regular.reduce(EpisodeRef(0, 0)) { last, season in
      season.watched.last.map { EpisodeRef(season.number, $0) } ?? last
    }
    func first(after episode: EpisodeRef) -> EpisodeRef? {
      for season in regular where season.number >= episode.season {
        let aired = airedCount(of: season, on: today)
        let start = season.number == episode.season ? max(1, episode.number + 1) : 1
        guard start <= aired, let gap = season.watched.firstGap(in: start...aired) else { continue }
        return EpisodeRef(season.number, gap)
      }
      return nil
    }
    return first(after: furthest) ?? first(after: EpisodeRef(0, 0))
  }

  /// Returns the episodes of a season, or all regular ones, as far as their number is known. With `today`, only those
  /// that have aired. At most one more than a series may have plays, because counts come from outside.
  public func episodes(ofSeason number: Int?, airedOn today: CalendarDate?) -> [EpisodeRef] {
    var episodes: [EpisodeRef] = []
    for season in seasons where number.map({ $0 == season.number }) ?? (season.number > 0) {
      let count = today.map { airedCount(of: season, on: $0) } ?? season.episodeCount ?? 0
      let room = CollectionLimits.playsOfSeries + 1 - episodes.count
      episodes += (0..<min(count, room)).map { EpisodeRef(season.number, $0 + 1) }
    }
    return episodes
  }

  /// Whether the number is beyond the season's known number of episodes, or the season is none of the recorded ones.
  /// Nothing is known of a series without recorded seasons.
  public func exceedsCount(_ episode: EpisodeRef) -> Bool {
    guard let season = season(episode.season) else { return hasSeasons }
    return season.episodeCount.map { episode.number > $0 } ?? false
  }

  package var heldBytes: Int { seasons.reduce(seasons.bytesOfElements) { $0 + $1.watched.heldBytes } }
}

extension SeriesProgress {
  /// Creates the progress of a series without known seasons.
  public init() { self.init(seasons: [], next: nil, hasEnded: false) }

  /// Creates the progress of a series of which nothing was watched.
  public init(_ facts: TitleFacts) {
    self.init()
    record(facts)
  }

  /// Applies an event on the series.
  package mutating func fold(_ domainEvent: CollectionEvent) {
    switch domainEvent {
    case .titleRefreshed(let event): record(event.facts)
    case .playsAdded(let event): for episode in event.plays.lazy.compactMap(\.episode) { mark(episode) }
    case .playsRemoved(let event): for episode in event.unwatched { unmark(episode) }
    default: break
    }
  }
}
