import Catalog
import Platform
import MovieNightPrimitives

/// Writes metrics and log lines about the catalog. They never contain search texts or API keys.
struct CatalogReports: Sendable {
  private let isKnownUnauthorised = Locked(false)
  private let isKnownUnreachable = Locked(false)
  private let entries: Gauge
  private let registry: MetricRegistry
  private let log: Log
  private let requests: [CatalogQuestion.Kind: [CacheUse: Counter]]
  private let seconds: Histogram
  private let failedWrites: Counter
  private let dropped: Counter

  init(_ registry: MetricRegistry, _ log: Log) {
    self.registry = registry
    self.log = log
    requests = Dictionary(
      uniqueKeysWithValues: CatalogQuestion.Kind.allCases.map { kind in
        let counters = CacheUse.allCases.map { use in
          let labels: KeyValuePairs = ["operation": kind.rawValue, "cache": use.rawValue]
          let help = "Catalog lookups, by operation and cache result."
          return (use, registry.counter("movienight_catalog_requests_total", help: help, labels: labels))
        }
        return (kind, Dictionary(uniqueKeysWithValues: counters))
      })
    seconds = registry.histogram(
      "movienight_catalog_upstream_seconds", help: "Duration of requests to the catalog's source.",
      unit: .nanoseconds,
      bounds: [
        10_000_000, 30_000_000, 100_000_000, 300_000_000, 1_000_000_000, 2_000_000_000, 5_000_000_000, 10_000_000_000,
      ])
    entries = registry.gauge("movienight_catalog_entries", help: "Catalog answers cached on disk.")
    failedWrites = registry.counter(
      "movienight_catalog_write_failures_total", help: "Catalog answers that could not be saved on disk.")
    dropped = registry.counter(
      "movienight_catalog_dropped_total", help: "Unusable list entries from the catalog's source.")
  }

  func note(_ event: CatalogEvent) {
    switch event {
    case .answered(let kind, let use): requests[kind]?[use]?.add()
    case .asked(let request): note(request)
    case .dropped(let count): dropped.add(count)
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
        "hint": .string("The catalog works without its cache on disk; answers are not kept across restarts."),
      ])
  }

  private func note(_ request: CatalogRequest) {
    let (microseconds, failure) = (request.request.microseconds, request.request.failure)
    let outcome = failure?.word ?? "ok"
    registry.counter(
      "movienight_catalog_upstream_total", help: "Requests to the catalog's source, by operation and outcome.",
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
    reportIfUnauthorised(failure)
    reportIfUnreachable(failure)
  }

  /// Logs a warning each time the source becomes unreachable. The hint is for operators, who may have to fix it.
  private func reportIfUnreachable(_ failure: CatalogFailure?) {
    let hint: String
    switch failure {
    case .unavailable(.connection):
      hint = "Check the network, DNS, HTTPS_PROXY and MOVIENIGHT_TMDB_URL."
    case .unavailable(.certificate): hint = "Check the machine's clock, its certificates and SSL_CERT_FILE."
    case .unavailable, .limited: return
    case .unauthorised, .notFound, nil:
      isKnownUnreachable.withLock { $0 = false }
      return
    }
    guard let failure, isKnownUnreachable.set() else { return }
    log.warning(
      "catalog_unreachable",
      [
        "outcome": .string(failure.word),
        "hint": .string("\(hint) The server retries automatically. Voting is not affected."),
      ])
  }

  /// Logs an error if the source rejects the key, once until it accepts the key again.
  private func reportIfUnauthorised(_ failure: CatalogFailure?) {
    guard case .unauthorised(let status)? = failure else {
      if failure == nil { isKnownUnauthorised.withLock { $0 = false } }
      return
    }
    guard isKnownUnauthorised.set() else { return }
    log.error(
      "catalog_unauthorised",
      [
        "status": .integer(status),
        "hint": .string("Check the catalog's token or key. The server retries automatically. Voting is not affected."),
      ])
  }

  func note(entries: Int) { self.entries.set(entries) }
}
