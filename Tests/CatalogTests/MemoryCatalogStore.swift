import Catalog
import MovieNightPrimitives

/// An in-memory store that evicts the least recently used entry.
final class MemoryCatalogStore: CatalogStore {
  private let entries = Locked<[CatalogStoreKey: Kept]>([:])
  private let limit: Int

  private struct Kept: Sendable {
    var bytes: [UInt8]
    var usedAt: Timestamp
  }

  /// - Parameter limit: the maximum number of entries.
  init(limit: Int) { self.limit = max(1, limit) }

  func read(_ key: CatalogStoreKey, at now: Timestamp) throws(CatalogStoreError) -> [UInt8]? {
    entries.withLock { entries in
      entries[key]?.usedAt = now
      return entries[key]?.bytes
    }
  }

  func write(_ bytes: [UInt8], for key: CatalogStoreKey, at now: Timestamp) throws(CatalogStoreError) {
    entries.withLock { entries in
      entries[key] = Kept(bytes: bytes, usedAt: now)
      guard entries.count > limit else { return }
      // Break ties by key, so that the same calls always leave the same entries.
      let oldest = entries.min { ($0.value.usedAt, $0.key.text) < ($1.value.usedAt, $1.key.text) }
      if let oldest { entries[oldest.key] = nil }
    }
  }

  func touch(_ key: CatalogStoreKey, at now: Timestamp) throws(CatalogStoreError) {
    entries.withLock { $0[key]?.usedAt = now }
  }

  func remove(kind: String?, id: String?) throws(CatalogStoreError) -> Int {
    entries.withLock { entries in
      let removed = entries.keys.filter { (kind == nil || kind == $0.kind) && (id == nil || id == $0.id) }
      for key in removed { entries[key] = nil }
      return removed.count
    }
  }

  func remove(_ keys: [CatalogStoreKey]) throws(CatalogStoreError) {
    entries.withLock { entries in
      for key in keys { entries[key] = nil }
    }
  }

  func page(after cursor: String?, limit: Int) throws(CatalogStoreError) -> [CatalogStoreEntry] {
    entries.withLock { entries in
      entries.map { CatalogStoreEntry(key: $0.key, bytes: $0.value.bytes) }
        .filter { entry in cursor.map { $0.utf8.lexicographicallyPrecedes(entry.key.text.utf8) } ?? true }
        .sorted { $0.key.text.utf8.lexicographicallyPrecedes($1.key.text.utf8) }
        .prefix(max(0, limit)).map(\.self)
    }
  }

  func size() throws(CatalogStoreError) -> CatalogStoreSize {
    entries.withLock { CatalogStoreSize(entries: $0.count, bytes: $0.values.reduce(0) { $0 + $1.bytes.count }) }
  }
}
