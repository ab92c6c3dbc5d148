import Commands
import MovieNightPrimitives
import ProtocolSchema
import WritePath

package typealias Refusal = Commands.Refusal

// Refusals of any request. Each area has its own beside its commands or methods.

// MARK: - Before there is a request

extension Refusal {
  static let notJSON = Refusal(
    -32700, "parse_error", "the line is not JSON, or deeper than 32 levels", "This line is not JSON.")
  static let invalidRequest = Refusal(
    -32600, "invalid_request",
    "it is JSON, and no request; or a batch of none or too many; or a text has more than 30 combining marks in a row",
    "%")
  static let batchSize = invalidRequest.with("A batch has 1 to \(Batch.limit) requests.")
  static let tooManyValues = invalidRequest.with("This line has more values than the server takes.")
  static let unknownMethod = Refusal(
    -32601, "unknown_method", "there is no such method", "There is no method %. server.info lists them.")
  static let tooManyConnections = Refusal(
    429, "too_many_connections",
    "the server has as many as it takes, or newer ones of this member took its place; it closes this one",
    "The server has as many connections as it takes.", .retryAfter(1000))
  static let tooManyOfMember = tooManyConnections.saying(
    "Newer connections of this member have taken the place of this one, which was quiet for longest.",
    data: [.retryAfter(60_000)])

  init(ofLine error: JSONError) {
    self =
      switch error.reason {
      case .tooManyMarks: .invalidRequest.with("The line has a text with \(error).")
      case .tooManyValues: .tooManyValues
      case .tooManyElements: .batchSize
      default: .notJSON
      }
  }

  /// Refusals that answer no request in particular.
  static let ofConnections = [notJSON, invalidRequest, unknownMethod, tooManyConnections, lineTooLarge]
}

// MARK: - Of every method

extension Refusal {
  static let lineTooLarge = Refusal(
    413, "too_large", "a line or an answer is too long", "This line is longer than the server takes.")
  static let answerTooLarge = lineTooLarge.saying("The answer is longer than the server sends. Ask for less.")
  static let tooManyRequests = Refusal(
    429, "too_many_requests",
    "too many requests of the member, the household or everybody wait already. Nothing was changed",
    "Too many of your requests wait already. Nothing was changed.", .retryAfter(1000))
  static let internalError = Refusal(500, "internal", "our fault", "Something went wrong on our side.")
  static let stopping = Refusal(
    503, "stopping", "the server is stopping. Nothing was changed", "The server is stopping. Nothing was changed.")
  static let storeUnavailable = Refusal(
    503, "store_unavailable",
    "the store does not answer, or the server's clock is wrong, or an event is damaged (`position`). Nothing was changed",
    "The store cannot be reached now. Nothing was changed.", .damagedPosition)
  static func damagedEvent(at position: Int) -> Refusal {
    storeUnavailable.saying(
      "The event at position \(position) is damaged, and what rests on it cannot be told. Nothing was changed.",
      data: [.damagedPosition(position)])
  }
  static let implausibleTime = storeUnavailable.saying(
    "The clock of the server is wrong, and nothing can be recorded until it is set. Nothing was changed.")
  static let projectionStopped = Refusal(
    503, "projection_stopped", "a read model has met an event that it cannot read",
    "The read model '%' has met an event that it cannot read.", .projection)
  static func projectionStopped(_ name: String) -> Refusal { projectionStopped.with(name, data: .projection(name)) }

  static let ofEveryMethod = [
    badParameters, lineTooLarge, internalError, stopping, storeUnavailable, projectionStopped, tooManyRequests,
  ]
}

// MARK: - Of who asks

extension Refusal {
  static let badToken = notAuthenticated.saying("The token is wrong: it is unknown, or was revoked.")
  static let notAllowed = Refusal(
    403, "not_allowed", "only an administrator can do this", "Only an administrator of this server can do this.")
  static let notAMember = Refusal(
    403, "not_a_member", "that household is not yours", "You are not a member of that household.")
  static let noMember = Refusal(
    403, "no_member", "an administrator tried what only members do",
    "An administrator is no member of a household and cannot do this.")
  static let notAdministrator = Refusal(
    403, "not_administrator", "not through the Unix socket, or as another user",
    "Administrators connect through the server's Unix socket, as the server's user or as root.")
}

// MARK: - Of every command

extension Refusal {
  static let tooMuchRecorded = Refusal(
    429, "too_much_recorded", "the household has recorded as much as it may in a day",
    "Your household has recorded as much as it may in a day. Nothing was changed. Try again later.", .retryAfter)
  static let outcomeUnknown = Refusal(
    503, "outcome_unknown", "it may stand or not: send the same `command_id` again",
    "It is not known whether this was recorded. Send the same command_id again to find out.")

  init(_ failure: CommitFailure) {
    self =
      switch failure {
      case .unavailable, .unreadable: .storeUnavailable
      case .outcomeUnknown: .outcomeUnknown
      case .implausibleTime: .implausibleTime
      case .stopping: .stopping
      }
  }

  static let ofEveryCommand = [
    notAuthenticated, noMember, cannotActAs, commandIDReused, wrongRevision, tooMuchRecorded, outcomeUnknown,
  ]
  static let ofRoundCommands = [unknownRound, wrongState]
}

extension RefusalData {
  static let retryAfter = RefusalData(
    WireField(
      "retry_after_ms", .integer(0...Int.max), isRequired: false, isNullable: false,
      "when to try again, where it is known", unit: .milliseconds))
  static let damagedPosition = RefusalData(
    WireField("position", .integer(), isRequired: false, isNullable: false, "of the event that is damaged"))
  static let projection = RefusalData(.field("projection", .text(), "the read model's name"))
}
