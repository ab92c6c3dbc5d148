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
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    renamedBy = try object.decode(MemberID.self, forKey: "renamed_by")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(renamedBy, forKey: "renamed_by")
  }
}

extension HouseholdRenamed: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    renamedBy = try json.read("renamed_by")
  }
}
