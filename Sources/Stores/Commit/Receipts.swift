import EventStore
import MovieNightPrimitives

/// The receipts of commands, held in memory.
struct Receipts: Sendable {
  private(set) var byKey: [ReceiptKey: Receipt] = [:]
  /// Every insertion in order of time; those before `firstKept` are dealt with.
  private var insertions: [(key: ReceiptKey, recordedAt: Timestamp, position: Position)] = []
  private var firstKept = 0

  subscript(key: ReceiptKey) -> Receipt? { byKey[key] }

  mutating func insert(_ receipt: Receipt) {
    byKey[receipt.key] = receipt
    insertions.append((receipt.key, receipt.recordedAt, receipt.position))
  }

  /// Counts an event towards the receipt of its command. The events of one command stand side by side, at one time.
  mutating func note(_ event: RecordedEvent) {
    guard let key = event.metadata.receiptKey, let mark = event.metadata.command else { return }
    if let known = byKey[key], known.eventCount > 0, known.position == event.position - 1,
      known.recordedAt == event.recordedAt
    {
      byKey[key]?.position = event.position
      byKey[key]?.eventCount += 1
    } else {
      insert(
        Receipt(
          key: key, fingerprint: mark.fingerprint, position: event.position, eventCount: 1,
          recordedAt: event.recordedAt))
    }
  }

  /// Some that were inserted before all others.
  struct Oldest {
    var receipts: [Receipt] = []
    /// Before the first event of the next one; nil where there is none.
    var through: Position?
    /// How many insertions these are.
    fileprivate var end = 0
  }

  /// The `count` that were inserted first. Where hardly more are left, all.
  func oldest(_ count: Int) -> Oldest {
    let left = insertions.count - firstKept
    var oldest = Oldest(end: left - count <= count / 2 ? insertions.count : firstKept + count)
    for (key, time, _) in insertions[firstKept..<oldest.end] {
      // One that was made anew since then comes later.
      if let receipt = byKey[key], receipt.recordedAt == time { oldest.receipts.append(receipt) }
    }
    if oldest.end < insertions.count { oldest.through = insertions[oldest.end].position - 1 }
    return oldest
  }

  /// Forgets what `oldest` gave.
  mutating func forget(_ oldest: Oldest) {
    for receipt in oldest.receipts where byKey[receipt.key]?.recordedAt == receipt.recordedAt {
      byKey[receipt.key] = nil
    }
    firstKept = oldest.end
    dropHandled()
  }

  /// Forgets all, with room for as many again.
  mutating func removeAll() {
    byKey.removeAll(keepingCapacity: true)
    insertions.removeAll(keepingCapacity: true)
    firstKept = 0
  }

  /// Forgets the receipts from before `time`. One that was made anew since then stays.
  mutating func removeAll(before time: Timestamp) {
    while firstKept < insertions.count, insertions[firstKept].recordedAt < time {
      let key = insertions[firstKept].key
      if let receipt = byKey[key], receipt.recordedAt < time { byKey[key] = nil }
      firstKept += 1
    }
    dropHandled()
  }

  private mutating func dropHandled() {
    guard firstKept > 1024, firstKept * 2 > insertions.count else { return }
    insertions.removeFirst(firstKept)
    firstKept = 0
  }
}
