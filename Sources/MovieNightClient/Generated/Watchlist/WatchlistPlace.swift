// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// The movie's place on the watchlist.
public struct WatchlistPlace: Hashable, Sendable {
  /// Which movie, by TMDb's id.
  public var tmdbMovieID: Int
  /// Who put it there; nil where it is there no longer.
  public var addedBy: MemberID?
  /// When they did; nil where it is there no longer.
  public var addedAt: Timestamp?

  public init(tmdbMovieID: Int, addedBy: MemberID? = nil, addedAt: Timestamp? = nil) {
    self.tmdbMovieID = tmdbMovieID
    self.addedBy = addedBy
    self.addedAt = addedAt
  }
}

extension WatchlistPlace: Codable {
  private enum CodingKeys: String, CodingKey {
    case tmdbMovieID = "tmdb_movie_id"
    case addedBy = "added_by"
    case addedAt = "added_at"
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: CodingKeys.self)
    try object.encode(tmdbMovieID, forKey: .tmdbMovieID)
    try object.encode(addedBy, forKey: .addedBy)
    try object.encode(addedAt, forKey: .addedAt)
  }
}

extension WatchlistPlace: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    tmdbMovieID = try json.read("tmdb_movie_id")
    addedBy = try json.readIfPresent("added_by")
    addedAt = try json.readIfPresent("added_at")
  }
}
