import Stores
import Platform
import MovieNightPrimitives
import Transport

extension Application {
  /// Which store a server serves, where, and how.
  package struct Configuration: Sendable {
    var areas: ServerAreas
    var store: StoreAddress
    /// TCP, where it shall be served.
    var listen: ListenAddress?
    /// Who connects from there over TCP is a proxy, and says for whom.
    var trustedProxies: [AddressRange]
    /// The Unix socket, which administrators use too.
    var socketPath: String
    var registrationIsOpen: Bool
    var limits: TransportLimits
    /// About how many bytes the cached rows of all read models may take in memory. The states that commands are decided on
    /// may take as many again, and names an eighth of it.
    var rowMemory: Int
    /// How many bytes each household may record a day; nil where there is no limit.
    var recordingQuota: Int?
    var lookupLimits = LookupQuota.Limits()
    /// Called when the server has not stopped within `longestEnd` of the request to stop; nil to wait without a limit.
    package var endIsOverdue: (@Sendable () -> Void)?
    var longestEnd = Duration.seconds(9)
    var log: Log
    var clock: @Sendable () -> Timestamp
    /// Monotonic: how long things take goes by it.
    var uptime: @Sendable () -> Duration
    /// Whether rounds expire. Not where an administrator's command serves a store for itself: it changes nothing else.
    var watchesDeadlines: Bool
    /// Whether a store is served that lacks what was recorded there.
    var acceptsRestored: Bool
    /// Where facts about movies and series come from; nil where from nowhere.
    var catalog: CatalogConfiguration?

    package static let standardRowMemory = 64 << 20
    package static let standardRecordingQuota = 256 << 20

    package init(
      areas: ServerAreas, store: StoreAddress, listen: ListenAddress? = nil,
      trustedProxies: [AddressRange] = [], socketPath: String,
      registrationIsOpen: Bool = false, limits: TransportLimits = TransportLimits(),
      rowMemory: Int = Self.standardRowMemory,
      recordingQuota: Int? = Self.standardRecordingQuota, log: Log,
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
