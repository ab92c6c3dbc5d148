import MovieNightKit

/// A signed-in browser. The member's token stays on this side; the browser's cookie has only the id.
struct WebSession: Codable, Sendable, Equatable {
  /// The time after which a session that is not used ends.
  static let lifetimeSeconds = 90 * 24 * 3600

  let id: String
  /// The anti-forgery secret of the session's forms.
  let forgery: String
  let token: String
  /// The token's id, for revoking it; nil for the demo's token, which all of its visitors share.
  let tokenID: TokenID?
  let member: MemberID
  let household: HouseholdID
  var usedAt: Int64

  init(token: String, tokenID: TokenID?, member: MemberID, household: HouseholdID, now: Timestamp) {
    id = Secrets.make()
    forgery = Secrets.make()
    self.token = token
    self.tokenID = tokenID
    self.member = member
    self.household = household
    usedAt = now.seconds
  }

  var isDemo: Bool { tokenID == nil }

  func isOutdated(at now: Timestamp) -> Bool { now.seconds - usedAt > Int64(Self.lifetimeSeconds) }
}

extension Timestamp {
  var seconds: Int64 { microseconds / 1_000_000 }
}
