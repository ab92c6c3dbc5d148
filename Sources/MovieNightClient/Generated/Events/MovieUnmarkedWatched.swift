// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// A member's mark was undone.
public struct MovieUnmarkedWatched: Hashable, Sendable {
  /// `tmdb_movie_id`.
  public var tmdbMovieID: Int
  /// `unmarked_by`.
  public var unmarkedBy: MemberID
  /// What stands on the watchlist again, where it stood before: `movie`, `added_by`, `added_at`; else nil.
  public var restored: RecordedWatchlistEntry?

  public init(tmdbMovieID: Int, unmarkedBy: MemberID, restored: RecordedWatchlistEntry? = nil) {
    self.tmdbMovieID = tmdbMovieID
    self.unmarkedBy = unmarkedBy
    self.restored = restored
  }
}

extension MovieUnmarkedWatched: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    tmdbMovieID = try object.decode(Int.self, forKey: "tmdb_movie_id")
    unmarkedBy = try object.decode(MemberID.self, forKey: "unmarked_by")
    restored = try object.decodeIfPresent(RecordedWatchlistEntry.self, forKey: "restored")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(tmdbMovieID, forKey: "tmdb_movie_id")
    try object.encode(unmarkedBy, forKey: "unmarked_by")
    try object.encode(restored, forKey: "restored")
  }
}

extension MovieUnmarkedWatched: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    tmdbMovieID = try json.read("tmdb_movie_id")
    unmarkedBy = try json.read("unmarked_by")
    restored = try json.readIfPresent("restored")
  }
}
