import Primitives

/// The receipts of commands, held in memory.
struct Receipts: Sendable {
  private(set) var byKey: [ReceiptKey: Receipt] = [:]
  /// Every insertion in order of time; those before `firstKept` are dealt with.
  private var insertions: [(key: ReceiptKey, recordedAt: Timestamp)] = []
  private var firstKept = 0

  subscript(key: ReceiptKey) -> Receipt? { byKey[key] }

  mutating func insert(_ receipt: Receipt) {
    byKey[receipt.key] = receipt
    insertions.append((receipt.key, receipt.recordedAt))
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
    if firstKept > 1024, firstKept * 2 > insertions.count {
      insertions.removeFirst(firstKept)
      firstKept = 0
    }
  }
}
