import MovieNightPrimitives

/// The persistent cache of entries. It may lose entries at any time: only speed depends on it. Its functions block, and are
/// called by one thread at a time.
public protocol CatalogStore: AnyObject, Sendable {
  /// Returns an entry's bytes and marks it as used; nil if there is none.
  func read(_ key: CatalogStoreKey, at now: Timestamp) throws(CatalogStoreError) -> [UInt8]?
  /// Stores or replaces an entry. If there are too many, the least recently used ones are removed.
  func write(_ bytes: [UInt8], for key: CatalogStoreKey, at now: Timestamp) throws(CatalogStoreError)
  /// Counts an entry as used, if it exists.
  func touch(_ key: CatalogStoreKey, at now: Timestamp) throws(CatalogStoreError)
  /// Removes the entries of a kind, of an id, of both, or all, and returns how many there were.
  func remove(kind: String?, id: String?) throws(CatalogStoreError) -> Int
  /// Removes the entries of these keys, if they exist.
  func remove(_ keys: [CatalogStoreKey]) throws(CatalogStoreError)
  /// Returns some entries in a fixed order. `cursor` is the text of the last key of the previous page; nil for the first.
  func page(after cursor: String?, limit: Int) throws(CatalogStoreError) -> [CatalogStoreEntry]
  func size() throws(CatalogStoreError) -> CatalogStoreSize
}

/// The key of an entry.
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

  /// The key as text, "movie/en-US/550". Neither kinds nor languages contain a slash.
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
  /// The total size of the entries.
  public var bytes: Int

  public init(entries: Int, bytes: Int) {
    self.entries = entries
    self.bytes = bytes
  }
}

/// The reason why a store operation failed.
public struct CatalogStoreError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The message for the operator, which names paths but never an entry's content.
  public var description: String

  public init(_ description: String) { self.description = description }

  static let queueFull = CatalogStoreError("the cache is too slow: too many operations are waiting")
  static let silent = CatalogStoreError("the cache has not answered in time")
}
