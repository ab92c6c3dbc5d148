import Platform
import WritePath

struct ServiceMetrics: Sendable {
  let requests: Counter
  let cacheHits: Counter
  let failedAuthentications: Counter
  let events: Counter
  let subscriptions: Gauge
  let pages: Counter
  let endedHolders: Counter
  private let recorded: Counter
  private let repeated: Counter
  private let refused: Counter
  private let failed: Counter
  private let commandTime: Histogram

  init(_ registry: MetricRegistry) {
    requests = registry.counter("movienight_requests_total", help: "Requests received.")
    cacheHits = registry.counter(
      "movienight_answer_cache_hits_total", help: "Queries answered from the cache of finished answers.")
    failedAuthentications = registry.counter(
      "movienight_failed_authentications_total", help: "Authentications with an unknown or revoked token.")
    events = registry.counter("movienight_events_recorded_total", help: "Events recorded by this process.")
    subscriptions = registry.gauge("movienight_subscriptions", help: "Current subscriptions.")
    pages = registry.counter(
      "movienight_subscription_pages_total",
      help: "Pages of events read for subscribers; those at one position share a page."
    )
    endedHolders = registry.counter(
      "movienight_lock_holders_ended_total",
      help: "Servers that hung with the append lock, and were disconnected by this one.")
    func commands(_ outcome: String) -> Counter {
      registry.counter("movienight_commands_total", help: "Commands by outcome.", labels: ["outcome": outcome])
    }
    recorded = commands("recorded")
    repeated = commands("repeated")
    refused = commands("refused")
    failed = commands("failed")
    commandTime = registry.histogram(
      "movienight_command_seconds", help: "Time from a command's arrival to its durable outcome.", unit: .nanoseconds,
      bounds: [100_000, 300_000, 1_000_000, 3_000_000, 10_000_000, 30_000_000, 100_000_000, 1_000_000_000])
  }

  func observe(_ outcome: SubmissionOutcome, microseconds: Int64) {
    switch outcome {
    case .recorded: recorded.add()
    case .repeated: repeated.add()
    case .refused, .overQuota: refused.add()
    case .failed: failed.add()
    }
    commandTime.observe(Int(max(0, microseconds)) * 1000)
  }
}
