import EventStore
import MovieNightPrimitives

/// The receipts in memory, by key and in the order in which they were recorded.
struct Receipts: Sendable {
  private(set) var byKey: [ReceiptKey: Receipt] = [:]
  /// All insertions, in time order. Those before `firstKept` were forgotten, and are removed later.
  private var insertions: [(key: ReceiptKey, recordedAt: Timestamp, position: Position)] = []
  private var firstKept = 0

  subscript(key: ReceiptKey) -> Receipt? { byKey[key] }

  mutating func insert(_ receipt: Receipt) {
    byKey[receipt.key] = receipt
    insertions.append((receipt.key, receipt.recordedAt, receipt.position))
  }

  /// Adds an event to its command's receipt, or inserts the receipt. A command's events are adjacent and simultaneous.
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

  struct Oldest {
    var receipts: [Receipt] = []
    /// The position before the first event of the next receipt; nil if these are all receipts.
    var through: Position?
    fileprivate var end = 0
  }

  /// Returns the `count` receipts that were inserted first, or all receipts if there are only a few more.
  func oldest(_ count: Int) -> Oldest {
    let left = insertions.count - firstKept
    var oldest = Oldest(end: left - count <= count / 2 ? insertions.count : firstKept + count)
    for (key, time, _) in insertions[firstKept..<oldest.end] {
      // A receipt that was replaced has a later insertion, too, which returns it.
      if let receipt = byKey[key], receipt.recordedAt == time { oldest.receipts.append(receipt) }
    }
    if oldest.end < insertions.count { oldest.through = insertions[oldest.end].position - 1 }
    return oldest
  }

  mutating func forget(_ oldest: Oldest) {
    for receipt in oldest.receipts where byKey[receipt.key]?.recordedAt == receipt.recordedAt {
      byKey[receipt.key] = nil
    }
    firstKept = oldest.end
    dropForgotten()
  }

  mutating func removeAll() {
    byKey.removeAll(keepingCapacity: true)
    insertions.removeAll(keepingCapacity: true)
    firstKept = 0
  }

  /// Forgets the receipts from before `time`. A receipt that replaced one of them later is kept.
  mutating func removeAll(before time: Timestamp) {
    while firstKept < insertions.count, insertions[firstKept].recordedAt < time {
      let key = insertions[firstKept].key
      if let receipt = byKey[key], receipt.recordedAt < time { byKey[key] = nil }
      firstKept += 1
    }
    dropForgotten()
  }

  private mutating func dropForgotten() {
    guard firstKept > 1024, firstKept * 2 > insertions.count else { return }
    insertions.removeFirst(firstKept)
    firstKept = 0
  }
}
