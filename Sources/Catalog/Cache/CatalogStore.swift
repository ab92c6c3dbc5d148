import MovieNightPrimitives

/// A persistent cache of entries. It may lose entries at any time, because only speed depends on them. Its functions
/// block, and are called on one thread at a time.
public protocol CatalogStore: AnyObject, Sendable {
  /// Returns the bytes of an entry, and marks the entry as used. Returns nil if there is no such entry.
  func read(_ key: CatalogStoreKey, at now: Timestamp) throws(CatalogStoreError) -> [UInt8]?
  /// Adds or replaces an entry. If there are too many entries, removes the least recently used ones.
  func write(_ bytes: [UInt8], for key: CatalogStoreKey, at now: Timestamp) throws(CatalogStoreError)
  /// Marks an entry as used, if it exists.
  func touch(_ key: CatalogStoreKey, at now: Timestamp) throws(CatalogStoreError)
  /// Removes the entries of a kind, with an id, with both, or all entries. Returns the number of removed entries.
  func remove(kind: String?, id: String?) throws(CatalogStoreError) -> Int
  /// Removes the entries with these keys, if they exist.
  func remove(_ keys: [CatalogStoreKey]) throws(CatalogStoreError)
  /// Returns a page of entries in a fixed order. `cursor` is the previous page's last key; nil for the first page.
  func page(after cursor: String?, limit: Int) throws(CatalogStoreError) -> [CatalogStoreEntry]
  func size() throws(CatalogStoreError) -> CatalogStoreSize
}

public struct CatalogStoreKey: Hashable, Sendable {
  public var kind: String
  public var language: String
  public var id: String

  public init(kind: String, language: String, id: String) {
    self.kind = kind
    self.language = language
    self.id = id
  }

  init(_ question: CatalogQuestion, language: String) {
    self.init(kind: question.kind.rawValue, language: language, id: question.id)
  }

  /// The key as text, such as "movie/en-US/550". It is unique because neither kinds nor languages contain a slash.
  public var text: String { "\(kind)/\(language)/\(id)" }
}

public struct CatalogStoreEntry: Equatable, Sendable {
  public var key: CatalogStoreKey
  public var bytes: [UInt8]

  public init(key: CatalogStoreKey, bytes: [UInt8]) {
    self.key = key
    self.bytes = bytes
  }
}

public struct CatalogStoreSize: Equatable, Sendable {
  public var entries: Int
  public var bytes: Int

  public init(entries: Int, bytes: Int) {
    self.entries = entries
    self.bytes = bytes
  }
}

public struct CatalogStoreError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The message for the operator. It may contain paths, but never the content of an entry.
  public var description: String

  public init(_ description: String) { self.description = description }

  static let queueFull = CatalogStoreError("the cache is too slow: too many operations are waiting")
  static let silent = CatalogStoreError("the cache has not answered in time")
}
