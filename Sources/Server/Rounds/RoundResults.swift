import Domain
import EventStore
import Primitives
import Projections
import WireProtocol

extension CommandRows {
  func round(_ id: RoundID) throws -> RoundDetails {
    let round = try row(
      now: { try readModels.round(id, through: $0) }, then: { try readModels.round(id, asOf: .position($0)) })
    return try required(round, "round \(id)")
  }

  /// Which of a round's movies its household has watched.
  func watched(among round: RoundDetails) throws -> Set<MovieID> {
    try library(
      round.householdID, now: { try readModels.watched(among: round.movieIDs, in: round.householdID) },
      then: { round.watched(in: $0) })
  }
}

/// To a command that made a round.
struct StartedRound: CommandAnswer {
  /// What the algorithm gave up to find enough. No event tells it: of a command that is sent again it is empty.
  let relaxedConstraints: [String]

  func writeMembers(to json: inout JSONWriter, _ rows: CommandRows) throws -> Revision {
    let round = try rows.round(RoundID(rows.event(of: RoundDrafted.self).stream.id))
    let view = try rows.view(rows.household(round.householdID))
    json.key("round")
    json.round(round, in: view, watched: try rows.watched(among: round))
    json.field(
      "watchlist_eligible_count", view.eligibleCount(of: try rows.watchlist(of: round.householdID), for: round))
    json.key("relaxed_constraints")
    json.array(relaxedConstraints) { $0.string($1) }
    return round.revision
  }
}

/// Which part of a round a command's result shows.
enum RoundResult: Sendable {
  case round, movie, vote, votingClosed, pick, watched, rating, status

  var type: ObjectType {
    let status = WireField.field("status", RoundTypes.status, "how far the round is now")
    let member = WireField.field("member_id", .id(of: "member"), "for whom it was sent")
    func type(_ name: String, _ summary: String, _ fields: WireField...) -> ObjectType {
      ObjectType(name, summary, [RoundTypes.roundID] + fields)
    }
    return switch self {
    case .round: RoundTypes.roundShown
    case .movie: type("RoundMovie", "The movie that it was about.", RoundTypes.movieID)
    case .vote:
      type(
        "CastVote", "The vote as it stands.", RoundTypes.movieID, member,
        .nullable("vote", RoundTypes.vote, "what they say of the movie; null where it was retracted"),
        .nullable("voted_at", .time, "when they said so; null where it was retracted"))
    case .votingClosed:
      type(
        "VotingEnd", "Whether voting is closed.", status,
        .nullable("voting_closed_at", .time, "when voting was closed; null while others are not done"))
    case .pick:
      type("RoundPick", "What was chosen.", status, .nullable("pick", .object(RoundTypes.pick), "what the round chose"))
    case .watched:
      type("WatchedRound", "When it was watched.", status, .nullable("watched_at", .time, "when it was watched"))
    case .rating:
      type(
        "GivenRating", "The rating as it stands.", member,
        .nullable("rating", RoundTypes.rating, "what they thought of it"),
        .nullable("rated_at", .time, "when they said so"), status)
    case .status: type("RoundState", "How far the round is.", status)
    }
  }
}

/// To a command on a round that was there.
struct ChangedRound: CommandAnswer {
  let id: RoundID
  let result: RoundResult
  /// The one movie that the command is about.
  let movie: MovieID?
  /// For whom the command was sent.
  let actor: MemberID

  func writeMembers(to json: inout JSONWriter, _ rows: CommandRows) throws -> Revision {
    let round = try rows.round(id)
    try write(round, to: &json, rows)
    return round.revision
  }

  private func write(_ round: RoundDetails, to json: inout JSONWriter, _ rows: CommandRows)
    throws
  {
    if result != .round { json.field("round_id", round.id) }
    switch result {
    case .round:
      json.key("round")
      json.round(
        round, in: try rows.view(rows.household(round.householdID)), watched: try rows.watched(among: round))
    case .movie: json.field("tmdb_movie_id", movie)
    case .vote:
      let vote = movie.flatMap { round.vote(of: actor, on: $0) }
      json.field("tmdb_movie_id", movie)
      json.field("member_id", actor)
      json.field("vote", vote?.vote.rawValue)
      json.field("voted_at", vote?.votedAt)
    case .votingClosed:
      json.field("status", round.status.rawValue)
      json.field("voting_closed_at", round.votingClosedAt)
    case .pick:
      json.field("status", round.status.rawValue)
      json.key("pick")
      json.pick(of: round, try rows.directories.directory(of: rows.household(round.householdID)))
    case .watched:
      json.field("status", round.status.rawValue)
      json.field("watched_at", round.watchedAt)
    case .rating:
      let rating = round.rating(of: actor)
      json.field("member_id", actor)
      json.field("rating", rating?.rating.rawValue)
      json.field("rated_at", rating?.ratedAt)
      json.field("status", round.status.rawValue)
    case .status: json.field("status", round.status.rawValue)
    }
  }
}

/// To the import of a round of the time before this program.
struct ImportedRound: CommandAnswer {
  let id: RoundID

  func writeMembers(to json: inout JSONWriter, _ rows: CommandRows) throws -> Revision {
    let round = try rows.round(id)
    json.field("round_id", id)
    json.field("status", round.status.rawValue)
    json.field("imported", !rows.effect.events.isEmpty)
    return round.revision
  }
}
