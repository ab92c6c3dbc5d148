import Stores
import EventStore
import Glibc
import MovieNightPrimitives
import Testing

@testable import Platform
@testable import Server
@testable import Transport

/// The kinds of stores; many tests run once for each kind.
enum StoreKind: CaseIterable, CustomTestStringConvertible, Sendable {
  case memory, journal
  #if SQLite
    case sqlite
  #endif
  #if Postgres
    case postgres
  #endif

  var testDescription: String { "\(self)" }
  static var durable: [StoreKind] { allCases.filter { $0 != .memory } }
  /// The durable kinds that only one process can open at a time, unlike a database.
  static var inFiles: [StoreKind] { [.journal] + keepingRows.filter { !$0.isShared } }
  /// The kinds that store the rows of read models together with the events.
  static var keepingRows: [StoreKind] { allCases.filter { $0 != .memory && $0 != .journal } }

  var isShared: Bool {
    #if Postgres
      self == .postgres
    #else
      false
    #endif
  }

  /// Returns the address of the store of this kind in `folder`.
  func address(in folder: TemporaryFolder) throws -> StoreAddress {
    switch self {
    case .memory: .memory
    case .journal: .journal(directory: "\(folder.path)/journal")
    #if SQLite
      case .sqlite: .sqlite(path: "\(folder.path)/store.db")
    #endif
    #if Postgres
      case .postgres: try folder.database().store
    #endif
    }
  }
}

/// A server that tests can connect to.
protocol ServerUnderTest: Sendable {
  var socketPath: String { get }
}

extension ServerUnderTest {
  func wire() throws -> Wire { try Wire(unix: socketPath) }

  func wire(token: String) throws -> Wire {
    let wire = try wire()
    try wire.result("auth.authenticate", #""token":"\#(token)""#)
    return wire
  }

  func administrator() throws -> Wire {
    let wire = try wire()
    try wire.result("auth.authenticate", #""administrator":true"#)
    return wire
  }

  func client(token: String) throws -> WaitingClient { try WaitingClient(unix: socketPath, token: token) }

  /// Creates a household with a creator and children over an administrator's connection.
  func createHousehold(_ name: String = "Films", creator: String = "Tim", children: [String] = ["Max", "Mia"]) throws
    -> Household
  {
    let founded = try administrator().result(
      "households.create", #""name":"\#(name)","creator":{"display_name":"\#(creator)"}"#)
    let token = try founded.string("token")
    let wire = try wire(token: token)
    let ids = try children.map { child in
      try wire.result("members.add_managed", #""display_name":"\#(child)""#).object("member").string("member_id")
    }
    let household = try founded.object("household")
    return Household(
      id: try household.string("household_id"), creator: try household.string("created_by"), token: token,
      children: ids)
  }
}

/// The ids and the first token of a household, in the form that JSON uses.
struct Household: Sendable {
  let id: String
  let creator: String
  let token: String
  let children: [String]

  var members: [String] { [creator] + children }

  /// Returns the `acting_as` parameter for a member; an empty text for the creator, who owns the token.
  func actingAs(_ member: String) -> String { member == creator ? "" : #","acting_as":"\#(member)""# }
}

/// A complete server inside the test's process. It starts quickly, and the test sets its clock.
final class LocalServer: ServerUnderTest {
  let time: ManualTime
  let folder: TemporaryFolder
  let store: StoreAddress
  let socketPath: String
  private let areas: ServerAreas
  private let registrationIsOpen: Bool
  private let limits: TransportLimits
  private let trustedProxies: [AddressRange]
  private let uptime: @Sendable () -> Duration
  private let catalog: CatalogConfiguration?
  private let lookupLimits: LookupQuota.Limits
  private let shutdownIsOverdue: (@Sendable () -> Void)?
  private let log: Log
  private let running = Locked<(application: Application, thread: WorkerThread)?>(nil)

  convenience init(
    _ kind: StoreKind = .memory, areas: ServerAreas = .current, registrationIsOpen: Bool = false,
    limits: TransportLimits = TransportLimits(),
    trustedProxies: [AddressRange] = [], uptime: @escaping @Sendable () -> Duration = SystemClock.monotonic,
    catalog: CatalogConfiguration? = nil, lookupLimits: LookupQuota.Limits = LookupQuota.Limits(),
    shutdownIsOverdue: (@Sendable () -> Void)? = nil, log: Log = standardLog
  ) throws {
    let folder = try TemporaryFolder()
    try self.init(
      kind.address(in: folder), in: folder, ManualTime(), areas: areas, registrationIsOpen: registrationIsOpen,
      limits: limits,
      trustedProxies: trustedProxies, uptime: uptime, catalog: catalog, lookupLimits: lookupLimits,
      shutdownIsOverdue: shutdownIsOverdue, log: log)
  }

  static let standardLog = Log(minimumLevel: .error, format: .json, sink: LogSink(descriptor: STDERR_FILENO))

  /// Starts a server on a store that other servers may share.
  init(
    _ store: StoreAddress, in folder: TemporaryFolder, _ time: ManualTime, areas: ServerAreas = .current,
    registrationIsOpen: Bool = false,
    limits: TransportLimits = TransportLimits(), trustedProxies: [AddressRange] = [],
    uptime: @escaping @Sendable () -> Duration = SystemClock.monotonic, catalog: CatalogConfiguration? = nil,
    lookupLimits: LookupQuota.Limits = LookupQuota.Limits(), shutdownIsOverdue: (@Sendable () -> Void)? = nil,
    log: Log = standardLog
  ) throws {
    self.store = store
    self.folder = folder
    self.time = time
    socketPath = "\(folder.path)/s"
    self.areas = areas
    self.registrationIsOpen = registrationIsOpen
    self.limits = limits
    self.trustedProxies = trustedProxies
    self.uptime = uptime
    self.catalog = catalog
    self.lookupLimits = lookupLimits
    self.shutdownIsOverdue = shutdownIsOverdue
    self.log = log
    try start()
  }

  deinit { stop() }

  /// - Parameter withCatalog: Whether the server uses the catalog given to the initializer.
  func start(withCatalog: Bool = true) throws {
    var configuration = Application.Configuration(
      areas: areas, store: store, listen: .tcp(host: "127.0.0.1", port: 0), trustedProxies: trustedProxies,
      socketPath: socketPath, registrationIsOpen: registrationIsOpen, limits: limits,
      log: log, clock: { [time] in time.now }, uptime: uptime,
      catalog: withCatalog ? catalog : nil)
    configuration.lookupLimits = lookupLimits
    configuration.shutdownIsOverdue = shutdownIsOverdue
    if shutdownIsOverdue != nil { configuration.shutdownTimeout = .milliseconds(100) }
    let application = try Application(configuration, signals: nil)
    let thread = WorkerThread(name: "local-server") {
      do { try application.run() } catch { Issue.record(error) }
    }
    try thread.start()
    running.withLock { $0 = (application, thread) }
  }

  func stop() {
    let ended = running.withLock { running in
      defer { running = nil }
      return running
    }
    ended?.application.stop()
    ended?.thread.join()
  }

  func restart() throws {
    stop()
    try start()
  }

  var application: Application {
    get throws {
      guard let application = running.withLock({ $0?.application }) else { throw TestFailure("the server is stopped") }
      return application
    }
  }

  var port: UInt16 {
    get throws {
      guard case .tcp(_, let port)? = try application.addresses.first else { throw TestFailure("there is no TCP") }
      return port
    }
  }
}
