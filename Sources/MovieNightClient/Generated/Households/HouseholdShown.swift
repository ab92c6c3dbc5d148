// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// The household as it is now.
public struct HouseholdShown: Hashable, Sendable {
  /// As in `households.get`.
  public var household: Household

  public init(household: Household) {
    self.household = household
  }
}

extension HouseholdShown: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    household = try object.decode(Household.self, forKey: "household")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(household, forKey: "household")
  }
}

extension HouseholdShown: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    household = try json.read("household")
  }
}
