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
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    service = try object.decode(String.self, forKey: "service")
    providerIDs = try object.decode([Int].self, forKey: "provider_ids")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(service, forKey: "service")
    try object.encode(providerIDs, forKey: "provider_ids")
  }
}

extension HouseholdService: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    service = try json.read("service")
    providerIDs = try json.read("provider_ids")
  }
}
