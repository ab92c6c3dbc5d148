import Domain
import EventStore
import Primitives
import Projections

/// A question of an area about its read models or events, which writes its own answer. Equal questions about an unchanged
/// household have equal answers.
protocol Query: Hashable, Sendable {
  /// The household on whose rows alone the answer rests, so that the answer holds until they change; nil where it also
  /// depends on the time, or on more.
  var household: HouseholdID? { get }
  /// Whether it is answered also while all workers wait for the store.
  var isUrgent: Bool { get }

  /// - Throws: `WireError`; `QueryFailure.needsStore` where it may not wait (`answering.mayWait`); or what keeps rows from
  ///   being read.
  func write(to json: inout JSONWriter, _ answering: Answering) throws

  /// Both are the same for all; required, so that they are compiled for each.
  func isEqual(to other: any Query) -> Bool
}

extension Query {
  var household: HouseholdID? { nil }
  var isUrgent: Bool { false }
  func isEqual(to other: any Query) -> Bool { self == other as? Self }
}

/// A query of any area, as a key of finished answers.
struct AnyQuery: Hashable {
  let query: any Query

  static func == (first: AnyQuery, second: AnyQuery) -> Bool { first.query.isEqual(to: second.query) }
  func hash(into hasher: inout Hasher) { query.hash(into: &hasher) }
}

/// Why a query has no answer.
enum QueryFailure: Error {
  /// Something of it is not in memory: ask again where waiting for the store is allowed.
  case needsStore
  case refused(WireError)
  /// For the log; the client hears that the store is not available.
  case failed(any Error)
}

/// What a query may use while it writes its answer.
struct Answering {
  let engine: QueryEngine
  /// Whether the store may be read.
  let mayWait: Bool

  var readModels: ReadModels { engine.readModels }
  var store: any EventStore { engine.store }
  var now: Timestamp { engine.clock() }

  /// For what always reads the store.
  func requireStore() throws(QueryFailure) {
    guard mayWait else { throw .needsStore }
  }

  /// What is in memory; what `load` reads from the store, where it is not and that is allowed.
  func value<Value>(_ cached: Cached<Value>, _ load: () throws -> Value?) throws -> Value? {
    switch cached {
    case .hit(let value): return value
    case .miss:
      try requireStore()
      return try load()
    }
  }

  /// The place that a page gave as `next_cursor`.
  func cursor(_ text: String?) throws(WireError) -> RowPlace? {
    guard let text else { return nil }
    guard let place = RowPlace(wireText: text) else {
      throw .badParameter("cursor", "is not one that this list gave")
    }
    return place
  }
}
