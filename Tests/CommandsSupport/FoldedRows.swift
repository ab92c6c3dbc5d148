import Domain
import EventStore
import MovieNightPrimitives

@testable import Commands
@testable import Projections

/// Folds a history's events into read model rows and compares the rows with the deciders' states.
struct FoldedRows {
  private var household: HouseholdDetails?
  private var access: AccessDetails?
  private var library: LibraryDetails?
  private var rounds: [RoundID: RoundDetails] = [:]
  private var sessions: [RoundID: SessionSummary] = [:]
  private var watchlist: [RowKey: ListedMovie] = [:]
  private var watched: [RowKey: WatchedMovie] = [:]
  private var nights: [RowKey: NightTally] = [:]
  private var revisions: [StreamID: Revision] = [:]
  private var position = 0

  /// Folds the new events of the night's log. Returns the first difference between the rows and the night's states, or
  /// nil if they agree.
  mutating func problem(beside night: Night) -> String? {
    do {
      for entry in night.log[position...] { try fold(entry) }
    } catch {
      return "a fold stops: \(error)"
    }
    return householdProblem(night.household) ?? libraryProblem(night.library)
      ?? night.rounds.values.lazy.compactMap { [self] in roundProblem($0) }.first
  }

  private mutating func fold(_ entry: Night.LogEntry) throws {
    position += 1
    let revision = revisions[entry.stream].map { $0 + 1 } ?? 0
    revisions[entry.stream] = revision
    let payload = entry.event.payload
    let envelope = EventEnvelope(
      RecordedEvent(
        position: position, stream: entry.stream, owner: OwnerID(Cast.household), revision: revision,
        type: type(of: payload).type, version: type(of: payload).version, data: [], metadata: EventMetadata(),
        recordedAt: entry.time))
    let id = RoundID(entry.stream.id)
    switch entry.event.domainEvent {
    case let domainEvent as HouseholdEvent:
      try fold(domainEvent, envelope, into: &household)
      try fold(domainEvent, envelope, into: &access)
    case let domainEvent as LibraryEvent:
      try fold(domainEvent, envelope, into: &library)
      try fold(domainEvent, envelope, into: &watchlist)
      try fold(domainEvent, envelope, into: &watched)
    case let domainEvent as RoundEvent:
      try fold(domainEvent, envelope, into: &rounds[id])
      try fold(domainEvent, envelope, into: &sessions[id])
      try fold(domainEvent, envelope, into: &nights)
    default: break
    }
  }

  private func fold<Model: StreamProjection>(
    _ domainEvent: Model.DomainEvent, _ envelope: EventEnvelope, into row: inout Model?
  ) throws {
    guard Model.reads(domainEvent) else { return }
    if row == nil { row = try Model(first: domainEvent, envelope) } else { try row?.fold(domainEvent, envelope) }
  }

  /// Folds an event into a read model with several rows per stream. Here an event touches at most one of them.
  private func fold<Model: Projection>(
    _ domainEvent: Model.DomainEvent, _ envelope: EventEnvelope, into rows: inout [RowKey: Model]
  ) throws {
    guard case .one(let touched) = Model.rows(touchedBy: domainEvent, envelope) else { return }
    switch touched {
    case .ended(let key): rows[key] = nil
    case .made(let key):
      var row: Model?
      try Model.fold(&row, key, domainEvent, envelope)
      rows[key] = row
    case .changed(let key): try Model.fold(&rows[key], key, domainEvent, envelope)
    }
  }

  // MARK: Comparison

  private func householdProblem(_ state: HouseholdState) -> String? {
    guard let row = household else { return "no row of the household" }
    return differing([
      ("revision", row.revision == state.revision), ("creator", row.createdBy == state.creator),
      ("members", row.members.map { [$0.id, $0.parentID] } == state.members.map { [$0.id, $0.parent] }),
      ("member types", row.members.map(\.type) == state.members.map(\.type)),
      // Rows list erased members as former members, but states do not.
      ("former members", row.formerMemberIDs.filter { !state.erasedMembers.contains($0) } == state.formerMembers),
      ("members with access", access?.memberIDs == row.memberIDs), ("closed", (row.closedAt != nil) == state.isClosed),
      ("access", access?.access == state.access),
      (
        "preferences",
        Set(row.preferences.map(\.memberID)) == Set(state.preferences.keys)
          && row.preferences.allSatisfy {
            state.preferences[$0.memberID]
              == Preferences(
                genreLikes: $0.genreLikes, genreDislikes: $0.genreDislikes, maxContentRating: $0.maxContentRating)
          }
      ),
      ("services", row.streamingServices == state.streamingServices), ("settings", row.settings == state.settings),
      ("active round", row.activeRoundID == state.activeRound),
      ("awaited rounds", row.awaitedRoundIDs == state.awaitedRounds),
      ("ceiling", row.ceiling(of: row.memberIDs) == state.ceiling(of: state.members.map(\.id))),
    ]).map { "household: \($0)" }
  }

  private func libraryProblem(_ state: LibraryState) -> String? {
    guard let row = library else { return state.revision == noRevision ? nil : "no row of the library" }
    let listed = watchlist.values.sorted { ($0.entry.addedAt, $0.revision) < ($1.entry.addedAt, $1.revision) }
    let markers = state.watched.compactMapValues { watched in
      if case .direct(let member, _) = watched { member } else { nil }
    }
    return differing([
      ("revision", row.revision == state.revision), ("watchlist", listed.map(\.entry) == state.watchlist),
      ("watched", Set(watched.values.map(\.movie.tmdbMovieID)) == Set(state.watched.keys)),
      (
        "marked by",
        watched.values.allSatisfy { movie in
          // If several rounds watched a movie, the row names the round that watched it last, regardless of the order in
          // which the rounds were imported.
          guard movie.roundID == nil else {
            return rounds[movie.roundID!]?.pick?.tmdbMovieID == movie.movie.tmdbMovieID
          }
          return movie.markedBy == markers[movie.movie.tmdbMovieID]
        }
      ),
    ]).map { "library: \($0)" }
  }

  private func roundProblem(_ state: RoundState) -> String? {
    guard state.revision != noRevision else { return nil }
    guard let row = rounds[state.id], let session = sessions[state.id] else {
      return "no row of round \(state.id)"
    }
    let votes = row.suggestions.map { Dictionary(uniqueKeysWithValues: $0.votes.map { ($0.memberID, $0.vote) }) }
    func byMember(_ ratings: [GivenRating]) -> [MemberID: Rating] {
      Dictionary(uniqueKeysWithValues: ratings.map { ($0.memberID, $0.rating) })
    }
    return differing([
      ("revision", row.revision == state.revision), ("status", row.status == state.status),
      ("household", row.householdID == state.household), ("starter", row.startedBy == state.startedBy),
      ("attendees", row.attendees == state.attendees),
      ("movies", row.suggestions.map(\.movie) == state.movies.map(\.movie)),
      ("positions", row.suggestions.map(\.position) == state.movies.map(\.position)),
      ("sources", row.suggestions.map(\.source) == state.movies.map(\.source)),
      ("proposers", row.suggestions.map(\.proposedBy) == state.movies.map(\.proposedBy)),
      ("votes", votes == state.movies.map(\.votes)), ("done", row.doneVoting == state.done),
      ("ceiling override", row.ceilingOverride == state.ceilingOverride),
      ("voting closed", (row.votingClosedAt != nil) == state.votingIsClosed),
      ("pick", row.pick?.tmdbMovieID == state.pick), ("ratings", byMember(row.ratings) == state.ratings),
      ("waits since", row.waitsSince == state.waitsSince),
      ("session's status", session.status == state.status),
      ("session's attendees", session.attendees == state.attendees),
      ("session's movies", session.movieIDs == state.movies.map(\.movie.tmdbMovieID)),
      ("session's ratings", byMember(session.ratings) == state.ratings),
      ("night", isNightEqual(to: state)),
    ]).map { "round \(state.id): \($0)" }
  }

  /// Whether the round has its proposals, pick and ratings in the statistics, or no row if it has expired.
  private func isNightEqual(to state: RoundState) -> Bool {
    let key = RowKey(partition: PartitionKey(Cast.household), item: ItemID(state.id))
    guard let night = nights[key] else { return state.status == .expired }
    let proposals = night.proposals.map { [$0.tmdbMovieID: $0.memberID] }
    let proposed = state.movies.compactMap { movie in movie.proposedBy.map { [movie.movie.tmdbMovieID: $0] } }
    let ratings = Dictionary(uniqueKeysWithValues: night.ratings.map { ($0.memberID, $0.rating) })
    let isWatched = state.status == .watched || state.status == .rated
    guard state.status != .expired, isWatched == (night.watchedAt != nil) else { return false }
    return proposals == proposed && night.pick == state.pick && ratings == state.ratings
  }

  private func differing(_ parts: [(name: String, isEqual: Bool)]) -> String? {
    parts.first { !$0.isEqual }.map { "states and rows differ in \($0.name)" }
  }
}
