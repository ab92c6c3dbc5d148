import Domain
import EventStore
import MovieNightPrimitives

/// The tables of an area's read models. Each area has its own class, which is not generic and calls its own tables. So
/// the compiler can specialize each fold for its model, which makes folds three times as fast.
package protocol AreaTables: AnyObject, SendableMetatype {
  static var category: String { get }
  /// The read models, in display order.
  static var projections: [ProjectionKind] { get }

  init(_ make: TableMaker)
  /// A table for each of `projections`, in their order.
  var tables: [any ProjectionTable] { get }
  func fold(_ event: DecodedEvent, storeHasRows: Bool) -> MissingRow?

  // MARK: Deadlines (may read the store)

  /// Returns the stream's next deadline; nil if it has none or does not exist.
  static func dueTime(of key: RowKey, in models: ReadModels) throws(ProjectionError) -> Timestamp?
  /// Returns the household's streams that may have deadlines.
  static func streamsWithDeadlines(in household: HouseholdID, _ models: ReadModels) throws(ProjectionError)
    -> [StreamID]
  /// Returns every stream with a deadline, in no particular order.
  static func deadlines(_ models: ReadModels) throws -> [(stream: StreamID, dueAt: Timestamp)]
}

// Defaults for areas without deadlines.
extension AreaTables {
  package static func dueTime(of key: RowKey, in models: ReadModels) throws(ProjectionError) -> Timestamp? { nil }
  package static func streamsWithDeadlines(in household: HouseholdID, _ models: ReadModels) throws(ProjectionError)
    -> [StreamID]
  {
    []
  }
  package static func deadlines(_ models: ReadModels) throws -> [(stream: StreamID, dueAt: Timestamp)] { [] }
}

/// A type-erased projection.
package struct ProjectionKind: Sendable {
  let name: String
  let version: Int
  let category: String
  /// Creates the audit of the rows. The closure is created where the model's type is known, so that it is specialized.
  let audit: @Sendable (any EventLog, any RowSource, EventSchema, Position) -> any ModelAudit

  let rows: @Sendable (StreamID) -> any ModelRows

  package static func of<Model: Projection>(_ model: Model.Type) -> ProjectionKind {
    ProjectionKind(
      name: Model.name, version: Model.version, category: Model.category,
      audit: { TableAudit<Model>(store: $0, rows: $1, schema: $2, checkpoint: $3) },
      rows: { StreamFold<Model>(stream: $0, through: .position(.max)) })
  }
}

package struct TableMaker {
  /// The names of the projections that take part; nil for all.
  var names: Set<String>?
  var memory: TableMemory
  /// The registry of changes; nil if changes need not be recorded.
  var changes: RecentChanges?

  package func table<Model>() -> Table<Model> {
    Table(memory, isSelected: names?.contains(Model.name) ?? true, changes)
  }
}

/// The areas that have read models.
public struct ReadModelAreas: Sendable {
  package let all: [any AreaTables.Type]
  /// The read models' names, in display order.
  public let names: [String]

  /// Creates a list of areas, which must not share a read model or a category.
  package init(_ all: [any AreaTables.Type]) {
    self.all = all
    names = all.flatMap { $0.projections.map(\.name) }
    precondition(Set(names).count == names.count, "two read models have the same name")
    precondition(Set(all.map { $0.category }).count == all.count, "two areas fold the same streams")
  }

  /// The areas of this program. No other list names its read models.
  public static let current = ReadModelAreas([
    HouseholdTables.self, LibraryTables.self, RoundTables.self, CollectionTables.self, GuideTables.self,
  ])

  var projections: [ProjectionKind] { all.flatMap { $0.projections } }

  /// Returns `names` in display order, or all names if it is empty. Throws `unknownProjection` if a name is unknown.
  func checkedNames(_ names: [String]) throws(ProjectionError) -> [String] {
    for name in names where !self.names.contains(name) { throw .unknownProjection(name: name) }
    return names.isEmpty ? self.names : self.names.filter(names.contains)
  }
}
