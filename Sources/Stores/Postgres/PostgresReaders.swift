#if Postgres
  import EventStore
  import Glibc
  import MovieNightPrimitives

  /// Waits without using the processor.
  func pause(milliseconds: UInt32) { usleep(milliseconds * 1000) }

  /// When to try again to connect: at once, then after pauses that double up to two seconds.
  struct Backoff {
    private var pause: Int64 = 0
    private var next: Int64 = 0

    var isDue: Bool { PostgresConnection.now() >= next }

    mutating func noteFailure() {
      pause = min(2_000_000, max(50_000, pause * 2))
      next = PostgresConnection.now() + pause
    }

    mutating func noteSuccess() { self = Backoff() }
  }

  /// Connections that read, each lent to one call at a time: four are kept, sixteen are the most.
  ///
  /// `@unchecked Sendable`: the semaphore is made for many threads; the rest is in locks.
  final class PostgresReaders: @unchecked Sendable {
    private static let mostIdle = 4
    private static let most: UInt32 = 16
    private static let patience: Int64 = 10

    private let uri: PostgresURI
    private let ending: PostgresEnding
    private let free: UnsafeMutablePointer<sem_t>
    private let state = Locked(State())

    private struct State {
      var idle: [PostgresConnection] = []
      var backoff = Backoff()
      /// Why the last connection could not be made. From then on one caller at a time tries.
      var failure: StoreError?
      var isTrying = false
    }

    init(_ uri: PostgresURI, _ ending: PostgresEnding) {
      self.uri = uri
      self.ending = ending
      free = .allocate(capacity: 1)
      sem_init(free, 0, Self.most)
    }

    deinit {
      sem_destroy(free)
      free.deallocate()
    }

    /// Runs `body` with a connection; once more with a new one, where one that had lain idle turns out to be lost. So
    /// `body` only reads.
    func reading<Result>(_ body: (PostgresConnection) throws(StoreError) -> Result) throws(StoreError) -> Result {
      let (connection, isNew) = try take()
      do {
        defer { giveBack(connection) }
        return try body(connection)
      } catch {
        // The others of its time are lost as well.
        if connection.isLost { closeIdle() }
        guard connection.isLost, !connection.isSilent, !isNew else { throw error }
      }
      let (fresh, _) = try take()
      defer { giveBack(fresh) }
      return try body(fresh)
    }

    /// - Returns: a connection, and whether it was made just now.
    func take() throws(StoreError) -> (PostgresConnection, isNew: Bool) {
      try waitForTurn()
      if let connection = state.withLock({ $0.idle.popLast() }) { return (connection, false) }
      do {
        return (try connect(), true)
      } catch {
        sem_post(free)
        throw error
      }
    }

    func giveBack(_ connection: PostgresConnection) {
      state.withLock { state in
        if connection.isReusable, state.idle.count < Self.mostIdle { state.idle.append(connection) }
      }
      sem_post(free)
    }

    func closeIdle() { state.withLock { $0.idle = [] } }

    private func connect() throws(StoreError) -> PostgresConnection {
      try state.withLock { state throws(StoreError) in
        guard let failure = state.failure else { return }
        guard state.backoff.isDue, !state.isTrying else { throw failure }
        state.isTrying = true
      }
      defer { state.withLock { $0.isTrying = false } }
      do {
        let connection = try PostgresConnection(uri, .reader, ending)
        state.withLock { state in
          state.failure = nil
          state.backoff.noteSuccess()
        }
        return connection
      } catch {
        state.withLock { state in
          state.failure = error
          state.backoff.noteFailure()
        }
        throw error
      }
    }

    private func waitForTurn() throws(StoreError) {
      if sem_trywait(free) == 0 { return }
      var deadline = timespec()
      clock_gettime(CLOCK_REALTIME, &deadline)
      deadline.tv_sec += Int(Self.patience)
      while sem_timedwait(free, &deadline) != 0 {
        guard errno == EINTR else {
          throw StoreError(.unavailable, "\(uri): all \(Self.most) connections for reading are in use")
        }
      }
    }
  }
#endif
