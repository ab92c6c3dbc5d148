import MovieNightPrimitives

/// The household was renamed. The name is a personal text, so the event does not contain it.
public struct HouseholdRenamed: EventPayload {
  public static let type = "HouseholdRenamed"
  public var renamedBy: MemberID

  public init(renamedBy: MemberID) { self.renamedBy = renamedBy }

  public static let fields = Fields(Self.init(renamedBy:), Field("renamed_by", \.renamedBy))
}

/// The household set its streaming services. The event contains the whole list.
public struct StreamingServicesSet: EventPayload {
  public static let type = "StreamingServicesSet"
  public var services: [String]
  public var setBy: MemberID

  public init(services: [String], setBy: MemberID) {
    self.services = services
    self.setBy = setBy
  }

  public static let fields = Fields(
    Self.init(services:setBy:), Field("services", \.services, .services), Field("set_by", \.setBy))
}

extension FieldBounds where Value == [String] {
  fileprivate static var services: FieldBounds {
    let lengths = HouseholdLimits.streamingService
    let name = FieldBounds<String>(.text(), "a name of \(lengths.lowerBound) to \(lengths.upperBound) characters") {
      lengths.contains($0.count)
    }
    return .list(of: name, atMost: HouseholdLimits.streamingServices)
  }
}

/// The household's settings changed. The event contains all of them.
public struct HouseholdSettingsSet: EventPayload {
  public static let type = "HouseholdSettingsSet"
  public static let version = 2
  public var settings: HouseholdSettings
  public var setBy: MemberID

  public init(settings: HouseholdSettings, setBy: MemberID) {
    self.settings = settings
    self.setBy = setBy
  }

  public static let fields = Fields(
    Self.init(settings:setBy:), Field(members: \.settings), Field("set_by", \.setBy))
}

/// The household was closed, because no independent member is left who could act for it.
public struct HouseholdClosed: EventPayload {
  public static let type = "HouseholdClosed"

  public init() {}

  public static let fields = Fields(Self.init)
}
