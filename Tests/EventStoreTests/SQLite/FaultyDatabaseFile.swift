#if SQLite
  import CSQLite
  import EventStore
  import Glibc
  import MovieNightPrimitives

  @testable import Stores

  /// A file of a connection that fails like a faulty disk, until it is repaired or the connection is closed.
  struct FaultyDatabaseFile {
    enum InjectedFault: CaseIterable {
      /// No byte can be written.
      case full
      case failedSync
    }

    private let file: UnsafeMutablePointer<sqlite3_file>
    private let methods: UnsafePointer<sqlite3_io_methods>

    /// Makes the write-ahead log fail.
    @discardableResult
    init(logOf store: SQLiteStore, _ fault: InjectedFault) throws {
      try self.init(SQLITE_FCNTL_JOURNAL_POINTER, of: store) { methods in
        switch fault {
        case .full: methods.xWrite = { _, _, _, _ in SQLITE_FULL }
        case .failedSync: methods.xSync = { _, _ in SQLITE_IOERR | 4 << 8 }
        }
      }
    }

    /// Makes each COMMIT report a failure although it was recorded.
    @discardableResult
    init(ambiguousCommitsOf store: SQLiteStore) throws {
      try self.init(SQLITE_FCNTL_FILE_POINTER, of: store) { methods in
        methods.xFileControl = { _, operation, _ in
          operation == SQLITE_FCNTL_COMMIT_PHASETWO ? SQLITE_IOERR : SQLITE_NOTFOUND
        }
      }
    }

    private init(_ which: Int32, of store: SQLiteStore, _ change: (inout sqlite3_io_methods) -> Void) throws {
      var pointer: UnsafeMutablePointer<sqlite3_file>?
      try store.writing { (writer) throws(StoreError) in
        _ = sqlite3_file_control(writer.connection.handle, "main", which, &pointer)
      }
      guard let pointer, let found = pointer.pointee.pMethods else { throw StoreError(.misuse, "no such file") }
      (file, methods) = (pointer, found)
      // This is never freed, because the file may outlive this value.
      let faulty = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
      faulty.initialize(to: found.pointee)
      change(&faulty.pointee)
      file.pointee.pMethods = UnsafePointer(faulty)
    }

    func mend() { file.pointee.pMethods = methods }
  }

  /// Counts how often SQLite waits for another connection's lock.
  enum BusyWaits {
    private static let counts = Locked<[pthread_t: Int]>([:])
    private static let original = Locked<(@convention(c) (UnsafeMutablePointer<sqlite3_vfs>?, Int32) -> Int32)?>(nil)

    /// Whether waits are counted. The first access replaces the function with which all connections sleep. The new
    /// function ignores threads on which nothing is counted.
    private static let isCounting: Bool = {
      guard let system = sqlite3_vfs_find(nil) else { return false }
      original.withLock { $0 = system.pointee.xSleep }
      system.pointee.xSleep = { system, microseconds in
        BusyWaits.counts.withLock { counts in counts[pthread_self()]? += 1 }
        return BusyWaits.original.withLock { $0 }?(system, microseconds) ?? 0
      }
      return true
    }()

    /// Returns how often SQLite waits on this thread while `body` runs.
    static func count(_ body: () throws -> Void) throws -> Int {
      guard isCounting else { throw StoreError(.misuse, "there is no file system") }
      counts.withLock { $0[pthread_self()] = 0 }
      try body()
      return counts.withLock { $0.removeValue(forKey: pthread_self()) } ?? 0
    }
  }
#endif
