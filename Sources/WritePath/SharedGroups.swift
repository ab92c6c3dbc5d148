import EventStore
import MovieNightPrimitives

/// Groups in a store in which other servers record, too.
///
/// Commands are hardly ever repeated. So a group is decided as if all were new, and if one is not, the store commits nothing.
/// The next groups read receipts first: otherwise a client that repeats its commands would have every group decided twice.
final class SharedGroups {
  private(set) var count = 0
  private let follower: StoreFollower
  private unowned let delegate: any CommitterDelegate
  /// Whether the group is decided as if none of its commands had a receipt.
  private var assumesNew = false
  /// Whether the last group that was decided so could not be committed.
  private var lastAssumptionFailed = false
  private var readsReceiptsUntil = Timestamp(microseconds: 0)
  private static let readsReceiptsMicroseconds: Int64 = 1_000_000

  init(_ follower: StoreFollower, delegate: any CommitterDelegate) {
    self.follower = follower
    self.delegate = delegate
  }

  /// Keeps others from appending until `commit`, and processes the events that they have appended.
  func begin() throws(StoreError) {
    count += 1
    try follower.beginGroup()
  }

  func receipts(of commands: [ReceiptKey]) throws(StoreError) -> [ReceiptKey: Receipt] {
    let store = follower.store
    let readsThem = lastAssumptionFailed || follower.now() < readsReceiptsUntil
    lastAssumptionFailed = false
    guard !commands.isEmpty else { return [:] }
    do throws(StoreError) {
      if readsThem { return try store.receipts(of: commands) }
      try store.assumeNew(commands)
      assumesNew = true
      return [:]
    } catch {
      store.endGroup()
      throw error
    }
  }

  /// Records a group. Returns nil if a command has a receipt after all: nothing was recorded, and it must be decided again.
  func commit(_ group: DecidedGroup) throws(StoreError) -> [CommitOutcome]? {
    let (store, isAssumedNew) = (follower.store, assumesNew)
    assumesNew = false
    if group.appends.isEmpty, !isAssumedNew {
      if group.repeats { try store.confirmGroup() } else { store.endGroup() }
      return []
    }
    do throws(StoreError) {
      return try store.commit(group.appends.map(\.append)) { [delegate] events throws(StoreError) in
        let decodedEvents = group.appends.flatMap(\.decodedEvents)
        // If the store refused part of the group, the decoded events do not match; the delegate decodes the others' data.
        return try delegate.rows(
          changedBy: events, decodedEvents: decodedEvents.count == events.count ? decodedEvents : [])
      }
    } catch {
      guard error.code == .notNew, isAssumedNew else { throw error }
      lastAssumptionFailed = true
      readsReceiptsUntil = Timestamp(microseconds: follower.now().microseconds + Self.readsReceiptsMicroseconds)
      return nil
    }
  }
}
