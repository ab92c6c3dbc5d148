// Estimates of the bytes that values hold outside of their inline storage. Caches use the estimates to limit their
// memory. Computing an estimate is cheap, because it visits only values of limited size.

extension Movie {
  /// The bytes that the movie's texts and lists hold. Equal movies give equal numbers.
  package var heldBytes: Int {
    title.heldBytes + (posterPath?.heldBytes ?? 0) + (contentRating?.heldBytes ?? 0) + (overview?.heldBytes ?? 0)
      + genres.heldBytes + streaming.heldBytes + genreIDs.bytesOfElements
  }
}

extension Attendees {
  package var heldBytes: Int { if case .fixed(let ids) = self { ids.bytesOfElements } else { 0 } }
}

/// The overhead of a heap object: its own header and the allocator's.
private let objectBytes = 48

extension String {
  /// The bytes of the string's heap storage; 0 for a short string, which is stored inline.
  package var heldBytes: Int { utf8.count <= 15 ? 0 : objectBytes + utf8.count }
}

extension [String] {
  /// The bytes of the array's storage and of its strings. Equal arrays give equal numbers.
  package var heldBytes: Int { reduce(bytesOfElements) { $0 + $1.heldBytes } }
}

extension RandomAccessCollection {
  /// The bytes of the elements in the storage of an array or a range set. Excludes spare capacity, so equal ones give
  /// equal numbers.
  package var bytesOfElements: Int { isEmpty ? 0 : objectBytes + count * MemoryLayout<Element>.stride }
}

extension Array {
  /// The bytes of the array's storage, including spare capacity but not the bytes that its elements hold.
  package var allocatedBytes: Int { capacity == 0 ? 0 : objectBytes + capacity * MemoryLayout<Element>.stride }
}

extension Dictionary {
  /// The bytes of the dictionary's storage, without those that its elements hold. At least a quarter is empty.
  package var allocatedBytes: Int {
    capacity == 0 ? 0 : 64 + capacity * 4 / 3 * (MemoryLayout<Key>.stride + MemoryLayout<Value>.stride)
  }
}

extension Set {
  /// The bytes of the set's storage, without those that its elements hold. At least a quarter of the slots are empty.
  package var allocatedBytes: Int { capacity == 0 ? 0 : 64 + capacity * 4 / 3 * MemoryLayout<Element>.stride }
}
