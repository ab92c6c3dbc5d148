import Primitives

/// The one movie that the round chose. It fixes who took part.
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

  public init(json: JSONValue) throws(JSONError) {
    tmdbMovieID = try json.integer("tmdb_movie_id")
    pickedBy = try json.identifier("picked_by")
    attendees = try json.identifiers("attendees")
  }

  public func writeMembers(to json: inout JSONWriter) {
    json.field("tmdb_movie_id", tmdbMovieID)
    json.field("picked_by", pickedBy)
    json.field("attendees", attendees)
  }
}

/// The pick was watched.
public struct RoundWatched: EventPayload {
  public static let type = "RoundWatched"
  /// Nil when the clock did it: somebody had rated, and the time to mark it was over.
  public var markedBy: MemberID?
  /// When it was due, where the clock did it; it is the event's time.
  public var dueAt: Timestamp?

  public init(markedBy: MemberID?, dueAt: Timestamp? = nil) {
    self.markedBy = markedBy
    self.dueAt = dueAt
  }

  public init(json: JSONValue) throws(JSONError) {
    markedBy = try json.optionalIdentifier("marked_by")
    dueAt = try json.optionalTimestamp("due_at")
  }

  public func writeMembers(to json: inout JSONWriter) {
    json.field("marked_by", markedBy)
    json.field("due_at", dueAt, .microseconds)
  }
}

/// What a member thought of it, which replaces an earlier rating.
public struct RatingGiven: EventPayload {
  public static let type = "RatingGiven"
  public var memberID: MemberID
  public var rating: Rating

  public init(memberID: MemberID, rating: Rating) {
    self.memberID = memberID
    self.rating = rating
  }

  public init(json: JSONValue) throws(JSONError) {
    memberID = try json.identifier("member_id")
    rating = try json.value("rating")
  }

  public func writeMembers(to json: inout JSONWriter) {
    json.field("member_id", memberID)
    json.field("rating", rating.rawValue)
  }
}

/// No more ratings. Final.
public struct RoundRated: EventPayload {
  public static let type = "RoundRated"
  public var reason: RatedReason
  /// Who closed the ratings; nil for the other reasons.
  public var closedBy: MemberID?
  /// When it was due, where the clock did it; it is the event's time.
  public var dueAt: Timestamp?

  public init(reason: RatedReason, closedBy: MemberID? = nil, dueAt: Timestamp? = nil) {
    self.reason = reason
    self.closedBy = closedBy
    self.dueAt = dueAt
  }

  public init(json: JSONValue) throws(JSONError) {
    reason = try json.value("reason")
    closedBy = try json.optionalIdentifier("closed_by")
    dueAt = try json.optionalTimestamp("due_at")
  }

  public func writeMembers(to json: inout JSONWriter) {
    json.field("reason", reason.rawValue)
    json.field("closed_by", closedBy)
    json.field("due_at", dueAt, .microseconds)
  }
}

/// The round ended without being watched. Final. It fixes who took part.
public struct RoundExpired: EventPayload {
  public static let type = "RoundExpired"
  public var reason: ExpiryReason
  /// Who discarded it; nil when the clock did it.
  public var discardedBy: MemberID?
  /// When it was due, where the clock did it; it is the event's time.
  public var dueAt: Timestamp?
  public var attendees: [MemberID]

  public init(reason: ExpiryReason, discardedBy: MemberID?, dueAt: Timestamp?, attendees: [MemberID]) {
    self.reason = reason
    self.discardedBy = discardedBy
    self.dueAt = dueAt
    self.attendees = attendees
  }

  public init(json: JSONValue) throws(JSONError) {
    reason = try json.value("reason")
    discardedBy = try json.optionalIdentifier("discarded_by")
    dueAt = try json.optionalTimestamp("due_at")
    attendees = try json.identifiers("attendees")
  }

  public func writeMembers(to json: inout JSONWriter) {
    json.field("reason", reason.rawValue)
    json.field("discarded_by", discardedBy)
    json.field("due_at", dueAt, .microseconds)
    json.field("attendees", attendees)
  }
}
