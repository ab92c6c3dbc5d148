import Commands
import Domain
import EventStore
import Primitives
import Projections

/// What the answer to a command is made of.
enum CommandAnswer: Sendable {
  /// A round that the command made.
  case started
  /// A round that was there; `actor` is for whom the command was sent.
  case round(RoundID, RoundResult, movie: MovieID?, actor: MemberID)
  /// A round of the time before this program.
  case imported(RoundID)
  /// A household that the command made, with its creator's first token.
  case founded(TokenSecret)
  /// A household that was there.
  case household(HouseholdID, HouseholdResult)
  case library(HouseholdID, LibraryResult, MovieID)
}

/// Which part of a round a command's result shows.
enum RoundResult: Sendable {
  case round, movie, vote, votingClosed, pick, watched, rating, status
}

/// Which list a command's result shows a movie's place on.
enum LibraryResult: Sendable {
  case watchlist, watched
}

/// What a command did, now or when it was first sent.
struct CommandEffect: Sendable {
  /// What it recorded.
  var events: [RecordedEvent]
  /// The head when it had been carried out.
  var position: Position
  /// Whether this is a command that was sent again: rows are read as of `position`, and secrets that the server made are
  /// not repeated.
  var isRepeated: Bool
}

/// Writes the results of commands from the read models, as they were when the command had been carried out.
///
/// It runs on the committer's thread, between a command's events and the next one's, so that the rows are just that.
struct CommandAnswerWriter: Sendable {
  let readModels: ReadModels
  let directories: Directories

  /// - Throws: when rows or names cannot be read.
  func write(_ answer: CommandAnswer, _ effect: CommandEffect) throws -> [UInt8] {
    var json = JSONWriter(reserving: 512)
    json.beginObject()
    let revision: Revision
    switch answer {
    case .started:
      let id = RoundID(try effect.stream(of: RoundDrafted.self).id)
      let round = try round(id, effect)
      let view = try view(household(round.householdID, effect), effect)
      json.key("round")
      json.round(round, in: view)
      json.field("watchlist_eligible_count", view.watchlistEligibleCount(for: round))
      json.key("relaxed_constraints")
      json.array([String]()) { $0.string($1) }
      revision = round.revision
    case .round(let id, let result, let movie, let actor):
      let round = try round(id, effect)
      try write(result, of: round, movie, actor, effect, to: &json)
      revision = round.revision
    case .imported(let id):
      let round = try round(id, effect)
      json.field("round_id", id)
      json.field("status", round.status.rawValue)
      json.field("imported", !effect.events.isEmpty)
      revision = round.revision
    case .founded(let secret):
      let household = try household(HouseholdID(effect.stream(of: HouseholdFounded.self).id), effect)
      json.key("household")
      json.household(try view(household, effect))
      json.field("token", try text(of: secret, in: household.id, effect))
      revision = household.revision
    case .household(let id, let result):
      let household = try household(id, effect)
      try write(result, of: household, effect, to: &json)
      revision = household.revision
    case .library(let householdID, let result, let movie):
      let library = try library(householdID, effect)
      json.place(of: movie, on: result, of: library)
      revision = library?.revision ?? noRevision
    }
    json.field("position", effect.position)
    json.field("revision", revision)
    json.endObject()
    return json.bytes
  }

  // MARK: Rounds

  private func writeRound(_ round: RoundDetails, _ effect: CommandEffect, to json: inout JSONWriter) throws {
    json.key("round")
    json.round(round, in: try view(household(round.householdID, effect), effect))
  }

  private func write(
    _ result: RoundResult, of round: RoundDetails, _ movie: MovieID?, _ actor: MemberID, _ effect: CommandEffect,
    to json: inout JSONWriter
  ) throws {
    if result != .round { json.field("round_id", round.id) }
    switch result {
    case .round: try writeRound(round, effect, to: &json)
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
      json.pick(of: round, try directories.directory(of: household(round.householdID, effect)))
    case .watched:
      json.field("status", round.status.rawValue)
      json.field("watched_at", round.watchedAt)
    case .rating:
      let rating = round.ratings.first { $0.memberID == actor }
      json.field("member_id", actor)
      json.field("rating", rating?.rating.rawValue)
      json.field("rated_at", rating?.ratedAt)
      json.field("status", round.status.rawValue)
    case .status: json.field("status", round.status.rawValue)
    }
  }

  // MARK: Rows

  private func round(_ id: RoundID, _ effect: CommandEffect) throws -> RoundDetails {
    let round = try row(
      effect, now: { try readModels.round(id, through: $0) },
      then: { try readModels.round(id, asOf: .position($0)) })
    guard let round else { throw MissingAnswer(what: "round \(id)", position: effect.position) }
    return round
  }

  func household(_ id: HouseholdID, _ effect: CommandEffect) throws -> HouseholdDetails {
    let household = try row(
      effect, now: { try readModels.household(id, through: $0) },
      then: { try readModels.household(id, asOf: .position($0)) })
    guard let household else { throw MissingAnswer(what: "household \(id)", position: effect.position) }
    return household
  }

  private func library(_ id: HouseholdID, _ effect: CommandEffect) throws -> LibraryDetails? {
    try row(
      effect, now: { try readModels.library(id, through: $0) },
      then: { try readModels.library(id, asOf: .position($0)) })
  }

  func view(_ household: HouseholdDetails, _ effect: CommandEffect) throws -> HouseholdView {
    HouseholdView(
      details: household, directory: try directories.directory(of: household),
      library: try library(household.id, effect))
  }

  /// The row as of now; as of the command where it was sent again, and where the read model has stopped: the command
  /// itself went on.
  private func row<Value>(
    _ effect: CommandEffect, now: (Position) throws -> Value?, then: (Position) throws -> Value?
  ) throws -> Value? {
    guard !effect.isRepeated else { return try then(effect.position) }
    do {
      return try now(effect.position)
    } catch ProjectionError.projectionStopped {
      return try then(effect.position)
    }
  }
}

/// A command was carried out, but what its answer is made of is not there: the read models are damaged.
struct MissingAnswer: Error, CustomStringConvertible {
  let what: String
  let position: Position

  var description: String { "no \(what) in the read models at position \(position)" }
}

extension CommandEffect {
  func stream<Payload: EventPayload>(of: Payload.Type) throws -> StreamID {
    guard let event = events.first(where: { $0.type == Payload.type }) else {
      throw MissingAnswer(what: Payload.type, position: position)
    }
    return event.stream
  }

  func payload<Payload: EventPayload>() throws -> Payload {
    guard let event = events.first(where: { $0.type == Payload.type }) else {
      throw MissingAnswer(what: Payload.type, position: position)
    }
    let decoded = try EventSchema.current.decode(type: event.type, version: event.version, data: event.data)
    guard let payload = decoded.payload as? Payload else {
      throw MissingAnswer(what: Payload.type, position: position)
    }
    return payload
  }
}
