import Primitives

/// A round is there.
public struct RoundDrafted: EventPayload {
  public static let type = "RoundDrafted"
  public var startedBy: MemberID
  public var attendees: Attendees

  public init(startedBy: MemberID, attendees: Attendees) {
    self.startedBy = startedBy
    self.attendees = attendees
  }

  public init(json: JSONValue) throws(JSONError) {
    startedBy = try json.identifier("started_by")
    attendees = try Attendees(member: "attendees", of: json)
  }

  public func writeMembers(to json: inout JSONWriter) {
    json.field("started_by", startedBy)
    json.field("attendees", attendees)
  }
}

/// A movie entered the draft.
public struct MovieSuggested: EventPayload {
  public static let type = "MovieSuggested"
  public static let version = 2
  public var movie: Movie
  /// From 1, and never given again in this round.
  public var position: Int
  public var source: SuggestionSource
  public var suggestedBy: MemberID

  public init(movie: Movie, position: Int, source: SuggestionSource, suggestedBy: MemberID) {
    self.movie = movie
    self.position = position
    self.source = source
    self.suggestedBy = suggestedBy
  }

  public init(json: JSONValue) throws(JSONError) {
    movie = try Movie(json: json.object("movie"))
    position = try json.integer("position")
    source = try json.value("source")
    suggestedBy = try json.identifier("suggested_by")
  }

  public func writeMembers(to json: inout JSONWriter) {
    json.key("movie")
    json.object { movie.writeMembers(to: &$0) }
    json.field("position", position)
    json.field("source", source.rawValue)
    json.field("suggested_by", suggestedBy)
  }
}

/// A movie left the draft.
public struct MovieUnsuggested: EventPayload {
  public static let type = "MovieUnsuggested"
  public var tmdbMovieID: MovieID
  public var unsuggestedBy: MemberID

  public init(tmdbMovieID: MovieID, unsuggestedBy: MemberID) {
    self.tmdbMovieID = tmdbMovieID
    self.unsuggestedBy = unsuggestedBy
  }

  public init(json: JSONValue) throws(JSONError) {
    tmdbMovieID = try json.integer("tmdb_movie_id")
    unsuggestedBy = try json.identifier("unsuggested_by")
  }

  public func writeMembers(to json: inout JSONWriter) {
    json.field("tmdb_movie_id", tmdbMovieID)
    json.field("unsuggested_by", unsuggestedBy)
  }
}

/// Who takes part has changed; the votes and done-voting of who is dropped are gone.
public struct AttendeesSet: EventPayload {
  public static let type = "AttendeesSet"
  public var attendees: Attendees

  public init(attendees: Attendees) {
    self.attendees = attendees
  }

  public init(json: JSONValue) throws(JSONError) {
    attendees = try Attendees(member: "attendees", of: json)
  }

  public func writeMembers(to json: inout JSONWriter) {
    json.field("attendees", attendees)
  }
}

/// Somebody who is no longer a member takes part no longer; their votes and done-voting are gone.
public struct AttendeeDropped: EventPayload {
  public static let type = "AttendeeDropped"
  public var memberID: MemberID

  public init(memberID: MemberID) {
    self.memberID = memberID
  }

  public init(json: JSONValue) throws(JSONError) {
    memberID = try json.identifier("member_id")
  }

  public func writeMembers(to json: inout JSONWriter) {
    json.field("member_id", memberID)
  }
}

/// The creator set a ceiling for this round, whatever its attendees' preferences say.
public struct CeilingOverridden: EventPayload {
  public static let type = "CeilingOverridden"
  public var maxContentRating: ContentRating
  public var overriddenBy: MemberID

  public init(maxContentRating: ContentRating, overriddenBy: MemberID) {
    self.maxContentRating = maxContentRating
    self.overriddenBy = overriddenBy
  }

  public init(json: JSONValue) throws(JSONError) {
    maxContentRating = try json.value("max_content_rating")
    overriddenBy = try json.identifier("overridden_by")
  }

  public func writeMembers(to json: inout JSONWriter) {
    json.field("max_content_rating", maxContentRating.rawValue)
    json.field("overridden_by", overriddenBy)
  }
}
