import MovieNightPrimitives

/// Where entries are kept over restarts. It may lose any of them at any time; nothing but speed depends on it.
///
/// Its functions wait for a disk or a database. Called by one thread after another.
public protocol CatalogStore: AnyObject, Sendable {
  /// The bytes of an entry, nil where there is none. It counts as used.
  func read(_ key: CatalogStoreKey, at now: Timestamp) throws(CatalogStoreError) -> [UInt8]?
  /// Keeps an entry instead of an earlier one. Where there are too many then, those not used for longest go.
  func write(_ bytes: [UInt8], for key: CatalogStoreKey, at now: Timestamp) throws(CatalogStoreError)
  /// Counts an entry as used, where there is one.
  func touch(_ key: CatalogStoreKey, at now: Timestamp) throws(CatalogStoreError)
  /// Removes the entries of a kind, of an id, of an id of a kind, or all.
  /// - Returns: how many there were.
  func remove(kind: String?, id: String?) throws(CatalogStoreError) -> Int
  /// Removes the entries of these keys, those that there are.
  func remove(_ keys: [CatalogStoreKey]) throws(CatalogStoreError)
  /// Some entries, in a fixed order of the store's own.
  /// - Parameter cursor: the text of the last key of the page before; nil for the first.
  func page(after cursor: String?, limit: Int) throws(CatalogStoreError) -> [CatalogStoreEntry]
  func size() throws(CatalogStoreError) -> CatalogStoreSize
}

/// What an entry is kept under.
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

  /// "movie/en-US/550": neither kinds nor languages have a slash.
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
  /// Of the entries together.
  public var bytes: Int

  public init(entries: Int, bytes: Int) {
    self.entries = entries
    self.bytes = bytes
  }
}

/// Why a store cannot do what it was asked.
public struct CatalogStoreError: Error, Equatable, Sendable, CustomStringConvertible {
  /// For the operator: names places, never what entries say.
  public var description: String

  public init(_ description: String) { self.description = description }

  static let crowded = CatalogStoreError("the store is too slow: too much waits for it")
  static let silent = CatalogStoreError("the store has not answered yet")
}
