#if SQLite
  import MovieNightPrimitives

  /// How the store looks after its files, and tells whether they are what was recorded.
  extension SQLiteStore {
    public func checkFiles() throws(StoreError) { try files?.look() }

    public func writeWitness() throws(StoreError) {
      let (head, checksum) = recent.withLock { ($0.head, $0.checksum) }
      try files?.write(Witness(position: head, checksum: checksum))
    }

    /// Compares the database with its witness, by a connection that changes nothing: a damaged write-ahead log is cut when it
    /// is opened for writing, and may be all that is left of what is missing.
    /// - Returns: what the log should say.
    static func checkWitness(
      _ files: StoreFiles, _ path: String, acceptsRestored: Bool
    ) throws(StoreError) -> [String] {
      let ofLog = try checkLog(path, acceptsRestored: acceptsRestored)
      guard let witness = files.witness else { return ofLog }
      let (head, found) = try SQLiteConnection(path, mode: .readOnly).standing(at: witness.position)
      return try ofLog
        + witness.check(.sqlite(path: path), head: head, found: found, acceptsRestored: acceptsRestored)
    }

    /// Refuses an empty database with a write-ahead log, which SQLite takes for a leftover and removes, also when it only
    /// reads. But the database was moved away, and its last commits are in that log.
    private static func checkLog(_ path: String, acceptsRestored: Bool) throws(StoreError) -> [String] {
      let log = "\(Files.realPath(of: path))-wal"
      guard Files.size(of: path) == 0, let size = Files.size(of: log), size > 0 else { return [] }
      let problem = "it is empty, but its log \(log) is not"
      guard acceptsRestored else {
        throw StoreError(
          .otherHistory, "\(StoreAddress.sqlite(path: path)) is not as it was left: \(problem)",
          hint: "Put the database back beside its log. Where what the log holds may be lost, start once with "
            + "`movienight serve --accept-restored`.")
      }
      return ["\(StoreAddress.sqlite(path: path)) was accepted as it is: \(problem)"]
    }

    /// What an audit says of the witness that was read before `connection` began to read.
    static func witnessProblems(
      _ witness: Witness?, _ connection: SQLiteConnection
    ) throws(StoreError) -> [String] {
      guard let witness else { return [] }
      let (head, found) = try connection.standing(at: witness.position)
      return witness.problem(head: head, found: found).map { ["\(connection.path): \($0)"] } ?? []
    }
  }

  extension SQLiteConnection {
    /// The last position, and the checksum at `position`, where there is such an event.
    fileprivate func standing(at position: Position) throws(StoreError) -> (head: Position, checksum: UInt32?) {
      try reading { () throws(StoreError) in
        guard try integer("SELECT count(*) FROM sqlite_master WHERE name = 'events'") == 1 else { return (0, nil) }
        let head = try integer("SELECT max(position) FROM events") ?? 0
        return (head, try checksum(at: position))
      }
    }
  }
#endif
