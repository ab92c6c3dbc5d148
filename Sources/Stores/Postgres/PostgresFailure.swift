#if Postgres
  import EventStore
  import CPostgres
  import MovieNightPrimitives

  /// The failure of a statement, or of the whole connection.
  struct PostgresFailure: Error {
    /// The SQLSTATE that the server returned; nil if the connection was lost, and what the server did is unknown.
    var state: String?
    var message: String
    /// The index of the statement that failed. The statements before it were executed, and those after it were not.
    var index: Int
    var isConnectionLost: Bool
    var statement: String?

    func error(in place: String) -> StoreError {
      StoreError(code, "\(place): \(message)\(state.map { " (PostgreSQL \($0))" } ?? "")", hint: hint)
    }

    /// Joins the lines of a libpq message into one, without their indentation.
    static func sentence(_ words: String) -> String {
      words.split(separator: "\n").map { $0.drop { $0 == "\t" || $0 == " " } }.joined(separator: "; ")
    }

    private var code: StoreError.Code {
      guard let state else { return .unavailable }
      switch state.prefix(2) {
      case "22" where state == "22P02" && statement == PostgresReads.requireNew.name: return .notNew
      // Class 23 (integrity violations) means rows that conflict despite the append lock. Class XX means corruption.
      case "23", "XX": return .damaged
      // Class 42 includes syntax errors and missing tables or columns: the schema is not this program's.
      case "42": return state == "42501" || state == "42P05" ? .cannotOpen : .damaged
      default: return .unavailable
      }
    }

    private var hint: String? {
      switch state {
      case "53100": "Free disk space on the database server."
      case "53300": StoreError.tooManyConnections
      case "55P03": "Another session has locked a table: find it with pg_stat_activity and pg_blocking_pids."
      case "3F000": "Create the schema, or correct search_path."
      case "25006": StoreError.readOnlyDatabase
      case "42501": "Grant the user permissions on the tables, or make it their owner."
      // A prepared statement already exists or is missing: a pooler shares the session with other clients.
      case "42P05", "26000": StoreError.pooled
      case "57P03": "The database server is starting or stopping."
      default: nil
      }
    }
  }

  extension PostgresFailure {
    /// The message names tables and columns. The detail field is not read, because it would reveal values.
    init(_ result: OpaquePointer, _ pq: Libpq.Functions, index: Int) {
      let state = pq.pointee.resultErrorField(result, Int32(UInt8(ascii: "C"))).map { String(cString: $0) }
      let primary = pq.pointee.resultErrorField(result, Int32(UInt8(ascii: "M"))).map { String(cString: $0) }
      let severity = pq.pointee.resultErrorField(result, Int32(UInt8(ascii: "V"))).map { String(cString: $0) }
      self.init(
        state: state, message: primary ?? "the connection was lost", index: index,
        isConnectionLost: state == nil || severity == "FATAL" || severity == "PANIC")
    }
  }

  extension StoreError {
    fileprivate static let pooled =
      "Connect directly, or through a pooler in session mode (pool_mode=session)."

    static func pooled(_ place: String) -> StoreError {
      StoreError(.cannotOpen, "\(place) is a pooler in transaction mode", hint: pooled)
    }

    fileprivate static let tooManyConnections = "Raise max_connections, or run fewer servers."
    fileprivate static let readOnlyDatabase = "The database is read-only. Is it a standby?"

    /// Returns the error of a failed connection, with a hint. libpq's message contains no password.
    static func connectionFailed(_ place: String, _ words: String) -> StoreError {
      let reason = PostgresFailure.sentence(words)
      let message = "cannot connect to \(place): \(reason)"
      let hints: [(word: String, code: StoreError.Code, hint: String)] = [
        ("password", .cannotOpen, "Check the password: PGPASSWORD, or the file that PGPASSFILE names."),
        (
          "root certificate", .cannotOpen, "Check sslrootcert, the file with the certificate of the server's authority."
        ),
        (
          "certificate verify failed", .cannotOpen,
          "The authority in sslrootcert did not sign the server's certificate."
        ),
        ("server certificate for", .cannotOpen, "Use a host name from the server's certificate."),
        ("sslmode", .cannotOpen, "sslmode must be disable, allow, prefer, require, verify-ca or verify-full."),
        ("no encryption", .cannotOpen, "Use sslmode=require or verify-full, or allow the user in pg_hba.conf."),
        ("does not exist", .cannotOpen, "Create it on the server: createuser, createdb."),
        ("no pg_hba.conf entry", .cannotOpen, "Allow the user and the address in pg_hba.conf."),
        ("could not translate host name", .cannotOpen, "Check the host's name."),
        ("invalid port", .cannotOpen, "Correct the address: a port is a number up to 65535."),
        ("invalid integer value", .cannotOpen, "Correct the address, or the PG variables in the environment."),
        ("service file", .cannotOpen, "Check PGSERVICEFILE."),
        ("definition of service", .cannotOpen, "Check the service's name, and the file that PGSERVICEFILE names."),
        ("too many c", .unavailable, tooManyConnections), ("connection slots", .unavailable, tooManyConnections),
        ("database system is", .unavailable, "The database server is starting or stopping."),
        ("read-only", .unavailable, readOnlyDatabase),
      ]
      guard let found = hints.first(where: { reason.contains($0.word) }) else {
        return StoreError(.unavailable, message, hint: "Check that the database server is running and listens there.")
      }
      return StoreError(found.code, message, hint: found.hint)
    }
  }
#endif
