/// As whom a connection acts, as the server has told it.
struct ConnectionIdentity: Equatable {
  /// The member's id, or `administrator`.
  let member: String
  let household: String

  init(_ answer: JSONValue) {
    member = answer["member_id"]?.string ?? "administrator"
    household = answer["household_id"]?.string ?? ""
  }
}

extension ClientError {
  /// Whether it says that what we authenticate with is worth nothing: not that the server cannot tell.
  var endsIdentity: Bool {
    guard let code = refusal?.code else { return false }
    return code == 401 || code == 403 || code == -32602
  }
}

extension Refusal {
  /// Of a feed whose events are no longer the caller's to see, with the protocol's reason.
  static func ended(_ reason: String) -> Refusal {
    Refusal(code: 401, reason: reason, message: "These events are no longer yours to see.")
  }
}

extension JSONValue {
  /// The outcome of what the server was not asked.
  // "null" is JSON.
  static let empty = try! JSONDocument("null").root
}
