// Estimates of the bytes that values hold beside their own size, to bound memory. They traverse only values of limited size.

extension Movie {
  /// Equal movies give equal numbers.
  package var heldBytes: Int {
    title.heldBytes + (posterPath?.heldBytes ?? 0) + (contentRating?.heldBytes ?? 0) + (overview?.heldBytes ?? 0)
      + genres.heldBytes + streaming.heldBytes + genreIDs.bytesOfElements
  }
}

extension Attendees {
  package var heldBytes: Int { if case .fixed(let ids) = self { ids.bytesOfElements } else { 0 } }
}

/// The overhead of a heap object: its header, and the allocator's.
private let objectBytes = 48

extension String {
  /// Short strings are stored inline.
  package var heldBytes: Int { utf8.count <= 15 ? 0 : objectBytes + utf8.count }
}

extension [String] {
  /// Includes what the strings hold. Equal arrays give equal numbers.
  package var heldBytes: Int { reduce(bytesOfElements) { $0 + $1.heldBytes } }
}

extension Array {
  /// Excludes what the elements hold.
  package var allocatedBytes: Int { capacity == 0 ? 0 : objectBytes + capacity * MemoryLayout<Element>.stride }

  /// Excludes spare capacity, so that equal arrays give equal numbers.
  package var bytesOfElements: Int { isEmpty ? 0 : objectBytes + count * MemoryLayout<Element>.stride }
}

extension Dictionary {
  /// Excludes what the elements hold. At least a quarter of the slots are empty.
  package var allocatedBytes: Int {
    capacity == 0 ? 0 : 64 + capacity * 4 / 3 * (MemoryLayout<Key>.stride + MemoryLayout<Value>.stride)
  }
}

extension Set {
  /// Excludes what the elements hold. At least a quarter of the slots are empty.
  package var allocatedBytes: Int { capacity == 0 ? 0 : 64 + capacity * 4 / 3 * MemoryLayout<Element>.stride }
}
