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
  private enum CodingKeys: String, CodingKey {
    case tmdbMovieID = "tmdb_movie_id"
    case unmarkedBy = "unmarked_by"
    case restored
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: CodingKeys.self)
    try object.encode(tmdbMovieID, forKey: .tmdbMovieID)
    try object.encode(unmarkedBy, forKey: .unmarkedBy)
    try object.encode(restored, forKey: .restored)
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
