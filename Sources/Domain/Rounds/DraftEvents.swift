import MovieNightPrimitives

/// A round was started.
public struct RoundDrafted: EventPayload {
  public static let type = "RoundDrafted"
  public var startedBy: MemberID
  public var attendees: Attendees

  public init(startedBy: MemberID, attendees: Attendees) {
    self.startedBy = startedBy
    self.attendees = attendees
  }

  public static let fields = Fields(
    Self.init(startedBy:attendees:), Field("started_by", \.startedBy), Field("attendees", \.attendees))
}

/// A movie was added to the draft.
public struct MovieSuggested: EventPayload {
  public static let type = "MovieSuggested"
  public static let version = 3
  public var movie: Movie
  /// The movie's position, counted from 1. A position is never reused in the round.
  public var position: Int
  public var source: SuggestionSource
  public var suggestedBy: MemberID
  /// The reason why the algorithm suggested the movie; nil if it did not.
  public var merit: SuggestionMerit?

  public init(
    movie: Movie, position: Int, source: SuggestionSource, suggestedBy: MemberID, merit: SuggestionMerit? = nil
  ) {
    self.movie = movie
    self.position = position
    self.source = source
    self.suggestedBy = suggestedBy
    self.merit = merit
  }

  public static let fields = Fields(
    Self.init(movie:position:source:suggestedBy:merit:), Field("movie", \.movie),
    Field("position", \.position, .integer(RoundLimits.positions)),
    Field("source", \.source), Field("suggested_by", \.suggestedBy), Field("merit", \.merit))

  /// Converts version 2, which had no `merit` because the algorithm did not suggest movies yet.
  static let addMerit: EventSchema.Upcaster = { json throws(JSONError) in
    json.replacing("merit") { $0.nullField("merit") }
  }
}

/// A movie was removed from the draft.
public struct MovieUnsuggested: EventPayload {
  public static let type = "MovieUnsuggested"
  public var tmdbMovieID: MovieID
  public var unsuggestedBy: MemberID

  public init(tmdbMovieID: MovieID, unsuggestedBy: MemberID) {
    self.tmdbMovieID = tmdbMovieID
    self.unsuggestedBy = unsuggestedBy
  }

  public static let fields = Fields(
    Self.init(tmdbMovieID:unsuggestedBy:), Field("tmdb_movie_id", \.tmdbMovieID, .movieID),
    Field("unsuggested_by", \.unsuggestedBy))
}

/// The attendees changed. Members who are no longer attendees lose their votes, and no longer count as done voting.
public struct AttendeesSet: EventPayload {
  public static let type = "AttendeesSet"
  public var attendees: Attendees

  public init(attendees: Attendees) { self.attendees = attendees }

  public static let fields = Fields(Self.init(attendees:), Field("attendees", \.attendees))
}

/// A former member was removed from the attendees. Their votes are removed, and they no longer count as done voting.
public struct AttendeeDropped: EventPayload {
  public static let type = "AttendeeDropped"
  public var memberID: MemberID

  public init(memberID: MemberID) { self.memberID = memberID }

  public static let fields = Fields(Self.init(memberID:), Field("member_id", \.memberID))
}

/// The creator set a content ceiling for this round, which applies instead of the one from the attendees' preferences.
public struct CeilingOverridden: EventPayload {
  public static let type = "CeilingOverridden"
  public var maxContentRating: ContentRating
  public var overriddenBy: MemberID

  public init(maxContentRating: ContentRating, overriddenBy: MemberID) {
    self.maxContentRating = maxContentRating
    self.overriddenBy = overriddenBy
  }

  public static let fields = Fields(
    Self.init(maxContentRating:overriddenBy:), Field("max_content_rating", \.maxContentRating),
    Field("overridden_by", \.overriddenBy))
}
