// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// A household is there. Its creator joins, and gets a token, in the same step.
public struct HouseholdFounded: Hashable, Sendable {
  /// The member who is its creator.
  public var createdBy: MemberID

  public init(createdBy: MemberID) {
    self.createdBy = createdBy
  }
}

extension HouseholdFounded: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    createdBy = try object.decode(MemberID.self, forKey: "created_by")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(createdBy, forKey: "created_by")
  }
}

extension HouseholdFounded: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    createdBy = try json.read("created_by")
  }
}
