#if Postgres
  import EventStore
  import Glibc
  import MovieNightPrimitives

  func pause(milliseconds: UInt32) { usleep(milliseconds * 1000) }

  /// The delay before the next attempt to connect: none at first. Each failure doubles it, up to two seconds.
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

  /// A pool of at most sixteen reading connections, each lent to one call at a time. Up to four are kept idle. It is
  /// `@unchecked Sendable` because the semaphore is thread-safe and a lock guards the rest.
  final class PostgresReaders: @unchecked Sendable {
    private static let maximumIdle = 4
    private static let maximumCount: UInt32 = 16
    private static let timeout: Int64 = 10

    private let uri: PostgresURI
    private let shutdownDeadline: ShutdownDeadline
    private let slots: UnsafeMutablePointer<sem_t>
    private let state = Locked(State())

    private struct State {
      var idle: [PostgresConnection] = []
      var backoff = Backoff()
      /// The last attempt's error; nil if it succeeded. While set, only one caller at a time connects.
      var failure: StoreError?
      var isConnecting = false
    }

    init(_ uri: PostgresURI, _ shutdownDeadline: ShutdownDeadline) {
      self.uri = uri
      self.shutdownDeadline = shutdownDeadline
      slots = .allocate(capacity: 1)
      sem_init(slots, 0, Self.maximumCount)
    }

    deinit {
      sem_destroy(slots)
      slots.deallocate()
    }

    /// Runs `body` with a connection. If that is an idle connection that turns out to be lost, runs `body` again with a
    /// new one. Because `body` may run twice, it must only read.
    func reading<Result>(_ body: (PostgresConnection) throws(StoreError) -> Result) throws(StoreError) -> Result {
      let (connection, isNew) = try take()
      do {
        defer { giveBack(connection) }
        return try body(connection)
      } catch {
        // The other idle connections are probably lost as well.
        if connection.isLost { closeIdle() }
        guard connection.isLost, !connection.isSilent, !isNew else { throw error }
      }
      let (fresh, _) = try take()
      defer { giveBack(fresh) }
      return try body(fresh)
    }

    func take() throws(StoreError) -> (PostgresConnection, isNew: Bool) {
      try waitForTurn()
      if let connection = state.withLock({ $0.idle.popLast() }) { return (connection, false) }
      do {
        return (try connect(), true)
      } catch {
        sem_post(slots)
        throw error
      }
    }

    func giveBack(_ connection: PostgresConnection) {
      state.withLock { state in
        if connection.isReusable, state.idle.count < Self.maximumIdle { state.idle.append(connection) }
      }
      sem_post(slots)
    }

    func closeIdle() { state.withLock { $0.idle = [] } }

    private func connect() throws(StoreError) -> PostgresConnection {
      try state.withLock { state throws(StoreError) in
        guard let failure = state.failure else { return }
        guard state.backoff.isDue, !state.isConnecting else { throw failure }
        state.isConnecting = true
      }
      defer { state.withLock { $0.isConnecting = false } }
      do {
        let connection = try PostgresConnection(uri, .reader, shutdownDeadline)
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
      if sem_trywait(slots) == 0 { return }
      var deadline = timespec()
      clock_gettime(CLOCK_REALTIME, &deadline)
      deadline.tv_sec += Int(Self.timeout)
      while sem_timedwait(slots, &deadline) != 0 {
        guard errno == EINTR else {
          throw StoreError(.unavailable, "\(uri): all \(Self.maximumCount) read connections are in use")
        }
      }
    }
  }
#endif
