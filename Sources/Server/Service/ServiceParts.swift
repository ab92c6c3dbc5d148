import Platform
import MovieNightPrimitives
import Transport

extension Service {
  /// What the service works with.
  struct Parts {
    var methods: MethodTable
    var loop: EventLoop
    var commands: CommandPath
    var queries: QueryEngine
    /// Nil where the server has none.
    var catalog: CatalogAccess?
    var authenticator: Authenticator
    var workers: WorkerPool
    /// For `server.health` alone, which answers also when all workers wait for the store.
    var healthWorker: WorkerPool
    /// For secrets from where many were wrong.
    var slowedWorker: WorkerPool
    var subscriptions: SubscriptionDesk
    var administration: Administration
    var metrics: ServiceMetrics
    var log: Log
    var clock: @Sendable () -> Timestamp
    /// Monotonic.
    var uptime: @Sendable () -> Duration
    var registrationIsOpen: Bool
    var limits: TransportLimits
    var lookupLimits: LookupQuota.Limits
    /// Gives memory that was freed back to the system; takes a while.
    var returnMemory: @Sendable () -> Void
    /// The user that may administer beside root.
    var ownUID: UInt32
    /// Ends the server; called on the loop's thread.
    var stop: () -> Void
  }
}
