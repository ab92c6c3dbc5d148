import EventStore
import Glibc
import MovieNightPrimitives
import Testing

@testable import Transport

#if SQLite
  import CSQLite
#endif

/// The causes that end subscriptions, and a failure that does not end them.
@Suite struct SubscriptionEndTests {
  private let server: LocalServer
  private let household: Household
  private let creator: Wire

  init() throws {
    server = try LocalServer()
    household = try server.createHousehold()
    creator = try server.wire(token: household.token)
  }

  private func head() throws -> Int { try server.administrator().result("server.health").integer("head") }

  private func expectEnd(
    _ listener: inout Listener, _ reason: String, sourceLocation: SourceLocation = #_sourceLocation
  )
    throws
  {
    try listener.listenToEnd()
    let closed = try #require(listener.closed)
    #expect(try closed.string("reason") == reason, sourceLocation: sourceLocation)
    let position = try closed.integer("position")
    #expect(position >= listener.positions.last ?? listener.start, sourceLocation: sourceLocation)
    #expect(position <= (try head()), sourceLocation: sourceLocation)
  }

  private func addMember() throws -> (token: String, id: String) {
    let invite = try creator.result("invites.create").string("invite_token")
    let joined = try server.administrator().result(
      "invites.accept", #""invite_token":"\#(invite)","display_name":"Ann""#)
    return (try joined.string("token"), try joined.string("member_id"))
  }

  @Test func revokingTokenEndsItsSubscriptions() throws {
    let issued = try creator.result("tokens.issue", #""label":"Phone""#)
    let phone = try server.wire(token: issued.string("token"))
    var first = try Listener(phone)
    var other = try Listener(server.wire(token: household.token))
    let revoked = try creator.result("tokens.revoke", #""token_id":"\#(issued.string("token_id"))""#)
    try expectEnd(&first, "access_ended")
    #expect(first.events.isEmpty, "the revocation itself is not delivered")
    #expect(try phone.call("events.subscribe").code == 401)
    try other.listen(through: revoked.integer("position"))
    #expect(other.closed == nil)
  }

  @Test func memberDepartureEndsSubscriptions() throws {
    for (method, parameters) in [
      ("members.remove", ""), ("members.leave", ""), ("members.erase", #""confirm":"DELETE""#),
    ] {
      let ann = try addMember()
      var listener = try Listener(server.wire(token: ann.token))
      if method == "members.remove" {
        try creator.result(method, #""member_id":"\#(ann.id)""#)
      } else {
        try server.wire(token: ann.token).result(method, parameters)
      }
      try expectEnd(&listener, "access_ended")
    }
  }

  @Test func closingHouseholdEndsMemberSubscriptionsOnly() throws {
    var listener = try Listener(server.wire(token: household.token))
    var administrator = try Listener(server.administrator(), #""household_id":"\#(household.id)""#)
    let left = try creator.result("members.leave")
    try expectEnd(&listener, "access_ended")
    try administrator.listen(through: left.integer("position"))
    #expect(try administrator.events.contains { try $0.string("type") == "HouseholdClosed" })
  }

  @Test func identityChangeEndsSubscriptions() throws {
    let ann = try addMember()
    let wire = try server.wire(token: household.token)
    var listener = try Listener(wire)
    try wire.post("auth.authenticate", #""token":"\#(ann.token)""#)
    try expectEnd(&listener, "identity_changed")
    #expect(try wire.readAnswer().result().string("member_id") == ann.id)
    // A repeated authentication as the same member does not end subscriptions.
    var second = try Listener(wire)
    try wire.result("auth.authenticate", #""token":"\#(ann.token)""#)
    try creator.result("invites.create")
    try second.listen(through: try head())
    #expect(second.closed == nil)
  }

  @Test(arguments: StoreKind.durable)
  func stoppingServerEndsSubscriptionsAtResumablePosition(_ kind: StoreKind) throws {
    let folder = try TemporaryFolder()
    let process = try ServerProcess(kind.address(in: folder), in: folder)
    let household = try process.createHousehold()
    var quiet = try Listener(process.wire(token: household.token))
    let busy = try process.wire(token: household.token)
    var listener = try Listener(busy, #""after":0"#)
    process.process.send(SIGTERM)
    try quiet.listenToEnd()
    try listener.listenToEnd()
    for closed in [quiet.closed, listener.closed] { #expect(try closed?.string("reason") == "stopping") }
    #expect(try quiet.wire.isAtEnd())
    #expect(try busy.isAtEnd())
    #expect(try process.process.waitForEnd() == 0)
    // A new subscription can resume from the position in `events.closed`.
    let again = try ServerProcess(kind.address(in: folder), in: folder)
    let after = try #require(try listener.closed?.integer("position"))
    var rest = try Listener(again.wire(token: household.token), #""after":\#(after)"#)
    let head = try again.administrator().result("server.health").integer("head")
    if after < head { try rest.listen(through: head) }
    let received = try (listener.events + rest.events).map { try $0.integer("position") }
    #expect(received == Array(1...head))
    #expect(try again.terminate() == 0)
  }

  #if SQLite
    private func sabotage(_ path: String, _ sql: String) throws {
      var database: OpaquePointer?
      defer { sqlite3_close(database) }
      guard sqlite3_open(path, &database) == SQLITE_OK, sqlite3_busy_timeout(database, 10_000) == SQLITE_OK,
        sqlite3_exec(database, sql, nil, nil, nil) == SQLITE_OK
      else { throw TestFailure("\(sql): \(String(cString: sqlite3_errmsg(database)))") }
    }

    @Test func temporaryStoreFailureOnlyDelaysSubscriptions() throws {
      let folder = try TemporaryFolder()
      let process = try ServerProcess(.sqlite(path: "\(folder.path)/store.db"), in: folder)
      let household = try process.createHousehold()
      let head = try process.administrator().result("server.health").integer("head")
      // The rows and indexes stay on disk; only the events become unreadable.
      let wires = try (0..<20).map { _ in try process.wire(token: household.token) }
      try sabotage("\(folder.path)/store.db", "ALTER TABLE events RENAME TO away")
      var listeners = try wires.map { try Listener($0, #""after":0"#) }
      eventually("the delay to be logged") { process.process.errors.contains("subscriptions_delayed") }
      usleep(300_000)
      try sabotage("\(folder.path)/store.db", "ALTER TABLE away RENAME TO events")
      for index in listeners.indices {
        try listeners[index].listen(through: head)
        #expect(try listeners[index].events.map { try $0.integer("position") } == Array(1...head))
      }
      #expect(process.process.errors.ranges(of: "subscriptions_delayed").count == 1)
      #expect(try process.terminate() == 0)
    }
  #endif
}
