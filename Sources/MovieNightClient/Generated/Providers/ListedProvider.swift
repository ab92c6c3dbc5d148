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
  private enum CodingKeys: String, CodingKey {
    case providerID = "provider_id"
    case name
    case logoPath = "logo_path"
    case logoURLs = "logo_urls"
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: CodingKeys.self)
    try object.encode(providerID, forKey: .providerID)
    try object.encode(name, forKey: .name)
    try object.encode(logoPath, forKey: .logoPath)
    try object.encode(logoURLs, forKey: .logoURLs)
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
