// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// What was forgotten.
public struct ForgottenEntries: Hashable, Sendable {
  /// How many entries the store had.
  public var removed: Int

  public init(removed: Int) {
    self.removed = removed
  }
}

extension ForgottenEntries: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    removed = try object.decode(Int.self, forKey: "removed")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(removed, forKey: "removed")
  }
}

extension ForgottenEntries: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    removed = try json.read("removed")
  }
}
