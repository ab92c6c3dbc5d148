import MovieNightPrimitives

/// What a store is opened for.
public enum OpenMode: Equatable, Sendable {
  /// Takes the store's lock; whoever finds it taken is told this socket. A store that lacks what was recorded there is
  /// refused, unless it is said to be restored from a backup.
  case readWrite(administratorSocket: String?, acceptsRestored: Bool = false)
  /// Reads beside the process that holds the lock, and follows what it records.
  case readOnly
}

/// Opens the store that an address names. Opened for writing, one that does not exist is made.
///
/// - Parameter migrate: whether to bring an older schema up to date; without it, one is refused.
/// - Throws: `badAddress` for a store that this program was built without; `locked`, `newerSchema`, `cannotOpen`,
///   `damaged`; `otherHistory` where it lacks what was recorded there.
public func openStore(
  _ address: StoreAddress, mode: OpenMode, migrate: Bool = true
) throws(StoreError) -> any EventStore {
  switch address {
  case .memory:
    return MemoryStore()
  case .journal(let directory):
    return try JournalStore(directory, mode: mode)
  #if SQLite
    case .sqlite(let path): return try SQLiteStore(path, mode: mode, migrate: migrate)
  #else
    case .sqlite: throw .builtWithout("SQLite", address)
  #endif
  #if Postgres
    case .postgres(let uri): return try PostgresStore(uri, mode: mode, migrate: migrate)
  #else
    case .postgres: throw .builtWithout("Postgres", address)
  #endif
  }
}

extension MigrationStatus {
  /// Which migrations the store at an address has, and which it needs; nil for a store without a schema.
  public init?(of address: StoreAddress) throws(StoreError) {
    switch address {
    case .memory, .journal: return nil
    #if SQLite
      case .sqlite(let path): self = try SQLiteStore.migrationStatus(path: path)
    #else
      case .sqlite: throw .builtWithout("SQLite", address)
    #endif
    #if Postgres
      case .postgres(let uri): self = try PostgresStore.migrationStatus(uri)
    #else
      case .postgres: throw .builtWithout("Postgres", address)
    #endif
    }
  }
}

extension StoreError {
  fileprivate static func builtWithout(_ trait: String, _ address: StoreAddress) -> StoreError {
    StoreError(
      .badAddress, "this program was built without the trait \(trait), so it cannot open \(address)",
      hint: "Build it with --traits \(trait), or use journal:DIRECTORY.")
  }
}
