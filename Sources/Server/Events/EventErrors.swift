extension WireError {
  static let unknownSubscription = WireError(
    404, "unknown_subscription", "This connection has no such subscription.")
  static let tooManySubscriptions = WireError(
    429, "too_many_subscriptions", "This connection has as many subscriptions as it may. Use one, or more connections.",
    [.refusal(.limit(Subscriptions.limit))])
  /// `after` is a position of a history that is no more.
  static func aheadOfHistory(head: Int) -> WireError {
    WireError(
      409, "ahead_of_history",
      "Nothing was recorded after position \(head): a backup was restored. Look at everything anew, and go on from there.",
      [.integer("head", head)])
  }
}
