// Made by `make protocol` from the server's declarations: change those.

extension ClientMethods {
  /// The methods `server.…`.
  public var server: ServerArea { ServerArea(scope: scope) }
}

/// The methods `server.…`.
public struct ServerArea: Sendable {
  let scope: ClientScope

  /// Answers.
  ///
  /// Sends `server.ping`. Everyone may, also without a token.
  public func ping() async throws {
    _ = try await scope.send(ServerRequests.ping())
  }

  /// Tells what the server is, and what it can do.
  ///
  /// Sends `server.info`. Everyone may, also without a token.
  ///
  /// - Returns: What the server is, and what it can do.
  public func info() async throws -> ServerInfo {
    try await scope.send(ServerRequests.info())
  }

  /// Tells how the server is, and what is wrong.
  ///
  /// Sends `server.health`.
  ///
  /// - Returns: How the server is, and what is wrong.
  public func health() async throws -> ServerHealth {
    try await scope.send(ServerRequests.health())
  }
}

extension Administration {
  /// The administrator's methods `server.…`.
  public var server: ServerArea { ServerArea(scope: scope) }

  /// The administrator's methods `server.…`.
  public struct ServerArea: Sendable {
    let scope: ClientScope

    /// Shows the server's metrics.
    ///
    /// Sends `server.metrics`. Refused with ``RefusalReason/notAllowed``, and with what refuses any request.
    ///
    /// - Returns: Metrics.
    public func metrics() async throws -> ServerMetrics {
      try await scope.send(ServerRequests.metrics())
    }
  }
}

/// The requests of the methods `server.…`. An outbox keeps commands without secrets only.
public enum ServerRequests {
  /// The request `server.ping`: answers.
  public static func ping() -> TypedRequest<JSONObject> {
    TypedRequest("server.ping")
  }

  /// The request `server.info`: tells what the server is, and what it can do.
  public static func info() -> TypedRequest<ServerInfo> {
    TypedRequest("server.info")
  }

  /// The request `server.health`: tells how the server is, and what is wrong.
  public static func health() -> TypedRequest<ServerHealth> {
    TypedRequest("server.health")
  }

  /// The request `server.metrics`: shows the server's metrics.
  public static func metrics() -> TypedRequest<ServerMetrics> {
    TypedRequest("server.metrics")
  }
}

/// What the server is, and what it can do.
public struct ServerInfo: Hashable, Codable, Sendable {
  /// `movienight`.
  public var name: String
  /// The version of the program.
  public var version: String
  /// The version of the protocol: 1.
  public var `protocol`: Int
  /// What it records in.
  public var store: StoreKind
  /// Where facts about movies are from; nil where the server has no catalog.
  public var catalog: CatalogInfo?
  /// The names of all that it knows, sorted.
  public var methods: [String]
}

/// Where facts about movies and series are from.
public struct CatalogInfo: Hashable, Codable, Sendable {
  /// `tmdb` or `file`.
  public var source: String
  /// To be shown with what is from there.
  public var attribution: String
  /// What addresses of images begin with.
  public var imageURL: String

  private enum CodingKeys: String, CodingKey {
    case source, attribution, imageURL = "image_url"
  }
}

/// How the server is, and what is wrong.
public struct ServerHealth: Hashable, Codable, Sendable {
  /// The worst that any of the problems makes it.
  public var status: HealthStatus
  /// What is wrong now; none when all is well.
  public var problems: [HealthProblem]
  /// What it records in.
  public var store: String
  /// The last position that this server has seen.
  public var head: EventPosition
  /// Up to which position all read models have folded.
  public var checkpoint: EventPosition?
  /// How each read model is.
  public var projections: [ProjectionHealth]
  /// Which of several servers on one PostgreSQL is appending; nil when nobody is, and on every other store.
  public var appendLock: AppendLock?
  /// How it goes with it; nil where the server has none.
  public var catalog: CatalogHealth?
  /// How long it runs. In seconds.
  public var uptimeSeconds: Int

  private enum CodingKeys: String, CodingKey {
    case status, problems, store, head, checkpoint, projections, appendLock = "append_lock", catalog,
      uptimeSeconds = "uptime_s"
  }
}

/// Something that lasts and that whoever runs the server should know of.
public struct HealthProblem: Hashable, Codable, Sendable {
  /// What it is, for programs.
  public var reason: HealthReason
  /// What it is, for an operator.
  public var message: String
  /// When it began, or was first noticed.
  public var since: Timestamp
  /// Of the read model, where it has one.
  public var name: String?
  /// Of the event, where it has one.
  public var position: EventPosition?
  /// What the clock says, where it has one.
  public var clock: Timestamp?
  /// The time of the last event, where it has one.
  public var lastRecorded: Timestamp?
  /// When it was last so, where it has one.
  public var lastAt: Timestamp?

  private enum CodingKeys: String, CodingKey {
    case reason, message, since, name, position, clock, lastRecorded = "last_recorded", lastAt = "last_at"
  }
}

/// How a read model is.
public struct ProjectionHealth: Identifiable, Hashable, Codable, Sendable {
  /// What it is called.
  public var name: String
  /// The version of its fold.
  public var version: Int
  /// Up to which position it has folded.
  public var checkpoint: EventPosition
  /// How many events it is behind; 0 unless it stopped.
  public var lag: Int
  /// What it does.
  public var state: ProjectionState
  /// The event that it cannot read; nil unless it stopped.
  public var stoppedPosition: EventPosition?
  /// Why; nil unless it stopped.
  public var stoppedReason: String?

  public var id: String { name }

  private enum CodingKeys: String, CodingKey {
    case name, version, checkpoint, lag, state, stoppedPosition = "stopped_position", stoppedReason = "stopped_reason"
  }
}

/// Which of several servers is appending.
public struct AppendLock: Hashable, Codable, Sendable {
  /// Which server.
  public var holder: String?
  /// For how long it has appended. In milliseconds.
  public var heldMilliseconds: Int?
  /// How many servers wait to append.
  public var waiting: Int

  private enum CodingKeys: String, CodingKey {
    case holder, heldMilliseconds = "held_ms", waiting
  }
}

/// How it goes with the catalog.
public struct CatalogHealth: Hashable, Codable, Sendable {
  /// `tmdb` or `file`.
  public var source: String
  /// How its source answers.
  public var state: CatalogState
  /// When it failed last; nil where it has not since the start.
  public var lastErrorAt: Timestamp?

  private enum CodingKeys: String, CodingKey {
    case source, state, lastErrorAt = "last_error_at"
  }
}

/// Metrics.
public struct ServerMetrics: Hashable, Codable, Sendable {
  /// In Prometheus' text format.
  public var text: String
}

/// What ``ServerInfo/store`` says: what it records in.
public struct StoreKind: OpenEnum {
  public static let sqlite = Self(rawValue: "sqlite")
  public static let journal = Self(rawValue: "journal")
  public static let postgres = Self(rawValue: "postgres")
  public static let memory = Self(rawValue: "memory")

  public static let allCases: [Self] = [.sqlite, .journal, .postgres, .memory]
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// What ``ServerHealth/status`` says: the worst that any of the problems makes it.
public struct HealthStatus: OpenEnum {
  public static let ok = Self(rawValue: "ok")
  public static let degraded = Self(rawValue: "degraded")
  public static let storeUnavailable = Self(rawValue: "store_unavailable")

  public static let allCases: [Self] = [.ok, .degraded, .storeUnavailable]
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// What ``HealthProblem/reason`` says: what it is, for programs.
public struct HealthReason: OpenEnum {
  public static let storeReplaced = Self(rawValue: "store_replaced")
  public static let storeUnreachable = Self(rawValue: "store_unreachable")
  public static let commandsFailing = Self(rawValue: "commands_failing")
  public static let clockOutOfRange = Self(rawValue: "clock_out_of_range")
  public static let clockBehind = Self(rawValue: "clock_behind")
  public static let storeDamaged = Self(rawValue: "store_damaged")
  public static let flushFailing = Self(rawValue: "flush_failing")
  public static let projectionStopped = Self(rawValue: "projection_stopped")
  public static let projectionRebuilding = Self(rawValue: "projection_rebuilding")
  public static let serverStoodStill = Self(rawValue: "server_stood_still")

  public static let allCases: [Self] = [
    .storeReplaced, .storeUnreachable, .commandsFailing, .clockOutOfRange, .clockBehind, .storeDamaged, .flushFailing,
    .projectionStopped, .projectionRebuilding, .serverStoodStill,
  ]
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// What ``ProjectionHealth/state`` says: what it does.
public struct ProjectionState: OpenEnum {
  public static let ready = Self(rawValue: "ready")
  public static let rebuilding = Self(rawValue: "rebuilding")
  public static let stopped = Self(rawValue: "stopped")

  public static let allCases: [Self] = [.ready, .rebuilding, .stopped]
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// What ``CatalogHealth/state`` says: how its source answers.
public struct CatalogState: OpenEnum {
  public static let ok = Self(rawValue: "ok")
  public static let unauthorised = Self(rawValue: "unauthorised")
  public static let limited = Self(rawValue: "limited")
  public static let unavailable = Self(rawValue: "unavailable")

  public static let allCases: [Self] = [.ok, .unauthorised, .limited, .unavailable]
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}
