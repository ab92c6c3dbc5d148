import CLinux
import EventStore
import Glibc
import MovieNightPrimitives
import Platform
import Projections
import Stores
import Transport
import WritePath

/// A whole server: store, read models, committer, workers and event loop.
package final class Application: Sendable {
  /// The longest wait for an unresponsive store. With 5 s for a connection attempt, a shutdown stays below 10 s.
  private static let stopTimeout = Duration.seconds(4)

  /// The error thrown if a signal asks the server to stop before it has started to serve.
  package struct StoppedWhileStarting: Error {}

  /// The addresses that the server listens on, TCP first.
  package let addresses: [ListenAddress]
  let loop: EventLoop
  private let store: any EventStore
  package let readModels: ReadModels
  private let commands: CommandPath
  let catalog: CatalogPath?
  private let service: Service
  let workers: WorkerPool
  private let healthWorker: WorkerPool
  private let slowedWorker: WorkerPool
  let problems = HealthProblems()
  private let watch: StoreWatch
  private let administration: Administration
  private let log: Log
  private let clock: @Sendable () -> Timestamp
  private let shutdownWatchdog: ShutdownWatchdog
  /// Asks the server to stop. May be called on any thread.
  package let stop: @Sendable () -> Void

  /// Opens the store, prepares the read models and listens; `run` then serves. Calls `progress` during a rebuild.
  /// - Throws: `ImplausibleTime` before the store is opened; `StoreError`, `ListenError` or `SystemError`, whose
  ///   messages tell the operator what to do; `StoppedWhileStarting`, which leaves the store closed.
  package init(
    _ configuration: Configuration, signals: TerminationSignals?,
    progress: @escaping (RebuildProgress) -> Void = { _ in }
  ) throws {
    log = configuration.log
    clock = configuration.clock
    let shutdownWatchdog = ShutdownWatchdog(
      shutdownTimeout: configuration.shutdownTimeout, isOverdue: configuration.shutdownIsOverdue)
    self.shutdownWatchdog = shutdownWatchdog
    if let error = ImplausibleTime(configuration.clock()) { throw error }
    let registry = MetricRegistry()
    let metrics = ServiceMetrics(registry)
    store = try Self.openServedStore(configuration, signals)
    watch = StoreWatch(store, problems: problems, log: log, clock: clock)
    workers = WorkerPool(name: "worker", threadCount: 2)
    catalog = configuration.catalog.map { [workers] catalog in
      CatalogPath(catalog, configuration, CatalogReports(registry, configuration.log), workers: workers)
    }
    do {
      readModels = try Self.openReadModels(of: store, configuration, signals, progress)
      registry.gauge("movienight_row_bytes", help: "Approximate bytes of the rows in memory.") {
        [readModels] in readModels.rowBytes
      }
      let nameCache = NameCache(store: store, memory: configuration.rowMemory / 8)
      let damage = DamageReport(problems: problems, log: log, clock: clock)
      commands = try CommandPath(
        configuration, store: store, readModels: readModels, nameCache: nameCache, metrics: metrics,
        problems: problems)
      let methods = configuration.areas.methods
      administration = Administration(
        store: store, areas: configuration.areas, methods: methods, readModels: readModels, commands: commands,
        metrics: registry, log: log, damage: damage)
      healthWorker = WorkerPool(name: "health", threadCount: 1)
      slowedWorker = WorkerPool(name: "slowed", threadCount: 1)
      (loop, addresses) = try Self.openLoop(configuration, registry, signals)
      stop = { [loop, administration, store] in
        shutdownWatchdog.begin()
        administration.stopRebuild()
        store.stopWaiting(after: Self.stopTimeout)
        loop.stop()
      }
      service = Service(
        Service.Parts(
          methods: methods, loop: loop, committer: commands.committer,
          queries: QueryEngine(
            readModels: readModels, store: store, nameCache: nameCache,
            health: HealthReport(
              readModels: readModels, store: store, problems: problems, startedAt: configuration.clock(),
              commandFailure: { [committer = commands.committer] in committer.failure }, catalog: catalog?.access,
              clock: clock),
            damage: damage, clock: clock),
          catalog: catalog?.access,
          authenticator: Authenticator(readModels: readModels, nameCache: nameCache),
          workers: workers, healthWorker: healthWorker, slowedWorker: slowedWorker,
          subscriptions: SubscriptionRegistry(
            loop: loop, workers: workers, reader: EventReader(store: store, readModels: readModels), metrics: metrics,
            log: log, damage: damage, uptime: configuration.uptime,
            makeID: { [clock] in
              var randomness = SystemRandomNumberGenerator()
              return SubscriptionID(version7At: clock(), using: &randomness)
            }),
          imports: ImportSessions(clock: clock), administration: administration, metrics: metrics, log: log,
          clock: clock,
          uptime: configuration.uptime, registrationIsOpen: configuration.registrationIsOpen,
          tcpAddress: configuration.listen == nil ? nil : addresses.first, limits: configuration.limits,
          lookupLimits: configuration.lookupLimits, returnMemory: { malloc_trim(0) }, ownUID: getuid(),
          stop: stop))
    } catch {
      store.close()
      throw Self.isStopRequested(signals) ? StoppedWhileStarting() : error
    }
    commands.outcomes.deliver = { [loop, service] finished, changes in
      loop.execute { service.take(changes, finished) }
    }
  }

  // MARK: Opening

  private static func openServedStore(
    _ configuration: Configuration, _ signals: TerminationSignals?
  ) throws -> any EventStore {
    // Report a port in use before creating a store. If a server holds the store, opening it reports that server.
    if let tcp = configuration.listen, try StoreHolder.holder(of: configuration.store) == nil {
      _ = try Listener(on: tcp)
    }
    do {
      let store = try openStore(
        configuration.store,
        mode: .readWrite(
          administratorSocket: configuration.socketPath, acceptsRestored: configuration.acceptsRestored))
      for notice in store.takeNotices() { configuration.log.warning("store_notice", ["notice": .string(notice)]) }
      for exposure in StoreExposure.all(of: configuration.store) {
        configuration.log.warning(
          "store_open_to_others",
          ["path": .string(exposure.path), "mode": .string(exposure.mode), "hint": .string(exposure.hint)])
      }
      return store
    } catch {
      throw isStopRequested(signals) ? StoppedWhileStarting() : error
    }
  }

  private static func openReadModels(
    of store: any EventStore, _ configuration: Configuration, _ signals: TerminationSignals?,
    _ progress: @escaping (RebuildProgress) -> Void
  ) throws -> ReadModels {
    try UnfinishedCopy.refuse(store, at: configuration.store)
    var limits = ReadModels.Limits()
    // With a shared store, the other half is for the committer's own tables, in which it folds rows before the commit.
    limits.rowMemory = store.isShared ? configuration.rowMemory / 2 : configuration.rowMemory
    let readModels = ReadModels(
      store: store, schema: configuration.areas.events, areas: configuration.areas.readModels, limits: limits)
    try readModels.open { step in
      // Check for signals here, because rebuilds take minutes before the event loop, which handles them, runs.
      if try signals?.next() != nil { throw StoppedWhileStarting() }
      progress(step)
    }
    return readModels
  }

  private static func openLoop(
    _ configuration: Configuration, _ metrics: MetricRegistry, _ signals: TerminationSignals?
  ) throws -> (EventLoop, [ListenAddress]) {
    let loop = try EventLoop(
      limits: configuration.limits, log: configuration.log, metrics: metrics, clock: configuration.uptime)
    if let signals { try loop.watch(signals) }
    var addresses: [ListenAddress] = []
    if let tcp = configuration.listen {
      addresses.append(try loop.listen(on: tcp, trustedProxies: configuration.trustedProxies))
    }
    addresses.append(try loop.listen(on: .unix(path: configuration.socketPath)))
    return (loop, addresses)
  }

  /// Whether a signal asked the server to stop during a start that failed, for example while it waited for an
  /// unresponsive database. False if signals cannot be read, so that the caller reports the original error.
  private static func isStopRequested(_ signals: TerminationSignals?) -> Bool {
    ((try? signals?.next()) ?? nil) != nil
  }

  /// Serves on the calling thread until `stop` is called or a signal arrives. Then answers all requests received so
  /// far, writes the rows that are only in memory, and closes the store.
  package func run() throws {
    let watchThread = WorkerThread(name: "store-watch") { [watch] in watch.run() }
    let result = Result {
      try commands.start()
      try watchThread.start()
      try workers.start()
      try catalog?.start()
      try healthWorker.start()
      try slowedWorker.start()
      workers.perform { [commands] in commands.scheduleAllDeadlines() }
      try store.watch { [committer = commands.committer] in committer.checkForChanges() }
      try loop.run(service)
    }
    administration.waitForWork()
    catalog?.stop()
    workers.stop()
    healthWorker.stop()
    slowedWorker.stop()
    commands.stop()
    watch.stop()
    watchThread.join()
    store.close()
    // Break a retain cycle. The closure holds the service, which holds `commands`.
    commands.outcomes.deliver = nil
    shutdownWatchdog.cancel()
    try result.get()
  }
}
