// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// Who put a movie on the watchlist.
public struct WatchlistEntry: Hashable, Sendable {
  /// Who put it there.
  public var addedBy: MemberID
  /// Their name today.
  public var addedByName: String
  /// When they did.
  public var addedAt: Timestamp

  public init(addedBy: MemberID, addedByName: String, addedAt: Timestamp) {
    self.addedBy = addedBy
    self.addedByName = addedByName
    self.addedAt = addedAt
  }
}

extension WatchlistEntry: Codable {
  private enum CodingKeys: String, CodingKey {
    case addedBy = "added_by"
    case addedByName = "added_by_name"
    case addedAt = "added_at"
  }
}

extension WatchlistEntry: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    addedBy = try json.read("added_by")
    addedByName = try json.read("added_by_name")
    addedAt = try json.read("added_at")
  }
}
