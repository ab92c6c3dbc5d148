import EventStore

/// A merge of sorted runs of receipts, fed chunk by chunk. Of receipts with the same key, it keeps the newest.
struct ReceiptMerge {
  private struct Source {
    var receipts: ArraySlice<Receipt> = []
    var hasMore = true
  }

  private var sources: [Source]
  private var last: ReceiptKey?

  /// Begins a merge after `last`, the key that an earlier merge of the same runs reached.
  init(sources count: Int, after last: ReceiptKey?) {
    sources = Array(repeating: Source(), count: count)
    self.last = last
  }

  /// The sources that need their next chunk before `next` is called.
  var sourcesToFeed: [Int] { sources.indices.filter { sources[$0].hasMore && sources[$0].receipts.isEmpty } }

  /// Whether receipts of a source were fed but not returned.
  func hasReceipts(of source: Int) -> Bool { !sources[source].receipts.isEmpty }

  /// Feeds the next chunk of a source; nil if there is none left.
  mutating func feed(_ chunk: [Receipt]?, to source: Int) {
    guard let chunk else {
      sources[source].hasMore = false
      return
    }
    let known = last.map { last in chunk.partitioningIndex { $0.key > last } } ?? 0
    sources[source].receipts = chunk[known...]
  }

  /// Returns the receipts that no later chunk can precede; empty when the merge has ended.
  mutating func next() -> [Receipt] {
    let end = sources.filter(\.hasMore).compactMap { $0.receipts.last?.key }.min()
    var merged: [Receipt] = []
    for index in sources.indices {
      let receipts = sources[index].receipts
      let cut = end.map { end in receipts.partitioningIndex { $0.key > end } } ?? receipts.endIndex
      merged += receipts[..<cut]
      sources[index].receipts = receipts[cut...]
    }
    merged.keepNewestInOrder()
    last = merged.last?.key ?? last
    return merged
  }
}

extension [Receipt] {
  /// Sorts by key and keeps the newest of each. Equal times, which only an import makes, are decided by the later position.
  mutating func keepNewestInOrder() {
    sort { ($0.key, $1.recordedAt, $1.position) < ($1.key, $0.recordedAt, $0.position) }
    var previous: ReceiptKey?
    removeAll { receipt in
      defer { previous = receipt.key }
      return receipt.key == previous
    }
  }
}

extension Collection<Receipt> {
  /// Returns the receipts sorted by key, with the newest of each.
  func inOrder() -> [Receipt] {
    var receipts = Array(self)
    receipts.keepNewestInOrder()
    return receipts
  }
}

extension RandomAccessCollection {
  /// Returns the first index for which `isBeyond` holds. It must hold for all elements after that, and for none before.
  fileprivate func partitioningIndex(_ isBeyond: (Element) -> Bool) -> Index {
    var (start, length) = (startIndex, count)
    while length > 0 {
      let half = length / 2
      let middle = index(start, offsetBy: half)
      if isBeyond(self[middle]) {
        length = half
      } else {
        start = index(after: middle)
        length -= half + 1
      }
    }
    return start
  }
}
