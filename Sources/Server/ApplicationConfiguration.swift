import MovieNightPrimitives
import Platform
import Stores
import Transport

extension Application {
  package struct Configuration: Sendable {
    var areas: ServerAreas
    var store: StoreAddress
    /// The TCP address to listen on; nil to listen on the Unix socket only.
    var listen: ListenAddress?
    /// The addresses of trusted proxies. Their TCP connections must begin with a `ProxyHeader`, naming the client.
    var trustedProxies: [AddressRange]
    /// The path of the Unix socket to listen on. Administrators connect to it.
    var socketPath: String
    var registrationIsOpen: Bool
    var limits: TransportLimits
    /// The approximate limit in bytes for the cached rows of all read models. The cached aggregate states have a
    /// separate limit of the same size, and the cached names one of an eighth of that size.
    var rowMemory: Int
    /// The maximum number of bytes that each household may record per day; nil for no limit.
    var recordingQuota: Int?
    var lookupLimits = LookupQuota.Limits()
    /// Called if the server has not stopped within `shutdownTimeout` of the request to stop; nil to wait forever.
    package var shutdownIsOverdue: (@Sendable () -> Void)?
    var shutdownTimeout = Duration.seconds(9)
    var log: Log
    var clock: @Sendable () -> Timestamp
    /// A monotonic clock, for measuring durations.
    var uptime: @Sendable () -> Duration
    /// Whether rounds expire. False if an administrator's command opens the store and must change nothing else.
    var watchesDeadlines: Bool
    /// Whether to serve a store that was restored from a backup and lacks events recorded after the backup.
    var acceptsRestored: Bool
    /// The source of facts about movies and series; nil for none.
    var catalog: CatalogConfiguration?

    package static let defaultRowMemory = 64 << 20
    package static let defaultRecordingQuota = 256 << 20

    package init(
      areas: ServerAreas, store: StoreAddress, listen: ListenAddress? = nil,
      trustedProxies: [AddressRange] = [], socketPath: String,
      registrationIsOpen: Bool = false, limits: TransportLimits = TransportLimits(),
      rowMemory: Int = Self.defaultRowMemory,
      recordingQuota: Int? = Self.defaultRecordingQuota, log: Log,
      clock: @escaping @Sendable () -> Timestamp = SystemClock.wallTime,
      uptime: @escaping @Sendable () -> Duration = SystemClock.monotonic,
      watchesDeadlines: Bool = true, acceptsRestored: Bool = false, catalog: CatalogConfiguration? = nil
    ) {
      self.areas = areas
      self.store = store
      self.listen = listen
      self.trustedProxies = trustedProxies
      self.socketPath = socketPath
      self.registrationIsOpen = registrationIsOpen
      self.limits = limits
      self.rowMemory = rowMemory
      self.recordingQuota = recordingQuota
      self.log = log
      self.clock = clock
      self.uptime = uptime
      self.watchesDeadlines = watchesDeadlines
      self.acceptsRestored = acceptsRestored
      self.catalog = catalog
    }
  }
}
