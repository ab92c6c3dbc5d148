import Primitives

/// What happens in a round, in the stream `round-<round id>`.
public enum RoundEvent: Equatable, Sendable {
  case drafted(RoundDrafted)
  // What holds a whole movie stands apart, so that the other events stay small.
  indirect case movieSuggested(MovieSuggested)
  case movieUnsuggested(MovieUnsuggested)
  case attendeesSet(AttendeesSet)
  case ceilingOverridden(CeilingOverridden)
  case votingOpened(VotingOpened)
  indirect case movieProposed(MovieProposed)
  case proposalWithdrawn(ProposalWithdrawn)
  case voteCast(VoteCast)
  case voteRetracted(VoteRetracted)
  case votingDone(VotingDone)
  case votingClosed(VotingClosed)
  case moviePicked(MoviePicked)
  case watched(RoundWatched)
  case ratingGiven(RatingGiven)
  case rated(RoundRated)
  case expired(RoundExpired)

  public var payload: any EventPayload {
    switch self {
    case .drafted(let payload): payload
    case .movieSuggested(let payload): payload
    case .movieUnsuggested(let payload): payload
    case .attendeesSet(let payload): payload
    case .ceilingOverridden(let payload): payload
    case .votingOpened(let payload): payload
    case .movieProposed(let payload): payload
    case .proposalWithdrawn(let payload): payload
    case .voteCast(let payload): payload
    case .voteRetracted(let payload): payload
    case .votingDone(let payload): payload
    case .votingClosed(let payload): payload
    case .moviePicked(let payload): payload
    case .watched(let payload): payload
    case .ratingGiven(let payload): payload
    case .rated(let payload): payload
    case .expired(let payload): payload
    }
  }

  static let payloads: [any EventPayload.Type] = [
    RoundDrafted.self, MovieSuggested.self, MovieUnsuggested.self, AttendeesSet.self, CeilingOverridden.self,
    VotingOpened.self, MovieProposed.self, ProposalWithdrawn.self, VoteCast.self, VoteRetracted.self,
    VotingDone.self, VotingClosed.self, MoviePicked.self, RoundWatched.self, RatingGiven.self, RoundRated.self,
    RoundExpired.self,
  ]

  // The frequent ones first: a replay goes through here once an event.
  init?(type: String, json: JSONValue) throws(JSONError) {
    switch type {
    case VoteCast.type: self = .voteCast(try VoteCast(json: json))
    case MovieSuggested.type: self = .movieSuggested(try MovieSuggested(json: json))
    case RatingGiven.type: self = .ratingGiven(try RatingGiven(json: json))
    case RoundDrafted.type: self = .drafted(try RoundDrafted(json: json))
    case VotingOpened.type: self = .votingOpened(try VotingOpened(json: json))
    case VotingDone.type: self = .votingDone(try VotingDone(json: json))
    case VotingClosed.type: self = .votingClosed(try VotingClosed(json: json))
    case MoviePicked.type: self = .moviePicked(try MoviePicked(json: json))
    case RoundWatched.type: self = .watched(try RoundWatched(json: json))
    case RoundRated.type: self = .rated(try RoundRated(json: json))
    case RoundExpired.type: self = .expired(try RoundExpired(json: json))
    case VoteRetracted.type: self = .voteRetracted(try VoteRetracted(json: json))
    case MovieProposed.type: self = .movieProposed(try MovieProposed(json: json))
    case ProposalWithdrawn.type: self = .proposalWithdrawn(try ProposalWithdrawn(json: json))
    case MovieUnsuggested.type: self = .movieUnsuggested(try MovieUnsuggested(json: json))
    case AttendeesSet.type: self = .attendeesSet(try AttendeesSet(json: json))
    case CeilingOverridden.type: self = .ceilingOverridden(try CeilingOverridden(json: json))
    default: return nil
    }
  }
}

// MARK: - Draft

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

// MARK: - Voting

/// Voting is open.
public struct VotingOpened: EventPayload {
  public static let type = "VotingOpened"
  public var openedBy: MemberID

  public init(openedBy: MemberID) {
    self.openedBy = openedBy
  }

  public init(json: JSONValue) throws(JSONError) {
    openedBy = try json.identifier("opened_by")
  }

  public func writeMembers(to json: inout JSONWriter) {
    json.field("opened_by", openedBy)
  }
}

/// An attendee added a movie while voting was open.
public struct MovieProposed: EventPayload {
  public static let type = "MovieProposed"
  public var movie: Movie
  /// From 1, and never given again in this round.
  public var position: Int
  public var proposedBy: MemberID

  public init(movie: Movie, position: Int, proposedBy: MemberID) {
    self.movie = movie
    self.position = position
    self.proposedBy = proposedBy
  }

  public init(json: JSONValue) throws(JSONError) {
    movie = try Movie(json: json.object("movie"))
    position = try json.integer("position")
    proposedBy = try json.identifier("proposed_by")
  }

  public func writeMembers(to json: inout JSONWriter) {
    json.key("movie")
    json.object { movie.writeMembers(to: &$0) }
    json.field("position", position)
    json.field("proposed_by", proposedBy)
  }
}

/// A proposal is gone, its votes too, and its slot is free again.
public struct ProposalWithdrawn: EventPayload {
  public static let type = "ProposalWithdrawn"
  public var tmdbMovieID: MovieID
  public var withdrawnBy: MemberID

  public init(tmdbMovieID: MovieID, withdrawnBy: MemberID) {
    self.tmdbMovieID = tmdbMovieID
    self.withdrawnBy = withdrawnBy
  }

  public init(json: JSONValue) throws(JSONError) {
    tmdbMovieID = try json.integer("tmdb_movie_id")
    withdrawnBy = try json.identifier("withdrawn_by")
  }

  public func writeMembers(to json: inout JSONWriter) {
    json.field("tmdb_movie_id", tmdbMovieID)
    json.field("withdrawn_by", withdrawnBy)
  }
}

/// A member's vote on a movie, which replaces an earlier one.
public struct VoteCast: EventPayload {
  public static let type = "VoteCast"
  public var memberID: MemberID
  public var tmdbMovieID: MovieID
  public var vote: Vote

  public init(memberID: MemberID, tmdbMovieID: MovieID, vote: Vote) {
    self.memberID = memberID
    self.tmdbMovieID = tmdbMovieID
    self.vote = vote
  }

  public init(json: JSONValue) throws(JSONError) {
    memberID = try json.identifier("member_id")
    tmdbMovieID = try json.integer("tmdb_movie_id")
    vote = try json.value("vote")
  }

  public func writeMembers(to json: inout JSONWriter) {
    json.field("member_id", memberID)
    json.field("tmdb_movie_id", tmdbMovieID)
    json.field("vote", vote.rawValue)
  }
}

/// A member's vote on a movie is gone.
public struct VoteRetracted: EventPayload {
  public static let type = "VoteRetracted"
  public var memberID: MemberID
  public var tmdbMovieID: MovieID

  public init(memberID: MemberID, tmdbMovieID: MovieID) {
    self.memberID = memberID
    self.tmdbMovieID = tmdbMovieID
  }

  public init(json: JSONValue) throws(JSONError) {
    memberID = try json.identifier("member_id")
    tmdbMovieID = try json.integer("tmdb_movie_id")
  }

  public func writeMembers(to json: inout JSONWriter) {
    json.field("member_id", memberID)
    json.field("tmdb_movie_id", tmdbMovieID)
  }
}

/// A member has nothing more to vote. It lapses with the member's last vote.
public struct VotingDone: EventPayload {
  public static let type = "VotingDone"
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

/// No more votes: the creator closed voting, or everyone was done. It fixes who took part.
public struct VotingClosed: EventPayload {
  public static let type = "VotingClosed"
  /// Nil when voting closed by itself.
  public var closedBy: MemberID?
  public var attendees: [MemberID]

  public init(closedBy: MemberID?, attendees: [MemberID]) {
    self.closedBy = closedBy
    self.attendees = attendees
  }

  public init(json: JSONValue) throws(JSONError) {
    closedBy = try json.optionalIdentifier("closed_by")
    attendees = try json.identifiers("attendees")
  }

  public func writeMembers(to json: inout JSONWriter) {
    json.field("closed_by", closedBy)
    json.field("attendees", attendees)
  }
}

// MARK: - After voting

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

// MARK: - Attendees in JSON

extension Attendees {
  /// A list of ids, or null for everyone.
  init(member name: StaticString, of json: JSONValue) throws(JSONError) {
    guard let value = json[name] else { throw JSONError(.missing, field: "\(name)") }
    self = value.isNull ? .everyone : .fixed(try json.identifiers(name))
  }
}

extension JSONWriter {
  public mutating func field<Kind>(_ name: StaticString, _ ids: [Identifier<Kind>]) {
    key(name)
    array(ids) { $0.identifier($1) }
  }

  mutating func field(_ name: StaticString, _ attendees: Attendees) {
    switch attendees {
    case .fixed(let ids): field(name, ids)
    case .everyone: nullField(name)
    }
  }
}
