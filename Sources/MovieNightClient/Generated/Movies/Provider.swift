// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// A service that has it.
public struct Provider: Identifiable, Hashable, Sendable {
  /// TMDb's id.
  public var providerID: Int
  /// What it is called.
  public var name: String
  /// The addresses of its logo; nil without one.
  public var logoURLs: ImageURLs?

  /// The same as `providerID`.
  public var id: Int { providerID }

  public init(providerID: Int, name: String, logoURLs: ImageURLs? = nil) {
    self.providerID = providerID
    self.name = name
    self.logoURLs = logoURLs
  }
}

extension Provider: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    providerID = try object.decode(Int.self, forKey: "provider_id")
    name = try object.decode(String.self, forKey: "name")
    logoURLs = try object.decodeIfPresent(ImageURLs.self, forKey: "logo_urls")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(providerID, forKey: "provider_id")
    try object.encode(name, forKey: "name")
    try object.encode(logoURLs, forKey: "logo_urls")
  }
}

extension Provider: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    providerID = try json.read("provider_id")
    name = try json.read("name")
    logoURLs = try json.readIfPresent("logo_urls")
  }
}
