import Catalog
import Platform
import Primitives

/// What the catalog does, for metrics and log: never what somebody searched for, and never a key.
struct CatalogReports: Sendable {
  private let isKnownUnauthorised = Locked(false)
  private let entries: Gauge
  private let registry: MetricRegistry
  private let log: Log
  private let requests: [CatalogQuestion.Kind: [CacheUse: Counter]]
  private let seconds: Histogram
  private let failedWrites: Counter

  init(_ registry: MetricRegistry, _ log: Log) {
    self.registry = registry
    self.log = log
    requests = Dictionary(
      uniqueKeysWithValues: CatalogQuestion.Kind.allCases.map { kind in
        (
          kind,
          Dictionary(
            uniqueKeysWithValues: CacheUse.allCases.map { use in
              (
                use,
                registry.counter(
                  "movienight_catalog_requests_total", help: "Questions to the catalog, by where the answer came from.",
                  labels: ["operation": kind.rawValue, "cache": use.rawValue])
              )
            })
        )
      })
    seconds = registry.histogram(
      "movienight_catalog_upstream_seconds", help: "Time until the catalog's source answered or failed.",
      unit: .nanoseconds,
      bounds: [
        10_000_000, 30_000_000, 100_000_000, 300_000_000, 1_000_000_000, 2_000_000_000, 5_000_000_000, 10_000_000_000,
      ])
    entries = registry.gauge("movienight_catalog_entries", help: "Answers of the catalog that are kept over restarts.")
    failedWrites = registry.counter(
      "movienight_catalog_write_failures_total", help: "Answers of the catalog that could not be kept.")
  }

  func note(_ event: CatalogEvent) {
    switch event {
    case .answered(let kind, let use): requests[kind]?[use]?.add()
    case .asked(let request): note(request)
    case .storeFailed(let operation, let report):
      if operation == .write { failedWrites.add() }
      if let report { note(report) }
    }
  }

  private func note(_ report: StoreReport) {
    log.warning(
      "catalog_store_failed",
      [
        "failed_reads": .integer(report.failedReads), "failed_writes": .integer(report.failedWrites),
        "error": .string(report.message),
        "hint": .string("The catalog goes on without it; what is asked is not kept over restarts."),
      ])
  }

  /// Each request has its count and its line; what was held back went nowhere, and is none.
  private func note(_ request: CatalogRequest) {
    let (microseconds, failure) = (request.request.microseconds, request.request.failure)
    let outcome = failure?.word ?? "ok"
    registry.counter(
      "movienight_catalog_upstream_total", help: "Requests to the catalog's source, by what came of them.",
      labels: ["operation": request.operation.rawValue, "outcome": outcome]
    ).add()
    seconds.observe(Int(max(0, microseconds)) * 1000)
    log.info(
      "catalog_request",
      [
        "operation": .string(request.operation.rawValue), "key": .string(request.key),
        "cache": .string(request.cache.rawValue), "ms": .integer(Int(microseconds / 1000)),
        "outcome": .string(outcome),
      ])
    tellIfUnauthorised(failure)
  }

  /// Once, until it is well again.
  private func tellIfUnauthorised(_ failure: CatalogFailure?) {
    guard case .unauthorised(let status)? = failure else {
      if failure == nil { isKnownUnauthorised.withLock { $0 = false } }
      return
    }
    let isNews = isKnownUnauthorised.withLock { isKnown in
      defer { isKnown = true }
      return !isKnown
    }
    guard isNews else { return }
    log.error(
      "catalog_unauthorised",
      [
        "status": .integer(status),
        "hint": .string("Look at the token or key of the catalog; it is asked again by itself. Voting goes on."),
      ])
  }

  /// How many answers are kept over restarts.
  func note(entries: Int) { self.entries.set(entries) }
}
