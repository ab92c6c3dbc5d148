import EventStore

/// Where a store is: what `--store` takes.
public enum StoreAddress: Equatable, Sendable, CustomStringConvertible {
  case memory
  case journal(directory: String)
  case sqlite(path: String)
  case postgres(PostgresURI)

  /// Reads `sqlite:PATH`, `journal:DIRECTORY`, `postgres://…` or `memory`.
  /// - Throws: `badAddress`, without the text where it may hold a password; `cannotOpen` where it is PostgreSQL's, and libpq cannot
  ///   be loaded.
  public init(_ text: String) throws(StoreError) {
    let scheme = text.prefix { $0 != ":" }
    let rest = String(text.dropFirst(scheme.count + 1))
    switch scheme {
    case "memory" where rest.isEmpty: self = .memory
    case "journal" where !rest.isEmpty: self = .journal(directory: rest)
    case "sqlite" where rest.hasPrefix(":") || rest.hasPrefix("file:"):
      throw StoreError(
        .badAddress, "'\(Self.shown(text))' is a special name of SQLite's, not the path of a file",
        hint: "Use memory for a store in memory, or sqlite:./NAME for a file of such a name.")
    case "sqlite" where !rest.isEmpty: self = .sqlite(path: rest)
    case _ where PostgresURI.isScheme(scheme) && rest.hasPrefix("//"): self = .postgres(try PostgresURI(text))
    default:
      throw StoreError(
        .badAddress, "'\(Self.shown(text))' names no store",
        hint: "Use sqlite:PATH, journal:DIRECTORY, postgres://USER@HOST/DATABASE or memory.")
    }
  }

  /// Of what is no address, as much as surely holds no password: a URI has one, and so may `host=… password=…`.
  private static func shown(_ text: String) -> String {
    guard text.contains("@") || text.contains("://") || text.contains("=") else { return text }
    let beginning = text.prefix { !":=@".contains($0) }
    return beginning.count < text.count && !text.dropFirst(beginning.count).hasPrefix("@")
      ? text.prefix(beginning.count + 1) + "…" : "…"
  }

  /// As it was given; without the password, where it had one.
  public var description: String {
    switch self {
    case .memory: "memory"
    case .journal(let directory): "journal:\(directory)"
    case .sqlite(let path): "sqlite:\(path)"
    case .postgres(let uri): uri.description
    }
  }
}

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
