import MovieNightPrimitives

/// Something that lasts and that whoever runs the server should know of. All of them are in
/// `docs/operations.md`, "Problems that health tells".
struct HealthProblem: Sendable {
  /// What a problem does to the status that `server.health` tells: the worst one counts.
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

  /// A word that stays the same, for programs. Health tells problems in this order.
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
      // It is another one that ails: who sends clients elsewhere by this server's status would send them there.
      case .serverStoodStill: .harmless
      }
    }
  }

  /// What more there is to tell of one.
  struct Details: Sendable {
    /// Of a read model.
    var name: String?
    /// Of an event.
    var position: Int?
    /// What the clock says.
    var clock: Timestamp?
    /// The time of the last event.
    var lastRecorded: Timestamp?
    /// When it was last so.
    var lastAt: Timestamp?
  }

  var reason: Reason
  /// Which one, where there may be several of one reason: the name of a read model, a position. Not told.
  var subject = ""
  /// A sentence for an operator. Members may read it too: no paths, addresses or names of persons.
  var message: String
  /// When it began, or was first noticed.
  var since: Timestamp
  var details = Details()
}

/// The status that `server.health` tells.
enum HealthStatus: String, ResultChoice {
  case ok, degraded
  case storeUnavailable = "store_unavailable"
}
