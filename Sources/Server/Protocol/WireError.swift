import Commands
import EventStore
import MovieNightPrimitives
import WritePath

/// What the server answers in place of a result (`docs/protocol/README.md`, "Errors").
package struct WireError: Error, Equatable, Sendable {
  package let code: Int
  /// Stable, for programs.
  package let reason: String
  /// A sentence for a person.
  package let message: String
  let details: [Detail]

  enum Detail: Equatable, Sendable {
    case refusal(Refusal.Detail)
    case retryAfter(milliseconds: Int)
    case text(StaticString, String)
    case integer(StaticString, Int)

    static func == (left: Detail, right: Detail) -> Bool {
      var (leftJSON, rightJSON) = (JSONWriter(), JSONWriter())
      left.write(to: &leftJSON)
      right.write(to: &rightJSON)
      return leftJSON.bytes == rightJSON.bytes
    }
  }

  init(_ code: Int, _ reason: String, _ message: String, _ details: [Detail] = []) {
    self.code = code
    self.reason = reason
    self.message = message
    self.details = details
  }

  package init(_ refusal: Refusal) {
    self.init(refusal.kind.code, refusal.reason, refusal.message, refusal.details.map(Detail.refusal))
  }

  init(_ failure: CommitFailure) {
    switch failure {
    case .unavailable, .unreadable: self = .storeUnavailable
    case .outcomeUnknown: self = .outcomeUnknown
    case .implausibleTime: self = .implausibleTime
    case .stopping: self = .stopping
    }
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.field("code", code)
      // A title from before titles were cleaned may be in it.
      json.field("message", message.printable)
      json.key("data")
      writeData(to: &json)
    }
  }

  func writeData(to json: inout JSONWriter) {
    json.object { json in
      json.field("reason", reason)
      for detail in details { detail.write(to: &json) }
    }
  }
}

extension WireError {
  // MARK: Of JSON-RPC

  static let notJSON = WireError(-32700, "parse_error", "This line is not JSON.")
  init(ofLine error: JSONError) {
    self =
      switch error.reason {
      case .tooManyMarks: .invalidRequest("The line has a text with \(error).")
      case .tooManyValues: .tooManyValues
      case .tooManyElements: .batchSize
      default: .notJSON
      }
  }
  static func invalidRequest(_ what: String) -> WireError { WireError(-32600, "invalid_request", what) }
  static let batchSize = invalidRequest("A batch has 1 to \(Batch.limit) requests.")
  static let tooManyValues = invalidRequest("This line has more values than the server takes.")
  static func unknownMethod(_ name: String) -> WireError {
    WireError(-32601, "unknown_method", "There is no method \(name). server.info lists them.")
  }
  static func badParameter(_ name: String, _ message: String) -> WireError {
    WireError(Refusal.badParameter(name, message))
  }

  // MARK: Of who asks

  static let notAuthenticated = WireError(
    401, "not_authenticated", "Authenticate first, with a token that is not revoked.")
  static let badToken = WireError(401, "not_authenticated", "The token is wrong: it is unknown, or was revoked.")
  static let notAllowed = WireError(403, "not_allowed", "Only an administrator of this server can do this.")
  static let notAMember = WireError(403, "not_a_member", "You are not a member of that household.")
  static let noMember = WireError(403, "no_member", "An administrator is no member of a household and cannot do this.")
  static let notAdministrator = WireError(
    403, "not_administrator",
    "Administrators connect through the server's Unix socket, as the server's user or as root.")

  // MARK: Of what cannot be

  static let unknownRound = WireError(Refusal.unknownRound)
  static let unknownHousehold = WireError(Refusal.unknownHousehold)
  static let lineTooLarge = WireError(413, "too_large", "This line is longer than the server takes.")
  static let answerTooLarge = WireError(413, "too_large", "The answer is longer than the server sends. Ask for less.")
  static let tooManyConnections = WireError(
    429, "too_many_connections", "The server has as many connections as it takes.", [.retryAfter(milliseconds: 1000)])
  static let tooManyOfMember = WireError(
    429, "too_many_connections",
    "Newer connections of this member have taken the place of this one, which was quiet for longest.",
    [.retryAfter(milliseconds: 60_000)])

  static let tooManyRequests = WireError(
    429, "too_many_requests", "Too many of your requests wait already. Nothing was changed.",
    [.retryAfter(milliseconds: 1000)])

  static func tooMuchRecorded(milliseconds: Int) -> WireError {
    WireError(
      429, "too_much_recorded",
      "Your household has recorded as much as it may in a day. Nothing was changed. Try again later.",
      [.retryAfter(milliseconds: milliseconds)])
  }

  // MARK: Our fault

  static let internalError = WireError(500, "internal", "Something went wrong on our side.")
  static let stopping = WireError(503, "stopping", "The server is stopping. Nothing was changed.")
  static let storeUnavailable = WireError(
    503, "store_unavailable", "The store cannot be reached now. Nothing was changed.")
  static func damagedEvent(at position: Position) -> WireError {
    WireError(
      503, "store_unavailable",
      "The event at position \(position) is damaged, and what rests on it cannot be told. Nothing was changed.",
      [.integer("position", position)])
  }
  static let implausibleTime = WireError(
    503, "store_unavailable",
    "The clock of the server is wrong, and nothing can be recorded until it is set. Nothing was changed.")
  static let outcomeUnknown = WireError(
    503, "outcome_unknown", "It is not known whether this was recorded. Send the same command_id again to find out.")
  static func projectionStopped(_ name: String) -> WireError {
    WireError(
      503, "projection_stopped", "The read model '\(name)' has met an event that it cannot read.",
      [.text("projection", name)])
  }
  package static let noCatalog = WireError(503, "no_catalog", "This server is not connected to a movie catalog.")
}

extension Refusal.Kind {
  /// As in `docs/protocol/README.md`, "Errors".
  var code: Int {
    switch self {
    case .badValue: -32602
    case .unknownSender: 401
    case .notAllowed: 403
    case .unknown: 404
    case .conflict: 409
    case .ended: 410
    case .againstRule: 422
    }
  }
}

extension WireError.Detail {
  func write(to json: inout JSONWriter) {
    switch self {
    case .refusal(let detail): Self.write(detail, to: &json)
    case .retryAfter(let milliseconds): json.field("retry_after_ms", milliseconds)
    case .text(let name, let value): json.field(name, value)
    case .integer(let name, let value): json.field(name, value)
    }
  }

  private static func write(_ detail: Refusal.Detail, to json: inout JSONWriter) {
    switch detail {
    case .roundID(let id): json.field("round_id", id)
    case .status(let status): json.field("status", status.rawValue)
    case .revision(let revision): json.field("revision", revision)
    case .votes(let count): json.field("votes", count)
    case .limit(let limit): json.field("limit", limit)
    case .movies(let ids):
      json.key("tmdb_movie_ids")
      json.array(ids) { $0.integer($1) }
    case .members(let ids): json.field("member_ids", ids)
    case .field(let name, let message):
      json.key("fields")
      json.array([(name, message)]) { json, field in
        json.object { json in
          json.field("field", field.0)
          json.field("message", field.1.printable)
        }
      }
    }
  }
}
