import EventStore
import MovieNightPrimitives

/// Groups in a store that others record in, too.
///
/// Hardly ever a command has been carried out before. So a group is decided as if none of its commands had, and where that
/// was wrong the store commits nothing. The groups after it have their receipts read first: otherwise a client that repeats
/// its commands would have every group decided twice.
final class SharedGroups {
  /// How many were begun.
  private(set) var count = 0
  private let follower: StoreFollower
  private unowned let delegate: any CommitterDelegate
  /// Whether the group is decided as if none of its commands had a receipt.
  private var supposesNew = false
  /// Whether the last one that was decided so came to nothing.
  private var wasWrong = false
  private var readsReceiptsUntil = Timestamp(microseconds: 0)
  private static let readsReceiptsMicroseconds: Int64 = 1_000_000

  init(_ follower: StoreFollower, delegate: any CommitterDelegate) {
    self.follower = follower
    self.delegate = delegate
  }

  /// Keeps others from appending until `commit`, and takes in what they have appended.
  func begin() throws(StoreError) {
    count += 1
    try follower.beginGroup()
  }

  /// The receipts of a group's commands, which the group is decided on.
  func receipts(of commands: [ReceiptKey]) throws(StoreError) -> [ReceiptKey: Receipt] {
    let store = follower.store
    let readsThem = wasWrong || follower.now() < readsReceiptsUntil
    wasWrong = false
    guard !commands.isEmpty else { return [:] }
    do throws(StoreError) {
      if readsThem { return try store.receipts(of: commands) }
      try store.supposeNew(commands)
      supposesNew = true
      return [:]
    } catch {
      store.endGroup()
      throw error
    }
  }

  /// Records a group.
  /// - Returns: nil where one of its commands has a receipt after all: nothing was recorded, and it is to be decided anew.
  func commit(_ group: DecidedGroup) throws(StoreError) -> [CommitOutcome]? {
    let (store, isSupposedNew) = (follower.store, supposesNew)
    supposesNew = false
    if group.appends.isEmpty, !isSupposedNew {
      if group.repeats { try store.confirmGroup() } else { store.endGroup() }
      return []
    }
    do throws(StoreError) {
      return try store.commit(group.appends.map(\.append)) { [delegate] events throws(StoreError) in
        let said = group.appends.flatMap(\.said)
        // Where the store refuses some of the group, only the data of the others' events tells what they say.
        return try delegate.rows(changedBy: events, said: said.count == events.count ? said : [])
      }
    } catch {
      guard error.code == .notNew, isSupposedNew else { throw error }
      wasWrong = true
      readsReceiptsUntil = Timestamp(microseconds: follower.now().microseconds + Self.readsReceiptsMicroseconds)
      return nil
    }
  }
}
