import EventStore
import Platform
import Projections
import WritePath

/// The path of commands from the service through the committer to their outcomes, with the threads that it uses.
struct CommandPath: Sendable {
  let committer: Committer
  let outcomes: CommandOutcomes
  private let committerThread: WorkerThread
  /// The threads that replay streams whose states are not in memory.
  private let loaders: WorkerPool
  private let readModels: ReadModels
  private let watchesDeadlines: Bool
  private let log: Log

  init(
    _ configuration: Application.Configuration, store: any EventStore, readModels: ReadModels,
    nameCache: NameCache, metrics: ServiceMetrics, problems: HealthProblems
  ) throws {
    outcomes = CommandOutcomes(
      store: store, areas: configuration.areas, readModels: readModels, nameCache: nameCache,
      metrics: metrics, problems: problems, inlineRowMemory: configuration.rowMemory / 2, log: configuration.log,
      clock: configuration.clock,
      uptime: configuration.uptime)
    self.readModels = readModels
    watchesDeadlines = configuration.watchesDeadlines
    log = configuration.log
    let loaders = WorkerPool(name: "loader", threadCount: 2)
    self.loaders = loaders
    let committer = try Committer(
      store: store, schema: configuration.areas.events, after: readModels.position,
      areas: configuration.areas.commands, stateMemory: configuration.rowMemory,
      recordingQuota: configuration.recordingQuota, clock: configuration.clock,
      watchesDeadlines: configuration.watchesDeadlines, load: { loaders.perform($0) }, delegate: outcomes)
    self.committer = committer
    committerThread = WorkerThread(name: "committer") { committer.run() }
  }

  func start() throws {
    try loaders.start()
    try committerThread.start()
  }

  /// Schedules the deadlines of all streams, unless the configuration forbids it. Reads the store, which takes a while
  /// if there are many.
  func scheduleAllDeadlines() {
    guard watchesDeadlines else { return }
    do {
      committer.schedule(try readModels.deadlines())
    } catch {
      log.error("deadlines_unknown", ["error": .string("\(error)")])
    }
  }

  /// Stops the threads. Returns when every accepted command is answered and the rows in memory are written.
  func stop() {
    committer.stop()
    committerThread.join()
    loaders.stop()
    outcomes.flush()
  }
}
