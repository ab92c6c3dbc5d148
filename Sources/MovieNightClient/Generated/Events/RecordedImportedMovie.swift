// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// ImportedMovie, as an event holds it.
public struct RecordedImportedMovie: Hashable, Sendable {
  /// `movie`.
  public var movie: RecordedMovie
  /// `position`.
  public var position: Int
  /// `source`.
  public var source: SuggestionSource
  /// `proposed_by`.
  public var proposedBy: MemberID?
  /// `votes`.
  public var votes: [RecordedImportedVote]

  public init(
    movie: RecordedMovie, position: Int, source: SuggestionSource, proposedBy: MemberID? = nil,
    votes: [RecordedImportedVote]
  ) {
    self.movie = movie
    self.position = position
    self.source = source
    self.proposedBy = proposedBy
    self.votes = votes
  }
}

extension RecordedImportedMovie: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    movie = try object.decode(RecordedMovie.self, forKey: "movie")
    position = try object.decode(Int.self, forKey: "position")
    source = try object.decode(SuggestionSource.self, forKey: "source")
    proposedBy = try object.decodeIfPresent(MemberID.self, forKey: "proposed_by")
    votes = try object.decode([RecordedImportedVote].self, forKey: "votes")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(movie, forKey: "movie")
    try object.encode(position, forKey: "position")
    try object.encode(source, forKey: "source")
    try object.encode(proposedBy, forKey: "proposed_by")
    try object.encode(votes, forKey: "votes")
  }
}

extension RecordedImportedMovie: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    movie = try json.read("movie")
    position = try json.read("position")
    source = try json.read("source")
    proposedBy = try json.readIfPresent("proposed_by")
    votes = try json.read("votes")
  }
}
