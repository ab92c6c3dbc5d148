import MovieNightPrimitives
import Testing

@testable import Console

/// Pages of the session list while the list grows.
@Suite struct PaginationTests {
  private static let sessions = 1000

  @Test(arguments: StoreKind.allCases.filter { $0 != .journal })
  func pagingReturnsEachOldSessionOnceDuringWrites(_ kind: StoreKind) throws {
    let server = try LocalServer(kind)
    let household = try server.createHousehold()
    let writer = Starter(try server.wire(token: household.token))
    let old = try (0..<Self.sessions).map { _ in try writer.start() }
    let reader = try server.wire(token: household.token)
    let isRead = Locked(false)

    let outcomes = try together(2) { index -> [String] in
      if index == 0 {
        // Starts rounds until the reader has read all pages, but at least 20.
        var new: [String] = []
        while new.count < 20 || !isRead.withLock({ $0 }), new.count < 2000 { new.append(try writer.start()) }
        return new
      }
      defer { isRead.withLock { $0 = true } }
      return try Self.readAll(reader, limit: 37)
    }
    let seen = outcomes[1]
    #expect(Set(seen).count == seen.count, "no session twice")
    #expect(seen.filter(Set(old).contains) == old.reversed(), "each old session once, newest first")
    #expect(Set(seen).isSubset(of: Set(old + outcomes[0])))
    #expect(try Self.readAll(reader, limit: 100) == (old + outcomes[0]).reversed())
  }

  private static func readAll(_ wire: Wire, limit: Int) throws -> [String] {
    var ids: [String] = []
    var cursor: String?
    repeat {
      let page = try wire.result(
        "sessions.list", #""limit":\#(limit)"# + (cursor.map { #","cursor":"\#($0)""# } ?? ""))
      let sessions = try page.array("sessions").map { try $0.string("round_id") }
      cursor = try page.optional("next_cursor")
      #expect(sessions.count <= limit)
      #expect(cursor == nil || sessions.count == limit)
      ids += sessions
    } while cursor != nil
    return ids
  }

  @Test func cursorStaysValidWhileListChanges() throws {
    let server = try LocalServer()
    let household = try server.createHousehold()
    let wire = try server.wire(token: household.token)
    let starter = Starter(wire)
    let ids = try (0..<5).map { _ in try starter.start() }
    let page = try wire.result("sessions.list", #""limit":2"#)
    let cursor = try page.string("next_cursor")
    for _ in 0..<3 { _ = try starter.start() }
    let second = try wire.result("sessions.list", #""limit":2,"cursor":"\#(cursor)""#)
    #expect(try second.array("sessions").map { try $0.string("round_id") } == [ids[2], ids[1]])
    let last = try wire.result("sessions.list", #""limit":2,"cursor":"\#(second.string("next_cursor"))""#)
    #expect(try last.array("sessions").map { try $0.string("round_id") } == [ids[0]])
    #expect(last["next_cursor"]?.isNull == true)
  }
}

/// Starts rounds, each of which replaces the one before.
///
/// `@unchecked Sendable`: only one thread at a time uses it.
private final class Starter: @unchecked Sendable {
  private let wire: Wire
  private var last: String?

  init(_ wire: Wire) { self.wire = wire }

  func start() throws -> String {
    let round = try wire.result("rounds.start", last.map { #""replace":"\#($0)""# } ?? "")
      .object("round").string("round_id")
    last = round
    return round
  }
}
