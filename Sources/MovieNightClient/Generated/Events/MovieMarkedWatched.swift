// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// A movie is on the list of what the household has watched, because a member said so. It is on the watchlist no
/// longer.
public struct MovieMarkedWatched: Hashable, Sendable {
  /// The movie, as it was then: the keys of "A movie" in [protocol.md](protocol.md).
  public var movie: RecordedMovie
  /// `marked_by`.
  public var markedBy: MemberID

  public init(movie: RecordedMovie, markedBy: MemberID) {
    self.movie = movie
    self.markedBy = markedBy
  }
}

extension MovieMarkedWatched: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    movie = try object.decode(RecordedMovie.self, forKey: "movie")
    markedBy = try object.decode(MemberID.self, forKey: "marked_by")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(movie, forKey: "movie")
    try object.encode(markedBy, forKey: "marked_by")
  }
}

extension MovieMarkedWatched: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    movie = try json.read("movie")
    markedBy = try json.read("marked_by")
  }
}
