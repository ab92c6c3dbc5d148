import Primitives

/// What a store is opened for.
public enum OpenMode: Equatable, Sendable {
  /// Takes the store's lock; whoever finds it taken is told this socket.
  case readWrite(administratorSocket: String?)
  /// Reads beside the process that holds the lock, and follows what it records.
  case readOnly
}

/// Opens the store that an address names. Opened for writing, one that does not exist is made.
///
/// - Parameter migrate: whether to bring an older schema up to date; without it, one is refused.
/// - Throws: `badAddress` for a store that this program was built without; `locked`, `newerSchema`, `cannotOpen`,
///   `damaged`.
public func openStore(
  _ address: StoreAddress, mode: OpenMode, migrate: Bool = true
) throws(StoreError) -> any EventStore {
  switch address {
  case .memory:
    return MemoryStore()
  case .journal(let directory):
    return try JournalStore(directory, mode: mode)
  case .sqlite(let path):
    #if SQLite
      return try SQLiteStore(path, mode: mode, migrate: migrate)
    #else
      throw StoreError(
        .badAddress, "this program was built without SQLite, so it cannot open \(path)",
        hint: "Use journal:DIRECTORY, or build with the trait SQLite.")
    #endif
  }
}
