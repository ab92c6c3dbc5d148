#if TMDb
  import Glibc

  @testable import EventStore

  #if SQLite
    import CSQLite
  #endif

  /// Holds what a catalog keeps beside the folder's store: whoever wants to read or write there waits, until this goes.
  final class HeldSideEntries {
    private var release: () -> Void = {}

    init(_ kind: StoreKind, in folder: TemporaryFolder) throws {
      switch kind {
      // No file keeps whoever opens it waiting.
      case .memory, .journal: break
      #if SQLite
        case .sqlite: try hold(database: "\(folder.path)/catalog-store.db")
      #endif
      #if Postgres
        case .postgres: try hold(tableOf: folder.database())
      #endif
      }
    }

    deinit { release() }

    #if SQLite
      private func hold(database path: String) throws {
        var database: OpaquePointer?
        guard sqlite3_open(path, &database) == SQLITE_OK,
          sqlite3_exec(database, "PRAGMA busy_timeout = 5000; BEGIN EXCLUSIVE", nil, nil, nil) == SQLITE_OK
        else { throw TestFailure("\(path): \(String(cString: sqlite3_errmsg(database)))") }
        release = { sqlite3_close(database) }
      }
    #endif

    #if Postgres
      private func hold(tableOf database: Database) throws {
        let connection = try database.connect()
        try connection.execute("BEGIN; LOCK TABLE catalog_entries IN ACCESS EXCLUSIVE MODE")
        release = { try? connection.execute("ROLLBACK") }
      }
    #endif
  }
#endif
