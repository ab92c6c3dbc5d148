#if Postgres
  import EventStore
  import CPostgres

  /// The libpq of this machine, loaded when a store needs it (decision 0056).
  enum Libpq {
    typealias Functions = UnsafePointer<mn_pq>

    /// Loaded once, for the whole program, and never again taken away.
    nonisolated(unsafe) private static let loaded = load("libpq.so.5")

    /// - Throws: `cannotOpen` where it is not installed, or older than PostgreSQL 14.
    static func functions() throws(StoreError) -> Functions { try loaded.get() }

    /// - Parameter name: of a library.
    /// - Returns: for as long as the program runs.
    static func load(_ name: String) -> Result<Functions, StoreError> {
      let functions = UnsafeMutablePointer<mn_pq>.allocate(capacity: 1)
      guard let reason = mn_pq_load(functions, name) else { return .success(UnsafePointer(functions)) }
      functions.deallocate()
      return .failure(
        StoreError(
          .cannotOpen, "a PostgreSQL store needs libpq, which cannot be loaded: \(String(cString: reason))",
          hint: "Install it, of PostgreSQL 14 or later: apt-get install libpq5"))
    }
  }

  /// Hears what a server says beside its results; libpq alone would write it to standard error.
  final class PostgresWarnings {
    /// Whether a COMMIT's wait for a standby was broken off, by `pg_cancel_backend` for example. It succeeds all the same.
    /// Set to false before each COMMIT.
    var hasLeftBehind = false

    private let pq: Libpq.Functions

    // In every language the same: the function of the server that waits.
    private static let waiting = "SyncRepWaitForLSN"

    init(_ pq: Libpq.Functions) { self.pq = pq }

    /// From now on; this object must live as long as the connection.
    func listen(to connection: OpaquePointer) {
      _ = pq.pointee.setNoticeReceiver(
        connection,
        { listener, notice in
          guard let listener else { return }
          let warnings = Unmanaged<PostgresWarnings>.fromOpaque(listener).takeUnretainedValue()
          guard let function = warnings.pq.pointee.resultErrorField(notice, Int32(UInt8(ascii: "R"))) else { return }
          if String(cString: function) == PostgresWarnings.waiting { warnings.hasLeftBehind = true }
        }, Unmanaged.passUnretained(self).toOpaque())
    }
  }
#endif
