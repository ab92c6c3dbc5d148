#if Postgres
  import CPostgres

  /// Hears what a server says beside its results; libpq alone would write it to standard error.
  final class PostgresWarnings {
    /// A COMMIT's wait for a standby was broken off, by `pg_cancel_backend` for example: it succeeds all the same.
    var hasLeftBehind = false

    // In every language the same: the function of the server that waits.
    private static let waiting = "SyncRepWaitForLSN"

    /// From now on; this object must live as long as the connection.
    func listen(to connection: OpaquePointer) {
      PQsetNoticeReceiver(
        connection,
        { listener, notice in
          guard let listener, let function = PQresultErrorField(notice, Int32(UInt8(ascii: "R"))) else { return }
          guard String(cString: function) == PostgresWarnings.waiting else { return }
          Unmanaged<PostgresWarnings>.fromOpaque(listener).takeUnretainedValue().hasLeftBehind = true
        }, Unmanaged.passUnretained(self).toOpaque())
    }
  }
#endif
