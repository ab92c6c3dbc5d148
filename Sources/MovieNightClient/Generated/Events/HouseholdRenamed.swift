// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// The household has another name.
public struct HouseholdRenamed: Hashable, Sendable {
  /// `renamed_by`.
  public var renamedBy: MemberID

  public init(renamedBy: MemberID) {
    self.renamedBy = renamedBy
  }
}

extension HouseholdRenamed: Codable {
  private enum CodingKeys: String, CodingKey {
    case renamedBy = "renamed_by"
  }
}

extension HouseholdRenamed: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    renamedBy = try json.read("renamed_by")
  }
}
