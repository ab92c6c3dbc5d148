// Made by `make protocol` from the server's declarations: change those.

/// What ``ServerInfo/store`` says: what it records in.
public enum StoreKind: OpenChoice {
  case sqlite
  case journal
  case postgres
  case memory
  /// A word that this version of the client does not know.
  case other(String)

  public static let allCases: [StoreKind] = [.sqlite, .journal, .postgres, .memory]

  public init(rawValue: String) {
    switch rawValue {
    case "sqlite": self = .sqlite
    case "journal": self = .journal
    case "postgres": self = .postgres
    case "memory": self = .memory
    default: self = .other(rawValue)
    }
  }

  public var rawValue: String {
    switch self {
    case .sqlite: "sqlite"
    case .journal: "journal"
    case .postgres: "postgres"
    case .memory: "memory"
    case .other(let word): word
    }
  }
}

/// What ``ServerHealth/status`` says: the worst that any of the problems makes it.
public enum HealthStatus: OpenChoice {
  case ok
  case degraded
  case storeUnavailable
  /// A word that this version of the client does not know.
  case other(String)

  public static let allCases: [HealthStatus] = [.ok, .degraded, .storeUnavailable]

  public init(rawValue: String) {
    switch rawValue {
    case "ok": self = .ok
    case "degraded": self = .degraded
    case "store_unavailable": self = .storeUnavailable
    default: self = .other(rawValue)
    }
  }

  public var rawValue: String {
    switch self {
    case .ok: "ok"
    case .degraded: "degraded"
    case .storeUnavailable: "store_unavailable"
    case .other(let word): word
    }
  }
}

/// What ``HealthProblem/reason`` says: what it is, for programs.
public enum HealthReason: OpenChoice {
  case storeReplaced
  case storeUnreachable
  case commandsFailing
  case clockOutOfRange
  case clockBehind
  case storeDamaged
  case flushFailing
  case projectionStopped
  case projectionRebuilding
  case serverStoodStill
  /// A word that this version of the client does not know.
  case other(String)

  public static let allCases: [HealthReason] = [
    .storeReplaced, .storeUnreachable, .commandsFailing, .clockOutOfRange, .clockBehind, .storeDamaged, .flushFailing,
    .projectionStopped, .projectionRebuilding, .serverStoodStill,
  ]

  public init(rawValue: String) {
    switch rawValue {
    case "store_replaced": self = .storeReplaced
    case "store_unreachable": self = .storeUnreachable
    case "commands_failing": self = .commandsFailing
    case "clock_out_of_range": self = .clockOutOfRange
    case "clock_behind": self = .clockBehind
    case "store_damaged": self = .storeDamaged
    case "flush_failing": self = .flushFailing
    case "projection_stopped": self = .projectionStopped
    case "projection_rebuilding": self = .projectionRebuilding
    case "server_stood_still": self = .serverStoodStill
    default: self = .other(rawValue)
    }
  }

  public var rawValue: String {
    switch self {
    case .storeReplaced: "store_replaced"
    case .storeUnreachable: "store_unreachable"
    case .commandsFailing: "commands_failing"
    case .clockOutOfRange: "clock_out_of_range"
    case .clockBehind: "clock_behind"
    case .storeDamaged: "store_damaged"
    case .flushFailing: "flush_failing"
    case .projectionStopped: "projection_stopped"
    case .projectionRebuilding: "projection_rebuilding"
    case .serverStoodStill: "server_stood_still"
    case .other(let word): word
    }
  }
}

/// What ``ProjectionHealth/state`` says: what it does.
public enum ProjectionState: OpenChoice {
  case ready
  case rebuilding
  case stopped
  /// A word that this version of the client does not know.
  case other(String)

  public static let allCases: [ProjectionState] = [.ready, .rebuilding, .stopped]

  public init(rawValue: String) {
    switch rawValue {
    case "ready": self = .ready
    case "rebuilding": self = .rebuilding
    case "stopped": self = .stopped
    default: self = .other(rawValue)
    }
  }

  public var rawValue: String {
    switch self {
    case .ready: "ready"
    case .rebuilding: "rebuilding"
    case .stopped: "stopped"
    case .other(let word): word
    }
  }
}

/// What ``CatalogHealth/state`` says: how its source answers.
public enum CatalogState: OpenChoice {
  case ok
  case unauthorised
  case limited
  case unavailable
  /// A word that this version of the client does not know.
  case other(String)

  public static let allCases: [CatalogState] = [.ok, .unauthorised, .limited, .unavailable]

  public init(rawValue: String) {
    switch rawValue {
    case "ok": self = .ok
    case "unauthorised": self = .unauthorised
    case "limited": self = .limited
    case "unavailable": self = .unavailable
    default: self = .other(rawValue)
    }
  }

  public var rawValue: String {
    switch self {
    case .ok: "ok"
    case .unauthorised: "unauthorised"
    case .limited: "limited"
    case .unavailable: "unavailable"
    case .other(let word): word
    }
  }
}
