import Commands
import ProtocolSchema

extension Refusal {
  static let unknownSubscription = Refusal(
    404, "unknown_subscription", "this connection has no such subscription",
    "This connection has no such subscription.")
  /// The position is beyond the last event: a backup was restored.
  static let aheadOfHistory = Refusal(
    409, "ahead_of_history", "nothing was recorded after that position: a backup was restored. Look at everything anew",
    "Nothing was recorded after position %: a backup was restored. Look at everything anew, and go on from there.",
    .head)
  static let cannotImport = Refusal(
    409, "cannot_import",
    "the events do not follow those that are there, no server could serve them (`position`), or they cannot be written",
    "%", .firstPosition)
  static let tooManySubscriptions = Refusal(
    429, "too_many_subscriptions", "the connection has as many as it may",
    "This connection has as many subscriptions as it may. Use one, or more connections.",
    .limit(Subscriptions.limit))
}

extension RefusalData {
  static let head = RefusalData(.field("head", .integer(), "the last position"))
  static let firstPosition = RefusalData(
    WireField(
      "position", .integer(), isRequired: false, isNullable: false,
      "the position of the first event that cannot be served"))
}
