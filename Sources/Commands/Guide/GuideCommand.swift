import Domain
import MovieNightPrimitives

/// A command on a household's guide.
public enum GuideCommand: Sendable {
  /// Changes what the household, or the actor, sets about the series with this TMDb id.
  case setShow(Int, GuideShowChanges)
  /// Sets a reminder of the actor. An earlier one of the same target keeps its id.
  case setReminder(Reminder)
  case removeReminder(ReminderID)

  /// Whether the command changes the household's settings. A parent cannot send such a command for a managed member.
  var changesSettings: Bool { if case .setShow(_, let changes) = self { changes.changesSettings } else { false } }
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

  /// Whether the changes name a setting of the household.
  var changesSettings: Bool { serviceID != nil || bufferDays != nil || shiftDays != nil || !cleared.isEmpty }
}

public enum ClearedGuideField: String, CaseIterable, Sendable {
  case serviceID = "service_id"
  case bufferDays = "buffer_days"
  case shiftDays = "shift_days"
}

extension GuideShowSettings {
  func changed(by changes: GuideShowChanges) -> GuideShowSettings {
    let standard = GuideShowSettings()
    var settings = self
    func change<Value>(
      _ path: WritableKeyPath<GuideShowSettings, Value>, to value: Value?, _ field: ClearedGuideField
    ) {
      if let value { settings[keyPath: path] = value }
      if changes.cleared.contains(field) { settings[keyPath: path] = standard[keyPath: path] }
    }
    change(\.serviceID, to: changes.serviceID.map(Optional.some), .serviceID)
    change(\.bufferDays, to: changes.bufferDays, .bufferDays)
    change(\.shiftDays, to: changes.shiftDays, .shiftDays)
    return settings
  }
}
