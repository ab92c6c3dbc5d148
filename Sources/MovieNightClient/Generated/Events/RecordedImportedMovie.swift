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
  private enum CodingKeys: String, CodingKey {
    case movie
    case position
    case source
    case proposedBy = "proposed_by"
    case votes
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: CodingKeys.self)
    try object.encode(movie, forKey: .movie)
    try object.encode(position, forKey: .position)
    try object.encode(source, forKey: .source)
    try object.encode(proposedBy, forKey: .proposedBy)
    try object.encode(votes, forKey: .votes)
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
