import MovieNightPrimitives

/// A movie was picked. From then on the attendees are fixed.
public struct MoviePicked: EventPayload {
  public static let type = "MoviePicked"
  public var tmdbMovieID: MovieID
  public var pickedBy: MemberID
  public var attendees: [MemberID]

  public init(tmdbMovieID: MovieID, pickedBy: MemberID, attendees: [MemberID]) {
    self.tmdbMovieID = tmdbMovieID
    self.pickedBy = pickedBy
    self.attendees = attendees
  }

  public static let fields = Fields(
    Self.init(tmdbMovieID:pickedBy:attendees:), Field("tmdb_movie_id", \.tmdbMovieID, .movieID),
    Field("picked_by", \.pickedBy),
    Field("attendees", \.attendees))
}

/// The picked movie was watched.
public struct RoundWatched: EventPayload {
  public static let type = "RoundWatched"
  /// The member who marked the movie as watched; nil if the deadline for marking it passed and there were ratings.
  public var markedBy: MemberID?
  /// The time of the deadline, if one caused the event; nil otherwise.
  public var dueAt: Timestamp?

  public init(markedBy: MemberID?, dueAt: Timestamp? = nil) {
    self.markedBy = markedBy
    self.dueAt = dueAt
  }

  public static let fields = Fields(
    Self.init(markedBy:dueAt:), Field("marked_by", \.markedBy), Field("due_at", \.dueAt))
}

/// A member rated the picked movie. The rating replaces an earlier one of the member.
public struct RatingGiven: EventPayload {
  public static let type = "RatingGiven"
  public var memberID: MemberID
  public var rating: Rating

  public init(memberID: MemberID, rating: Rating) {
    self.memberID = memberID
    self.rating = rating
  }

  public static let fields = Fields(
    Self.init(memberID:rating:), Field("member_id", \.memberID), Field("rating", \.rating))
}

/// The round was rated, so no more ratings are accepted. This status is final.
public struct RoundRated: EventPayload {
  public static let type = "RoundRated"
  public var reason: RatedReason
  /// The member who closed the ratings; nil if `reason` is another one.
  public var closedBy: MemberID?
  /// The time of the deadline, if one caused the event; nil otherwise.
  public var dueAt: Timestamp?

  public init(reason: RatedReason, closedBy: MemberID? = nil, dueAt: Timestamp? = nil) {
    self.reason = reason
    self.closedBy = closedBy
    self.dueAt = dueAt
  }

  public static let fields = Fields(
    Self.init(reason:closedBy:dueAt:), Field("reason", \.reason), Field("closed_by", \.closedBy),
    Field("due_at", \.dueAt))
}

/// The round ended without its movie being watched. This status is final, and the attendees are fixed.
public struct RoundExpired: EventPayload {
  public static let type = "RoundExpired"
  public var reason: ExpiryReason
  /// The member who discarded the round; nil if a deadline caused the event.
  public var discardedBy: MemberID?
  /// The time of the deadline, if one caused the event; nil otherwise.
  public var dueAt: Timestamp?
  public var attendees: [MemberID]

  public init(reason: ExpiryReason, discardedBy: MemberID?, dueAt: Timestamp?, attendees: [MemberID]) {
    self.reason = reason
    self.discardedBy = discardedBy
    self.dueAt = dueAt
    self.attendees = attendees
  }

  public static let fields = Fields(
    Self.init(reason:discardedBy:dueAt:attendees:), Field("reason", \.reason), Field("discarded_by", \.discardedBy),
    Field("due_at", \.dueAt), Field("attendees", \.attendees))
}
