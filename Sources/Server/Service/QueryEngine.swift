import Domain
import EventStore
import Primitives
import Projections

/// Answers queries from the read models and the store.
struct QueryEngine: Sendable {
  let readModels: ReadModels
  let store: any EventStore
  let directories: Directories
  let health: HealthReport
  let damage: DamageReport
  let clock: @Sendable () -> Timestamp

  /// Why a query has no answer.
  enum Failure: Error {
    /// Something of it is not in memory: ask again where waiting for the store is allowed.
    case needsStore
    case refused(WireError)
    /// For the log; the client hears that the store is not available.
    case failed(any Error)
  }

  /// The result, as JSON.
  ///
  /// - Parameter mayWait: whether the store may be read. If not, and it would be needed, `needsStore` is thrown.
  func answer(_ query: Query, mayWait: Bool) throws(Failure) -> [UInt8] {
    do {
      var json = JSONWriter(reserving: 4096)
      try Answering(engine: self, mayWait: mayWait).write(query, to: &json)
      return json.bytes
    } catch let failure as Failure {
      throw failure
    } catch let error as WireError {
      throw .refused(error)
    } catch ProjectionError.projectionStopped(let name) {
      throw .refused(.projectionStopped(name))
    } catch {
      if let answer = damage.note(error) { throw .refused(answer) }
      throw .failed(error)
    }
  }
}

/// One answer in the making.
private struct Answering {
  let engine: QueryEngine
  let mayWait: Bool

  func write(_ query: Query, to json: inout JSONWriter) throws {
    switch query {
    case .health:
      guard mayWait || !engine.store.isShared else { throw QueryEngine.Failure.needsStore }
      json.health(engine.health)
    case .household(let id):
      json.household(try view(household(id)))
    case .households(let limit, let after): try writeHouseholds(limit: limit, after: after, to: &json)
    case .tokens(let id, let member): try writeTokens(try household(id), of: member, to: &json)
    case .invites(let id, let reader): try writeInvites(try household(id), for: reader, to: &json)
    case .preferences(let id, let member, let reader):
      try writePreferences(of: member, for: reader, in: try household(id), to: &json)
    case .round(let id, let view, let scope): try write(view, of: id, in: scope, to: &json)
    case .pastRound(let id, let view, let scope, let moment):
      guard mayWait else { throw QueryEngine.Failure.needsStore }
      try PastRounds(engine: engine).write(view, of: id, in: scope, asOf: moment, to: &json)
    case .activeRound(let id): try writeActiveRound(of: try household(id), to: &json)
    case .sessions(let id, let limit, let cursor):
      try writeSessions(of: try household(id), limit: limit, cursor: cursor, to: &json)
    case .watchlist(let id, let limit, let cursor):
      try writeWatchlist(of: try household(id), limit: limit, cursor: cursor, to: &json)
    case .watched(let id, let limit, let cursor):
      try writeWatched(of: try household(id), limit: limit, cursor: cursor, to: &json)
    case .movie(let id, let household, let reader):
      try writeMovie(id, in: try self.household(household), for: reader, to: &json)
    case .events(let query):
      guard mayWait else { throw QueryEngine.Failure.needsStore }
      try EventReader(store: engine.store, readModels: engine.readModels).write(query, to: &json)
    }
  }

  // MARK: Rows

  private func value<Value>(_ cached: Cached<Value>, _ load: () throws -> Value?) throws -> Value? {
    switch cached {
    case .hit(let value): return value
    case .miss:
      guard mayWait else { throw QueryEngine.Failure.needsStore }
      return try load()
    }
  }

  private func household(_ id: HouseholdID) throws -> HouseholdDetails {
    let models = engine.readModels
    guard let household = try value(models.cachedHousehold(id), { try models.household(id) }) else {
      throw WireError.unknownHousehold
    }
    return household
  }

  private func library(_ id: HouseholdID) throws -> LibraryDetails? {
    let models = engine.readModels
    return try value(models.cachedLibrary(id)) { try models.library(id) }
  }

  private func directory(of household: HouseholdDetails) throws -> HouseholdDirectory {
    if let directory = engine.directories.cachedDirectory(of: household) { return directory }
    guard mayWait else { throw QueryEngine.Failure.needsStore }
    return try engine.directories.directory(of: household)
  }

  private func view(_ household: HouseholdDetails) throws -> HouseholdView {
    HouseholdView(details: household, directory: try directory(of: household), library: try library(household.id))
  }

  // MARK: Rounds

  private func write(_ wanted: Query.RoundView, of id: RoundID, in scope: HouseholdID?, to json: inout JSONWriter)
    throws
  {
    let models = engine.readModels
    if wanted == .ratings {
      guard let ratings = try value(models.cachedRatings(id), { try models.ratings(id) }),
        scope == nil || ratings.householdID == scope
      else { throw WireError.unknownRound }
      return json.ratings(ratings, in: try view(household(ratings.householdID)))
    }
    guard let round = try value(models.cachedRound(id), { try models.round(id) }),
      scope == nil || round.householdID == scope
    else { throw WireError.unknownRound }
    let household = try household(round.householdID)
    if wanted == .results {
      json.results(of: round, try directory(of: household))
    } else {
      json.round(round, in: try view(household))
    }
  }

  private func writeActiveRound(of household: HouseholdDetails, to json: inout JSONWriter) throws {
    guard mayWait else { throw QueryEngine.Failure.needsStore }
    let view = try view(household)
    json.beginObject()
    json.key("round")
    if let id = household.activeRoundID, let round = try engine.readModels.round(id) {
      json.round(round, in: view)
    } else {
      json.null()
    }
    json.key("awaiting")
    json.array(try engine.readModels.awaitingSessions(household)) { $0.awaitingSession($1, in: view) }
    json.endObject()
  }

  private func writeSessions(
    of household: HouseholdDetails, limit: Int, cursor text: String?, to json: inout JSONWriter
  ) throws {
    let cursor = try cursor(text)
    let models = engine.readModels
    let cached = try models.cachedSessions(household.id, after: cursor, limit: limit)
    guard let page = try value(cached, { try models.sessions(household.id, after: cursor, limit: limit) }) else {
      throw WireError.unknownHousehold
    }
    json.sessions(page, in: try view(household))
  }

  private func cursor(_ text: String?) throws(WireError) -> RowCursor? {
    guard let text else { return nil }
    guard let cursor = RowCursor(wireText: text) else {
      throw .badParameter("cursor", "is not one that this list gave")
    }
    return cursor
  }

  // MARK: Libraries

  private func writeWatchlist(
    of household: HouseholdDetails, limit: Int, cursor text: String?, to json: inout JSONWriter
  ) throws {
    let cursor = try cursor(text)
    let page = try library(household.id)?.watchlistPage(after: cursor, limit: limit)
    json.watchlist(page ?? .empty, try directory(of: household))
  }

  private func writeWatched(
    of household: HouseholdDetails, limit: Int, cursor text: String?, to json: inout JSONWriter
  ) throws {
    let cursor = try cursor(text)
    let page = try library(household.id)?.watchedPage(after: cursor, limit: limit) ?? .empty
    let models = engine.readModels
    var summaries: [RoundID: RatingsSummary] = [:]
    for id in page.items.compactMap(\.roundID) {
      summaries[id] = try value(models.cachedRatings(id), { try models.ratings(id) })?.summary
    }
    json.watched(page, summaries, try directory(of: household))
  }

  private func writeMovie(
    _ id: MovieID, in household: HouseholdDetails, for reader: MemberID, to json: inout JSONWriter
  ) throws {
    guard mayWait else { throw QueryEngine.Failure.needsStore }
    let models = engine.readModels
    let history = MovieHistory(
      id: id, household: try view(household),
      rounds: try models.rounds(of: household.id, with: id, amongNewest: MovieHistory.roundLimit),
      activeRound: try household.activeRoundID.flatMap { try models.round($0) })
    guard let movie = history.movie else { throw WireError.noCatalog }
    json.movie(movie, history, for: reader)
  }

  // MARK: Households

  private func writeHouseholds(limit: Int, after: HouseholdID?, to json: inout JSONWriter) throws {
    guard mayWait else { throw QueryEngine.Failure.needsStore }
    let ids = try engine.readModels.householdIDs(after: after, limit: limit)
    json.beginObject()
    json.key("households")
    json.beginArray()
    for id in ids { json.household(try view(household(id))) }
    json.endArray()
    json.field("next_cursor", ids.count < limit ? nil : ids.last)
    json.endObject()
  }

  private func writeTokens(_ household: HouseholdDetails, of member: MemberID?, to json: inout JSONWriter) throws {
    guard mayWait else { throw QueryEngine.Failure.needsStore }
    let tokens = household.access.listedTokens(at: engine.clock()).filter { member == nil || $0.memberID == member }
    var labels: [TextID: String] = [:]
    for text in try engine.store.texts(tokens.map { TextID($0.id) }) { labels[text.id] = text.label }
    json.object { json in
      json.key("tokens")
      json.array(tokens) { json, token in
        json.object { json in
          json.field("token_id", token.id)
          json.field("member_id", token.memberID)
          json.field("label", labels[TextID(token.id)])
          json.field("issued_at", token.issuedAt)
          json.field("revoked_at", token.revokedAt)
        }
      }
    }
  }

  private func writeInvites(_ household: HouseholdDetails, for reader: MemberID?, to json: inout JSONWriter) throws {
    guard reader == nil || reader == household.createdBy else { throw WireError(.creatorOnly) }
    let now = engine.clock()
    json.object { json in
      json.key("invites")
      json.array(household.access.listedInvites(at: now)) { json, invite in
        json.object { $0.inviteMembers(invite, token: nil, invite.status(at: now)) }
      }
    }
  }

  /// A member's preferences are theirs and, for a managed member, its parent's.
  private func writePreferences(
    of id: MemberID, for reader: MemberID, in household: HouseholdDetails, to json: inout JSONWriter
  ) throws {
    guard let member = household.member(id) else { throw WireError(.unknownMember) }
    guard id == reader || member.parentID == reader else { throw WireError(.cannotActAs) }
    json.object { $0.preferencesMembers(of: id, in: household) }
  }
}

extension PersonalText {
  fileprivate var label: String? { (try? JSONDocument(value).root)?["label"]?.string }
}
