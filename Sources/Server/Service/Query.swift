import Domain
import EventStore
import MovieNightPrimitives
import Projections

/// A query about an area's read models or events, which writes its own answer. Equal queries have equal answers as long
/// as the dependencies of the first answer do not change.
package protocol Query: Hashable, Sendable {
  /// Whether the query is answered even while all workers wait for the store.
  var isUrgent: Bool { get }

  /// Whether the answer is the same for all callers, so that one finished answer serves all households.
  var isSameForAll: Bool { get }

  /// The approximate number of bytes that the query refers to, which a cached answer keeps in memory with its query.
  var heldBytes: Int { get }

  /// Writes the answer as JSON.
  /// - Throws: `Refusal`, an error of reading rows, or `QueryFailure.needsStore` if `answering.mayWait` forbids reading
  ///   the store.
  func write(to json: inout JSONWriter, _ answering: AnswerContext) throws

  /// Whether `other` is an equal query. A requirement, so that the shared implementation is compiled for each type.
  func isEqual(to other: any Query) -> Bool
}

extension Query {
  package var isUrgent: Bool { false }
  package var isSameForAll: Bool { false }
  package var heldBytes: Int { 0 }
  package func isEqual(to other: any Query) -> Bool { self == other as? Self }
}

/// A query whose answer is a single object, declared by `result`.
package protocol ResultQuery: Query {
  associatedtype Shown
  static var result: ResultObject<Shown> { get }

  /// Returns the value that the answer shows. Throws the same errors as `write`.
  func shown(_ answering: AnswerContext) throws -> Shown
}

extension ResultQuery {
  package func write(to json: inout JSONWriter, _ answering: AnswerContext) throws {
    Self.result.write(try shown(answering), to: &json)
  }
}

struct AnyQuery: Hashable {
  let query: any Query

  static func == (first: AnyQuery, second: AnyQuery) -> Bool { first.query.isEqual(to: second.query) }
  func hash(into hasher: inout Hasher) { query.hash(into: &hasher) }
}

package enum QueryFailure: Error {
  /// The query needs data that is not in memory. Ask again on a thread that may wait for the store.
  case needsStore
  case refused(Refusal)
  /// An error for the log; the client gets `store_unavailable`.
  case failed(any Error)
}

/// The context in which a query writes its answer. It records the query's dependencies, so that the answer is cached
/// until one of them changes. If the query uses anything else, the answer is not cached.
package struct AnswerContext {
  private let engine: QueryEngine
  private let recorder: DependencyRecorder
  /// The read models, which record every read as a dependency.
  package let readModels: ReadModels
  /// Whether the store may be read.
  let mayWait: Bool

  init(_ engine: QueryEngine, _ recorder: DependencyRecorder, mayWait: Bool) {
    self.engine = engine
    self.recorder = recorder
    self.mayWait = mayWait
    readModels = engine.readModels.recordingDependencies(in: recorder)
  }

  // MARK: Dependencies that prevent caching

  package var store: any QueriedStore {
    recorder.invalidate()
    return engine.store
  }

  var health: HealthReport {
    recorder.invalidate()
    return engine.health
  }

  /// The exact time. An answer that uses it is not cached. An answer that depends only on a period uses `now(within:)`.
  var now: Timestamp {
    recorder.invalidate()
    return engine.clock()
  }

  // MARK: Recorded dependencies

  /// Returns the time, for an answer that depends only on its day or another period. `period` returns the period that
  /// contains a given time. The cached answer expires at the end of the period.
  package func now(within period: (Timestamp) -> Range<Timestamp>) -> Timestamp {
    let now = engine.clock()
    recorder.note(period(now))
    return now
  }

  /// Records a dependency on a fact that no event changes (`ReadModels.noteChange`). Call this before reading the fact.
  package func recordDependency(on dependency: Dependency) { recorder.note(dependency) }

  /// Returns the household's names, which change only together with its events.
  func names(of household: HouseholdDetails) throws -> HouseholdNames {
    recorder.note(.stream(StreamID(category: HouseholdEvent.category, id: household.id)))
    if let names = engine.nameCache.cachedNames(of: household) { return names }
    try requireStore()
    return try engine.nameCache.names(of: household)
  }

  // MARK: Reading cached and stored values

  /// Throws unless the store may be read. Call this in queries that always read the store.
  package func requireStore() throws(QueryFailure) {
    guard mayWait else { throw .needsStore }
  }

  /// Returns the cached value. If there is none, reads the value from the store with `load`, if that is allowed.
  package func value<Value>(_ cached: Cached<Value>, _ load: () throws -> Value?) throws -> Value? {
    switch cached {
    case .hit(let value): return value
    case .miss:
      try requireStore()
      return try load()
    }
  }

  func cursor(_ text: String?) throws(Refusal) -> SortKey? {
    guard let text else { return nil }
    guard let key = SortKey(wireText: text) else {
      throw .badParameter("cursor", "is not a cursor of this list")
    }
    return key
  }
}
