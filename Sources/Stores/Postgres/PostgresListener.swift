#if Postgres
  import EventStore
  import CLinux
  import Glibc
  import MovieNightPrimitives

  /// A thread with its own connection that learns when another process has recorded events.
  ///
  /// A notification can be lost with its connection, so it also calls `changed` after connecting and once a second.
  ///
  /// While this program records often, each of its groups reads what others recorded anyway, and notifications would only wake
  /// processes and threads for nothing. It then stops listening, and polls whenever no group has begun for five milliseconds.
  final class PostgresListener: Sendable {
    private let uri: PostgresURI
    private let ending: PostgresEnding
    private let memory: PostgresMemory
    private let changed: @Sendable () -> Void
    /// Periodic maintenance, which may take seconds.
    private let chore: @Sendable () -> Void
    private let isClosed = Locked(false)
    /// An eventfd that becomes readable when the listener must end.
    private let wake: Int32

    private static let pause: Int32 = 1000
    private static let shortPause: Int32 = 5

    init(
      _ uri: PostgresURI, _ ending: PostgresEnding, _ memory: PostgresMemory, chore: @escaping @Sendable () -> Void,
      _ changed: @escaping @Sendable () -> Void
    ) throws(StoreError) {
      self.uri = uri
      self.ending = ending
      self.memory = memory
      self.changed = changed
      self.chore = chore
      wake = eventfd(0, Int32(EFD_CLOEXEC))
      guard wake >= 0 else { throw StoreError.system(.unavailable, "make an eventfd for", uri.description, errno) }
    }

    deinit { Glibc.close(wake) }

    func start() throws(StoreError) {
      // The new thread takes over this reference, which keeps the object alive while it runs.
      let reference = Unmanaged.passRetained(self)
      var thread = pthread_t()
      let code = pthread_create(
        &thread, nil,
        { argument in
          guard let argument else { return nil }
          pthread_setname_np(pthread_self(), "store-listener")
          Unmanaged<PostgresListener>.fromOpaque(argument).takeRetainedValue().run()
          return nil
        }, reference.toOpaque())
      guard code == 0 else {
        reference.release()
        throw StoreError.system(.unavailable, "start a thread for", uri.description, code)
      }
      pthread_detach(thread)
    }

    /// Stops all calls to `changed` before it returns. The thread ends later by itself, since it may be connecting.
    func close() {
      isClosed.withLock { $0 = true }
      var one: UInt64 = 1
      _ = write(wake, &one, 8)
    }

    private func run() {
      var backoff = Backoff()
      while !isClosed.withLock({ $0 }) {
        do {
          let connection = try PostgresConnection(uri, .listener, ending)
          while true {
            try connection.execute("LISTEN movienight_events")
            backoff.noteSuccess()
            call()
            guard try listen(connection) else { return }
            try connection.execute("UNLISTEN movienight_events")
            guard try check(connection) else { return }
          }
        } catch {
          // A caller that reads or appends meets the same failure and reports it.
          backoff.noteFailure()
          while !backoff.isDue, wait(for: -1) != nil { call() }
        }
      }
    }

    /// Waits for notifications until this program records often. Returns false if the listener must end.
    private func listen(_ connection: PostgresConnection) throws(StoreError) -> Bool {
      var rate = GroupRate()
      while let isReadable = wait(for: connection.descriptor) {
        let isNews = isReadable ? try connection.takeNotifications(own: memory.ownWriter.withLock { $0 }) : true
        if isNews { call() }
        chore()
        rate.note(memory.groups, at: PostgresConnection.now())
        if rate.isHigh { return true }
      }
      return false
    }

    /// Polls until this program records seldom. Returns false if the listener must end.
    private func check(_ connection: PostgresConnection) throws(StoreError) -> Bool {
      var groups = memory.groups
      var rate = GroupRate(isHigh: true)
      rate.note(groups, at: PostgresConnection.now())
      while rate.isHigh {
        guard let isReadable = wait(for: connection.descriptor, Self.shortPause) else { return false }
        // Discards notifications now, so that they do not pile up until it listens again.
        if isReadable { _ = try connection.takeNotifications(own: nil) }
        if memory.groups == groups { call() }
        groups = memory.groups
        chore()
        rate.note(groups, at: PostgresConnection.now())
      }
      return true
    }

    private func call() {
      isClosed.withLock { if !$0 { changed() } }
    }

    /// Waits until there is something to read or the time is over. Returns nil if the listener must end.
    private func wait(for descriptor: Int32, _ milliseconds: Int32 = pause) -> Bool? {
      var descriptors = [
        pollfd(fd: wake, events: Int16(POLLIN), revents: 0), pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      ]
      _ = poll(&descriptors, 2, milliseconds)
      return isClosed.withLock { $0 } ? nil : descriptors[1].revents != 0
    }
  }

  /// The rate of this program's groups, which is high from 200 a second until it falls below 100.
  struct GroupRate {
    private(set) var isHigh: Bool
    private var last: (groups: Int, time: Int64)?

    private static let window: Int64 = 50_000

    init(isHigh: Bool = false) { self.isHigh = isHigh }

    /// Updates the rate from the total number of groups and a monotonic time in microseconds.
    mutating func note(_ groups: Int, at time: Int64) {
      guard let last else {
        self.last = (groups, time)
        return
      }
      guard time - last.time >= Self.window else { return }
      let perSecond = Int64(groups - last.groups) * 1_000_000 / (time - last.time)
      isHigh = perSecond >= (isHigh ? 100 : 200)
      self.last = (groups, time)
    }
  }
#endif
