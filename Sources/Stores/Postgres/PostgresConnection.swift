#if Postgres
  import EventStore
  import CLinux
  import CPostgres
  import Glibc
  import MovieNightPrimitives

  /// The time after which connections stop waiting for the database, so that a shutdown is not delayed.
  final class ShutdownDeadline: Sendable {
    private let end = Locked(Int64.max)

    /// Forbids new connections and waiting for answers after `microseconds` from now, or an earlier time if set.
    func set(after microseconds: Int64) {
      end.withLock { $0 = min($0, PostgresConnection.now() + microseconds) }
    }

    var isOver: Bool { PostgresConnection.now() >= end.withLock { $0 } }
  }

  /// A database connection, used by one thread at a time, that runs pipelines of prepared statements with a deadline.
  /// Once connected, libpq does not block; the thread waits in poll(2), so that it can give up on the server.
  final class PostgresConnection {
    let place: String
    private let pq: Libpq.Functions
    private let handle: OpaquePointer
    private let shutdownDeadline: ShutdownDeadline
    /// Returns the time of a monotonic clock, in microseconds.
    private let clock: @Sendable () -> Int64
    private var prepared: Set<String> = []
    /// The statements that were sent and whose results have not arrived. `isNew` is true if the statement was sent
    /// together with a request to prepare it.
    private var pending: [(name: String, isNew: Bool)] = []
    var events: EventReader
    private(set) var isLost = false
    /// Whether the connection was given up because the server did not answer. A new one would likely get none.
    private(set) var isSilent = false
    let warnings: PostgresWarnings
    /// The total time during which this process was suspended while it waited.
    private var pausedTime: Int64 = 0
    /// Whether to wait minutes for an answer, because the statements may take that long.
    var hasLongTimeout = false
    /// Whether to wait only two seconds for an answer, because a later answer would be useless.
    var hasShortTimeout = false

    enum Role {
      case writer, reader, listener, vacuum

      /// The SQL that sets up a session. The timeouts keep a writer that hangs from holding the append lock, or waiting
      /// for it, forever. A shorter `lock_timeout` that is set for the role or the database stays in effect. The
      /// timeout of a reader is long, because it may be running a verification.
      var settings: String {
        let timeouts =
          switch self {
          case .writer:
            """
            SET statement_timeout = '8s'; SET idle_in_transaction_session_timeout = '10s';
            SELECT set_config('lock_timeout', '5s', false) FROM pg_settings
            WHERE name = 'lock_timeout' AND setting::integer NOT BETWEEN 1 AND 5000;
            SELECT pg_advisory_lock_shared(\(PostgresLock.appender.parameters));
            """
          case .reader: "SET statement_timeout = '2min'; SET idle_in_transaction_session_timeout = 0;"
          case .listener: ""
          // Waits only a second for another server's VACUUM, because the caller that erased a text waits for this one.
          case .vacuum: "SET statement_timeout = '8s'; SET lock_timeout = '1s';"
          }
        // Every statement has an index to use, so sequential scans are disabled; otherwise, a plan made while a table
        // was empty would scan it sequentially. JIT compilation is off, because the high cost that PostgreSQL assigns
        // to a disabled scan would trigger it. Generic plans are forced, because one plan fits all parameters.
        return """
          \(timeouts) SET enable_seqscan = off; SET jit = off; SET plan_cache_mode = force_generic_plan;
          SET default_transaction_isolation = 'read committed';
          SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'
          """
      }
    }

    // MARK: Connecting

    /// Connects to the database, and sets up the session.
    /// - Throws: `cannotOpen` with a hint if trying again will not help; `unavailable` if it may.
    init(
      _ uri: PostgresURI, _ role: Role, _ shutdownDeadline: ShutdownDeadline = ShutdownDeadline(),
      clock: @escaping @Sendable () -> Int64 = PostgresConnection.now
    ) throws(StoreError) {
      place = uri.description
      events = EventReader(place: place)
      pq = try Libpq.functions()
      warnings = PostgresWarnings(pq)
      self.shutdownDeadline = shutdownDeadline
      self.clock = clock
      guard !shutdownDeadline.isOver else { throw StoreError(.unavailable, "\(place): the store is closing") }
      // The URI, which is the value of `dbname`, overrides the options before it, but not those after it.
      var options = [
        ("fallback_application_name", "movienight"), ("keepalives_idle", "15"), ("keepalives_interval", "5"),
        ("keepalives_count", "3"), ("tcp_user_timeout", "10000"), ("dbname", uri.secretText),
        ("client_encoding", "UTF8"),
      ]
      if getenv("PGCONNECT_TIMEOUT") == nil {
        options.insert(("connect_timeout", "5"), at: 0)
      }
      if uri.requiresWritableHost, getenv("PGTARGETSESSIONATTRS") == nil {
        options.insert(("target_session_attrs", "read-write"), at: 0)
      }
      guard let handle = Self.connect(options, pq) else { throw StoreError(.unavailable, "out of memory") }
      self.handle = handle
      guard pq.pointee.status(handle) == CONNECTION_OK else { throw StoreError.connectionFailed(place, errorMessage) }
      warnings.listen(to: handle)
      guard pq.pointee.parameterStatus(handle, "server_encoding").map({ String(cString: $0) }) == "UTF8" else {
        throw StoreError(
          .cannotOpen, "\(place) does not use the encoding UTF-8",
          hint: "Create the database with: createdb --encoding UTF8 --template template0")
      }
      guard pq.pointee.setnonblocking(handle, 1) == 0 else { throw markLost().error(in: place) }
      try execute(role.settings)
      guard pq.pointee.enterPipelineMode(handle) == 1 else { throw markLost().error(in: place) }
    }

    deinit { pq.pointee.finish(handle) }

    private static func connect(_ options: [(String, String)], _ pq: Libpq.Functions) -> OpaquePointer? {
      let keywords = options.map { strdup($0.0) } + [nil]
      let values = options.map { strdup($0.1) } + [nil]
      defer { for text in keywords + values { free(text) } }
      return pq.pointee.connectdbParams(keywords.map { UnsafePointer($0) }, values.map { UnsafePointer($0) }, 1)
    }

    /// The timeout for answers, in microseconds. The server's `statement_timeout` ends a writer's statement earlier.
    private var timeout: Int64 { hasLongTimeout ? 130_000_000 : hasShortTimeout ? 2_000_000 : 10_000_000 }

    /// Runs several statements outside the pipeline, without a timeout if `isEndless` is true.
    func execute(_ sql: String, isEndless: Bool = false) throws(StoreError) {
      let isPipelined = pq.pointee.pipelineStatus(handle) != PQ_PIPELINE_OFF
      if isPipelined { _ = pq.pointee.exitPipelineMode(handle) }
      defer { if isPipelined { _ = pq.pointee.enterPipelineMode(handle) } }
      do throws(PostgresFailure) {
        try performSimpleQuery(sql, until: isEndless ? .max : timeoutClock + timeout)
      } catch {
        isLost = isLost || error.isConnectionLost
        throw error.error(in: place)
      }
    }

    private func performSimpleQuery(_ sql: String, until deadline: Int64) throws(PostgresFailure) {
      guard !isLost, pq.pointee.sendQuery(handle, sql) == 1 else { throw markLost() }
      try flush(until: deadline)
      var failure: PostgresFailure?
      while let result = try next(&failure, until: deadline) {
        defer { pq.pointee.clear(result) }
        let status = pq.pointee.resultStatus(result)
        if status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK { continue }
        failure = failure ?? PostgresFailure(result, pq, index: 0)
      }
      if let failure { throw failure }
    }

    private var errorMessage: String { pq.pointee.errorMessage(handle).map { String(cString: $0) } ?? "" }

    // MARK: Pipelines

    func run(_ statement: PostgresStatement, _ values: (any PostgresValue)?...) throws(StoreError) -> PostgresResult {
      try run([PostgresRequest(statement, values: values)])[0]
    }

    /// Runs statements in one round trip. Outside a transaction, they form a transaction of their own.
    func run(_ requests: [PostgresRequest]) throws(StoreError) -> [PostgresResult] {
      do throws(PostgresFailure) {
        return try perform(requests)
      } catch {
        throw error.error(in: place)
      }
    }

    /// Runs statements in one round trip, after those of `sendAhead`. Returns a result for each of `requests`.
    /// - Throws: the first failure. The connection is usable afterwards unless it `isLost`.
    func perform(_ requests: [PostgresRequest]) throws(PostgresFailure) -> [PostgresResult] {
      let deadline = timeoutClock + timeout
      guard !isLost else { throw markLost() }
      let ahead = pending.count
      for request in requests { try send(request) }
      guard pq.pointee.pipelineSync(handle) == 1 else { throw markLost() }
      try flush(until: deadline)
      return try receive(ahead, until: deadline)
    }

    /// Receives the results of all statements that were sent, and drops the results of the first `ahead` statements.
    private func receive(_ ahead: Int, until deadline: Int64) throws(PostgresFailure) -> [PostgresResult] {
      let expected = pending
      pending = []
      var results: [PostgresResult] = []
      results.reserveCapacity(expected.count - ahead)
      var failure: PostgresFailure?
      for (number, request) in expected.enumerated() {
        // Statements that were sent ahead have a negative index.
        let index = number - ahead
        if request.isNew, try receive(index, &failure, until: deadline) != nil { prepared.insert(request.name) }
        let result = try receive(index, &failure, until: deadline)
        if failure != nil, failure?.statement == nil { failure?.statement = request.name }
        if let result, index >= 0 { results.append(result) }
      }
      try receiveSync(&failure, until: deadline)
      if let failure { throw failure }
      return results
    }

    /// Sends statements without waiting for their results, so that the server can begin while the caller prepares the
    /// next statements. The results are dropped. If one of the statements fails, the next `perform` throws the failure.
    func sendAhead(_ requests: [PostgresRequest]) throws(StoreError) {
      do throws(PostgresFailure) {
        guard !isLost else { throw markLost() }
        for request in requests { try send(request) }
        guard pq.pointee.sendFlushRequest(handle) == 1, pq.pointee.flush(handle) >= 0 else { throw markLost() }
      } catch {
        throw error.error(in: place)
      }
    }

    private func send(_ request: PostgresRequest) throws(PostgresFailure) {
      let name = request.statement.name
      let isNew = !prepared.contains(name) && !pending.contains { $0.name == name }
      if isNew, pq.pointee.sendPrepare(handle, name, request.statement.sql, 0, nil) == 0 { throw markLost() }
      let isSent = request.withParameters { count, values, lengths, formats in
        pq.pointee.sendQueryPrepared(handle, name, count, values, lengths, formats, 1)
      }
      if isSent == 0 { throw markLost() }
      pending.append((name, isNew))
    }

    // Reads answers while sending, because if both sides only wrote, they would deadlock on full buffers.
    private func flush(until deadline: Int64) throws(PostgresFailure) {
      while true {
        let left = pq.pointee.flush(handle)
        if left == 0 { return }
        guard left > 0 else { throw markLost() }
        let isReadable = try wait(for: POLLIN | POLLOUT, until: deadline) & POLLIN != 0
        if isReadable, pq.pointee.consumeInput(handle) == 0 { throw markLost() }
      }
    }

    /// Receives the result of one statement; nil if the statement failed, or was skipped because an earlier one failed.
    private func receive(
      _ index: Int, _ failure: inout PostgresFailure?, until deadline: Int64
    ) throws(PostgresFailure) -> PostgresResult? {
      var received: PostgresResult?
      while let result = try next(&failure, until: deadline) {
        switch pq.pointee.resultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK: received = PostgresResult(result, pq, place: place)
        case PGRES_PIPELINE_ABORTED: pq.pointee.clear(result)
        default:
          let found = PostgresFailure(result, pq, index: index)
          pq.pointee.clear(result)
          failure = failure ?? found
          if found.isConnectionLost {
            isLost = true
            throw failure ?? found
          }
        }
      }
      return received
    }

    private func receiveSync(_ failure: inout PostgresFailure?, until deadline: Int64) throws(PostgresFailure) {
      guard let result = try next(&failure, until: deadline) else { throw failure ?? markLost() }
      defer { pq.pointee.clear(result) }
      guard pq.pointee.resultStatus(result) == PGRES_PIPELINE_SYNC else { throw failure ?? markLost() }
    }

    private func next(_ failure: inout PostgresFailure?, until deadline: Int64) throws(PostgresFailure)
      -> OpaquePointer?
    {
      while pq.pointee.isBusy(handle) == 1 {
        do throws(PostgresFailure) {
          _ = try wait(for: POLLIN, until: deadline)
        } catch {
          throw failure ?? error
        }
        if pq.pointee.consumeInput(handle) == 0 {
          // The server may have sent a last message before it closed the connection.
          if pq.pointee.isBusy(handle) == 1 { throw failure ?? markLost() }
          break
        }
      }
      return pq.pointee.getResult(handle)
    }

    // MARK: Waiting

    /// Waits for events on the socket in short steps, and checks after each step whether the store is closing. Polls at
    /// least once, so that an answer that has already arrived is received even after the deadline.
    private func wait(for events: Int32, until deadline: Int64) throws(PostgresFailure) -> Int32 {
      while true {
        var descriptor = pollfd(fd: pq.pointee.socket(handle), events: Int16(events), revents: 0)
        let begun = clock()
        let count = poll(&descriptor, 1, Int32(Self.step / 1000))
        if count > 0 { return Int32(descriptor.revents) }
        if count < 0, errno != EINTR { throw markLost() }
        if shutdownDeadline.isOver { throw markSilent("no answer before the store closed") }
        let late = clock() - begun - Self.step
        if late > Self.step { pausedTime += late }
        guard timeoutClock < deadline else { throw markSilent("no answer within \(timeout / 1_000_000) s") }
      }
    }

    private static let step: Int64 = 200_000

    /// The clock's time minus the time for which this process was suspended. If the whole machine was paused, the
    /// database was probably paused, too, and could not answer.
    private var timeoutClock: Int64 { clock() - pausedTime }

    private func markSilent(_ message: String) -> PostgresFailure {
      (isLost, isSilent) = (true, true)
      return PostgresFailure(state: nil, message: message, index: 0, isConnectionLost: true)
    }

    var isReusable: Bool { !isLost && pq.pointee.transactionStatus(handle) == PQTRANS_IDLE }

    /// Marks the connection as unusable, because its state is unknown.
    func giveUp() { isLost = true }

    /// Rolls back the transaction. If the connection is lost, the server rolls it back by itself.
    func rollBack() {
      guard !isLost else { return }
      do {
        _ = try run(GroupStatements.rollback)
      } catch {
        giveUp()
      }
    }

    private func markLost() -> PostgresFailure {
      isLost = true
      let sentence = PostgresFailure.sentence(errorMessage)
      return PostgresFailure(
        state: nil, message: sentence.isEmpty ? "the connection was lost" : sentence, index: 0, isConnectionLost: true)
    }

    /// Returns the time of the monotonic clock in microseconds.
    static func now() -> Int64 {
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC, &time)
      return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }

    // MARK: Notifications

    var descriptor: Int32 { pq.pointee.socket(handle) }

    var backend: Int32 { pq.pointee.backendPID(handle) }

    /// Consumes the notifications that have arrived, and returns whether a process other than `own` sent one of them.
    func takeNotifications(own: Int32?) throws(StoreError) -> Bool {
      guard pq.pointee.consumeInput(handle) == 1 else { throw markLost().error(in: place) }
      var isFromOthers = false
      while let notification = pq.pointee.notifies(handle) {
        if notification.pointee.be_pid != own { isFromOthers = true }
        pq.pointee.freemem(notification)
      }
      return isFromOthers
    }
  }
#endif
