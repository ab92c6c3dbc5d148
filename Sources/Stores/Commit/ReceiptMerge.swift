import EventStore

/// A merge of sorted runs of receipts, fed one chunk at a time. Of receipts with the same key, it keeps the newest.
struct ReceiptMerge {
  private struct Source {
    var receipts: ArraySlice<Receipt> = []
    var hasMore = true
  }

  private var sources: [Source]
  private var last: ReceiptKey?

  /// Begins a merge, or continues an interrupted merge of the same runs after `last`, the last key that it merged.
  init(sources count: Int, after last: ReceiptKey?) {
    sources = Array(repeating: Source(), count: count)
    self.last = last
  }

  /// The sources that need their next chunk before `next` is called.
  var sourcesToFeed: [Int] { sources.indices.filter { sources[$0].hasMore && sources[$0].receipts.isEmpty } }

  /// Returns whether some receipts that were fed from a source have not been returned by `next`.
  func hasReceipts(of source: Int) -> Bool { !sources[source].receipts.isEmpty }

  /// Feeds the merge with the next chunk of a source; nil means that the source has no more chunks.
  mutating func feed(_ chunk: [Receipt]?, to source: Int) {
    guard let chunk else {
      sources[source].hasMore = false
      return
    }
    let known = last.map { last in chunk.partitioningIndex { $0.key > last } } ?? 0
    sources[source].receipts = chunk[known...]
  }

  /// Returns the next merged receipts, up to the last key that no later chunk can precede; empty at the end.
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
  /// Sorts receipts by key, only the newest of each. For equal times (after imports), the later position wins.
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
  /// Returns the receipts sorted by key, with only the newest of each key.
  func inOrder() -> [Receipt] {
    var receipts = Array(self)
    receipts.keepNewestInOrder()
    return receipts
  }
}

extension RandomAccessCollection {
  /// Returns the index of the first element for which `isBeyond` returns true; `endIndex` if there is none. `isBeyond`
  /// must return true for all elements after it, and false for all before it.
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
