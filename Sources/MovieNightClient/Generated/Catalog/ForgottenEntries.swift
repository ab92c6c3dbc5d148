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
  private enum CodingKeys: String, CodingKey {
    case removed
  }
}

extension ForgottenEntries: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    removed = try json.read("removed")
  }
}
