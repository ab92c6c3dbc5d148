#if Postgres
  import MovieNightPrimitives

  /// When a store's connections stop to wait for a database that is silent, so that whoever uses them can end.
  final class PostgresEnding: Sendable {
    private let end = Locked(Int64.max)

    /// From then on no connection is made, and no answer waited for.
    func set(after microseconds: Int64) {
      end.withLock { $0 = min($0, PostgresConnection.now() + microseconds) }
    }

    var isOver: Bool { PostgresConnection.now() >= end.withLock { $0 } }
  }
#endif
