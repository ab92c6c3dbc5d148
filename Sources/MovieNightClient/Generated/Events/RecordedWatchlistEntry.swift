// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// WatchlistEntry, as an event holds it.
public struct RecordedWatchlistEntry: Hashable, Sendable {
  /// `movie`.
  public var movie: RecordedMovie
  /// `added_by`.
  public var addedBy: MemberID
  /// `added_at`.
  public var addedAt: Timestamp

  public init(movie: RecordedMovie, addedBy: MemberID, addedAt: Timestamp) {
    self.movie = movie
    self.addedBy = addedBy
    self.addedAt = addedAt
  }
}

extension RecordedWatchlistEntry: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    movie = try object.decode(RecordedMovie.self, forKey: "movie")
    addedBy = try object.decode(MemberID.self, forKey: "added_by")
    addedAt = try object.decode(Timestamp.self, forKey: "added_at")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(movie, forKey: "movie")
    try object.encode(addedBy, forKey: "added_by")
    try object.encode(addedAt, forKey: "added_at")
  }
}

extension RecordedWatchlistEntry: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    movie = try json.read("movie")
    addedBy = try json.read("added_by")
    addedAt = try json.read("added_at")
  }
}
