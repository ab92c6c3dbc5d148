/// The identity of a connection, as reported by the server.
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
  /// Whether the server rejected the credentials, as opposed to being unable to check them.
  var endsIdentity: Bool {
    guard let code = refusal?.code else { return false }
    return code == 401 || code == 403 || code == -32602
  }
}

extension Refusal {
  /// Returns the refusal that ends a feed whose events the caller may no longer see.
  static func ended(_ reason: String) -> Refusal {
    Refusal(code: 401, reason: reason, message: "You can no longer see these events.")
  }
}

extension JSONValue {
  /// The result of a call that sends no request.
  static let empty = try! JSONDocument("null").root
}
