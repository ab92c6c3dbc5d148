import Glibc
import MovieNightPrimitives
import Testing

@testable import Transport

/// Many subscribers of one server.
@Suite struct ManySubscribersTests {
  /// The benchmark sends votes to one server, one at a time. If the store is shared, the subscribers use a second
  /// server.
  @Test(.enabled("a process may have 5,100 descriptors") { mostDescriptors() >= 5100 }, arguments: StoreKind.durable)
  func fiveThousandSubscribersGetEachVoteOnce(_ kind: StoreKind) throws {
    let folders = try (0..<(kind.isShared ? 2 : 1)).map { _ in try TemporaryFolder() }
    let store = try kind.address(in: folders[0])
    let servers = try folders.map { try ServerProcess(store, in: $0) }
    let addresses = [servers[0], servers[servers.count - 1]].map { "unix:\($0.socketPath)" }
    let run = try Run(
      bench: "subscribers", "--connect", addresses[0], "--subscribe", addresses[1], "--connections", "5000",
      "--seconds", "2", "--json", in: folders[0])
    #expect(run.code == 0, "\(run.output) \(run.errors)")
    let result = try run.json()
    let received = try result.integer("answers")
    #expect(received >= 5000 && received % 5000 == 0)
    #expect(try result.object("errors").text == "{}")
    for server in servers { #expect(try server.terminate() == 0) }
  }

  private static func mostDescriptors() -> Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 0 }
    return Int(clamping: limit.rlim_max)
  }

  @Test(arguments: StoreKind.allCases)
  func eachSubscriberGetsItsHouseholdEventsOnce(_ kind: StoreKind) throws {
    let folder = try TemporaryFolder()
    // The server runs in a separate process, because this process needs its descriptors for the clients' connections.
    let server = try ServerProcess(kind.address(in: folder), in: folder)
    let crowd = try server.createHousehold(children: ["Max", "Mia", "Moe"])
    let others = try (0..<20).map { _ in try server.createHousehold(children: []) }
    var listeners: [(listener: Listener, household: String)] = []
    for index in 0..<240 {
      let wire = try server.wire(token: crowd.token)
      listeners.append((try Listener(wire, index % 3 == 0 ? #""after":0"# : ""), crowd.id))
    }
    for other in others {
      for _ in 0..<3 { listeners.append((try Listener(server.wire(token: other.token)), other.id)) }
    }
    let voters = try (0..<4).map { _ in try server.wire(token: crowd.token) }
    let start = try voters[0].result("rounds.start", #""movies":[\#(movie(1)),\#(movie(2))],"open_voting":true"#)
    let round = #""round_id":"\#(try start.object("round").string("round_id"))""#
    _ = try together(voters.count + others.count) { index in
      if index < voters.count {
        let member = crowd.actingAs(crowd.members[index])
        for turn in 0..<25 {
          let vote = turn % 2 == 0 ? "up" : "down"
          try voters[index].result("rounds.vote", round + #","tmdb_movie_id":1,"vote":"\#(vote)""# + member)
        }
      } else {
        let wire = try server.wire(token: others[index - voters.count].token)
        for _ in 0..<3 { try wire.result("invites.create") }
      }
    }
    let administrator = try server.administrator()
    var owed: [String: [String]] = [:]
    for household in [crowd.id] + others.map(\.id) {
      let events = try administrator.result("events.read", #""limit":1000,"household_id":"\#(household)""#)
      owed[household] = try events.array("events").map { try $0.integer("position").description }
    }
    for index in listeners.indices {
      let household = listeners[index].household
      let start = listeners[index].listener.start
      let expected = owed[household, default: []].filter { (Int($0) ?? 0) > start }
      try listeners[index].listener.listen(through: Int(expected.last ?? "") ?? 0)
      #expect(try listeners[index].listener.events.map { try $0.integer("position").description } == expected)
    }
    #expect(try server.terminate() == 0)
  }
}
