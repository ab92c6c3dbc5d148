import Domain

// About how many bytes values hold beside their own size: what is kept in memory is bounded by it. Nothing is walked over
// but what has a limit.

extension Movie {
  /// What it holds beside its own size.
  package var heldBytes: Int {
    title.heldBytes + (posterPath?.heldBytes ?? 0) + (contentRating?.heldBytes ?? 0) + (overview?.heldBytes ?? 0)
      + genres.heldBytes + streaming.heldBytes + genreIDs.allocatedBytes
  }
}

extension String {
  /// Short ones are kept in place.
  fileprivate var heldBytes: Int { utf8.count <= 15 ? 0 : 32 + utf8.count }
}

extension [String] {
  fileprivate var heldBytes: Int { reduce(allocatedBytes) { $0 + $1.heldBytes } }
}

extension Array {
  /// Without what its elements hold.
  var allocatedBytes: Int { capacity == 0 ? 0 : 32 + capacity * MemoryLayout<Element>.stride }
}

extension Dictionary {
  /// Without what its elements hold. A quarter of its slots and more are empty.
  var allocatedBytes: Int {
    capacity == 0 ? 0 : 64 + capacity * 4 / 3 * (MemoryLayout<Key>.stride + MemoryLayout<Value>.stride)
  }
}

extension Set {
  /// Without what its elements hold. A quarter of its slots and more are empty.
  var allocatedBytes: Int { capacity == 0 ? 0 : 64 + capacity * 4 / 3 * MemoryLayout<Element>.stride }
}
