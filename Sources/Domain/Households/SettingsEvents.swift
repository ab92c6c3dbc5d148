import Primitives

/// The household has another name; the name itself is a personal text.
public struct HouseholdRenamed: EventPayload {
  public static let type = "HouseholdRenamed"
  public var renamedBy: MemberID

  public init(renamedBy: MemberID) {
    self.renamedBy = renamedBy
  }

  public init(json: JSONValue) throws(JSONError) {
    renamedBy = try json.identifier("renamed_by")
  }

  public func writeMembers(to json: inout JSONWriter) {
    json.field("renamed_by", renamedBy)
  }
}

/// The services on which the household can watch, all of them.
public struct StreamingServicesSet: EventPayload {
  public static let type = "StreamingServicesSet"
  public var services: [String]
  public var setBy: MemberID

  public init(services: [String], setBy: MemberID) {
    self.services = services
    self.setBy = setBy
  }

  public init(json: JSONValue) throws(JSONError) {
    services = try json.strings("services")
    setBy = try json.identifier("set_by")
  }

  public func writeMembers(to json: inout JSONWriter) {
    json.field("services", services)
    json.field("set_by", setBy)
  }
}

/// How long rounds rest in each state, all of it.
public struct HouseholdSettingsSet: EventPayload {
  public static let type = "HouseholdSettingsSet"
  public var settings: HouseholdSettings
  public var setBy: MemberID

  public init(settings: HouseholdSettings, setBy: MemberID) {
    self.settings = settings
    self.setBy = setBy
  }

  public init(json: JSONValue) throws(JSONError) {
    settings = try HouseholdSettings(json: json)
    setBy = try json.identifier("set_by")
  }

  public func writeMembers(to json: inout JSONWriter) {
    settings.writeMembers(to: &json)
    json.field("set_by", setBy)
  }
}

/// The household has no independent member left: nobody can act for it any more.
public struct HouseholdClosed: EventPayload {
  public static let type = "HouseholdClosed"

  public init() {}

  public init(json: JSONValue) throws(JSONError) {}

  public func writeMembers(to json: inout JSONWriter) {}
}
