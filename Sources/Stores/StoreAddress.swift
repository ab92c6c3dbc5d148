import EventStore

/// The address of a store, in the syntax of the option `--store`.
public enum StoreAddress: Equatable, Sendable, CustomStringConvertible {
  case memory
  case journal(directory: String)
  case sqlite(path: String)
  case postgres(PostgresURI)

  /// Parses `sqlite:PATH`, `journal:DIRECTORY`, `postgres://…` or `memory`.
  /// - Throws: `badAddress`, with a message that omits the text if it may contain a password; `cannotOpen` if libpq,
  ///   which parses PostgreSQL addresses, cannot be loaded.
  public init(_ text: String) throws(StoreError) {
    let scheme = text.prefix { $0 != ":" }
    let rest = String(text.dropFirst(scheme.count + 1))
    switch scheme {
    case "memory" where rest.isEmpty: self = .memory
    case "journal" where !rest.isEmpty: self = .journal(directory: rest)
    case "sqlite" where rest.hasPrefix(":") || rest.hasPrefix("file:"):
      throw StoreError(
        .badAddress, "'\(Self.redacted(text))' is a special name of SQLite, not the path of a file",
        hint: "Use memory for a store in memory, or sqlite:./NAME for a file with such a name.")
    case "sqlite" where !rest.isEmpty: self = .sqlite(path: rest)
    case _ where PostgresURI.isScheme(scheme) && rest.hasPrefix("//"): self = .postgres(try PostgresURI(text))
    default:
      throw StoreError(
        .badAddress, "'\(Self.redacted(text))' is not a store",
        hint: "Use sqlite:PATH, journal:DIRECTORY, postgres://USER@HOST/DATABASE or memory.")
    }
  }

  /// Returns the part of an invalid address without a password. A URI, or text like `host=… password=…`, may have one.
  private static func redacted(_ text: String) -> String {
    guard text.contains("@") || text.contains("://") || text.contains("=") else { return text }
    let beginning = text.prefix { !":=@".contains($0) }
    return beginning.count < text.count && !text.dropFirst(beginning.count).hasPrefix("@")
      ? text.prefix(beginning.count + 1) + "…" : "…"
  }

  /// The address as it was given, without a password.
  public var description: String {
    switch self {
    case .memory: "memory"
    case .journal(let directory): "journal:\(directory)"
    case .sqlite(let path): "sqlite:\(path)"
    case .postgres(let uri): uri.description
    }
  }
}

/// The mode in which a store is opened.
public enum OpenMode: Equatable, Sendable {
  /// Opens the store for reading and writing, and takes its lock. The administrator's socket path is saved for
  /// processes that find the store locked. Unless `acceptsRestored`, a store that lacks earlier events is refused.
  case readWrite(administratorSocket: String?, acceptsRestored: Bool = false)
  /// Opens the store for reading only, even while another process holds the lock. Reads include its new events.
  case readOnly
}

/// Opens the store at an address. In the mode `readWrite`, creates a file or folder that does not exist. Upgrades an
/// older schema if `migrate` is true; otherwise refuses it.
/// - Throws: `badAddress` for a kind of store that this program was built without; `locked`, `newerSchema`,
///   `cannotOpen`, `damaged`; `otherHistory` if the store lacks events recorded earlier.
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
  /// Reads which migrations the store has and which it lacks; nil for a kind of store that has no schema.
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
