import MovieNightPrimitives

/// A movie, or episodes of a series, were watched.
public struct PlaysAdded: CountedPayload {
  public static let type = "PlaysAdded"
  public var memberID: MemberID
  public var title: TitleRef
  /// The plays in ascending order of their numbers.
  public var plays: [AddedPlay]
  /// The numbers of the plays that these replace, because they know the time better.
  public var replaced: [Int]
  /// The new status if the plays changed it automatically; nil if the status stays.
  public var status: TitleStatus?
  /// How many of the named movies or episodes had a play already.
  public var already: Int
  /// How many episodes were left out because they have not aired.
  public var notAired: Int
  public var counts: CollectionCounts?

  public init(
    memberID: MemberID, title: TitleRef, plays: [AddedPlay], replaced: [Int], status: TitleStatus? = nil,
    already: Int = 0, notAired: Int = 0, counts: CollectionCounts? = nil
  ) {
    self.memberID = memberID
    self.title = title
    self.plays = plays
    self.replaced = replaced
    self.status = status
    self.already = already
    self.notAired = notAired
    self.counts = counts
  }

  public static let fields = Fields(
    Self.init(memberID:title:plays:replaced:status:already:notAired:counts:), Field("member_id", \.memberID),
    Field(members: \.title), Field("plays", \.plays), Field("replaced", \.replaced), Field("status", \.status),
    Field("already", \.already), Field("not_aired", \.notAired), Field("counts", \.counts))
}

/// A play, with its number in the collection, which no other play ever has.
public struct AddedPlay: FieldObject, Hashable, Sendable {
  public var number: Int
  /// The episode; nil for a movie.
  public var episode: EpisodeRef?
  public var watchedAt: WatchedAt
  /// The round in which the movie was watched, if the play was imported from one.
  public var roundID: RoundID?

  public init(number: Int, episode: EpisodeRef?, watchedAt: WatchedAt, roundID: RoundID?) {
    self.number = number
    self.episode = episode
    self.watchedAt = watchedAt
    self.roundID = roundID
  }

  public static let fields = Fields(
    Self.init(number:episode:watchedAt:roundID:), Field("number", \.number, .integer(CollectionLimits.playNumbers)),
    Field("episode", \.episode),
    Field("watched_at", \.watchedAt), Field("round_id", \.roundID))
}

/// Plays of a title were removed.
public struct PlaysRemoved: CountedPayload {
  public static let type = "PlaysRemoved"
  public var memberID: MemberID
  public var title: TitleRef
  public var plays: [RemovedPlay]
  /// The episodes that have no play from now on.
  public var unwatched: [EpisodeRef]
  /// The number of the title's remaining plays, and the latest of their times.
  public var playCount: Int
  public var lastWatchedAt: WatchedAt
  /// The new status if the removal changed it automatically; nil if the status stays.
  public var status: TitleStatus?
  public var counts: CollectionCounts?

  public init(
    memberID: MemberID, title: TitleRef, plays: [RemovedPlay], unwatched: [EpisodeRef], playCount: Int,
    lastWatchedAt: WatchedAt, status: TitleStatus?, counts: CollectionCounts? = nil
  ) {
    self.memberID = memberID
    self.title = title
    self.plays = plays
    self.unwatched = unwatched
    self.playCount = playCount
    self.lastWatchedAt = lastWatchedAt
    self.status = status
    self.counts = counts
  }

  public static let fields = Fields(
    Self.init(memberID:title:plays:unwatched:playCount:lastWatchedAt:status:counts:), Field("member_id", \.memberID),
    Field(members: \.title), Field("plays", \.plays), Field("unwatched", \.unwatched),
    Field("play_count", \.playCount), Field("last_watched_at", \.lastWatchedAt), Field("status", \.status),
    Field("counts", \.counts))
}

public struct RemovedPlay: FieldObject, Hashable, Sendable {
  public var number: Int
  public var episode: EpisodeRef?

  public init(number: Int, episode: EpisodeRef?) {
    self.number = number
    self.episode = episode
  }

  public static let fields = Fields(
    Self.init(number:episode:), Field("number", \.number, .integer(CollectionLimits.playNumbers)),
    Field("episode", \.episode))
}
