// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// A service of a country.
public struct ListedProvider: Identifiable, Hashable, Sendable {
  /// TMDb's id.
  public var providerID: Int
  /// What it is called.
  public var name: String
  /// The part of its address behind the size.
  public var logoPath: String?
  /// The addresses of its logo; nil without one.
  public var logoURLs: ImageURLs?

  /// The same as `providerID`.
  public var id: Int { providerID }

  public init(providerID: Int, name: String, logoPath: String? = nil, logoURLs: ImageURLs? = nil) {
    self.providerID = providerID
    self.name = name
    self.logoPath = logoPath
    self.logoURLs = logoURLs
  }
}

extension ListedProvider: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    providerID = try object.decode(Int.self, forKey: "provider_id")
    name = try object.decode(String.self, forKey: "name")
    logoPath = try object.decodeIfPresent(String.self, forKey: "logo_path")
    logoURLs = try object.decodeIfPresent(ImageURLs.self, forKey: "logo_urls")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(providerID, forKey: "provider_id")
    try object.encode(name, forKey: "name")
    try object.encode(logoPath, forKey: "logo_path")
    try object.encode(logoURLs, forKey: "logo_urls")
  }
}

extension ListedProvider: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    providerID = try json.read("provider_id")
    name = try json.read("name")
    logoPath = try json.readIfPresent("logo_path")
    logoURLs = try json.readIfPresent("logo_urls")
  }
}
