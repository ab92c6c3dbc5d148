import MovieNightPrimitives

public struct VotingOpened: EventPayload {
  public static let type = "VotingOpened"
  public var openedBy: MemberID

  public init(openedBy: MemberID) { self.openedBy = openedBy }

  public static let fields = Fields(Self.init(openedBy:), Field("opened_by", \.openedBy))
}

/// An attendee added a movie during voting.
public struct MovieProposed: EventPayload {
  public static let type = "MovieProposed"
  public static let version = 2
  public var movie: Movie
  /// The movie's position, counted from 1. A position is never reused in the round.
  public var position: Int
  public var proposedBy: MemberID

  public init(movie: Movie, position: Int, proposedBy: MemberID) {
    self.movie = movie
    self.position = position
    self.proposedBy = proposedBy
  }

  public static let fields = Fields(
    Self.init(movie:position:proposedBy:), Field("movie", \.movie),
    Field("position", \.position, .integer(RoundLimits.positions)),
    Field("proposed_by", \.proposedBy))
}

/// A proposal was withdrawn. Its votes are removed, and the proposer may propose another movie.
public struct ProposalWithdrawn: EventPayload {
  public static let type = "ProposalWithdrawn"
  public var tmdbMovieID: MovieID
  public var withdrawnBy: MemberID

  public init(tmdbMovieID: MovieID, withdrawnBy: MemberID) {
    self.tmdbMovieID = tmdbMovieID
    self.withdrawnBy = withdrawnBy
  }

  public static let fields = Fields(
    Self.init(tmdbMovieID:withdrawnBy:), Field("tmdb_movie_id", \.tmdbMovieID, .movieID),
    Field("withdrawn_by", \.withdrawnBy))
}

/// A member voted on a movie. The vote replaces an earlier one of the member.
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

  public static let fields = Fields(
    Self.init(memberID:tmdbMovieID:vote:), Field("member_id", \.memberID),
    Field("tmdb_movie_id", \.tmdbMovieID, .movieID),
    Field("vote", \.vote))
}

public struct VoteRetracted: EventPayload {
  public static let type = "VoteRetracted"
  public var memberID: MemberID
  public var tmdbMovieID: MovieID

  public init(memberID: MemberID, tmdbMovieID: MovieID) {
    self.memberID = memberID
    self.tmdbMovieID = tmdbMovieID
  }

  public static let fields = Fields(
    Self.init(memberID:tmdbMovieID:), Field("member_id", \.memberID), Field("tmdb_movie_id", \.tmdbMovieID, .movieID))
}

/// A member is done voting. The member no longer counts as done after retracting or losing their last vote.
public struct VotingDone: EventPayload {
  public static let type = "VotingDone"
  public var memberID: MemberID

  public init(memberID: MemberID) { self.memberID = memberID }

  public static let fields = Fields(Self.init(memberID:), Field("member_id", \.memberID))
}

/// Voting was closed by the creator, or because every attendee was done. From then on the attendees are fixed.
public struct VotingClosed: EventPayload {
  public static let type = "VotingClosed"
  /// The member who closed voting; nil if it closed because everyone was done.
  public var closedBy: MemberID?
  public var attendees: [MemberID]

  public init(closedBy: MemberID?, attendees: [MemberID]) {
    self.closedBy = closedBy
    self.attendees = attendees
  }

  public static let fields = Fields(
    Self.init(closedBy:attendees:), Field("closed_by", \.closedBy), Field("attendees", \.attendees))
}
