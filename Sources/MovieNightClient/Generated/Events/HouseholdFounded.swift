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
  private enum CodingKeys: String, CodingKey {
    case createdBy = "created_by"
  }
}

extension HouseholdFounded: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    createdBy = try json.read("created_by")
  }
}
