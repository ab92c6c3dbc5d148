import MovieNightPrimitives

/// The kind of reminder ids.
public enum ReminderKind {}

public typealias ReminderID = Identifier<ReminderKind>

/// What a household sets about a series in its guide.
public struct GuideShowSettings: FieldObject, Hashable, Sendable {
  /// The TMDb id of the service on which the guide lists the series; nil for the one that the rules choose.
  public var serviceID: Int?
  /// The days that the season stays active after its last episode.
  public var bufferDays: Int
  /// The days by which episodes arrive later than they air, or earlier if it is negative.
  public var shiftDays: Int

  /// Creates settings. The defaults are those of a series about which nothing was set.
  public init(serviceID: Int? = nil, bufferDays: Int = 0, shiftDays: Int = 0) {
    self.serviceID = serviceID
    self.bufferDays = bufferDays
    self.shiftDays = shiftDays
  }

  public static let fields = Fields(
    Self.init(serviceID:bufferDays:shiftDays:), Field("service_id", \.serviceID, .orNull(.integer(MovieLimits.id))),
    Field("buffer_days", \.bufferDays, .integer(GuideLimits.bufferDays)),
    Field("shift_days", \.shiftDays, .integer(GuideLimits.shiftDays)))
}

/// What is recorded about a series, as the state and the read model keep it.
public struct GuideShowRecord: FieldObject, Hashable, Sendable {
  public package(set) var settings: GuideShowSettings
  /// The members who hide the series, in ascending order.
  public package(set) var hiddenBy: [MemberID]

  /// Whether the record says nothing, so that it need not be kept.
  package var isEmpty: Bool { self == GuideShowRecord() }

  public static let fields = Fields(
    Self.init(settings:hiddenBy:), Field(members: \.settings), Field("hidden_by", \.hiddenBy))

  /// Applies an event on the series.
  package mutating func fold(_ domainEvent: GuideEvent) {
    switch domainEvent {
    case .showSet(let event): settings = event.settings
    case .showHidden(let event):
      hiddenBy.removeAll { $0 == event.memberID }
      if event.isHidden { hiddenBy.insert(event.memberID, at: hiddenBy.partitionIndex { $0 < event.memberID }) }
    case .reminderSet, .reminderRemoved: break
    }
  }
}

extension GuideShowRecord {
  /// Creates the record of a series about which nothing was set.
  public init() { self.init(settings: GuideShowSettings(), hiddenBy: []) }
}

/// What a reminder is about. A member has at most one reminder of a target.
public struct ReminderTarget: FieldObject, Hashable, Sendable {
  /// The TMDb id of the series.
  public var tmdbID: Int
  /// The episode; nil for the next one of the series.
  public var episode: EpisodeRef?

  public init(tmdbID: Int, episode: EpisodeRef? = nil) {
    self.tmdbID = tmdbID
    self.episode = episode
  }

  public static let fields = Fields(
    Self.init(tmdbID:episode:), Field("tmdb_id", \.tmdbID, .movieID), Field("episode", \.episode))
}

public struct Reminder: FieldObject, Hashable, Sendable {
  public var id: ReminderID
  public var target: ReminderTarget
  /// Whether only a day with the first episode of a season counts. False for a reminder of one episode.
  public var premieresOnly: Bool
  /// The days before the episode from which the reminder is due.
  public var daysBefore: Int

  public init(id: ReminderID, target: ReminderTarget, premieresOnly: Bool = false, daysBefore: Int = 0) {
    self.id = id
    self.target = target
    self.premieresOnly = premieresOnly
    self.daysBefore = daysBefore
  }

  public static let fields = Fields(
    Self.init(id:target:premieresOnly:daysBefore:), Field("reminder_id", \.id), Field(members: \.target),
    Field("premieres_only", \.premieresOnly),
    Field("days_before", \.daysBefore, .integer(GuideLimits.daysBefore)))
}

/// The limits of a household's guide (`docs/rules.md`, "Guide").
public enum GuideLimits {
  public static let bufferDays = 0...60
  public static let shiftDays = -2...2
  public static let daysBefore = 0...14
  /// The number of a member's reminders.
  public static let reminders = 200
  /// The number of series in a guide.
  public static let shows = 500
  /// The number of series about which something is recorded. It exceeds `shows`, so that hiding can make room.
  public static let recordedShows = 1_000
  /// The number of days that a request may name, and that one answer lists.
  public static let rangeDays = 366
  public static let pageDays = 31
}
