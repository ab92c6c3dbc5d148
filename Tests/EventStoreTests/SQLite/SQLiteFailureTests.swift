#if SQLite
  import CSQLite
  import EventStore
  import Testing

  @testable import Stores

  /// The outcome of a COMMIT that fails because of the disk, and the store's recovery (decision 0024).
  @Suite("SQLite on a failing disk")
  struct SQLiteFailureTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func open(_ directory: TemporaryDirectory) throws -> SQLiteStore {
      try SQLiteStore("\(directory.path)/store.db", mode: .readWrite(administratorSocket: nil))
    }

    private func openWithOneEvent() throws -> SQLiteStore {
      let store = try open(directory)
      try store.record(command(1, on: stream(1), texts: [.put(text(1, "Ann"))]))
      return store
    }

    /// Returns the head that the next process would find if this one ended now.
    private func headAfterCrash() throws -> Position {
      let copy = try directory.copy()
      let store = try open(copy)
      defer { store.close() }
      #expect(try store.damage() == [])
      return try store.head()
    }

    @Test func fullDiskChangesNothing() throws {
      let store = try openWithOneEvent()
      let disk = try FaultyDatabaseFile(logOf: store, .full)
      let refused = command(2, on: stream(1), expected: 0, count: 3, texts: [.put(text(2, "Bea"))])
      let empty = command(3, on: stream(1), expected: 0, count: 0)
      for group in [[refused], [empty], [empty, refused]] {
        #expect(code { _ = try store.commit(group) } == .unavailable)
      }
      #expect(try store.head() == 1)
      #expect(try store.texts([id(1), id(2)]).map(\.id) == [id(1)])
      #expect(try headAfterCrash() == 1)
      disk.mend()
      #expect(try store.record(empty).isEmpty)
      #expect(try store.record(refused).last?.position == 4)
      #expect(try store.damage() == [])
      store.close()
    }

    @Test func failedSyncLeavesOutcomeUnknownUntilReopened() throws {
      let store = try openWithOneEvent()
      try FaultyDatabaseFile(logOf: store, .failedSync)
      let unknown = command(2, on: stream(1), expected: 0)
      try store.withSnapshot { reader in
        // From here on the snapshot keeps the log from being emptied.
        #expect(try reader.all().count == 1)
        #expect(code { _ = try store.commit([unknown]) } == .outcomeUnknown)
        #expect(try store.head() == 1)
        #expect(try headAfterCrash() == 2, "SQLite shows none of it, but the next process would")
        try store.reopen()
        #expect(try headAfterCrash() == 1)
      }
      #expect(try store.record(unknown).first?.position == 2)
      #expect(try store.damage() == [])
      store.close()
    }

    @Test func nextCommitDiscardsGroupWhoseSyncFailed() throws {
      let store = try openWithOneEvent()
      try FaultyDatabaseFile(logOf: store, .failedSync)
      #expect(code { _ = try store.commit([command(2, on: stream(1), expected: 0)]) } == .outcomeUnknown)
      #expect(try store.record(command(3, on: stream(2))).first?.position == 2)
      #expect(try store.read(stream(1), from: 0, limit: 9).count == 1)
      #expect(try headAfterCrash() == 2)
      store.close()
    }

    @Test func recordedCommitIsAcknowledgedDespiteError() throws {
      let store = try openWithOneEvent()
      try FaultyDatabaseFile(ambiguousCommitsOf: store)
      #expect(try store.record(command(2, on: stream(1), expected: 0)).first?.position == 2)
      // The store cannot tell whether a group without events was recorded.
      let empty = command(3, on: stream(1), expected: 1, count: 0)
      #expect(code { _ = try store.commit([empty]) } == .outcomeUnknown)
      #expect(try headAfterCrash() == 2)
      try store.reopen()
      #expect(try store.receipt(of: empty) != nil)
      store.close()
    }

    /// The failed connection would find its own open transaction, which no other connection will ever see.
    @Test func failedRollbackIsNotTakenForRecorded() throws {
      let store = try openWithOneEvent()
      let connection = try store.writing { $0.connection }
      sqlite3_set_authorizer(
        connection.handle,
        { _, action, word, _, _, _ in
          action == SQLITE_TRANSACTION && word.map { String(cString: $0) } != "BEGIN" ? SQLITE_DENY : SQLITE_OK
        }, nil)
      let unknown = command(2, on: stream(1), expected: 0)
      #expect(code { _ = try store.commit([unknown]) } == .outcomeUnknown)
      #expect(try headAfterCrash() == 1)
      sqlite3_set_authorizer(connection.handle, nil, nil)
      connection.rollBack()
      #expect(try store.record(unknown).first?.position == 2)
      #expect(try headAfterCrash() == 2)
      store.close()
    }

    @Test(arguments: FaultyDatabaseFile.InjectedFault.allCases)
    func failedFlushAffectsNoCommand(_ fault: FaultyDatabaseFile.InjectedFault) throws {
      let store = try openWithOneEvent()
      try store.addReadModels(["rounds"])
      let row = Row(
        key: RowKey(partition: id(1), item: id(2)), owner: alice, sortKey: nil, position: 1, document: [123, 125])
      let flush = ReadModelFlush(name: "rounds", version: 1, checkpoint: 1, changes: RowChanges(rows: [row]))
      let disk = try FaultyDatabaseFile(logOf: store, fault)
      #expect(code { try store.flush([flush]) } == (fault == .full ? .unavailable : .outcomeUnknown))
      #expect(try store.row("rounds", key: row.key) == nil)
      if fault == .full { disk.mend() }
      #expect(try store.record(command(2, on: stream(1), expected: 0)).first?.position == 2)
      try store.flush([flush])
      #expect(try store.row("rounds", key: row.key) == row)
      #expect(try store.read(stream(1), from: 0, limit: 9).map(\.position) == [1, 2])
      #expect(try store.damage() == [])
      store.close()
    }

    /// Reading the receipts of 30 days takes seconds, which every failure would otherwise cost.
    @Test func reopeningDoesNotRereadReceipts() throws {
      let store = try openWithOneEvent()
      try store.flush([])
      try FaultyDatabaseFile(logOf: store, .failedSync)
      #expect(code { _ = try store.commit([command(2, on: stream(1), expected: 0)]) } == .outcomeUnknown)
      let other = try SQLiteConnection("\(directory.path)/store.db", mode: .readWrite)
      try other.execute("ALTER TABLE receipts RENAME TO hidden")
      try store.reopen()
      try other.execute("ALTER TABLE hidden RENAME TO receipts")
      #expect(try store.receipt(of: command(1, on: stream(1)))?.position == 1)
      store.close()
    }
  }
#endif
