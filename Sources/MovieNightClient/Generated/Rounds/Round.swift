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
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    roundID = try object.decode(RoundID.self, forKey: "round_id")
    householdID = try object.decode(HouseholdID.self, forKey: "household_id")
    groupID = try object.decode(HouseholdID.self, forKey: "group_id")
    status = try object.decode(RoundStatus.self, forKey: "status")
    statusLabel = try object.decode(String.self, forKey: "status_label")
    startedBy = try object.decode(MemberID.self, forKey: "started_by")
    startedByName = try object.decode(String.self, forKey: "started_by_name")
    createdAt = try object.decode(Timestamp.self, forKey: "created_at")
    votingStartedAt = try object.decodeIfPresent(Timestamp.self, forKey: "voting_started_at")
    votingClosedAt = try object.decodeIfPresent(Timestamp.self, forKey: "voting_closed_at")
    selectedAt = try object.decodeIfPresent(Timestamp.self, forKey: "selected_at")
    watchedAt = try object.decodeIfPresent(Timestamp.self, forKey: "watched_at")
    ratedAt = try object.decodeIfPresent(Timestamp.self, forKey: "rated_at")
    expiredAt = try object.decodeIfPresent(Timestamp.self, forKey: "expired_at")
    expiredReason = try object.decodeIfPresent(ExpiryReason.self, forKey: "expired_reason")
    attendees = try object.decode([Attendee].self, forKey: "attendees")
    attendeesMode = try object.decode(AttendeesMode.self, forKey: "attendees_mode")
    suggestions = try object.decode([Suggestion].self, forKey: "suggestions")
    voteProgress = try object.decode(VoteProgress.self, forKey: "vote_progress")
    doneVoting = try object.decode([MemberID].self, forKey: "done_voting")
    pickedMovieID = try object.decodeIfPresent(Int.self, forKey: "picked_movie_id")
    pick = try object.decodeIfPresent(Pick.self, forKey: "pick")
    ratingsSummary = try object.decodeIfPresent(RatingsSummary.self, forKey: "ratings_summary")
    maxContentRating = try object.decodeIfPresent(ContentRating.self, forKey: "max_content_rating")
    ceilingOverridden = try object.decode(Bool.self, forKey: "ceiling_overridden")
    dueAt = try object.decodeIfPresent(Timestamp.self, forKey: "due_at")
    dueStatus = try object.decodeIfPresent(RoundStatus.self, forKey: "due_status")
    revision = try object.decode(Int.self, forKey: "revision")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(roundID, forKey: "round_id")
    try object.encode(householdID, forKey: "household_id")
    try object.encode(groupID, forKey: "group_id")
    try object.encode(status, forKey: "status")
    try object.encode(statusLabel, forKey: "status_label")
    try object.encode(startedBy, forKey: "started_by")
    try object.encode(startedByName, forKey: "started_by_name")
    try object.encode(createdAt, forKey: "created_at")
    try object.encode(votingStartedAt, forKey: "voting_started_at")
    try object.encode(votingClosedAt, forKey: "voting_closed_at")
    try object.encode(selectedAt, forKey: "selected_at")
    try object.encode(watchedAt, forKey: "watched_at")
    try object.encode(ratedAt, forKey: "rated_at")
    try object.encode(expiredAt, forKey: "expired_at")
    try object.encode(expiredReason, forKey: "expired_reason")
    try object.encode(attendees, forKey: "attendees")
    try object.encode(attendeesMode, forKey: "attendees_mode")
    try object.encode(suggestions, forKey: "suggestions")
    try object.encode(voteProgress, forKey: "vote_progress")
    try object.encode(doneVoting, forKey: "done_voting")
    try object.encode(pickedMovieID, forKey: "picked_movie_id")
    try object.encode(pick, forKey: "pick")
    try object.encode(ratingsSummary, forKey: "ratings_summary")
    try object.encode(maxContentRating, forKey: "max_content_rating")
    try object.encode(ceilingOverridden, forKey: "ceiling_overridden")
    try object.encode(dueAt, forKey: "due_at")
    try object.encode(dueStatus, forKey: "due_status")
    try object.encode(revision, forKey: "revision")
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
