import Catalog
import Platform
import MovieNightPrimitives

/// Where facts about movies and series come from, and how they are kept.
package struct CatalogConfiguration: Sendable {
  /// Makes what is asked, of a clock and timers. The clock only goes on: a clock that is set must hold nobody up.
  var makeSource: MakeSource
  var options: CatalogOptions
  /// The folder in which answers are kept over restarts; nil where none is.
  var cache: String?
  /// Makes what keeps them, instead of a folder: for tests.
  var makeStore: (@Sendable () -> any CatalogStore)?
  /// How many answers are kept there.
  var entries: Int
  /// Where images are, instead of where the source says; nil for there.
  var imageURL: String?
  /// Whom it asks, for administrators; nil for a file.
  var host: String?

  package typealias MakeSource =
    @Sendable (_ clock: @escaping @Sendable () -> Timestamp, _ schedule: @escaping Schedule) -> Source

  /// What is asked.
  package struct Source: Sendable {
    var source: any CatalogSource
    /// Ends what it does on threads of its own: all that is under way fails.
    var stop: @Sendable () -> Void

    package init(_ source: any CatalogSource, stop: @escaping @Sendable () -> Void = {}) {
      self.source = source
      self.stop = stop
    }
  }

  package init(
    options: CatalogOptions = CatalogOptions(), cache: String? = nil, entries: Int = standardEntries,
    imageURL: String? = nil, host: String? = nil, _ makeSource: @escaping MakeSource
  ) {
    self.makeSource = makeSource
    self.options = options
    self.cache = cache
    self.entries = entries
    self.imageURL = imageURL
    self.host = host
  }

  package static let standardEntries = 50_000

  fileprivate var store: any CatalogStore {
    makeStore?() ?? cache.map { AnswerFolder($0, limit: entries) } ?? NullCatalogStore()
  }
}

/// The catalog of a server with its threads.
struct CatalogPath: Sendable {
  let access: CatalogAccess
  let timers: Timers
  /// For what is kept over restarts.
  private let keeper: WorkerPool
  private let stopSource: @Sendable () -> Void
  private let reports: CatalogReports

  /// - Parameter workers: for what may wait for the store of the events.
  init(
    _ catalog: CatalogConfiguration, _ configuration: Application.Configuration, _ reports: CatalogReports,
    workers: WorkerPool
  ) {
    let timers = Timers(name: "catalog-timers", uptime: configuration.uptime)
    let keeper = WorkerPool(name: "catalog-store", threadCount: 1)
    let log = configuration.log
    self.timers = timers
    self.keeper = keeper
    self.reports = reports
    let schedule: Schedule = { milliseconds, body in
      do throws(SystemError) {
        return try timers.call(after: milliseconds, body)
      } catch {
        // Nothing comes too late then: whoever waits has the source's own time.
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
        surroundings: CatalogSurroundings(
          clock: configuration.clock, schedule: schedule, perform: { keeper.perform($0) },
          observe: { reports.note($0) })),
      imageURL: catalog.imageURL, host: catalog.host, workers: workers, schedule: schedule, uptime: uptime)
    access = CatalogAccess(parts)
  }

  func start() throws {
    try keeper.start()
    lookAfterEntries()
  }

  private static let millisecondsBetweenLooks = 60_000

  /// Counts what is kept, and removes what is too old.
  private func lookAfterEntries() {
    access.catalog.removeExpired()
    access.catalog.status { status in
      if let size = status.size { reports.note(entries: size.entries) }
    }
    _ = access.schedule(Self.millisecondsBetweenLooks) { lookAfterEntries() }
  }

  /// What is kept can be had again: a disk that does not answer holds nobody up.
  private static let patienceAtEnd = Duration.seconds(4)

  /// Answers all who wait, and ends its threads.
  func stop() {
    access.catalog.stop()
    stopSource()
    timers.stop()
    keeper.stop(within: Self.patienceAtEnd)
  }
}
