// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// A round with its vote breakdown.
public struct Round: Identifiable, Hashable, Sendable {
  /// Which round.
  public var roundID: RoundID
  /// Whose it is.
  public var householdID: HouseholdID
  /// The same once more, for clients that know that name.
  public var groupID: HouseholdID
  /// How far it is.
  public var status: RoundStatus
  /// The status for people: `Draft`, `Voting`, `Selected`, `Watched`, `Rated` or `Expired`.
  public var statusLabel: String
  /// Who started it.
  public var startedBy: MemberID
  /// Their name today.
  public var startedByName: String
  /// When it was started.
  public var createdAt: Timestamp
  /// When it was opened for votes; nil before.
  public var votingStartedAt: Timestamp?
  /// When voting was closed; nil where it was not, as where the pick ended it.
  public var votingClosedAt: Timestamp?
  /// When a movie was picked; nil before.
  public var selectedAt: Timestamp?
  /// When it was watched; nil before.
  public var watchedAt: Timestamp?
  /// When ratings were closed; nil before.
  public var ratedAt: Timestamp?
  /// When it was discarded, or timed out; nil unless it was.
  public var expiredAt: Timestamp?
  /// Why it expired; nil unless it did.
  public var expiredReason: ExpiryReason?
  /// Who takes part; empty where nobody wrote it down.
  public var attendees: [Attendee]
  /// `everyone` as long as newcomers take part too, else `fixed`; `unknown` in an imported round whose records do not
  /// tell, with no `attendees`: show "All members".
  public var attendeesMode: AttendeesMode
  /// Its movies, by position.
  public var suggestions: [Suggestion]
  /// How many have voted.
  public var voteProgress: VoteProgress
  /// Who has said that they are done.
  public var doneVoting: [MemberID]
  /// TMDb's id of the pick; nil before.
  public var pickedMovieID: Int?
  /// What the round chose; nil before.
  public var pick: Pick?
  /// How it was rated; nil unless the status is `watched` or `rated`.
  public var ratingsSummary: RatingsSummary?
  /// The ceiling in force: up to which rating movies may enter; from the pick on nil, unless it was overridden.
  public var maxContentRating: ContentRating?
  /// Whether the creator set the ceiling.
  public var ceilingOverridden: Bool
  /// When the clock acts next on it, if nothing else happens; nil when it is over.
  public var dueAt: Timestamp?
  /// What it becomes then; nil when it is over.
  public var dueStatus: RoundStatus?
  /// Of the round, to be sent as `expected_revision`.
  public var revision: Int

  /// The same as `roundID`.
  public var id: RoundID { roundID }

  public init(
    roundID: RoundID, householdID: HouseholdID, groupID: HouseholdID, status: RoundStatus, statusLabel: String,
    startedBy: MemberID, startedByName: String, createdAt: Timestamp, votingStartedAt: Timestamp? = nil,
    votingClosedAt: Timestamp? = nil, selectedAt: Timestamp? = nil, watchedAt: Timestamp? = nil,
    ratedAt: Timestamp? = nil, expiredAt: Timestamp? = nil, expiredReason: ExpiryReason? = nil, attendees: [Attendee],
    attendeesMode: AttendeesMode, suggestions: [Suggestion], voteProgress: VoteProgress, doneVoting: [MemberID],
    pickedMovieID: Int? = nil, pick: Pick? = nil, ratingsSummary: RatingsSummary? = nil,
    maxContentRating: ContentRating? = nil, ceilingOverridden: Bool, dueAt: Timestamp? = nil,
    dueStatus: RoundStatus? = nil, revision: Int
  ) {
    self.roundID = roundID
    self.householdID = householdID
    self.groupID = groupID
    self.status = status
    self.statusLabel = statusLabel
    self.startedBy = startedBy
    self.startedByName = startedByName
    self.createdAt = createdAt
    self.votingStartedAt = votingStartedAt
    self.votingClosedAt = votingClosedAt
    self.selectedAt = selectedAt
    self.watchedAt = watchedAt
    self.ratedAt = ratedAt
    self.expiredAt = expiredAt
    self.expiredReason = expiredReason
    self.attendees = attendees
    self.attendeesMode = attendeesMode
    self.suggestions = suggestions
    self.voteProgress = voteProgress
    self.doneVoting = doneVoting
    self.pickedMovieID = pickedMovieID
    self.pick = pick
    self.ratingsSummary = ratingsSummary
    self.maxContentRating = maxContentRating
    self.ceilingOverridden = ceilingOverridden
    self.dueAt = dueAt
    self.dueStatus = dueStatus
    self.revision = revision
  }
}

extension Round: Codable {
  private enum CodingKeys: String, CodingKey {
    case roundID = "round_id"
    case householdID = "household_id"
    case groupID = "group_id"
    case status
    case statusLabel = "status_label"
    case startedBy = "started_by"
    case startedByName = "started_by_name"
    case createdAt = "created_at"
    case votingStartedAt = "voting_started_at"
    case votingClosedAt = "voting_closed_at"
    case selectedAt = "selected_at"
    case watchedAt = "watched_at"
    case ratedAt = "rated_at"
    case expiredAt = "expired_at"
    case expiredReason = "expired_reason"
    case attendees
    case attendeesMode = "attendees_mode"
    case suggestions
    case voteProgress = "vote_progress"
    case doneVoting = "done_voting"
    case pickedMovieID = "picked_movie_id"
    case pick
    case ratingsSummary = "ratings_summary"
    case maxContentRating = "max_content_rating"
    case ceilingOverridden = "ceiling_overridden"
    case dueAt = "due_at"
    case dueStatus = "due_status"
    case revision
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: CodingKeys.self)
    try object.encode(roundID, forKey: .roundID)
    try object.encode(householdID, forKey: .householdID)
    try object.encode(groupID, forKey: .groupID)
    try object.encode(status, forKey: .status)
    try object.encode(statusLabel, forKey: .statusLabel)
    try object.encode(startedBy, forKey: .startedBy)
    try object.encode(startedByName, forKey: .startedByName)
    try object.encode(createdAt, forKey: .createdAt)
    try object.encode(votingStartedAt, forKey: .votingStartedAt)
    try object.encode(votingClosedAt, forKey: .votingClosedAt)
    try object.encode(selectedAt, forKey: .selectedAt)
    try object.encode(watchedAt, forKey: .watchedAt)
    try object.encode(ratedAt, forKey: .ratedAt)
    try object.encode(expiredAt, forKey: .expiredAt)
    try object.encode(expiredReason, forKey: .expiredReason)
    try object.encode(attendees, forKey: .attendees)
    try object.encode(attendeesMode, forKey: .attendeesMode)
    try object.encode(suggestions, forKey: .suggestions)
    try object.encode(voteProgress, forKey: .voteProgress)
    try object.encode(doneVoting, forKey: .doneVoting)
    try object.encode(pickedMovieID, forKey: .pickedMovieID)
    try object.encode(pick, forKey: .pick)
    try object.encode(ratingsSummary, forKey: .ratingsSummary)
    try object.encode(maxContentRating, forKey: .maxContentRating)
    try object.encode(ceilingOverridden, forKey: .ceilingOverridden)
    try object.encode(dueAt, forKey: .dueAt)
    try object.encode(dueStatus, forKey: .dueStatus)
    try object.encode(revision, forKey: .revision)
  }
}

extension Round: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    roundID = try json.read("round_id")
    householdID = try json.read("household_id")
    groupID = try json.read("group_id")
    status = try json.read("status")
    statusLabel = try json.read("status_label")
    startedBy = try json.read("started_by")
    startedByName = try json.read("started_by_name")
    createdAt = try json.read("created_at")
    votingStartedAt = try json.readIfPresent("voting_started_at")
    votingClosedAt = try json.readIfPresent("voting_closed_at")
    selectedAt = try json.readIfPresent("selected_at")
    watchedAt = try json.readIfPresent("watched_at")
    ratedAt = try json.readIfPresent("rated_at")
    expiredAt = try json.readIfPresent("expired_at")
    expiredReason = try json.readIfPresent("expired_reason")
    attendees = try json.read("attendees")
    attendeesMode = try json.read("attendees_mode")
    suggestions = try json.read("suggestions")
    voteProgress = try json.read("vote_progress")
    doneVoting = try json.read("done_voting")
    pickedMovieID = try json.readIfPresent("picked_movie_id")
    pick = try json.readIfPresent("pick")
    ratingsSummary = try json.readIfPresent("ratings_summary")
    maxContentRating = try json.readIfPresent("max_content_rating")
    ceilingOverridden = try json.read("ceiling_overridden")
    dueAt = try json.readIfPresent("due_at")
    dueStatus = try json.readIfPresent("due_status")
    revision = try json.read("revision")
  }
}
