import Domain
import EventStore
import Primitives

extension ReadModels {
  /// A household's library; nil while nothing ever happened in it. May read the store.
  public func library(_ id: HouseholdID) throws(ProjectionError) -> LibraryDetails? {
    try find(RowKey(id)) { $0.libraries }
  }

  /// The same, without the store; `miss` where it would be needed.
  public func cachedLibrary(_ id: HouseholdID) throws(ProjectionError) -> Cached<LibraryDetails> {
    try cached(RowKey(id)) { $0.libraries }
  }

  /// The library with what was recorded up to the event at `position`, which has just been applied: the rows of a
  /// shared store may be ahead of it. To be called by the committer.
  public func library(_ id: HouseholdID, through position: Position) throws(ProjectionError) -> LibraryDetails? {
    try find(RowKey(id), through: position) { $0.libraries }
  }

  /// The library as it was at a moment. Reads the store.
  public func library(_ id: HouseholdID, asOf moment: Moment) throws(ProjectionError) -> LibraryDetails? {
    try find(RowKey(id), asOf: moment)
  }
}
