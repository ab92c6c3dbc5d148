import Commands
import ProtocolSchema

extension Refusal {
  static let unknownSubscription = Refusal(
    404, "unknown_subscription", "this connection has no such subscription",
    "This connection has no such subscription.")
  /// The position is after the last event, because a backup was restored.
  static let aheadOfHistory = Refusal(
    409, "ahead_of_history", "the position is after the last event: a backup was restored. Read everything again",
    "The last event has position %: a backup was restored. Read everything again, and continue from there.",
    .head)
  static let cannotImport = Refusal(
    409, "cannot_import",
    "the events do not follow the store's last event, are invalid (`position`), or cannot be written",
    "%", .firstPosition)
  static let tooManySubscriptions = Refusal(
    429, "too_many_subscriptions", "the connection has reached its limit of subscriptions",
    "This connection has reached its limit of subscriptions. End one, or use another connection.",
    .limit(Subscriptions.limit))
}

extension RefusalData {
  static let head = RefusalData(.field("head", .integer(), "the store's last position"))
  static let firstPosition = RefusalData(
    WireField(
      "position", .integer(), isRequired: false, isNullable: false,
      "the position of the first invalid event"))
}
