import MovieNightPrimitives

/// A round of an older program was imported, with its original times. This is always the first event of its stream.
public struct RoundImported: EventPayload {
  public static let type = "RoundImported"
  public static let version = 2
  public var status: RoundStatus
  public var startedBy: MemberID
  /// The time at which the round was started. Lists are sorted by it; deadlines count from the import instead.
  public var createdAt: Timestamp
  public var votingStartedAt: Timestamp?
  /// The time at which a member closed voting; nil if none did.
  public var votingClosedAt: Timestamp?
  public var watchedAt: Timestamp?
  public var ratedAt: Timestamp?
  public var expiredAt: Timestamp?
  /// The reason why the round expired; nil if it has another status.
  public var expiredReason: ExpiryReason?
  public var attendees: Attendees
  /// The round's movies in order of position.
  public var movies: [ImportedMovie]
  /// The picked movie; nil for a round in draft or voting, and for one that expired without a pick.
  public var pick: ImportedPick?
  public var ratings: [ImportedRating]

  /// A movie of the round, with the votes that were final.
  public struct ImportedMovie: FieldObject, Equatable, Sendable {
    public var movie: Movie
    /// The position in the round, counted from 1.
    public var position: Int
    public var source: SuggestionSource
    /// The member who proposed the movie during voting; nil if it was in the draft, or if the proposer is unknown.
    public var proposedBy: MemberID?
    public var votes: [ImportedVote]

    public init(
      movie: Movie, position: Int, source: SuggestionSource, proposedBy: MemberID? = nil, votes: [ImportedVote] = []
    ) {
      self.movie = movie
      self.position = position
      self.source = source
      self.proposedBy = proposedBy
      self.votes = votes
    }

    public static let fields = Fields(
      Self.init(movie:position:source:proposedBy:votes:), Field("movie", \.movie),
      Field("position", \.position, .integer(RoundLimits.positions)),
      Field("source", \.source), Field("proposed_by", \.proposedBy), Field("votes", \.votes))
  }

  /// A member's vote. If its time is unknown, it has the time at which voting was opened, or else the round's start.
  public struct ImportedVote: FieldObject, Equatable, Sendable {
    public var memberID: MemberID
    public var vote: Vote
    public var votedAt: Timestamp

    public init(memberID: MemberID, vote: Vote, votedAt: Timestamp) {
      self.memberID = memberID
      self.vote = vote
      self.votedAt = votedAt
    }

    public static let fields = Fields(
      Self.init(memberID:vote:votedAt:), Field("member_id", \.memberID), Field("vote", \.vote),
      Field("voted_at", \.votedAt))
  }

  /// The movie that the round picked. If the records do not say who picked it, this is the round's starter.
  public struct ImportedPick: FieldObject, Equatable, Sendable {
    public var tmdbMovieID: MovieID
    public var pickedBy: MemberID
    public var pickedAt: Timestamp

    public init(tmdbMovieID: MovieID, pickedBy: MemberID, pickedAt: Timestamp) {
      self.tmdbMovieID = tmdbMovieID
      self.pickedBy = pickedBy
      self.pickedAt = pickedAt
    }

    public static let fields = Fields(
      Self.init(tmdbMovieID:pickedBy:pickedAt:), Field("tmdb_movie_id", \.tmdbMovieID, .movieID),
      Field("picked_by", \.pickedBy), Field("picked_at", \.pickedAt))
  }

  public struct ImportedRating: FieldObject, Equatable, Sendable {
    public var memberID: MemberID
    public var rating: Rating
    public var ratedAt: Timestamp

    public init(memberID: MemberID, rating: Rating, ratedAt: Timestamp) {
      self.memberID = memberID
      self.rating = rating
      self.ratedAt = ratedAt
    }

    public static let fields = Fields(
      Self.init(memberID:rating:ratedAt:), Field("member_id", \.memberID), Field("rating", \.rating),
      Field("rated_at", \.ratedAt))
  }

  public init(
    status: RoundStatus, startedBy: MemberID, createdAt: Timestamp, votingStartedAt: Timestamp? = nil,
    votingClosedAt: Timestamp? = nil, watchedAt: Timestamp? = nil, ratedAt: Timestamp? = nil,
    expiredAt: Timestamp? = nil, expiredReason: ExpiryReason? = nil, attendees: Attendees = .unknown,
    movies: [ImportedMovie] = [], pick: ImportedPick? = nil, ratings: [ImportedRating] = []
  ) {
    self.status = status
    self.startedBy = startedBy
    self.createdAt = createdAt
    self.votingStartedAt = votingStartedAt
    self.votingClosedAt = votingClosedAt
    self.watchedAt = watchedAt
    self.ratedAt = ratedAt
    self.expiredAt = expiredAt
    self.expiredReason = expiredReason
    self.attendees = attendees
    self.movies = movies
    self.pick = pick
    self.ratings = ratings
  }

  public static let fields = Fields(
    Self.init(
      status:startedBy:createdAt:votingStartedAt:votingClosedAt:watchedAt:ratedAt:expiredAt:expiredReason:
      attendees:movies:pick:ratings:),
    Field("status", \.status), Field("started_by", \.startedBy), Field("created_at", \.createdAt),
    Field("voting_started_at", \.votingStartedAt), Field("voting_closed_at", \.votingClosedAt),
    Field("watched_at", \.watchedAt), Field("rated_at", \.ratedAt), Field("expired_at", \.expiredAt),
    Field("expired_reason", \.expiredReason), Field("attendees", \.attendees), Field("movies", \.movies),
    Field("pick", \.pick), Field("ratings", \.ratings))
}
