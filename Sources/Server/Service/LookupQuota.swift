import Domain

/// Bounds how many requests wait for a lookup elsewhere, or for a worker: in all, per household and per member. Values in,
/// values out.
struct LookupQuota {
  struct Limits: Sendable {
    var all = 10_000
    var ofOneHousehold = 500
    var ofOneMember = 250
  }

  private let limits: Limits
  private var count = 0
  /// All administrators, and all who have not authenticated, count as one household and as one member: nil.
  private var ofHousehold: [HouseholdID?: Int] = [:]
  private var ofMember: [MemberID?: Int] = [:]

  init(_ limits: Limits) { self.limits = limits }

  /// Counts one more lookup. Returns false, and counts nothing, where that is one too many.
  mutating func admit(_ identity: Identity) -> Bool {
    let (household, member) = (ofHousehold[identity.household] ?? 0, ofMember[identity.memberID] ?? 0)
    guard count < limits.all, household < limits.ofOneHousehold, member < limits.ofOneMember else { return false }
    count += 1
    ofHousehold[identity.household] = household + 1
    ofMember[identity.memberID] = member + 1
    return true
  }

  /// Gives back one that was admitted.
  mutating func release(_ identity: Identity) {
    count -= 1
    Self.decrement(&ofHousehold, identity.household)
    Self.decrement(&ofMember, identity.memberID)
  }

  // Keeps no entry of who waits for nothing.
  private static func decrement<Key: Hashable>(_ counts: inout [Key: Int], _ key: Key) {
    guard let count = counts[key] else { return }
    counts[key] = count > 1 ? count - 1 : nil
  }
}
