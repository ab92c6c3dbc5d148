#if SQLite
  import Glibc
  import Primitives

  extension Migration {
    /// All of `migrations/sqlite-side`, in order. A test compares the list with the folder.
    static let sqliteSide = [
      Migration(version: 1, name: "catalog_entries", text: PackageResources._001_catalog_entries_sql)
    ]
  }

  /// Entries in a database beside that of the events, so that no second writer is on that one.
  ///
  /// Nothing of it has to survive a power loss: nothing is synced. A database that is damaged, or of a newer program,
  /// is thrown away, where it can be told that it is one of these; any other file is left alone.
  final class SQLiteSideEntries: SideEntries {
    private let path: String
    private let limit: SideLimit
    private let database: Locked<Database?> = Locked(nil)

    /// How long somebody else's lock is waited for, in milliseconds: what is late is of no use.
    private static let patience: Int32 = 500

    fileprivate struct Database {
      let connection: SQLiteConnection
      let file: FileIdentity
      /// How many entries there are.
      var count: Int
    }

    init(_ path: String, limit: Int) {
      self.path = path
      self.limit = SideLimit(limit)
    }

    static func path(beside store: String) -> String {
      let place = Files.realPath(of: store)
      return "\(Files.parent(of: place))/catalog-\(place.split(separator: "/").last ?? "")"
    }

    // MARK: Entries

    func read(_ key: SideKey, at now: Timestamp) throws(StoreError) -> [UInt8]? {
      try using(orWithoutAny: .some(nil)) { (database) throws(StoreError) in
        let found = try database.connection.with(
          "SELECT used_at, entry FROM catalog_entries WHERE key = ?1"
        ) { (statement) throws(StoreError) -> (usedAt: Timestamp, bytes: [UInt8])? in
          statement.bind(1, text: key.text)
          return try statement.step() ? (statement.timestamp(0), statement.array(1)) : nil
        }
        guard let found else { return nil }
        // It is there, whether or not that can be noted: the next reading tries it again.
        if SideLimit.isTouchDue(found.usedAt, at: now) { try? database.touch(key, at: now) }
        return found.bytes
      }
    }

    func write(_ bytes: [UInt8], for key: SideKey, at now: Timestamp) throws(StoreError) {
      try using { (database) throws(StoreError) in
        let connection = database.connection
        database.count += try connection.writing { () throws(StoreError) in
          let isNew = try connection.integer("SELECT 1 FROM catalog_entries WHERE key = ?1") {
            $0.bind(1, text: key.text)
          }
          try connection.run("INSERT OR REPLACE INTO catalog_entries VALUES (?1, ?2, ?3, ?4, ?5, ?6)") { statement in
            statement.bind(1, text: key.text)
            statement.bind(2, text: key.kind)
            statement.bind(3, text: key.variant)
            statement.bind(4, text: key.id)
            statement.bind(5, now)
            statement.bind(6, blob: bytes)
          }
          return isNew == nil ? 1 : 0
        }
        let excess = limit.excess(of: database.count)
        if excess > 0 { try database.removeOldest(excess) }
      }
    }

    func touch(_ key: SideKey, at now: Timestamp) throws(StoreError) {
      try using(orWithoutAny: ()) { (database) throws(StoreError) in try database.touch(key, at: now) }
    }

    func remove(kind: String?, id: String?) throws(StoreError) -> Int {
      try using(orWithoutAny: 0) { (database) throws(StoreError) in
        let before = database.count
        if kind == nil, id == nil {
          // Removing the file needs no space, which may be what is wanted. What is there is read first, because it may
          // have become somebody else's.
          try database.recount()
          try throwAway()
          return database.count
        }
        try database.connection.run(
          "DELETE FROM catalog_entries WHERE (?1 IS NULL OR kind = ?1) AND (?2 IS NULL OR id = ?2)"
        ) { statement in
          statement.bind(1, optionalText: kind)
          statement.bind(2, optionalText: id)
        }
        try database.recount()
        return before - database.count
      }
    }

    func remove(_ keys: [SideKey]) throws(StoreError) {
      try using(orWithoutAny: ()) { (database) throws(StoreError) in
        let connection = database.connection
        try connection.writing { () throws(StoreError) in
          for key in keys {
            try connection.run("DELETE FROM catalog_entries WHERE key = ?1") { $0.bind(1, text: key.text) }
          }
        }
        try database.recount()
      }
    }

    func page(after cursor: String?, limit: Int) throws(StoreError) -> [SideEntry] {
      try using(orWithoutAny: []) { (database) throws(StoreError) in
        let sql =
          "SELECT kind, variant, id, entry FROM catalog_entries WHERE ?1 IS NULL OR key > ?1 ORDER BY key LIMIT ?2"
        return try database.connection.with(sql) { (statement) throws(StoreError) in
          statement.bind(1, optionalText: cursor)
          statement.bind(2, max(0, limit))
          var entries: [SideEntry] = []
          while try statement.step() {
            let key = SideKey(kind: statement.string(0), variant: statement.string(1), id: statement.string(2))
            entries.append(SideEntry(key: key, bytes: statement.array(3)))
          }
          return entries
        }
      }
    }

    func size() throws(StoreError) -> SideSize {
      try using(orWithoutAny: SideSize(entries: 0, bytes: 0)) { (database) throws(StoreError) in
        let bytes = try database.connection.integer("SELECT sum(length(entry)) FROM catalog_entries") ?? 0
        return SideSize(entries: database.count, bytes: bytes)
      }
    }

    // MARK: The database

    /// Runs `body` with the database, which is made where it is not there, or is of no use.
    ///
    /// - Parameter nothing: what comes of it without a database, where none is to be made.
    private func using<Result>(
      orWithoutAny nothing: Result? = nil, _ body: (inout Database) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
      try database.withLock { database throws(StoreError) in
        do throws(StoreError) {
          return try use(&database, nothing, body)
        } catch {
          database = nil
          guard error.code == .damaged || error.code == .newerSchema else { throw error }
          if case .ours = try SQLiteSideFile(at: path) { try throwAway() }
          return try use(&database, nothing, body)
        }
      }
    }

    private func use<Result>(
      _ database: inout Database?, _ nothing: Result?, _ body: (inout Database) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
      // A file that was deleted can still be written to, and nobody would ever find it again.
      if let open = database, open.file != FileIdentity(of: path) { database = nil }
      if var open = database {
        defer { database = open }
        return try body(&open)
      }
      switch try SQLiteSideFile(at: path) {
      case .foreign: throw SQLiteSideFile.failure(path)
      case .missing, .empty: if let nothing { return nothing }
      case .ours: break
      }
      var new = try open()
      defer { database = new }
      return try body(&new)
    }

    private func open() throws(StoreError) -> Database {
      _ = try File(path, O_RDWR | O_CREAT | O_NOFOLLOW)
      let file = FileIdentity(of: path)
      let connection = try SQLiteConnection(path, mode: .readWrite, patience: Self.patience)
      // No write-ahead log: a single file is easier to delete.
      try connection.execute("PRAGMA journal_mode = DELETE; PRAGMA synchronous = OFF")
      // First of all: whatever happens then, it can be told whose the file is.
      if try connection.integer("PRAGMA application_id") != SQLiteSideFile.applicationID {
        try connection.execute("PRAGMA application_id = \(SQLiteSideFile.applicationID)")
      }
      try SQLiteMigrator(connection: connection, migrations: Migration.sqliteSide).migrate()
      guard let file, file == FileIdentity(of: path) else {
        throw StoreError(.unavailable, "\(path) was replaced while it was being opened")
      }
      var database = Database(connection: connection, file: file, count: 0)
      try database.recount()
      return database
    }

    private func throwAway() throws(StoreError) {
      for suffix in ["", "-journal", "-wal", "-shm"] { _ = try Files.unlink(path + suffix) }
    }
  }

  extension SQLiteSideEntries.Database {
    fileprivate func touch(_ key: SideKey, at now: Timestamp) throws(StoreError) {
      try connection.run("UPDATE catalog_entries SET used_at = ?2 WHERE key = ?1 AND used_at <= ?3") { statement in
        statement.bind(1, text: key.text)
        statement.bind(2, now)
        statement.bind(3, now.advanced(bySeconds: -SideLimit.secondsBetweenTouches))
      }
    }

    fileprivate mutating func removeOldest(_ excess: Int) throws(StoreError) {
      try connection.run(
        """
        DELETE FROM catalog_entries WHERE key IN (SELECT key FROM catalog_entries ORDER BY used_at, key LIMIT ?1)
        """
      ) { $0.bind(1, excess) }
      try recount()
    }

    fileprivate mutating func recount() throws(StoreError) {
      count = try connection.integer("SELECT count(*) FROM catalog_entries") ?? 0
    }
  }

  extension SQLiteStatement {
    fileprivate func bind(_ parameter: Int32, optionalText text: String?) {
      if let text { bind(parameter, text: text) } else { bindNull(parameter) }
    }
  }
#endif
