// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// A movie entered the draft.
public struct MovieSuggested: Hashable, Sendable {
  /// The movie, as it was that night: the keys of "A movie" in [protocol.md](protocol.md).
  public var movie: RecordedMovie
  /// From 1; a position is never given again in its round.
  public var position: Int
  /// `member`, `watchlist` or `algorithm`.
  public var source: SuggestionSource
  /// `suggested_by`.
  public var suggestedBy: MemberID
  /// Why the algorithm found it: `score` (0 to 1) and `reason`; nil for all others, and absent before version 3;
  /// missing in events of an older version.
  public var merit: RecordedSuggestionMerit?

  public init(
    movie: RecordedMovie, position: Int, source: SuggestionSource, suggestedBy: MemberID,
    merit: RecordedSuggestionMerit? = nil
  ) {
    self.movie = movie
    self.position = position
    self.source = source
    self.suggestedBy = suggestedBy
    self.merit = merit
  }
}

extension MovieSuggested: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    movie = try object.decode(RecordedMovie.self, forKey: "movie")
    position = try object.decode(Int.self, forKey: "position")
    source = try object.decode(SuggestionSource.self, forKey: "source")
    suggestedBy = try object.decode(MemberID.self, forKey: "suggested_by")
    merit = try object.decodeIfPresent(RecordedSuggestionMerit.self, forKey: "merit")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(movie, forKey: "movie")
    try object.encode(position, forKey: "position")
    try object.encode(source, forKey: "source")
    try object.encode(suggestedBy, forKey: "suggested_by")
    try object.encodeIfPresent(merit, forKey: "merit")
  }
}

extension MovieSuggested: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    movie = try json.read("movie")
    position = try json.read("position")
    source = try json.read("source")
    suggestedBy = try json.read("suggested_by")
    merit = try json.readIfPresent("merit")
  }
}
