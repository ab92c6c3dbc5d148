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
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    addedBy = try object.decode(MemberID.self, forKey: "added_by")
    addedByName = try object.decode(String.self, forKey: "added_by_name")
    addedAt = try object.decode(Timestamp.self, forKey: "added_at")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(addedBy, forKey: "added_by")
    try object.encode(addedByName, forKey: "added_by_name")
    try object.encode(addedAt, forKey: "added_at")
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
