import Domain
import MovieNightPrimitives

/// A command on a household's guide.
public enum GuideCommand: Sendable {
  /// Changes what the household, or the actor, sets about the series with this TMDb id.
  case setShow(Int, GuideShowChanges)
  /// Sets a reminder of the actor. An earlier one of the same target keeps its id.
  case setReminder(Reminder)
  case removeReminder(ReminderID)

  /// The changes to the series of the command; nil for a reminder.
  var changes: GuideShowChanges? { if case .setShow(_, let changes) = self { changes } else { nil } }
  /// Whether a parent can send the command for a managed member, who can hide series but not change settings.
  var canBeSentForManaged: Bool { changes.map { !$0.hasNewSettings && $0.cleared.isEmpty } ?? true }
}

/// Changes to a series in the guide. Properties that are nil stay as they are, unless they are among `cleared`.
public struct GuideShowChanges: Sendable, Equatable {
  /// One of the services of the household's country, which the caller has checked.
  public var serviceID: Int?
  public var bufferDays: Int?
  public var shiftDays: Int?
  /// Whether the actor hides the series.
  public var isHidden: Bool?
  public var cleared: Set<ClearedGuideField> = []

  public init() {}

  /// Whether the changes have new values for the household. Only an openly watched series takes them.
  var hasNewSettings: Bool { serviceID != nil || bufferDays != nil || shiftDays != nil }
}

public enum ClearedGuideField: String, CaseIterable, Sendable {
  case serviceID = "service_id"
  case bufferDays = "buffer_days"
  case shiftDays = "shift_days"
}

extension GuideShowSettings {
  func changed(by changes: GuideShowChanges) -> GuideShowSettings {
    let kept = { (field: ClearedGuideField) in changes.cleared.contains(field) ? GuideShowSettings() : self }
    return GuideShowSettings(
      serviceID: changes.serviceID ?? kept(.serviceID).serviceID,
      bufferDays: changes.bufferDays ?? kept(.bufferDays).bufferDays,
      shiftDays: changes.shiftDays ?? kept(.shiftDays).shiftDays)
  }
}
