#if Postgres
  import EventStore
  import CPostgres

  /// The libpq that is installed on the machine, which is loaded when a store first needs it (decision 0050).
  enum Libpq {
    typealias Functions = UnsafePointer<mn_pq>

    nonisolated(unsafe) private static let loaded = load("libpq.so.5")

    /// Returns libpq's functions, and loads the library first if necessary.
    /// - Throws: `cannotOpen` if libpq is not installed or is older than PostgreSQL 14.
    static func functions() throws(StoreError) -> Functions { try loaded.get() }

    /// Loads the library `name` and resolves its functions, which stay valid until the program ends.
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

  /// A receiver of the server's notices on a connection. Without it, libpq would write them to standard error.
  final class PostgresWarnings {
    /// Whether a COMMIT's wait for a standby was cancelled, for example by `pg_cancel_backend`; the COMMIT succeeds
    /// anyway. Set this to false before each COMMIT.
    var wasStandbyWaitCanceled = false

    private let pq: Libpq.Functions

    // The server's function that waits for a standby. It identifies the notice, because the message may be translated.
    private static let waitFunction = "SyncRepWaitForLSN"

    init(_ pq: Libpq.Functions) { self.pq = pq }

    /// Starts receiving notices. This object must outlive the connection.
    func listen(to connection: OpaquePointer) {
      _ = pq.pointee.setNoticeReceiver(
        connection,
        { listener, notice in
          guard let listener else { return }
          let warnings = Unmanaged<PostgresWarnings>.fromOpaque(listener).takeUnretainedValue()
          guard let function = warnings.pq.pointee.resultErrorField(notice, Int32(UInt8(ascii: "R"))) else { return }
          if String(cString: function) == PostgresWarnings.waitFunction { warnings.wasStandbyWaitCanceled = true }
        }, Unmanaged.passUnretained(self).toOpaque())
    }
  }
#endif
