// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// No independent member is left: nobody can act for the household any more. Its invites end.
public struct HouseholdClosed: Hashable, Sendable {

  public init() {
  }
}

extension HouseholdClosed: Codable {}

extension HouseholdClosed: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
  }
}
