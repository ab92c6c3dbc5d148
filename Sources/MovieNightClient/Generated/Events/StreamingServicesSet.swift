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
  private enum CodingKeys: String, CodingKey {
    case services
    case setBy = "set_by"
  }
}

extension StreamingServicesSet: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    services = try json.read("services")
    setBy = try json.read("set_by")
  }
}
