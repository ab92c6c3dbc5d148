import Catalog
import EventStore
import Primitives

/// What the catalog keeps over restarts, beside the store of the events.
final class KeptEntries: CatalogStore {
  private let entries: any SideEntries

  init(_ entries: any SideEntries) { self.entries = entries }

  func read(_ key: CatalogStoreKey, at now: Timestamp) throws(CatalogStoreError) -> [UInt8]? {
    try attempt { () throws(StoreError) in try entries.read(SideKey(key), at: now) }
  }

  func write(_ bytes: [UInt8], for key: CatalogStoreKey, at now: Timestamp) throws(CatalogStoreError) {
    try attempt { () throws(StoreError) in try entries.write(bytes, for: SideKey(key), at: now) }
  }

  func touch(_ key: CatalogStoreKey, at now: Timestamp) throws(CatalogStoreError) {
    try attempt { () throws(StoreError) in try entries.touch(SideKey(key), at: now) }
  }

  func remove(kind: String?, id: String?) throws(CatalogStoreError) -> Int {
    try attempt { () throws(StoreError) in try entries.remove(kind: kind, id: id) }
  }

  func remove(_ keys: [CatalogStoreKey]) throws(CatalogStoreError) {
    let keys = keys.map { SideKey($0) }
    try attempt { () throws(StoreError) in try entries.remove(keys) }
  }

  func page(after cursor: String?, limit: Int) throws(CatalogStoreError) -> [CatalogStoreEntry] {
    let page = try attempt { () throws(StoreError) in try entries.page(after: cursor, limit: limit) }
    return page.map { entry in
      CatalogStoreEntry(
        key: CatalogStoreKey(kind: entry.key.kind, language: entry.key.variant, id: entry.key.id), bytes: entry.bytes)
    }
  }

  func size() throws(CatalogStoreError) -> CatalogStoreSize {
    let size = try attempt { () throws(StoreError) in try entries.size() }
    return CatalogStoreSize(entries: size.entries, bytes: size.bytes)
  }

  private func attempt<Value>(_ body: () throws(StoreError) -> Value) throws(CatalogStoreError) -> Value {
    do throws(StoreError) { return try body() } catch { throw CatalogStoreError(error.description) }
  }
}

extension SideKey {
  fileprivate init(_ key: CatalogStoreKey) { self.init(kind: key.kind, variant: key.language, id: key.id) }
}
