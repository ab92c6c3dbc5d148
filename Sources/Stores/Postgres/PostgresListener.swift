#if Postgres
  import EventStore
  import CLinux
  import Glibc
  import MovieNightPrimitives

  /// A thread with its own connection that calls `changed` when another process has recorded events.
  ///
  /// A broken connection loses notifications, so the thread also calls `changed` after connecting, and once a second.
  ///
  /// While this program records often, each of its groups reads the events of other processes anyway, and notifications
  /// would only wake processes and threads in vain. The thread then stops listening, and calls `changed` whenever no
  /// group has begun for five milliseconds.
  final class PostgresListener: Sendable {
    private let uri: PostgresURI
    private let shutdownDeadline: ShutdownDeadline
    private let memory: PostgresMemory
    private let changed: @Sendable () -> Void
    /// Periodic maintenance, which this thread does, too. It may take seconds.
    private let chore: @Sendable () -> Void
    private let isClosed = Locked(false)
    /// An eventfd that becomes readable when the listener must end.
    private let wake: Int32

    private static let pause: Int32 = 1000
    private static let shortPause: Int32 = 5

    init(
      _ uri: PostgresURI, _ shutdownDeadline: ShutdownDeadline, _ memory: PostgresMemory,
      chore: @escaping @Sendable () -> Void,
      _ changed: @escaping @Sendable () -> Void
    ) throws(StoreError) {
      self.uri = uri
      self.shutdownDeadline = shutdownDeadline
      self.memory = memory
      self.changed = changed
      self.chore = chore
      wake = eventfd(0, Int32(EFD_CLOEXEC))
      guard wake >= 0 else { throw StoreError.system(.unavailable, "make an eventfd for", uri.description, errno) }
    }

    deinit { Glibc.close(wake) }

    func start() throws(StoreError) {
      // The new thread takes over this reference, which keeps the object alive while the thread runs.
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

    /// Stops the listener. After this returns, `changed` is not called, but the thread may still be connecting.
    func close() {
      isClosed.withLock { $0 = true }
      var one: UInt64 = 1
      _ = write(wake, &one, 8)
    }

    private func run() {
      var backoff = Backoff()
      while !isClosed.withLock({ $0 }) {
        do {
          let connection = try PostgresConnection(uri, .listener, shutdownDeadline)
          while true {
            try connection.execute("LISTEN movienight_events")
            backoff.noteSuccess()
            reportChange()
            guard try listen(connection) else { return }
            try connection.execute("UNLISTEN movienight_events")
            guard try pollForChanges(connection) else { return }
          }
        } catch {
          // The error is not reported here, because callers that read or append get the same error.
          backoff.noteFailure()
          while !backoff.isDue, wait(for: -1) != nil { reportChange() }
        }
      }
    }

    /// Waits for notifications until this program records often. Returns false if the listener must end.
    private func listen(_ connection: PostgresConnection) throws(StoreError) -> Bool {
      var rate = GroupRate()
      while let isReadable = wait(for: connection.descriptor) {
        let isNews = isReadable ? try connection.takeNotifications(own: memory.ownWriter.withLock { $0 }) : true
        if isNews { reportChange() }
        chore()
        rate.note(memory.groups, at: PostgresConnection.now())
        if rate.isHigh { return true }
      }
      return false
    }

    /// Polls for changes until this program no longer records often. Returns false if the listener must end.
    private func pollForChanges(_ connection: PostgresConnection) throws(StoreError) -> Bool {
      var groups = memory.groups
      var rate = GroupRate(isHigh: true)
      rate.note(groups, at: PostgresConnection.now())
      while rate.isHigh {
        guard let isReadable = wait(for: connection.descriptor, Self.shortPause) else { return false }
        // Discards notifications that still arrive, so that they do not pile up until the thread listens again.
        if isReadable { _ = try connection.takeNotifications(own: nil) }
        if memory.groups == groups { reportChange() }
        groups = memory.groups
        chore()
        rate.note(groups, at: PostgresConnection.now())
      }
      return true
    }

    private func reportChange() {
      isClosed.withLock { if !$0 { changed() } }
    }

    /// Returns whether the descriptor became readable in time; nil if the listener must end.
    private func wait(for descriptor: Int32, _ milliseconds: Int32 = pause) -> Bool? {
      var descriptors = [
        pollfd(fd: wake, events: Int16(POLLIN), revents: 0), pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      ]
      _ = poll(&descriptors, 2, milliseconds)
      return isClosed.withLock { $0 } ? nil : descriptors[1].revents != 0
    }
  }

  /// The rate at which groups begin. It becomes high at 200 a second, and stays high until below 100.
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
