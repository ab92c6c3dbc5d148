// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// A movie is on the watchlist.
public struct MovieAddedToWatchlist: Hashable, Sendable {
  /// The movie, as it was then: the keys of "A movie" in [protocol.md](protocol.md).
  public var movie: RecordedMovie
  /// `added_by`.
  public var addedBy: MemberID

  public init(movie: RecordedMovie, addedBy: MemberID) {
    self.movie = movie
    self.addedBy = addedBy
  }
}

extension MovieAddedToWatchlist: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    movie = try object.decode(RecordedMovie.self, forKey: "movie")
    addedBy = try object.decode(MemberID.self, forKey: "added_by")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(movie, forKey: "movie")
    try object.encode(addedBy, forKey: "added_by")
  }
}

extension MovieAddedToWatchlist: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    movie = try json.read("movie")
    addedBy = try json.read("added_by")
  }
}
