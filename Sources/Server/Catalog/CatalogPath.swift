import Catalog
import Platform
import MovieNightPrimitives

package struct CatalogConfiguration: Sendable {
  /// Makes the source from a clock and timers. The clock is monotonic, so that setting the system time delays nothing.
  var makeSource: MakeSource
  var options: CatalogOptions
  /// The folder in which answers are cached across restarts; nil to cache them in memory only.
  var cache: String?
  /// Makes a cache store to use instead of a folder. Only tests set this.
  var makeStore: (@Sendable () -> any CatalogStore)?
  /// The maximum number of cached answers.
  var entries: Int
  /// The base URL of images; nil for the source's own.
  var imageURL: String?
  /// The source's host, shown to administrators; nil for a file.
  var host: String?

  package typealias MakeSource =
    @Sendable (_ clock: @escaping @Sendable () -> Timestamp, _ schedule: @escaping Schedule) -> Source

  package struct Source: Sendable {
    var source: any CatalogSource
    /// Stops the source's own threads, so that all requests in flight fail.
    var stop: @Sendable () -> Void

    package init(_ source: any CatalogSource, stop: @escaping @Sendable () -> Void = {}) {
      self.source = source
      self.stop = stop
    }
  }

  package init(
    options: CatalogOptions = CatalogOptions(), cache: String? = nil, entries: Int = defaultEntries,
    imageURL: String? = nil, host: String? = nil, _ makeSource: @escaping MakeSource
  ) {
    self.makeSource = makeSource
    self.options = options
    self.cache = cache
    self.entries = entries
    self.imageURL = imageURL
    self.host = host
  }

  package static let defaultEntries = 50_000

  fileprivate var store: any CatalogStore {
    makeStore?() ?? cache.map { AnswerFolder($0, limit: entries) } ?? NullCatalogStore()
  }
}

/// A server's catalog and the threads that it uses.
struct CatalogPath: Sendable {
  let access: CatalogAccess
  let timers: Timers
  /// The thread that reads and writes the cache store.
  private let storeWorker: WorkerPool
  private let stopSource: @Sendable () -> Void
  private let reports: CatalogReports

  /// Creates the catalog. `workers` run the jobs that may wait for the event store.
  init(
    _ catalog: CatalogConfiguration, _ configuration: Application.Configuration, _ reports: CatalogReports,
    workers: WorkerPool
  ) {
    let timers = Timers(name: "catalog-timers", uptime: configuration.uptime)
    let storeWorker = WorkerPool(name: "catalog-store", threadCount: 1)
    let log = configuration.log
    self.timers = timers
    self.storeWorker = storeWorker
    self.reports = reports
    let schedule: Schedule = { milliseconds, body in
      do throws(SystemError) {
        return try timers.call(after: milliseconds, body)
      } catch {
        // Without a timer, only the source's own timeout applies.
        log.error("catalog_timer_failed", ["error": .string("\(error)")])
        return {}
      }
    }
    let uptime = configuration.uptime
    let source = catalog.makeSource({ Timestamp(microseconds: Int64(uptime() / .microseconds(1))) }, schedule)
    stopSource = source.stop
    let parts = CatalogAccess.Parts(
      Catalog(
        source: source.source,
        store: catalog.store,
        options: catalog.options,
        environment: CatalogEnvironment(
          clock: configuration.clock, schedule: schedule, perform: { storeWorker.perform($0) },
          observe: { reports.note($0) })),
      imageURL: catalog.imageURL, host: catalog.host, workers: workers, schedule: schedule, uptime: uptime)
    access = CatalogAccess(parts)
  }

  func start() throws {
    try storeWorker.start()
    maintainEntries()
  }

  private static let maintenanceMilliseconds = 60_000

  /// Removes expired entries and counts the others. Schedules itself to run again every minute.
  private func maintainEntries() {
    access.catalog.removeExpired()
    access.catalog.status { status in
      if let size = status.size { reports.note(entries: size.entries) }
    }
    _ = access.schedule(Self.maintenanceMilliseconds) { maintainEntries() }
  }

  /// The longest time that stopping waits for the cache's disk. Answers not saved by then can be fetched again.
  private static let stopTimeout = Duration.seconds(4)

  /// Answers all pending questions and stops the threads.
  func stop() {
    access.catalog.stop()
    stopSource()
    timers.stop()
    storeWorker.stop(within: Self.stopTimeout)
  }
}
