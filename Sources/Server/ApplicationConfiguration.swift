import MovieNightPrimitives
import Platform
import Stores
import Transport

extension Application {
  /// The store that a server serves, its addresses and its settings.
  package struct Configuration: Sendable {
    var areas: ServerAreas
    var store: StoreAddress
    /// The TCP address to serve; nil for none.
    var listen: ListenAddress?
    /// The addresses of proxies: a TCP connection from one of them begins by naming the client.
    var trustedProxies: [AddressRange]
    /// The Unix socket, which administrators use too.
    var socketPath: String
    var registrationIsOpen: Bool
    var limits: TransportLimits
    /// About how many bytes the cached rows of all read models may take. The states that commands are decided on may take as
    /// many again, and names an eighth of it.
    var rowMemory: Int
    /// The bytes that each household may record a day; nil for no limit.
    var recordingQuota: Int?
    var lookupLimits = LookupQuota.Limits()
    /// Called if the server has not stopped within `shutdownTimeout` of the request to stop; nil to wait without a limit.
    package var shutdownIsOverdue: (@Sendable () -> Void)?
    var shutdownTimeout = Duration.seconds(9)
    var log: Log
    var clock: @Sendable () -> Timestamp
    /// A monotonic clock, for measuring durations.
    var uptime: @Sendable () -> Duration
    /// Whether rounds expire. False when an administrator's command serves a store for itself: it must change nothing else.
    var watchesDeadlines: Bool
    /// Whether to serve a restored store that lacks events which were recorded in it.
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
