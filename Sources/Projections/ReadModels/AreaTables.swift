import Domain
import EventStore
import MovieNightPrimitives

/// The tables of an area's read models, and how an event of its streams goes into them.
///
/// Each area has a class of its own, which is not generic and calls its own tables: only so is each fold compiled for its
/// own model, which is three times as fast.
package protocol AreaTables: AnyObject, SendableMetatype {
  /// The category of the streams that it folds.
  static var category: String { get }
  /// The read models, in the order in which they are shown.
  static var projections: [ProjectionKind] { get }

  init(_ make: TableMaker)
  /// One for each of `projections`, in their order.
  var tables: [any ProjectionTable] { get }
  /// Takes an event in; see `TableSet.fold`.
  func fold(_ event: DecodedEvent, isMirror: Bool) -> MissingRow?

  // MARK: What the clock asks. It may read the store

  /// When the clock moves a stream on; nil where it never does, or there is no such stream.
  static func dueTime(of key: RowKey, in models: ReadModels) throws(ProjectionError) -> Timestamp?
  /// The household's streams that the clock looks at.
  static func waiting(in household: HouseholdID, _ models: ReadModels) throws(ProjectionError) -> [StreamID]
  /// Every stream that the clock looks at, with the moment at which it moves it on, in no order.
  static func deadlines(_ models: ReadModels) throws -> [(stream: StreamID, dueAt: Timestamp)]
}

// Most areas have no clock.
extension AreaTables {
  package static func dueTime(of key: RowKey, in models: ReadModels) throws(ProjectionError) -> Timestamp? { nil }
  package static func waiting(in household: HouseholdID, _ models: ReadModels) throws(ProjectionError) -> [StreamID] {
    []
  }
  package static func deadlines(_ models: ReadModels) throws -> [(stream: StreamID, dueAt: Timestamp)] { [] }
}

/// A projection seen without its type.
package struct ProjectionKind: Sendable {
  let name: String
  let category: String
  /// Its comparison with a replay. Made here, where the type is known, so that it is compiled for it.
  let audit: @Sendable (any EventStore, any RowSource, EventSchema, Position) -> any ModelAudit

  /// The rows of a stream before its first event.
  let rows: @Sendable (StreamID) -> any ModelRows

  package static func of<Model: Projection>(_ model: Model.Type) -> ProjectionKind {
    ProjectionKind(
      name: Model.name, category: Model.category,
      audit: { TableAudit<Model>(store: $0, rows: $1, schema: $2, checkpoint: $3) },
      rows: { StreamFold<Model>(stream: $0, through: .position(.max)) })
  }
}

/// Makes an area's tables.
package struct TableMaker {
  /// The projections that take part; all when nil.
  var names: Set<String>?
  var memory: TableMemory
  /// Nil for tables of which nobody asks what changes.
  var changes: RecentChanges?

  package func table<Model>() -> Table<Model> {
    Table(memory, takesPart: names?.contains(Model.name) ?? true, changes)
  }
}

/// The areas that have read models.
public struct ReadModelAreas: Sendable {
  package let all: [any AreaTables.Type]
  /// The read models' names, in the order in which they are shown.
  public let names: [String]

  /// - Precondition: no two areas have a read model or a category in common.
  package init(_ all: [any AreaTables.Type]) {
    self.all = all
    names = all.flatMap { $0.projections.map(\.name) }
    precondition(Set(names).count == names.count, "two read models have the same name")
    precondition(Set(all.map { $0.category }).count == all.count, "two areas fold the same streams")
  }

  /// Those of this program: the one place where its areas' read models are listed.
  public static let current = ReadModelAreas([HouseholdTables.self, LibraryTables.self, RoundTables.self])

  var projections: [ProjectionKind] { all.flatMap { $0.projections } }

  /// Those of `names` that there are, in their order; all of them where it is empty.
  /// - Throws: `ProjectionError.unknownProjection`.
  func chosen(_ names: [String]) throws(ProjectionError) -> [String] {
    for name in names where !self.names.contains(name) { throw .unknownProjection(name: name) }
    return names.isEmpty ? self.names : self.names.filter(names.contains)
  }
}
