import Platform
import MovieNightPrimitives
import Transport
import WritePath

extension Service {
  struct Parts {
    var methods: MethodTable
    var loop: EventLoop
    var committer: Committer
    var queries: QueryEngine
    var catalog: CatalogAccess?
    var authenticator: Authenticator
    var workers: WorkerPool
    /// The worker for `server.health` alone, which must answer even while all other workers wait for the store.
    var healthWorker: WorkerPool
    /// The worker that checks the secrets of peers with many failures.
    var slowedWorker: WorkerPool
    var subscriptions: SubscriptionRegistry
    var imports: ImportSessions
    var administration: Administration
    var metrics: ServiceMetrics
    var log: Log
    var clock: @Sendable () -> Timestamp
    var uptime: @Sendable () -> Duration
    var registrationIsOpen: Bool
    /// The TCP address that the server listens on; nil if it has none.
    var tcpAddress: ListenAddress?
    var limits: TransportLimits
    var lookupLimits: LookupQuota.Limits
    /// Returns freed memory to the system, which takes a while.
    var returnMemory: @Sendable () -> Void
    /// The user that, like root, may administer the server.
    var ownUID: UInt32
    /// Stops the server; called on the loop's thread.
    var stop: () -> Void
  }
}
