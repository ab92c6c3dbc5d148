import Primitives

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
  public static let version = 2
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
