import MovieNightPrimitives

/// The household was renamed; the name itself is a personal text.
public struct HouseholdRenamed: EventPayload {
  public static let type = "HouseholdRenamed"
  public var renamedBy: MemberID

  public init(renamedBy: MemberID) { self.renamedBy = renamedBy }

  public static let fields = Fields(Self.init(renamedBy:), Field("renamed_by", \.renamedBy))
}

/// All services on which the household can watch.
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

/// The complete settings of the household.
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

/// The household has no independent member left who could act for it.
public struct HouseholdClosed: EventPayload {
  public static let type = "HouseholdClosed"

  public init() {}

  public static let fields = Fields(Self.init)
}
