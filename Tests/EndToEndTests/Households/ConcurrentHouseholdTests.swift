import MovieNightPrimitives
import Projections
import TestSupport
import Testing

/// Several clients of one household that send random commands concurrently.
@Suite struct ConcurrentHouseholdTests {
  private static let guests = 5
  private static let steps = 60
  /// The reasons for which random commands may be refused. Any other refusal fails the test.
  private static let expected: Set<String> = [
    "household_full", "not_authenticated", "active_round_exists", "too_few_attendees", "wrong_state", "unknown_round",
    "starter_or_creator_only", "already_on_watchlist", "already_watched", "not_on_watchlist", "adder_or_creator_only",
    "not_watched", "watched_in_round", "marker_or_creator_only", "creator_only",
  ]

  @Test(arguments: StoreKind.allCases, [UInt64(1), 2])
  func invariantsHoldUnderConcurrentCommands(_ kind: StoreKind, seed: UInt64) throws {
    let server = try LocalServer(kind)
    let founder = try server.createHousehold(children: ["Max"])
    let invite = try server.wire(token: founder.token).result("invites.create").string("invite_token")
    // The observer never leaves, so the household is never closed.
    let observer = try server.wire(token: server.wire().join(invite, "Olga").token)
    let unexpected = Locked<[String]>([])
    _ = try together(Self.guests + 1) { index in
      if index == Self.guests {
        for _ in 0..<Self.steps { try Self.checkInvariants(observer) }
        return
      }
      var random = SeededGenerator(seed: seed * 100 + UInt64(index))
      var wire = index == 0 ? try server.wire(token: founder.token) : try server.wire()
      for _ in 0..<Self.steps {
        let (method, parameters) = Self.randomCall(invite, &random)
        let answer = try wire.call(method, parameters)
        if let reason = answer.reason, !Self.expected.contains(reason) { unexpected.withLock { $0.append(reason) } }
        if method == "invites.accept", answer.code == nil {
          wire = try server.wire(token: answer.result().string("token"))
        }
      }
    }
    #expect(unexpected.withLock { $0 } == [])
    try Self.checkInvariants(observer)
    let watchlist = try Self.movies("watchlist.list", observer)
    let watched = try Self.movies("watched.list", observer)
    #expect(Set(watchlist).isDisjoint(with: watched), "seed \(seed)")
    #expect(Set(watchlist).count == watchlist.count && Set(watched).count == watched.count)
    #expect(
      try Verification(schema: .current, areas: .current).run(server.application.readModels).allSatisfy {
        $0.difference == nil
      })
  }

  private static func randomCall(_ invite: String, _ random: inout SeededGenerator) -> (String, String) {
    let movie = movie(Int.random(in: 1...6, using: &random))
    let id = #""tmdb_movie_id":\#(Int.random(in: 1...6, using: &random))"#
    switch Int.random(in: 0..<10, using: &random) {
    case 0, 1: return ("invites.accept", #""invite_token":"\#(invite)","display_name":"Guest""#)
    case 2: return ("members.leave", "")
    case 3: return ("members.add_managed", #""display_name":"Child""#)
    case 4: return ("rounds.start", #""include_watchlist":true"#)
    case 5: return ("watched.unmark", id)
    case 6: return ("watchlist.remove", id)
    case 7: return ("watched.mark", #""movie":\#(movie)"#)
    default: return ("watchlist.add", #""movie":\#(movie)"#)
    }
  }

  /// Reads the household and its sessions, and expects that each answer satisfies the invariants.
  private static func checkInvariants(_ wire: Wire) throws {
    let members = Array(try wire.result("households.get").array("members"))
    #expect(members.count <= 8)
    let creators = try members.filter { try $0.string("role") == "creator" }
    #expect(creators.count == 1)
    #expect(try creators.first?.string("member_type") == "independent")
    let independent = try members.filter { try $0.string("member_type") == "independent" }.map {
      try $0.string("member_id")
    }
    for member in members where try member.string("member_type") == "managed" {
      #expect(try independent.contains(member.string("parent_member_id")))
    }
    let listed = try wire.result("sessions.list", #""limit":100"#).array("sessions")
    let active = try listed.filter { ["draft", "voting"].contains(try $0.string("status")) }
    #expect(active.count <= 1)
  }

  private static func movies(_ method: String, _ wire: Wire) throws -> [Int] {
    try wire.result(method, #""limit":100"#).array("items").map { try $0.integer("tmdb_movie_id") }
  }
}
