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
  private enum CodingKeys: String, CodingKey {
    case movie
    case addedBy = "added_by"
    case addedAt = "added_at"
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
