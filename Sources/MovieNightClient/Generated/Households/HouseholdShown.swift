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
  private enum CodingKeys: String, CodingKey {
    case household
  }
}

extension HouseholdShown: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    household = try json.read("household")
  }
}
