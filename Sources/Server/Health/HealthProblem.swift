import MovieNightPrimitives

/// A lasting problem that concerns the server's operator. `docs/operations.md`, "Health problems", lists them.
struct HealthProblem: Sendable {
  /// The effect of a problem on the status in `server.health`: the worst one counts.
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

  /// A stable word for programs. Health lists problems in this order.
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
      // Another server has the problem: a load balancer that goes by this server's status would send clients to that one.
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
    /// When it last happened.
    var lastAt: Timestamp?
  }

  var reason: Reason
  /// Distinguishes problems of one reason: the name of a read model, or a position. Not shown.
  var subject = ""
  /// A sentence for an operator. Members may read it too: no paths, addresses or names of persons.
  var message: String
  /// When it began, or was first noticed.
  var since: Timestamp
  var details = Details()
}

enum HealthStatus: String, ResultEnum {
  case ok, degraded
  case storeUnavailable = "store_unavailable"
}
