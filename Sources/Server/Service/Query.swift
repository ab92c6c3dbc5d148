import Domain
import EventStore
import MovieNightPrimitives
import Projections

/// A question of an area about its read models or events, which writes its own answer. Equal questions have equal answers
/// for as long as nothing changes of what was read for the first.
package protocol Query: Hashable, Sendable {
  /// Whether it is answered also while all workers wait for the store.
  var isUrgent: Bool { get }

  /// Whether it has the same answer whoever asks, so that one finished answer serves all households.
  var isSameForAll: Bool { get }

  /// About how many bytes it holds by references: a finished answer that is kept keeps its question too.
  var heldBytes: Int { get }

  /// - Throws: `Refusal`; `QueryFailure.needsStore` where it may not wait (`answering.mayWait`); or what keeps rows from
  ///   being read.
  func write(to json: inout JSONWriter, _ answering: Answering) throws

  /// Both are the same for all; required, so that they are compiled for each.
  func isEqual(to other: any Query) -> Bool
}

extension Query {
  package var isUrgent: Bool { false }
  package var isSameForAll: Bool { false }
  package var heldBytes: Int { 0 }
  package func isEqual(to other: any Query) -> Bool { self == other as? Self }
}

/// A query whose answer is one object: what is declared of it, and how it is written.
package protocol ResultQuery: Query {
  associatedtype Shown
  static var result: ResultObject<Shown> { get }

  /// - Throws: as `write` does.
  func shown(_ answering: Answering) throws -> Shown
}

extension ResultQuery {
  package func write(to json: inout JSONWriter, _ answering: Answering) throws {
    Self.result.write(try shown(answering), to: &json)
  }
}

/// A query of any area, as a key of finished answers.
struct AnyQuery: Hashable {
  let query: any Query

  static func == (first: AnyQuery, second: AnyQuery) -> Bool { first.query.isEqual(to: second.query) }
  func hash(into hasher: inout Hasher) { query.hash(into: &hasher) }
}

/// Why a query has no answer.
package enum QueryFailure: Error {
  /// Something of it is not in memory: ask again where waiting for the store is allowed.
  case needsStore
  case refused(Refusal)
  /// For the log; the client hears that the store is not available.
  case failed(any Error)
}

/// What a query may use while it writes its answer. What it reads is noted, so that the answer is kept until something of
/// it changes; where it uses what nobody can note, the answer is not kept.
package struct Answering {
  private let engine: QueryEngine
  private let notes: GroundNotes
  /// They note by themselves what is read of them.
  package let readModels: ReadModels
  /// Whether the store may be read.
  let mayWait: Bool

  init(_ engine: QueryEngine, _ notes: GroundNotes, mayWait: Bool) {
    self.engine = engine
    self.notes = notes
    self.mayWait = mayWait
    readModels = engine.readModels.noting(in: notes)
  }

  // MARK: What rules out that the answer is kept

  package var store: any EventStore {
    notes.ruleOut()
    return engine.store
  }

  var health: HealthReport {
    notes.ruleOut()
    return engine.health
  }

  /// The time, of which every moment counts. See `now(within:)`.
  var now: Timestamp {
    notes.ruleOut()
    return engine.clock()
  }

  // MARK: What is noted

  /// The time, where only its day counts, or another period: `period` says which one a moment is in. With the period
  /// ends the answer.
  package func now(within period: (Timestamp) -> Range<Timestamp>) -> Timestamp {
    let now = engine.clock()
    notes.note(period(now))
    return now
  }

  /// The answer rests on a fact that no event tells (`ReadModels.noteChange`). To be called before the fact is read.
  package func rest(on fact: Ground) { notes.note(fact) }

  /// The household's names, which change only with its events.
  func directory(of household: HouseholdDetails) throws -> HouseholdDirectory {
    notes.note(.stream(StreamID(category: HouseholdEvent.category, id: household.id)))
    if let directory = engine.directories.cachedDirectory(of: household) { return directory }
    try requireStore()
    return try engine.directories.directory(of: household)
  }

  // MARK: Reading

  /// For what always reads the store.
  package func requireStore() throws(QueryFailure) {
    guard mayWait else { throw .needsStore }
  }

  /// What is in memory; what `load` reads from the store, where it is not and that is allowed.
  package func value<Value>(_ cached: Cached<Value>, _ load: () throws -> Value?) throws -> Value? {
    switch cached {
    case .hit(let value): return value
    case .miss:
      try requireStore()
      return try load()
    }
  }

  /// The place that a page gave as `next_cursor`.
  func cursor(_ text: String?) throws(Refusal) -> RowPlace? {
    guard let text else { return nil }
    guard let place = RowPlace(wireText: text) else {
      throw .badParameter("cursor", "is not one that this list gave")
    }
    return place
  }
}
