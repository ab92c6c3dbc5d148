import CLinux
import Domain
import EventStore
import Glibc
import Platform
import Primitives
import Projections
import Transport
import WritePath

/// A whole server: store, read models, committer, workers and event loop, put together and taken apart again.
package final class Application: Sendable {
  package struct Configuration: Sendable {
    var areas: ServerAreas
    var store: StoreAddress
    /// TCP, where it shall be served.
    var listen: ListenAddress?
    /// Who connects from there over TCP is a proxy, and says for whom.
    var trustedProxies: [AddressRange]
    /// The Unix socket, which administrators use too.
    var socketPath: String
    var registrationIsOpen: Bool
    var limits: TransportLimits
    var log: Log
    var clock: @Sendable () -> Timestamp
    /// Monotonic: how long things take goes by it.
    var uptime: @Sendable () -> Duration
    /// Whether rounds expire. Not where an administrator's command serves a store for itself: it changes nothing else.
    var watchesDeadlines: Bool
    /// Whether a store is served that lacks what was recorded there.
    var acceptsRestored: Bool

    package init(
      areas: ServerAreas = .current, store: StoreAddress, listen: ListenAddress? = nil,
      trustedProxies: [AddressRange] = [], socketPath: String,
      registrationIsOpen: Bool = false, limits: TransportLimits = TransportLimits(), log: Log,
      clock: @escaping @Sendable () -> Timestamp = SystemClock.wallTime,
      uptime: @escaping @Sendable () -> Duration = SystemClock.monotonic,
      watchesDeadlines: Bool = true, acceptsRestored: Bool = false
    ) {
      self.areas = areas
      self.store = store
      self.listen = listen
      self.trustedProxies = trustedProxies
      self.socketPath = socketPath
      self.registrationIsOpen = registrationIsOpen
      self.limits = limits
      self.log = log
      self.clock = clock
      self.uptime = uptime
      self.watchesDeadlines = watchesDeadlines
      self.acceptsRestored = acceptsRestored
    }
  }

  /// How long a store that is silent may keep a server from ending. With the five seconds that an attempt to connect
  /// may take, whoever has asked for the end waits less than ten.
  private static let patienceAtEnd = Duration.seconds(4)

  /// A signal asked for the end before there was anything to serve.
  package struct StoppedWhileStarting: Error {}

  /// Where it serves, TCP first.
  package let addresses: [ListenAddress]
  let loop: EventLoop
  private let store: any EventStore
  package let readModels: ReadModels
  private let committer: Committer
  private let desk: CommandDesk
  private let service: Service
  private let workers: WorkerPool
  private let healthWorker: WorkerPool
  private let slowedWorker: WorkerPool
  private let loaders: WorkerPool
  /// What lasts and an operator should know of: health tells it.
  let problems = HealthProblems()
  private let watch: StoreWatch
  private let administration: Administration
  private let log: Log
  private let clock: @Sendable () -> Timestamp
  private let watchesDeadlines: Bool

  /// Opens the store, makes the read models ready and listens; `run` then serves.
  ///
  /// - Parameter progress: told from time to time how far the read models are, where they must be rebuilt.
  /// - Throws: `ImplausibleTime`, with the store untouched; `StoreError`, `ListenError` or `SystemError`, each with what
  ///   the operator can do; `StoppedWhileStarting`, with the store closed.
  package init(
    _ configuration: Configuration, signals: TerminationSignals?,
    progress: @escaping (RebuildProgress) -> Void = { _ in }
  ) throws {
    log = configuration.log
    clock = configuration.clock
    watchesDeadlines = configuration.watchesDeadlines
    if let error = ImplausibleTime(configuration.clock()) { throw error }
    let registry = MetricRegistry()
    let metrics = ServiceMetrics(registry)
    // A port that is taken is found before a new store is made. Of a store that is taken its holder is told first.
    if let tcp = configuration.listen, try StoreHolder.holder(of: configuration.store) == nil {
      _ = try Listener(on: tcp)
    }
    do {
      store = try openStore(
        configuration.store,
        mode: .readWrite(
          administratorSocket: configuration.socketPath, acceptsRestored: configuration.acceptsRestored))
    } catch {
      throw Self.isAskedToEnd(signals) ? StoppedWhileStarting() : error
    }
    watch = StoreWatch(store, problems: problems, log: log, clock: clock)
    for notice in store.takeNotices() { log.warning("store_notice", ["notice": .string(notice)]) }
    do {
      try UnfinishedCopy.refuse(store, at: configuration.store)
      let areas = configuration.areas
      readModels = ReadModels(store: store, schema: areas.events, areas: areas.readModels)
      try readModels.open { step in
        // The loop that takes signals does not run yet, and a rebuild can take minutes.
        if try signals?.next() != nil { throw StoppedWhileStarting() }
        progress(step)
      }
      let directories = Directories(store: store)
      let damage = DamageReport(problems: problems, log: log, clock: configuration.clock)
      desk = CommandDesk(
        store: store, areas: areas, readModels: readModels, directories: directories, metrics: metrics,
        problems: problems,
        log: log, clock: configuration.clock, uptime: configuration.uptime)
      loaders = WorkerPool(name: "loader", threadCount: 2)
      committer = try Committer(
        store: store, schema: areas.events, after: readModels.position, areas: areas.commands,
        clock: configuration.clock,
        watchesDeadlines: configuration.watchesDeadlines, load: { [loaders] in loaders.perform($0) }, delegate: desk)
      desk.committer = committer
      desk.reportStoppedProjections()
      administration = Administration(
        store: store, methods: areas.methods, readModels: readModels, metrics: registry, log: log, damage: damage,
        watchesDeadlines: configuration.watchesDeadlines)
      administration.committer = committer
      administration.desk = desk
      workers = WorkerPool(name: "worker", threadCount: 2)
      healthWorker = WorkerPool(name: "health", threadCount: 1)
      slowedWorker = WorkerPool(name: "slowed", threadCount: 1)
      loop = try EventLoop(
        limits: configuration.limits, log: log, metrics: registry, clock: configuration.uptime)
      if let signals { try loop.watch(signals) }
      var addresses: [ListenAddress] = []
      if let tcp = configuration.listen {
        addresses.append(try loop.listen(on: tcp, trustedProxies: configuration.trustedProxies))
      }
      addresses.append(try loop.listen(on: .unix(path: configuration.socketPath)))
      self.addresses = addresses
      service = Service(
        Service.Parts(
          methods: areas.methods, loop: loop, commands: desk,
          queries: QueryEngine(
            readModels: readModels, store: store, directories: directories,
            health: HealthReport(
              readModels: readModels, store: store, problems: problems, startedAt: configuration.clock(),
              commandFailure: { [committer] in committer.failure }, clock: configuration.clock),
            damage: damage, clock: configuration.clock),
          authenticator: Authenticator(readModels: readModels, directories: directories),
          workers: workers, healthWorker: healthWorker, slowedWorker: slowedWorker,
          subscriptions: SubscriptionDesk(
            loop: loop, workers: workers, reader: EventReader(store: store, readModels: readModels), metrics: metrics,
            log: log, damage: damage, uptime: configuration.uptime,
            makeID: { [clock] in
              var randomness = SystemRandomNumberGenerator()
              return SubscriptionID(version7At: clock(), using: &randomness)
            }),
          administration: administration, metrics: metrics, log: log, clock: configuration.clock,
          registrationIsOpen: configuration.registrationIsOpen, limits: configuration.limits,
          returnMemory: { malloc_trim(0) }, ownUID: getuid(),
          stop: { [loop, administration, store] in
            administration.stopRebuild()
            store.stopWaiting(after: Self.patienceAtEnd)
            loop.stop()
          }))
    } catch {
      store.close()
      throw Self.isAskedToEnd(signals) ? StoppedWhileStarting() : error
    }
    desk.outlet = CommandDesk.Outlet { [loop, service] finished, changes in
      loop.execute {
        service.take(changes)
        service.finish(finished)
      }
    }
  }

  /// Whether a start that failed was given up meanwhile: a database that does not answer is waited for. (Signals that
  /// cannot be read ask for nothing; why the start failed is told then.)
  private static func isAskedToEnd(_ signals: TerminationSignals?) -> Bool {
    ((try? signals?.next()) ?? nil) != nil
  }

  /// Serves on the calling thread until `stop`, or until a signal asks for the end; then everything taken is
  /// answered, what is in memory is written, and the store is closed.
  package func run() throws {
    let hasWriter = !store.isShared
    let writing = WorkerThread(name: "writer") { [committer] in committer.runWriter() }
    let committing = WorkerThread(name: "committer") { [committer] in committer.run(hasWriter: hasWriter) }
    let watching = WorkerThread(name: "store-watch") { [watch] in watch.run() }
    let result = Result {
      if hasWriter { try writing.start() }
      try loaders.start()
      try committing.start()
      try watching.start()
      try workers.start()
      try healthWorker.start()
      try slowedWorker.start()
      if watchesDeadlines {
        workers.perform { [readModels, committer, log] in committer.watchAllRounds(readModels, log) }
      }
      try store.watch { [committer] in committer.lookForNews() }
      try loop.run(service)
    }
    administration.waitForRebuild()
    workers.stop()
    healthWorker.stop()
    slowedWorker.stop()
    committer.stop()
    committing.join()
    loaders.stop()
    committer.stopWriter()
    writing.join()
    desk.flush()
    watch.stop()
    watching.join()
    store.close()
    // It holds the service, which holds the desk.
    desk.outlet = nil
    try result.get()
  }

  /// Any thread.
  package func stop() {
    administration.stopRebuild()
    store.stopWaiting(after: Self.patienceAtEnd)
    loop.stop()
  }
}
