// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// The household, and its creator's first token.
public struct FoundedHousehold: Hashable, Sendable {
  /// As in `households.get`.
  public var household: Household
  /// To authenticate with, shown this once; nil where the command was sent again without a secret of the client's.
  public var token: String?

  public init(household: Household, token: String? = nil) {
    self.household = household
    self.token = token
  }
}

extension FoundedHousehold: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    household = try object.decode(Household.self, forKey: "household")
    token = try object.decodeIfPresent(String.self, forKey: "token")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(household, forKey: "household")
    try object.encode(token, forKey: "token")
  }
}

extension FoundedHousehold: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    household = try json.read("household")
    token = try json.readIfPresent("token")
  }
}
