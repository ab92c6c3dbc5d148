import MovieNightPrimitives

/// A lasting problem that the server's operator should know of. `docs/operations.md`, "Health problems", lists them.
struct HealthProblem: Sendable {
  /// The effect of a problem on the status in `server.health`. The most severe problem determines the status.
  enum Severity: Int, Comparable, Sendable {
    case harmless, degraded, storeUnavailable

    var status: HealthStatus {
      switch self {
      case .harmless: .ok
      case .degraded: .degraded
      case .storeUnavailable: .storeUnavailable
      }
    }

    static func < (left: Severity, right: Severity) -> Bool { left.rawValue < right.rawValue }
  }

  /// The kind of problem, as a stable word for programs. `server.health` lists problems in the order of these cases.
  enum Reason: String, CaseIterable, Sendable {
    case storeReplaced = "store_replaced"
    case storeUnreachable = "store_unreachable"
    case commandsFailing = "commands_failing"
    case clockOutOfRange = "clock_out_of_range"
    case clockBehind = "clock_behind"
    case storeDamaged = "store_damaged"
    case flushFailing = "flush_failing"
    case projectionStopped = "projection_stopped"
    case projectionRebuilding = "projection_rebuilding"
    case serverStoodStill = "server_stood_still"

    var severity: Severity {
      switch self {
      case .storeReplaced, .storeUnreachable, .commandsFailing, .clockOutOfRange: .storeUnavailable
      case .clockBehind, .storeDamaged, .flushFailing, .projectionStopped, .projectionRebuilding: .degraded
      // Another server has the problem. If this server's status showed it, a load balancer could send clients there.
      case .serverStoodStill: .harmless
      }
    }
  }

  struct Details: Sendable {
    /// The name of a read model.
    var name: String?
    var position: Int?
    var clock: Timestamp?
    var lastRecorded: Timestamp?
    /// The time at which the problem last occurred.
    var lastAt: Timestamp?
  }

  var reason: Reason
  /// The name of a read model, or a position. It distinguishes problems with the same reason, and is not shown.
  var subject = ""
  /// A sentence for operators. It contains no paths, addresses or names of persons, because members may read it too.
  var message: String
  /// The time at which the problem began or was first noticed.
  var since: Timestamp
  var details = Details()
}

enum HealthStatus: String, ResultEnum {
  case ok, degraded
  case storeUnavailable = "store_unavailable"
}
