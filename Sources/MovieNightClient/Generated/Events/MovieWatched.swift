// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// A movie is on the list of what the household has watched, through the round that picked it.
public struct MovieWatched: Hashable, Sendable {
  /// The movie, as it was that night: the keys of "A movie" in [protocol.md](protocol.md).
  public var movie: RecordedMovie
  /// `round_id`.
  public var roundID: RoundID
  /// When it was due, to the microsecond, where the clock did it; when it was watched, in an imported round; else nil.
  public var dueAt: Timestamp?

  public init(movie: RecordedMovie, roundID: RoundID, dueAt: Timestamp? = nil) {
    self.movie = movie
    self.roundID = roundID
    self.dueAt = dueAt
  }
}

extension MovieWatched: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    movie = try object.decode(RecordedMovie.self, forKey: "movie")
    roundID = try object.decode(RoundID.self, forKey: "round_id")
    dueAt = try object.decodeIfPresent(Timestamp.self, forKey: "due_at")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(movie, forKey: "movie")
    try object.encode(roundID, forKey: "round_id")
    try object.encode(dueAt, forKey: "due_at")
  }
}

extension MovieWatched: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    movie = try json.read("movie")
    roundID = try json.read("round_id")
    dueAt = try json.readIfPresent("due_at")
  }
}
