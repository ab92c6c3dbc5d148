import EventStore
import MovieNightPrimitives

/// The groups of a store in which other servers record as well.
///
/// Commands are rarely repeated, so a group is decided on the assumption that all of its commands are new. If one is
/// not, the store commits nothing, and the group is decided again with its receipts read first. The groups of the next
/// second read their receipts first as well, because otherwise a client that repeats its commands would cause every
/// group to be decided twice.
final class SharedGroups {
  private(set) var count = 0
  private let follower: StoreFollower
  private unowned let delegate: any CommitterDelegate
  /// Whether the current group is decided on the assumption that none of its commands has a receipt.
  private var assumesNew = false
  /// Whether the last group could not be committed because that assumption was wrong.
  private var lastAssumptionFailed = false
  private var readsReceiptsUntil = Timestamp(microseconds: 0)
  private static let readsReceiptsMicroseconds: Int64 = 1_000_000

  init(_ follower: StoreFollower, delegate: any CommitterDelegate) {
    self.follower = follower
    self.delegate = delegate
  }

  /// Keeps other servers from appending until `commit`, and processes the events that they have appended so far.
  func begin() throws(StoreError) {
    count += 1
    try follower.beginGroup()
  }

  /// Returns the receipts of a group's commands, or none if the group is decided on the assumption that all are new.
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

  /// Records a group. Returns the outcome of each append; nil if a command has a receipt after all. Then nothing was
  /// recorded, and the group must be decided again.
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
        // If the store refused a part, `decodedEvents` does not match `events`, so the delegate decodes them.
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
