import WireProtocol

/// What can refuse any request; each area has its own beside its methods.
extension Reason {
  // MARK: Before there is a request

  static let parseError = Reason(-32700, "parse_error", "the line is not JSON, or deeper than 32 levels")
  static let invalidRequest = Reason(
    -32600, "invalid_request",
    "it is JSON, and no request; or a batch of none or too many; or a text has more than 30 combining marks in a row")
  static let unknownMethod = Reason(-32601, "unknown_method", "there is no such method")
  static let tooManyConnections = Reason(
    429, "too_many_connections",
    "the server has as many as it takes, or newer ones of this member took its place; it closes this one", [.retryAfter]
  )

  /// Those that answer no request in particular.
  static let ofConnections: [Reason] = [parseError, invalidRequest, unknownMethod, tooManyConnections, tooLarge]

  // MARK: Of every method

  static let badParameters = Reason(
    -32602, "bad_parameters", "a parameter is missing, unknown, or not what it must be",
    [
      .field(
        "fields",
        .list(
          of: .object(
            ObjectType(
              "BadField", "A parameter that is not what it must be.",
              [
                .field("field", .text(), "which: `movies[1].title`"),
                .field("message", .text(), "what is wrong with it"),
              ]))),
        "which ones")
    ])
  static let tooLarge = Reason(413, "too_large", "a line or an answer is too long")
  static let internalError = Reason(500, "internal", "our fault")
  static let stopping = Reason(503, "stopping", "the server is stopping. Nothing was changed")
  static let storeUnavailable = Reason(
    503, "store_unavailable",
    "the store does not answer, or the server's clock is wrong, or an event is damaged (`position`). Nothing was changed",
    [WireField("position", .integer(), isRequired: false, isNullable: false, "of the event that is damaged")])
  static let projectionStopped = Reason(
    503, "projection_stopped", "a read model has met an event that it cannot read",
    [.field("projection", .text(), "the read model's name")])
  static let tooManyRequests = Reason(
    429, "too_many_requests",
    "too many requests of the member, the household or everybody wait already. Nothing was changed", [.retryAfter])

  static let ofEveryMethod: [Reason] = [
    badParameters, tooLarge, internalError, stopping, storeUnavailable, projectionStopped, tooManyRequests,
  ]

  // MARK: Of who asks

  static let notAuthenticated = Reason(
    401, "not_authenticated",
    "no token yet; the token is unknown or revoked; its member is gone, by their own command too")
  static let notAllowed = Reason(403, "not_allowed", "only an administrator can do this")
  static let noMember = Reason(403, "no_member", "an administrator tried what only members do")
  static let notAMember = Reason(403, "not_a_member", "that household is not yours")

  // MARK: Of every command

  static let cannotActAs = Reason(403, "cannot_act_as", "not your managed member, or not for this command")
  static let commandIDReused = Reason(409, "command_id_reused", "the id was used for another command")
  static let wrongRevision = Reason(
    409, "wrong_revision", "something changed since you looked", [.field("revision", .integer(), "the actual one")])
  static let tooMuchRecorded = Reason(
    429, "too_much_recorded", "the household has recorded as much as it may in a day", [.retryAfter])
  static let outcomeUnknown = Reason(503, "outcome_unknown", "it may stand or not: send the same `command_id` again")

  static let ofEveryCommand: [Reason] = [
    notAuthenticated, noMember, cannotActAs, commandIDReused, wrongRevision, tooMuchRecorded, outcomeUnknown,
  ]
}

extension WireField {
  static let retryAfter = WireField(
    "retry_after_ms", .integer(0...Int.max), isRequired: false, isNullable: false,
    "when to try again, where it is known",
    unit: .milliseconds)
  /// How much there may be of what there is too much, or too little of.
  static let limit = WireField.field("limit", .integer(), "how many it may or must be")
}
