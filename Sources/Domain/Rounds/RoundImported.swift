import Primitives

/// A round of the time before this program, as its records tell it, with their times. It is the first of its stream.
public struct RoundImported: EventPayload {
  public static let type = "RoundImported"
  public static let version = 2
  public var status: RoundStatus
  public var startedBy: MemberID
  /// When it was started. Lists are sorted by it; deadlines count from the import.
  public var createdAt: Timestamp
  public var votingStartedAt: Timestamp?
  /// Set where voting was closed for itself.
  public var votingClosedAt: Timestamp?
  public var watchedAt: Timestamp?
  public var ratedAt: Timestamp?
  public var expiredAt: Timestamp?
  /// Nil unless it expired.
  public var expiredReason: ExpiryReason?
  public var attendees: Attendees
  /// By position.
  public var movies: [ImportedMovie]
  /// Nil in draft and voting, and where it expired without one.
  public var pick: ImportedPick?
  public var ratings: [ImportedRating]

  /// A movie of the round, with the votes as they stood last.
  public struct ImportedMovie: Equatable, Sendable {
    public var movie: Movie
    /// From 1.
    public var position: Int
    public var source: SuggestionSource
    /// Nil where it was in the draft, or where the records do not tell.
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
  }

  /// A member's vote; where its time was not recorded, it is that of the opening of voting or of the start.
  public struct ImportedVote: Equatable, Sendable {
    public var memberID: MemberID
    public var vote: Vote
    public var votedAt: Timestamp

    public init(memberID: MemberID, vote: Vote, votedAt: Timestamp) {
      self.memberID = memberID
      self.vote = vote
      self.votedAt = votedAt
    }
  }

  /// The one movie that the round chose; where nobody recorded by whom, it was who started the round.
  public struct ImportedPick: Equatable, Sendable {
    public var tmdbMovieID: MovieID
    public var pickedBy: MemberID
    public var pickedAt: Timestamp

    public init(tmdbMovieID: MovieID, pickedBy: MemberID, pickedAt: Timestamp) {
      self.tmdbMovieID = tmdbMovieID
      self.pickedBy = pickedBy
      self.pickedAt = pickedAt
    }
  }

  /// What a member thought of the pick. Who did not rate has none.
  public struct ImportedRating: Equatable, Sendable {
    public var memberID: MemberID
    public var rating: Rating
    public var ratedAt: Timestamp

    public init(memberID: MemberID, rating: Rating, ratedAt: Timestamp) {
      self.memberID = memberID
      self.rating = rating
      self.ratedAt = ratedAt
    }
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
}

// MARK: - JSON

extension RoundImported {
  public init(json: JSONValue) throws(JSONError) {
    status = try json.value("status")
    startedBy = try json.identifier("started_by")
    createdAt = try json.timestamp("created_at")
    votingStartedAt = try json.optionalTimestamp("voting_started_at")
    votingClosedAt = try json.optionalTimestamp("voting_closed_at")
    watchedAt = try json.optionalTimestamp("watched_at")
    ratedAt = try json.optionalTimestamp("rated_at")
    expiredAt = try json.optionalTimestamp("expired_at")
    expiredReason = try json.optionalValue("expired_reason")
    attendees = try Attendees(member: "attendees", of: json)
    movies = []
    for movie in try json.array("movies") { movies.append(try ImportedMovie(json: movie)) }
    if let chosen = try json.optionalObject("pick") {
      pick = ImportedPick(
        tmdbMovieID: try chosen.integer("tmdb_movie_id"), pickedBy: try chosen.identifier("picked_by"),
        pickedAt: try chosen.timestamp("picked_at"))
    }
    ratings = []
    for given in try json.array("ratings") {
      ratings.append(
        ImportedRating(
          memberID: try given.identifier("member_id"), rating: try given.value("rating"),
          ratedAt: try given.timestamp("rated_at")))
    }
  }

  public func writeMembers(to json: inout JSONWriter) {
    json.field("status", status.rawValue)
    json.field("started_by", startedBy)
    json.field("created_at", createdAt, .microseconds)
    json.field("voting_started_at", votingStartedAt, .microseconds)
    json.field("voting_closed_at", votingClosedAt, .microseconds)
    json.field("watched_at", watchedAt, .microseconds)
    json.field("rated_at", ratedAt, .microseconds)
    json.field("expired_at", expiredAt, .microseconds)
    json.field("expired_reason", expiredReason?.rawValue)
    json.field("attendees", attendees)
    json.key("movies")
    json.array(movies) { json, movie in json.object { movie.writeMembers(to: &$0) } }
    json.key("pick")
    if let pick {
      json.object {
        $0.field("tmdb_movie_id", pick.tmdbMovieID)
        $0.field("picked_by", pick.pickedBy)
        $0.field("picked_at", pick.pickedAt, .microseconds)
      }
    } else {
      json.null()
    }
    json.key("ratings")
    json.array(ratings) { json, given in
      json.object {
        $0.field("member_id", given.memberID)
        $0.field("rating", given.rating.rawValue)
        $0.field("rated_at", given.ratedAt, .microseconds)
      }
    }
  }
}

extension RoundImported.ImportedMovie {
  fileprivate init(json: JSONValue) throws(JSONError) {
    movie = try Movie(json: json.object("movie"))
    position = try json.integer("position")
    source = try json.value("source")
    proposedBy = try json.optionalIdentifier("proposed_by")
    votes = []
    for cast in try json.array("votes") {
      votes.append(
        RoundImported.ImportedVote(
          memberID: try cast.identifier("member_id"), vote: try cast.value("vote"),
          votedAt: try cast.timestamp("voted_at")))
    }
  }

  fileprivate func writeMembers(to json: inout JSONWriter) {
    json.key("movie")
    json.object { movie.writeMembers(to: &$0) }
    json.field("position", position)
    json.field("source", source.rawValue)
    json.field("proposed_by", proposedBy)
    json.key("votes")
    json.array(votes) { json, cast in
      json.object {
        $0.field("member_id", cast.memberID)
        $0.field("vote", cast.vote.rawValue)
        $0.field("voted_at", cast.votedAt, .microseconds)
      }
    }
  }
}
