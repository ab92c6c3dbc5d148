import Primitives

/// Bytes by key beside a store: what can be had again from elsewhere, but not at once. It is neither exported nor
/// verified, and may be deleted at any time, also from under a running server: then it begins anew.
///
/// Its functions wait for a disk or a database, but never make a commit wait. For any thread; one call at a time is
/// carried out. What fails now is tried again with the next call, after a long wait in vain with the next one in a second.
public protocol SideEntries: AnyObject, Sendable {
  /// The bytes of an entry, nil where there is none. It counts as used.
  func read(_ key: SideKey, at now: Timestamp) throws(StoreError) -> [UInt8]?
  /// Keeps an entry instead of an earlier one. Where there are too many then, those not used for longest go.
  func write(_ bytes: [UInt8], for key: SideKey, at now: Timestamp) throws(StoreError)
  /// Counts an entry as used, where there is one. Written down once an hour at most.
  func touch(_ key: SideKey, at now: Timestamp) throws(StoreError)
  /// Removes the entries of a kind, of an id, of an id of a kind, or all.
  /// - Returns: how many there were.
  func remove(kind: String?, id: String?) throws(StoreError) -> Int
  /// Removes the entries of these keys, those that there are; all in one step, so few at once.
  func remove(_ keys: [SideKey]) throws(StoreError)
  /// Some entries, in a fixed order of the store's own.
  /// - Parameter cursor: the text of the last key of the page before; nil for the first.
  func page(after cursor: String?, limit: Int) throws(StoreError) -> [SideEntry]
  func size() throws(StoreError) -> SideSize
}

/// What an entry is kept under.
public struct SideKey: Hashable, Sendable {
  /// Without a slash.
  public var kind: String
  /// Tells apart what has the same kind and id. Without a slash.
  public var variant: String
  public var id: String

  public init(kind: String, variant: String, id: String) {
    self.kind = kind
    self.variant = variant
    self.id = id
  }

  /// "kind/variant/id".
  public var text: String { "\(kind)/\(variant)/\(id)" }

  /// Reads what `text` wrote; nil for anything else.
  public init?(text: String) {
    let parts = text.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3 else { return nil }
    self.init(kind: parts[0], variant: parts[1], id: parts[2])
  }
}

public struct SideEntry: Equatable, Sendable {
  public var key: SideKey
  public var bytes: [UInt8]

  public init(key: SideKey, bytes: [UInt8]) {
    self.key = key
    self.bytes = bytes
  }
}

public struct SideSize: Equatable, Sendable {
  public var entries: Int
  /// Of the entries together.
  public var bytes: Int

  public init(entries: Int, bytes: Int) {
    self.entries = entries
    self.bytes = bytes
  }
}

/// How many entries a store keeps.
struct SideLimit: Sendable {
  let entries: Int

  init(_ entries: Int) { self.entries = max(1, entries) }

  /// How many of so many go: some more than need be, so that not every write removes one.
  func excess(of count: Int) -> Int { count > entries ? count - (entries - entries / 50) : 0 }

  /// Uses are not written down more often than this.
  static let secondsBetweenTouches = Timestamp.secondsPerHour

  static func isTouchDue(_ usedAt: Timestamp, at now: Timestamp) -> Bool {
    now >= usedAt.advanced(bySeconds: secondsBetweenTouches)
  }
}

/// Keeps nothing: beside a store that keeps nothing either.
public final class NoSideEntries: SideEntries {
  public init() {}

  public func read(_ key: SideKey, at now: Timestamp) throws(StoreError) -> [UInt8]? { nil }
  public func write(_ bytes: [UInt8], for key: SideKey, at now: Timestamp) throws(StoreError) {}
  public func touch(_ key: SideKey, at now: Timestamp) throws(StoreError) {}
  public func remove(kind: String?, id: String?) throws(StoreError) -> Int { 0 }
  public func remove(_ keys: [SideKey]) throws(StoreError) {}
  public func page(after cursor: String?, limit: Int) throws(StoreError) -> [SideEntry] { [] }
  public func size() throws(StoreError) -> SideSize { SideSize(entries: 0, bytes: 0) }
}

extension StoreAddress {
  /// The entries beside the store at this address. They are opened with their first use; a store that this program was
  /// built without has none.
  ///
  /// - SQLite: a database `catalog-NAME` in the folder of the store's file NAME.
  /// - Journal: a folder `catalog` in the store's folder, one file an entry.
  /// - PostgreSQL: the table `catalog_entries`, which all servers share, by a connection of its own.
  /// - Memory: nothing is kept.
  ///
  /// - Parameter limit: how many are kept at most.
  public func sideEntries(limit: Int) -> any SideEntries {
    switch self {
    case .memory: return NoSideEntries()
    case .journal(let directory):
      return RestingSideEntries(JournalSideEntries("\(directory)/catalog", limit: limit))
    case .sqlite(let path):
      #if SQLite
        return RestingSideEntries(SQLiteSideEntries(SQLiteSideEntries.path(beside: path), limit: limit))
      #else
        return NoSideEntries()
      #endif
    case .postgres(let uri):
      #if Postgres
        return RestingSideEntries(PostgresSideEntries(uri, limit: limit))
      #else
        return NoSideEntries()
      #endif
    }
  }
}
