// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// Who founds a household.
public struct NewMember: Hashable, Sendable {
  /// What the member is called; white space at both ends is cut.
  public var displayName: String
  /// Which picture the client shows; `avatar_bear` where it is nil.
  public var avatarKey: String?

  public init(displayName: String, avatarKey: String? = nil) {
    self.displayName = displayName
    self.avatarKey = avatarKey
  }
}

extension NewMember: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    displayName = try object.decode(String.self, forKey: "display_name")
    avatarKey = try object.decodeIfPresent(String.self, forKey: "avatar_key")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(displayName, forKey: "display_name")
    try object.encodeIfPresent(avatarKey, forKey: "avatar_key")
  }
}

extension NewMember: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    displayName = try json.read("display_name")
    avatarKey = try json.readIfPresent("avatar_key")
  }
}

extension NewMember: JSONWritable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.field("display_name", displayName)
      json.fieldIfPresent("avatar_key", avatarKey)
    }
  }
}
