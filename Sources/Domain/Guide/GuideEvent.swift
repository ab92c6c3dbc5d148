import MovieNightPrimitives

/// The events of a household's TV guide, in the stream `guide-<household id>`.
public enum GuideEvent: AreaEvent {
  public static let category = "guide"
  public static let isOnePerHousehold = true

  case showSet(GuideShowSet)
  case showHidden(GuideShowHidden)
  case reminderSet(ReminderSet)
  case reminderRemoved(ReminderRemoved)

  public var payload: any EventPayload {
    switch self {
    case .showSet(let payload): payload
    case .showHidden(let payload): payload
    case .reminderSet(let payload): payload
    case .reminderRemoved(let payload): payload
    }
  }

  public static let types = [
    EventType(showSet), EventType(showHidden), EventType(reminderSet), EventType(reminderRemoved),
  ]
}

extension Event {
  public static func guide(_ domainEvent: GuideEvent) -> Event { Event(domainEvent) }
}

/// The household set how the guide shows a series. The event contains all settings, not only the changed ones.
public struct GuideShowSet: EventPayload {
  public static let type = "GuideShowSet"
  public var tmdbID: Int
  public var settings: GuideShowSettings
  public var setBy: MemberID

  public init(tmdbID: Int, settings: GuideShowSettings, setBy: MemberID) {
    self.tmdbID = tmdbID
    self.settings = settings
    self.setBy = setBy
  }

  public static let fields = Fields(
    Self.init(tmdbID:settings:setBy:), Field("tmdb_id", \.tmdbID, .movieID), Field(members: \.settings),
    Field("set_by", \.setBy))
}

/// A member hid a series, or shows it again. The guide does not count a member who hides a series as watching it.
public struct GuideShowHidden: EventPayload {
  public static let type = "GuideShowHidden"
  public static let audience = Audience.memberAndParent
  public var memberID: MemberID
  public var tmdbID: Int
  public var isHidden: Bool

  public init(memberID: MemberID, tmdbID: Int, isHidden: Bool) {
    self.memberID = memberID
    self.tmdbID = tmdbID
    self.isHidden = isHidden
  }

  public static let fields = Fields(
    Self.init(memberID:tmdbID:isHidden:), Field("member_id", \.memberID), Field("tmdb_id", \.tmdbID, .movieID),
    Field("hidden", \.isHidden))
}

/// A member set a reminder. It replaces the one with the same id, which has the same target.
public struct ReminderSet: EventPayload {
  public static let type = "ReminderSet"
  public static let audience = Audience.memberAndParent
  public var memberID: MemberID
  public var reminder: Reminder

  public init(memberID: MemberID, reminder: Reminder) {
    self.memberID = memberID
    self.reminder = reminder
  }

  public static let fields = Fields(
    Self.init(memberID:reminder:), Field("member_id", \.memberID), Field(members: \.reminder))
}

/// A reminder ended, because the member removed it or has left.
public struct ReminderRemoved: EventPayload {
  public static let type = "ReminderRemoved"
  public static let audience = Audience.memberAndParent
  public var memberID: MemberID
  public var reminderID: ReminderID

  public init(memberID: MemberID, reminderID: ReminderID) {
    self.memberID = memberID
    self.reminderID = reminderID
  }

  public static let fields = Fields(
    Self.init(memberID:reminderID:), Field("member_id", \.memberID), Field("reminder_id", \.reminderID))
}
