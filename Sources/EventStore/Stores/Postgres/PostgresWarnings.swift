#if Postgres
  import CPostgres

  /// Hears what a server says beside its results; libpq alone would write it to standard error.
  final class PostgresWarnings {
    /// A COMMIT's wait for a standby was broken off, by `pg_cancel_backend` for example: it succeeds all the same.
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
