import MovieNightPrimitives

public struct WatchlistEntry: FieldObject, Equatable, Sendable {
  public var movie: Movie
  public var addedBy: MemberID
  public var addedAt: Timestamp

  public init(movie: Movie, addedBy: MemberID, addedAt: Timestamp) {
    self.movie = movie
    self.addedBy = addedBy
    self.addedAt = addedAt
  }

  public static let fields = Fields(
    Self.init(movie:addedBy:addedAt:), Field("movie", \.movie), Field("added_by", \.addedBy),
    Field("added_at", \.addedAt))
}
