// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// The services on which the household can watch.
public struct StreamingServicesSet: Hashable, Sendable {
  /// All of them, in the order they were given.
  public var services: [String]
  /// `set_by`.
  public var setBy: MemberID

  public init(services: [String], setBy: MemberID) {
    self.services = services
    self.setBy = setBy
  }
}

extension StreamingServicesSet: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    services = try object.decode([String].self, forKey: "services")
    setBy = try object.decode(MemberID.self, forKey: "set_by")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(services, forKey: "services")
    try object.encode(setBy, forKey: "set_by")
  }
}

extension StreamingServicesSet: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    services = try json.read("services")
    setBy = try json.read("set_by")
  }
}
