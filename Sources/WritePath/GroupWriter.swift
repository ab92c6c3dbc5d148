import EventStore
import Primitives

/// A thread's worth of work beside the committer's: has the store record one group at a time.
///
/// The committer decides the next group meanwhile. What a store makes visible before it is durable nobody sees: a store
/// shows a group when its commit has returned, and the committer tells of it later still.
final class GroupWriter: Sendable {
  private let store: any EventStore
  private let groups = Mailbox<[CommandAppend]>()
  private let results = Mailbox<Result<[CommitOutcome], StoreError>>()

  init(_ store: any EventStore) { self.store = store }

  /// Hands a group over. The one before it must have been taken back by `result`.
  func write(_ group: [CommandAppend]) { groups.send([group]) }

  /// What became of the group, where that is known.
  func result() -> Result<[CommitOutcome], StoreError>? { results.receive(within: 0)?.first }

  /// What became of the group, as soon as that is known.
  func awaitedResult() -> Result<[CommitOutcome], StoreError>? { results.receiveOne() }

  /// Works until `stop`.
  ///
  /// - Parameter wrote: called when the group's result is there.
  func run(wrote: () -> Void) {
    while writeNext(wrote) {}
  }

  /// Has the next group recorded, as soon as there is one.
  /// - Returns: false when it was stopped.
  @discardableResult
  func writeNext(_ wrote: () -> Void) -> Bool {
    guard let group = groups.receiveOne() else { return false }
    results.send([Self.record(group, in: store)])
    wrote()
    return true
  }

  func stop() { groups.close() }

  static func record(_ group: [CommandAppend], in store: any EventStore) -> Result<[CommitOutcome], StoreError> {
    Result { () throws(StoreError) in try store.commit(group) }
  }
}
