// About how many bytes values hold beside their own size: memory is bounded by these estimates. Nothing is walked over but
// what has a limit.

extension Movie {
  /// About how many bytes it holds beside its own size. Equal movies give equal numbers.
  package var heldBytes: Int {
    title.heldBytes + (posterPath?.heldBytes ?? 0) + (contentRating?.heldBytes ?? 0) + (overview?.heldBytes ?? 0)
      + genres.heldBytes + streaming.heldBytes + genreIDs.bytesOfElements
  }
}

extension Attendees {
  /// About how many bytes they hold beside their own size.
  package var heldBytes: Int { if case .fixed(let ids) = self { ids.bytesOfElements } else { 0 } }
}

/// What a heap object takes beside its contents: its header, and what the allocator adds.
private let objectBytes = 48

extension String {
  /// About how many bytes it holds beside its own size. Short strings are stored inline.
  package var heldBytes: Int { utf8.count <= 15 ? 0 : objectBytes + utf8.count }
}

extension [String] {
  /// With what the strings hold. Equal arrays give equal numbers.
  package var heldBytes: Int { reduce(bytesOfElements) { $0 + $1.heldBytes } }
}

extension Array {
  /// Without what its elements hold.
  package var allocatedBytes: Int { capacity == 0 ? 0 : objectBytes + capacity * MemoryLayout<Element>.stride }

  /// The same without spare capacity, so that equal arrays give equal numbers.
  package var bytesOfElements: Int { isEmpty ? 0 : objectBytes + count * MemoryLayout<Element>.stride }
}

extension Dictionary {
  /// Without what its elements hold. A quarter of its slots and more are empty.
  package var allocatedBytes: Int {
    capacity == 0 ? 0 : 64 + capacity * 4 / 3 * (MemoryLayout<Key>.stride + MemoryLayout<Value>.stride)
  }
}

extension Set {
  /// Without what its elements hold. A quarter of its slots and more are empty.
  package var allocatedBytes: Int { capacity == 0 ? 0 : 64 + capacity * 4 / 3 * MemoryLayout<Element>.stride }
}
