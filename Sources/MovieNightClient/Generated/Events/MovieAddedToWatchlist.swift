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
  private enum CodingKeys: String, CodingKey {
    case movie
    case addedBy = "added_by"
  }
}

extension MovieAddedToWatchlist: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    movie = try json.read("movie")
    addedBy = try json.read("added_by")
  }
}
