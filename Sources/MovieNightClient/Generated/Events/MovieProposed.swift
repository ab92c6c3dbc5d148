// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// An attendee added a movie while voting was open.
public struct MovieProposed: Hashable, Sendable {
  /// The movie, as it was that night: the keys of "A movie" in [protocol.md](protocol.md).
  public var movie: RecordedMovie
  /// From 1; a position is never given again in its round.
  public var position: Int
  /// `proposed_by`.
  public var proposedBy: MemberID

  public init(movie: RecordedMovie, position: Int, proposedBy: MemberID) {
    self.movie = movie
    self.position = position
    self.proposedBy = proposedBy
  }
}

extension MovieProposed: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    movie = try object.decode(RecordedMovie.self, forKey: "movie")
    position = try object.decode(Int.self, forKey: "position")
    proposedBy = try object.decode(MemberID.self, forKey: "proposed_by")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(movie, forKey: "movie")
    try object.encode(position, forKey: "position")
    try object.encode(proposedBy, forKey: "proposed_by")
  }
}

extension MovieProposed: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    movie = try json.read("movie")
    position = try json.read("position")
    proposedBy = try json.read("proposed_by")
  }
}
