// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// A round of the time before this program, with its own times, as `movienight import --legacy` read it; the first
/// event of its stream. Deadlines count from `recorded_at`.
public struct RoundImported: Hashable, Sendable {
  /// What it was then, in today's words.
  public var status: RoundStatus
  /// The member who started it.
  public var startedBy: MemberID
  /// When.
  public var createdAt: Timestamp
  /// Nil where it is not known.
  public var votingStartedAt: Timestamp?
  /// Nil unless voting was closed for itself.
  public var votingClosedAt: Timestamp?
  /// Nil where it is not known.
  public var watchedAt: Timestamp?
  /// Nil where it is not known.
  public var ratedAt: Timestamp?
  /// Nil where it is not known; an expired round then counts as expired by the import.
  public var expiredAt: Timestamp?
  /// `discarded` or `timed_out`; nil unless it is expired.
  public var expiredReason: ExpiryReason?
  /// A list of ids, nil for everyone, or `"unknown"`: nobody wrote it down.
  public var attendees: Attendees
  /// By position: `movie`, `position`, `source`, `proposed_by`, and `votes` with `member_id`, `vote`, `voted_at`.
  public var movies: [RecordedImportedMovie]
  /// `tmdb_movie_id`, `picked_by`, `picked_at`; nil where there was none.
  public var pick: RecordedImportedPick?
  /// `member_id`, `rating`, `rated_at` of those who rated.
  public var ratings: [RecordedImportedRating]

  public init(
    status: RoundStatus, startedBy: MemberID, createdAt: Timestamp, votingStartedAt: Timestamp? = nil,
    votingClosedAt: Timestamp? = nil, watchedAt: Timestamp? = nil, ratedAt: Timestamp? = nil,
    expiredAt: Timestamp? = nil, expiredReason: ExpiryReason? = nil, attendees: Attendees,
    movies: [RecordedImportedMovie], pick: RecordedImportedPick? = nil, ratings: [RecordedImportedRating]
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

extension RoundImported: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    status = try object.decode(RoundStatus.self, forKey: "status")
    startedBy = try object.decode(MemberID.self, forKey: "started_by")
    createdAt = try object.decode(Timestamp.self, forKey: "created_at")
    votingStartedAt = try object.decodeIfPresent(Timestamp.self, forKey: "voting_started_at")
    votingClosedAt = try object.decodeIfPresent(Timestamp.self, forKey: "voting_closed_at")
    watchedAt = try object.decodeIfPresent(Timestamp.self, forKey: "watched_at")
    ratedAt = try object.decodeIfPresent(Timestamp.self, forKey: "rated_at")
    expiredAt = try object.decodeIfPresent(Timestamp.self, forKey: "expired_at")
    expiredReason = try object.decodeIfPresent(ExpiryReason.self, forKey: "expired_reason")
    attendees = try object.decode(Attendees.self, forKey: "attendees")
    movies = try object.decode([RecordedImportedMovie].self, forKey: "movies")
    pick = try object.decodeIfPresent(RecordedImportedPick.self, forKey: "pick")
    ratings = try object.decode([RecordedImportedRating].self, forKey: "ratings")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(status, forKey: "status")
    try object.encode(startedBy, forKey: "started_by")
    try object.encode(createdAt, forKey: "created_at")
    try object.encode(votingStartedAt, forKey: "voting_started_at")
    try object.encode(votingClosedAt, forKey: "voting_closed_at")
    try object.encode(watchedAt, forKey: "watched_at")
    try object.encode(ratedAt, forKey: "rated_at")
    try object.encode(expiredAt, forKey: "expired_at")
    try object.encode(expiredReason, forKey: "expired_reason")
    try object.encode(attendees, forKey: "attendees")
    try object.encode(movies, forKey: "movies")
    try object.encode(pick, forKey: "pick")
    try object.encode(ratings, forKey: "ratings")
  }
}

extension RoundImported: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    status = try json.read("status")
    startedBy = try json.read("started_by")
    createdAt = try json.read("created_at")
    votingStartedAt = try json.readIfPresent("voting_started_at")
    votingClosedAt = try json.readIfPresent("voting_closed_at")
    watchedAt = try json.readIfPresent("watched_at")
    ratedAt = try json.readIfPresent("rated_at")
    expiredAt = try json.readIfPresent("expired_at")
    expiredReason = try json.readIfPresent("expired_reason")
    attendees = try json.read("attendees")
    movies = try json.read("movies")
    pick = try json.readIfPresent("pick")
    ratings = try json.read("ratings")
  }
}
