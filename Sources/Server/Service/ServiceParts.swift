import Platform
import MovieNightPrimitives
import Transport

extension Service {
  struct Parts {
    var methods: MethodTable
    var loop: EventLoop
    var commands: CommandPath
    var queries: QueryEngine
    var catalog: CatalogAccess?
    var authenticator: Authenticator
    var workers: WorkerPool
    /// For `server.health` alone, which must answer even while all workers wait for the store.
    var healthWorker: WorkerPool
    /// For secrets of peers with many failures.
    var slowedWorker: WorkerPool
    var subscriptions: SubscriptionRegistry
    var administration: Administration
    var metrics: ServiceMetrics
    var log: Log
    var clock: @Sendable () -> Timestamp
    /// Monotonic.
    var uptime: @Sendable () -> Duration
    var registrationIsOpen: Bool
    var limits: TransportLimits
    var lookupLimits: LookupQuota.Limits
    /// Returns freed memory to the system, which takes a while.
    var returnMemory: @Sendable () -> Void
    /// The user that may administer besides root.
    var ownUID: UInt32
    /// Stops the server; called on the loop's thread.
    var stop: () -> Void
  }
}
