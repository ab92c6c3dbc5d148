import Primitives

/// A movie that the household means to see.
public struct WatchlistEntry: Equatable, Sendable {
  public var movie: Movie
  public var addedBy: MemberID
  public var addedAt: Timestamp

  public init(movie: Movie, addedBy: MemberID, addedAt: Timestamp) {
    self.movie = movie
    self.addedBy = addedBy
    self.addedAt = addedAt
  }

  public init(json: JSONValue) throws(JSONError) {
    movie = try Movie(json: json.object("movie"))
    addedBy = try json.identifier("added_by")
    addedAt = try json.timestamp("added_at")
  }

  public func writeMembers(to json: inout JSONWriter) {
    json.key("movie")
    json.object { movie.writeMembers(to: &$0) }
    json.field("added_by", addedBy)
    json.field("added_at", addedAt, .microseconds)
  }
}
