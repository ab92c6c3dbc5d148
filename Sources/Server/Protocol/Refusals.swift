import Commands
import MovieNightPrimitives
import ProtocolSchema
import WritePath

package typealias Refusal = Commands.Refusal

// The refusals that any request can get. Each area declares further refusals beside its commands or methods.

// MARK: - Connections and malformed requests

extension Refusal {
  static let notJSON = Refusal(
    -32700, "parse_error", "the line is not JSON, or is nested deeper than 32 levels", "This line is not JSON.")
  static let invalidRequest = Refusal(
    -32600, "invalid_request",
    "the JSON is not a request, a batch is empty or too large, or a text has more than 30 combining marks in a row",
    "%")
  static let batchSize = invalidRequest.with("A batch has 1 to \(Batch.limit) requests.")
  static let tooManyValues = invalidRequest.with("This line has more values than the server accepts.")
  static let unknownMethod = Refusal(
    -32601, "unknown_method", "there is no such method", "There is no method %. server.info lists all methods.")
  static let tooManyConnections = Refusal(
    429, "too_many_connections",
    "the server or the member has too many connections; the server closes this one",
    "The server has reached its limit of connections.", .retryAfter(1000))
  static let tooManyOfMember = tooManyConnections.saying(
    "This member has too many connections, and this one was idle the longest.",
    data: [.retryAfter(60_000)])

  init(ofLine error: JSONError) {
    self =
      switch error.reason {
      case .tooManyMarks: .invalidRequest.with("A text in this line has \(error).")
      case .tooManyValues: .tooManyValues
      case .tooManyElements: .batchSize
      default: .notJSON
      }
  }

  /// The refusals of connections and lines, which do not answer a request of a known method.
  static let ofConnections = [notJSON, invalidRequest, unknownMethod, tooManyConnections, lineTooLarge]
}

// MARK: - Every method

extension Refusal {
  static let lineTooLarge = Refusal(
    413, "too_large", "a line or a result is too long", "This line is longer than the server accepts.")
  static let answerTooLarge = lineTooLarge.saying("The result is too large to send. Ask for less.")
  static let tooManyRequests = Refusal(
    429, "too_many_requests",
    "too many requests of the member, the household or all clients are waiting. Nothing was changed",
    "Too many of your requests are still waiting. Nothing was changed.", .retryAfter(1000))
  static let internalError = Refusal(500, "internal", "an error in the server", "Something went wrong on our side.")
  static let stopping = Refusal(
    503, "stopping", "the server is stopping. Nothing was changed", "The server is stopping. Nothing was changed.")
  static let storeUnavailable = Refusal(
    503, "store_unavailable",
    "the store does not respond, the server's clock is wrong, or an event is damaged (`position`). Nothing was changed",
    "The store cannot be reached now. Nothing was changed.", .damagedPosition)
  static func damagedEvent(at position: Int) -> Refusal {
    storeUnavailable.saying(
      "The event at position \(position) is damaged, so data that depends on it is unavailable. Nothing was changed.",
      data: [.damagedPosition(position)])
  }
  static let implausibleTime = storeUnavailable.saying(
    "The server's clock is wrong, and nothing can be recorded until it is corrected. Nothing was changed.")
  static let projectionStopped = Refusal(
    503, "projection_stopped", "a read model stopped at an event that it cannot read",
    "The read model '%' stopped at an event that it cannot read.", .projection)
  static func projectionStopped(_ name: String) -> Refusal { projectionStopped.with(name, data: .projection(name)) }

  static let ofEveryMethod = [
    badParameters, lineTooLarge, internalError, stopping, storeUnavailable, projectionStopped, tooManyRequests,
  ]
}

// MARK: - Access

extension Refusal {
  static let badToken = notAuthenticated.saying("The token is unknown or was revoked.")
  static let notAllowed = Refusal(
    403, "not_allowed", "only an administrator can do this", "Only an administrator of this server can do this.",
    hint:
      "Connect to the server's Unix socket, as its user and without a token: --connect unix:./data/movienight.db.sock")
  static let notAMember = Refusal(
    403, "not_a_member", "you are not a member of the household", "You are not a member of that household.")
  static let noMember = Refusal(
    403, "no_member", "only members can do this, not an administrator",
    "Only members of a household can do this, not an administrator.")
  static let notAdministrator = Refusal(
    403, "not_administrator", "the connection is not from root or the server's user through the Unix socket",
    "Administrators connect through the server's Unix socket, as the server's user or as root.")
}

// MARK: - Every command

extension Refusal {
  static let tooMuchRecorded = Refusal(
    429, "too_much_recorded", "the household has used up its daily recording quota",
    "Your household has used up its daily recording quota. Nothing was changed. Try again later.", .retryAfter)
  static let outcomeUnknown = Refusal(
    503, "outcome_unknown", "the command may or may not have been recorded: send it again with the same `command_id`",
    "This may or may not have been recorded. Check before you try again.")

  static let resultUnreadable = Refusal(
    500, "result_unreadable",
    "the command was recorded, but its result depends on data that cannot be read: do not send it again",
    "This was recorded, but its result cannot be read. Look at the current state instead of sending it again.")
  static let unreadableEvent = storeUnavailable.saying(
    "This depends on an event that this version of the server cannot read. Nothing was changed.")

  init(_ failure: CommitFailure) {
    self =
      switch failure {
      case .unavailable: .storeUnavailable
      case .unreadable: .unreadableEvent
      case .outcomeUnknown: .outcomeUnknown
      case .implausibleTime: .implausibleTime
      case .stopping: .stopping
      }
  }

  static let ofEveryCommand = [
    notAuthenticated, noMember, cannotActAs, commandIDReused, wrongRevision, tooMuchRecorded, outcomeUnknown,
    resultUnreadable,
  ]
  static let ofRoundCommands = [unknownRound, wrongState]
}

extension RefusalData {
  static let retryAfter = RefusalData(
    WireField(
      "retry_after_ms", .integer(0...Int.max), isRequired: false, isNullable: false,
      "the time to wait before trying again, if known", unit: .milliseconds))
  static let damagedPosition = RefusalData(
    WireField("position", .integer(), isRequired: false, isNullable: false, "the position of the damaged event"))
  static let projection = RefusalData(.field("projection", .text(), "the read model's name"))
}
