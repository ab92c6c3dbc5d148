// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// A session that waits to be watched, or for ratings.
public struct AwaitingSession: Identifiable, Hashable, Sendable {
  /// Which round.
  public var roundID: RoundID
  /// How far it is.
  public var status: RoundStatus
  /// The status for people: `Draft`, `Voting`, `Selected`, `Watched`, `Rated` or `Expired`.
  public var statusLabel: String
  /// When it was started.
  public var createdAt: Timestamp
  /// Who takes part; empty where nobody wrote it down.
  public var attendees: [Attendee]
  /// `everyone` as long as newcomers take part too, else `fixed`; `unknown` in an imported round whose records do not
  /// tell, with no `attendees`: show "All members".
  public var attendeesMode: AttendeesMode
  /// What the round chose; nil before.
  public var pick: MovieCard?
  /// How it was rated; nil unless the status is `watched` or `rated`.
  public var ratingsSummary: RatingsSummary?
  /// Who has yet to rate.
  public var waitingFor: [MemberID]

  /// The same as `roundID`.
  public var id: RoundID { roundID }

  public init(
    roundID: RoundID, status: RoundStatus, statusLabel: String, createdAt: Timestamp, attendees: [Attendee],
    attendeesMode: AttendeesMode, pick: MovieCard? = nil, ratingsSummary: RatingsSummary? = nil, waitingFor: [MemberID]
  ) {
    self.roundID = roundID
    self.status = status
    self.statusLabel = statusLabel
    self.createdAt = createdAt
    self.attendees = attendees
    self.attendeesMode = attendeesMode
    self.pick = pick
    self.ratingsSummary = ratingsSummary
    self.waitingFor = waitingFor
  }
}

extension AwaitingSession: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    roundID = try object.decode(RoundID.self, forKey: "round_id")
    status = try object.decode(RoundStatus.self, forKey: "status")
    statusLabel = try object.decode(String.self, forKey: "status_label")
    createdAt = try object.decode(Timestamp.self, forKey: "created_at")
    attendees = try object.decode([Attendee].self, forKey: "attendees")
    attendeesMode = try object.decode(AttendeesMode.self, forKey: "attendees_mode")
    pick = try object.decodeIfPresent(MovieCard.self, forKey: "pick")
    ratingsSummary = try object.decodeIfPresent(RatingsSummary.self, forKey: "ratings_summary")
    waitingFor = try object.decode([MemberID].self, forKey: "waiting_for")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(roundID, forKey: "round_id")
    try object.encode(status, forKey: "status")
    try object.encode(statusLabel, forKey: "status_label")
    try object.encode(createdAt, forKey: "created_at")
    try object.encode(attendees, forKey: "attendees")
    try object.encode(attendeesMode, forKey: "attendees_mode")
    try object.encode(pick, forKey: "pick")
    try object.encode(ratingsSummary, forKey: "ratings_summary")
    try object.encode(waitingFor, forKey: "waiting_for")
  }
}

extension AwaitingSession: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    roundID = try json.read("round_id")
    status = try json.read("status")
    statusLabel = try json.read("status_label")
    createdAt = try json.read("created_at")
    attendees = try json.read("attendees")
    attendeesMode = try json.read("attendees_mode")
    pick = try json.readIfPresent("pick")
    ratingsSummary = try json.readIfPresent("ratings_summary")
    waitingFor = try json.read("waiting_for")
  }
}
