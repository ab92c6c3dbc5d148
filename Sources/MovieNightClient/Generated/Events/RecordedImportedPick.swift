// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// ImportedPick, as an event holds it.
public struct RecordedImportedPick: Hashable, Sendable {
  /// `tmdb_movie_id`.
  public var tmdbMovieID: Int
  /// `picked_by`.
  public var pickedBy: MemberID
  /// `picked_at`.
  public var pickedAt: Timestamp

  public init(tmdbMovieID: Int, pickedBy: MemberID, pickedAt: Timestamp) {
    self.tmdbMovieID = tmdbMovieID
    self.pickedBy = pickedBy
    self.pickedAt = pickedAt
  }
}

extension RecordedImportedPick: Codable {
  private enum CodingKeys: String, CodingKey {
    case tmdbMovieID = "tmdb_movie_id"
    case pickedBy = "picked_by"
    case pickedAt = "picked_at"
  }
}

extension RecordedImportedPick: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    tmdbMovieID = try json.read("tmdb_movie_id")
    pickedBy = try json.read("picked_by")
    pickedAt = try json.read("picked_at")
  }
}
