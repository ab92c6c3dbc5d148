import Domain

/// Limits the requests that wait for a lookup or a worker: in total, per household and per member. A pure value.
struct LookupQuota {
  struct Limits: Sendable {
    var all = 10_000
    var ofOneHousehold = 500
    var ofOneMember = 250
  }

  private let limits: Limits
  private var count = 0
  /// Each household's count. Here and in `ofMember`, administrators and unauthenticated connections share the key nil.
  private var ofHousehold: [HouseholdID?: Int] = [:]
  private var ofMember: [MemberID?: Int] = [:]

  init(_ limits: Limits) { self.limits = limits }

  /// Counts one more request. If this would exceed a limit, counts nothing and returns false.
  mutating func admit(_ identity: Identity) -> Bool {
    let (household, member) = (ofHousehold[identity.household] ?? 0, ofMember[identity.memberID] ?? 0)
    guard count < limits.all, household < limits.ofOneHousehold, member < limits.ofOneMember else { return false }
    count += 1
    ofHousehold[identity.household] = household + 1
    ofMember[identity.memberID] = member + 1
    return true
  }

  mutating func release(_ identity: Identity) {
    count -= 1
    Self.decrement(&ofHousehold, identity.household)
    Self.decrement(&ofMember, identity.memberID)
  }

  // Decrements a count, and removes it when it reaches zero.
  private static func decrement<Key: Hashable>(_ counts: inout [Key: Int], _ key: Key) {
    guard let count = counts[key] else { return }
    counts[key] = count > 1 ? count - 1 : nil
  }
}
