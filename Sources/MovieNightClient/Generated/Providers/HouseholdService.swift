// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// A service that the household has.
public struct HouseholdService: Identifiable, Hashable, Sendable {
  /// As the household calls it.
  public var service: String
  /// TMDb's ids of those of the list that it goes by; there may be none.
  public var providerIDs: [Int]

  /// The same as `service`.
  public var id: String { service }

  public init(service: String, providerIDs: [Int]) {
    self.service = service
    self.providerIDs = providerIDs
  }
}

extension HouseholdService: Codable {
  private enum CodingKeys: String, CodingKey {
    case service
    case providerIDs = "provider_ids"
  }
}

extension HouseholdService: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    service = try json.read("service")
    providerIDs = try json.read("provider_ids")
  }
}
