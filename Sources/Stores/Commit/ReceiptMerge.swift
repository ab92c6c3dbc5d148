import EventStore

/// Merges sorted runs of receipts, which are given to it a chunk at a time.
///
/// Of receipts with one key it keeps the newest.
struct ReceiptMerge {
  private struct Source {
    var receipts: ArraySlice<Receipt> = []
    var hasMore = true
  }

  private var sources: [Source]
  /// Everything up to here was given out before.
  private var last: ReceiptKey?

  /// - Parameter last: the key up to which an earlier merge of the same runs came.
  init(sources count: Int, after last: ReceiptKey?) {
    sources = Array(repeating: Source(), count: count)
    self.last = last
  }

  /// The sources whose next chunk must be given before `next` is called.
  var hungry: [Int] { sources.indices.filter { sources[$0].hasMore && sources[$0].receipts.isEmpty } }

  /// Whether something of a source was given and not taken out.
  func holdsSomething(of source: Int) -> Bool { !sources[source].receipts.isEmpty }

  /// Gives the next chunk of a source; nil when there is none left.
  mutating func feed(_ chunk: [Receipt]?, to source: Int) {
    guard let chunk else {
      sources[source].hasMore = false
      return
    }
    let known = last.map { last in chunk.partitioningIndex { $0.key > last } } ?? 0
    sources[source].receipts = chunk[known...]
  }

  /// Takes out what nothing that is still to come can stand before; nothing when all is done.
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
  /// Sorts by key, and keeps the newest of each: of two of one time, which only an import makes, the later position's.
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
  /// In the order of their keys.
  func inOrder() -> [Receipt] {
    var receipts = Array(self)
    receipts.keepNewestInOrder()
    return receipts
  }
}

extension RandomAccessCollection {
  /// The first index from which on `isBeyond` holds; in the elements before, it does not.
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
