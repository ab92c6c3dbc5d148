import Stores
import Domain
import EventStore
import MovieNightPrimitives
import Projections
import Testing

@testable import Server

@Suite struct NameCacheTests {
  private let id = HouseholdID(high: 1, low: 1)

  private func household(_ revision: Revision, _ id: HouseholdID? = nil) throws -> HouseholdDetails {
    let id = id ?? self.id
    let member = MemberID(high: 2, low: 2)
    let json = """
      {"revision":\(revision),"created_by":"\(member)","created_at":0,
      "settings":{"voting_expiry_hours":72,"selected_expiry_days":30,"rating_days":14,"country":"US"},"streaming_services":[],
      "members":[],"former_member_ids":[],"preferences":[],"active_round_id":null,
      "awaited_round_ids":[],"closed_at":null}
      """
    return try HouseholdDetails(json: JSONDocument(Array(json.utf8)).root, key: RowKey(id), owner: OwnerID(id))
  }

  @Test func oldestNamesAreEvictedOverByteLimit() throws {
    let store = try openStore(.memory, mode: .readWrite(administratorSocket: nil))
    let nameCache = NameCache(store: store, memory: 12_800)
    let households = try (0..<1000).map { try household(1, HouseholdID(high: 1, low: $0)) }
    for household in households { _ = try nameCache.names(of: household) }
    let cached = households.filter { nameCache.cachedNames(of: $0) != nil }
    #expect((30...70).contains(cached.count), "each takes about 200 bytes")
    #expect(cached.map(\.id) == households.suffix(cached.count).map(\.id))
  }

  @Test func namesAreForgottenOnlyForNewerRevisions() throws {
    let nameCache = NameCache(store: try openStore(.memory, mode: .readWrite(administratorSocket: nil)))
    let now = try household(5)
    _ = try nameCache.names(of: now)
    for late in 0...5 { nameCache.forget(id, before: late) }
    #expect(nameCache.cachedNames(of: now) != nil)
    nameCache.forget(id, before: 6)
    #expect(nameCache.cachedNames(of: now) == nil, "a name may have been erased")
  }

  /// The row of another server's erasure is read before its event arrives, and both while an earlier lookup is still
  /// reading.
  @Test func namesReadBeforeErasureDoNotReplaceLaterOnes() throws {
    let store = InterruptedTexts()
    let nameCache = NameCache(store: store)
    let (old, new) = (try household(5), try household(6))
    store.duringNextRead.withLock { [id] interruption in
      interruption = {
        _ = try? nameCache.names(of: new)
        nameCache.forget(id, before: 6)
      }
    }
    _ = try nameCache.names(of: old)
    #expect(nameCache.cachedNames(of: old) == nil)
    #expect(nameCache.cachedNames(of: new) != nil)
  }

  private final class InterruptedTexts: TextStore {
    let kind = "interrupted"
    let duringNextRead = Locked<(@Sendable () -> Void)?>(nil)

    func texts(_ ids: [TextID]) throws(StoreError) -> [PersonalText] {
      let interruption = duringNextRead.withLock { interruption in
        defer { interruption = nil }
        return interruption
      }
      interruption?()
      return []
    }

    func allTexts(after id: TextID?, limit: Int, owner: OwnerID?) throws(StoreError) -> [PersonalText] { [] }
  }
}
