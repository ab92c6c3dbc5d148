import Domain
import EventStore

extension ReadModels {
  /// The round; nil when there is none. May read the store.
  public func round(_ id: RoundID) throws(ProjectionError) -> RoundDetails? {
    try find(RowKey(id)) { $0.rounds }
  }

  /// The same, without the store; `miss` where it would be needed.
  public func cachedRound(_ id: RoundID) throws(ProjectionError) -> Cached<RoundDetails> {
    try cached(RowKey(id)) { $0.rounds }
  }

  /// The round with what was recorded up to the event at `position`, which has just been applied: the rows of a shared
  /// store may be ahead of it. To be called by the committer.
  public func round(_ id: RoundID, through position: Position) throws(ProjectionError) -> RoundDetails? {
    try find(RowKey(id), through: position) { $0.rounds }
  }

  /// The round as it was at a moment; nil when it was not there yet. Reads the store.
  public func round(_ id: RoundID, asOf moment: Moment) throws(ProjectionError) -> RoundDetails? {
    try find(RowKey(id), asOf: moment)
  }
}
