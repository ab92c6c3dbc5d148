// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// Genres.
public struct GenreList: Hashable, Sendable {
  /// By name.
  public var genres: [Genre]
  /// Who says so; nil where nobody was asked.
  public var source: FactSource?
  /// When the source said it; nil where no catalog did.
  public var fetchedAt: Timestamp?
  /// Whether the source should have been asked again, and has not answered.
  public var stale: Bool

  public init(genres: [Genre], source: FactSource? = nil, fetchedAt: Timestamp? = nil, stale: Bool) {
    self.genres = genres
    self.source = source
    self.fetchedAt = fetchedAt
    self.stale = stale
  }
}

extension GenreList: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    genres = try object.decode([Genre].self, forKey: "genres")
    source = try object.decodeIfPresent(FactSource.self, forKey: "source")
    fetchedAt = try object.decodeIfPresent(Timestamp.self, forKey: "fetched_at")
    stale = try object.decode(Bool.self, forKey: "stale")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(genres, forKey: "genres")
    try object.encode(source, forKey: "source")
    try object.encode(fetchedAt, forKey: "fetched_at")
    try object.encode(stale, forKey: "stale")
  }
}

extension GenreList: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    genres = try json.read("genres")
    source = try json.readIfPresent("source")
    fetchedAt = try json.readIfPresent("fetched_at")
    stale = try json.read("stale")
  }
}
