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
  private enum CodingKeys: String, CodingKey {
    case movie
    case position
    case proposedBy = "proposed_by"
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
