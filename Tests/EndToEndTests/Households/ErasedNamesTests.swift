import Stores
import EventStore
import MovieNightPrimitives
import TestSupport
import Testing

/// The erasure of members. It removes their personal texts from every file and keeps the history without the names.
@Suite struct ErasedNamesTests {
  private static let traces = ["Quetzalina", "Quetzalcoatl", "avatar_quetzal", "Quetzal tablet"]

  @Test(arguments: StoreKind.durable)
  func erasureRemovesNameFromFilesAndExport(_ kind: StoreKind) throws {
    let server = try LocalServer(kind)
    let tim = try server.wire(token: server.createHousehold(children: []).token)
    let round = try playWithLeavingMember(server, tim)
    #expect(try server.folder.traces(of: Self.traces).contains("Quetzalcoatl"), "before the erasure")
    try erase(server, round)
    #expect(try server.folder.traces(of: Self.traces) == [], "while the server runs")
    try expectAnonymousHistory(round, tim)
    try expectNothingLeft(server, traces: Self.traces)
  }

  #if Postgres
    /// Uses a PostgreSQL server of its own, because writes to another database of the server can delay the removal from
    /// files.
    @Test func erasureRemovesNameFromDatabaseFiles() throws {
      let database = try Database(on: PostgresServer())
      let server = try LocalServer(database.store, in: TemporaryFolder(), ManualTime())
      let tim = try server.wire(token: server.createHousehold(children: []).token)
      let round = try playWithLeavingMember(server, tim)
      #expect(try database.filesHold("Quetzalcoatl"), "before the erasure")
      try erase(server, round)
      for trace in Self.traces { #expect(try !database.filesHold(trace), "\(trace)") }
    }
  #endif

  @Test(arguments: StoreKind.durable)
  func administratorErasesMemberWhoLeft(_ kind: StoreKind) throws {
    let server = try LocalServer(kind)
    let household = try server.createHousehold(children: [])
    let tim = try server.wire(token: household.token)
    let played = try playWithLeavingMember(server, tim)
    try server.wire(token: played.member.token).result("members.leave")
    let round = #""round_id":"\#(played.round)""#
    #expect(try tim.result("rounds.get", round).text.contains("Quetzalcoatl"), "former members keep their name")

    let administrator = try server.administrator()
    let member = #""member_id":"\#(played.member.id)""#
    let confirmed = #""confirm":"DELETE","household_id":"\#(household.id)""#
    #expect(try tim.call("members.erase", member + #","confirm":"DELETE""#).reason == "unknown_member")
    #expect(try administrator.call("members.erase", member + #","confirm":"DELETE""#).code == -32602)
    #expect(try administrator.call("members.erase", confirmed).code == -32602)
    let unknown = try administrator.call("members.erase", #""member_id":"\#(randomID())","# + confirmed)
    #expect(unknown.code == 404 && unknown.reason == "unknown_member")
    let child = try administrator.call(
      "members.erase", #""acting_as":"\#(household.creator)","# + member + "," + confirmed)
    #expect(child.reason == "cannot_act_as")

    let first = try administrator.result("members.erase", member + "," + confirmed)
    #expect(try first.string("member_id") == played.member.id)
    #expect(try server.folder.traces(of: Self.traces) == [], "while the server runs")
    let again = try administrator.result("members.erase", member + "," + confirmed)
    #expect(try again.integer("position") == first.integer("position"), "the second erasure records nothing")
    try expectAnonymousHistory(played, tim)
    try expectNothingLeft(server, traces: Self.traces)
  }

  /// The names of the household, its children and its former members are erased, too, because no one would be left to
  /// erase them.
  @Test(arguments: StoreKind.durable, [false, true])
  func erasingLastMemberErasesWholeHousehold(_ kind: StoreKind, byTheAdministrator: Bool) throws {
    let server = try LocalServer(kind)
    let household = try server.createHousehold("Tezca Films", creator: "Tezcatim", children: ["Tezcamax"])
    let tim = try server.wire(token: household.token)
    let ann = try server.wire().join(tim.result("invites.create").string("invite_token"), "Tezcann")
    try server.wire(token: ann.token).result("tokens.issue", #""label":"Tezca phone""#)
    try server.wire(token: ann.token).result("members.leave")
    #expect(try server.folder.traces(of: ["Tezca"]) == ["Tezca"], "before the erasure")
    let administrator = try server.administrator()
    let named = #""household_id":"\#(household.id)""#
    if byTheAdministrator {
      try administrator.result("members.erase", #""member_id":"\#(household.creator)","confirm":"DELETE","# + named)
    } else {
      try tim.result("members.erase", #""confirm":"DELETE""#)
    }
    #expect(try tim.call("households.get").code == 401)
    let closed = try administrator.result("households.get", named)
    #expect(try closed.string("name") == "[Deleted household]")
    #expect(Array(try closed.array("members")).isEmpty)
    try expectNothingLeft(server, traces: ["Tezca"])
  }

  /// When the last member leaves, the household is closed but keeps its names until the administrator erases the
  /// members.
  @Test(arguments: StoreKind.durable)
  func erasingEveryMemberErasesClosedHousehold(_ kind: StoreKind) throws {
    let server = try LocalServer(kind)
    let household = try server.createHousehold("Tezca Films", creator: "Tezcatim", children: ["Tezcamax"])
    try server.wire(token: household.token).result("members.leave")
    let administrator = try server.administrator()
    for member in household.members {
      #expect(try server.folder.traces(of: ["Tezca Films"]) == ["Tezca Films"])
      try administrator.result(
        "members.erase", #""member_id":"\#(member)","confirm":"DELETE","household_id":"\#(household.id)""#)
    }
    try expectNothingLeft(server, traces: ["Tezca"])
  }

  /// Expects that neither the files, with and without a running server, nor an export contain any of the texts, and
  /// that the rows equal a replay.
  private func expectNothingLeft(_ server: LocalServer, traces: [String]) throws {
    #expect(try server.folder.traces(of: traces) == [], "while the server runs")
    try server.restart()
    #expect(try server.folder.traces(of: traces) == [], "after a restart")
    server.stop()

    let export = try Run("export", "--store", "\(server.store)", in: server.folder)
    #expect(export.code == 0)
    #expect(export.output.contains("MemberErased"))
    #expect(!traces.contains(where: export.output.contains))
    #expect(try Run("verify", "--store", "\(server.store)", in: server.folder).code == 0)
    #expect(try server.folder.traces(of: traces) == [])
    let store = try openStore(server.store, mode: .readOnly)
    defer { store.close() }
    #expect(try rows(of: store) == replayedRows(of: store))
  }

  /// A round and a member who took part in it.
  private struct Played {
    let round: String
    let member: Newcomer
  }

  private func playWithLeavingMember(_ server: LocalServer, _ tim: Wire) throws -> Played {
    let member = try server.wire().join(tim.result("invites.create").string("invite_token"), "Quetzalina")
    let wire = try server.wire(token: member.token)
    try wire.result("tokens.issue", #""label":"Quetzal tablet""#)
    try wire.result("members.update", #""display_name":"Quetzalcoatl","avatar_key":"avatar_quetzal""#)
    let started = try tim.result("rounds.start", #""movies":[\#(movie(1)),\#(movie(2))],"open_voting":true"#)
    let round = try started.object("round").string("round_id")
    try wire.result("rounds.vote", #""round_id":"\#(round)","tmdb_movie_id":1,"vote":"up""#)
    try tim.result("rounds.pick", #""round_id":"\#(round)","tmdb_movie_id":1"#)
    try wire.result("rounds.rate", #""round_id":"\#(round)","rating":"loved""#)
    #expect(try tim.result("rounds.get", #""round_id":"\#(round)""#).text.contains("Quetzalcoatl"))
    return Played(round: round, member: member)
  }

  private func erase(_ server: LocalServer, _ played: Played) throws {
    let wire = try server.wire(token: played.member.token)
    #expect(try wire.call("members.erase", #""confirm":"delete""#).code == -32602)
    #expect(try wire.result("members.erase", #""confirm":"DELETE""#).string("member_id") == played.member.id)
    #expect(try wire.call("households.get").code == 401)
  }

  /// Expects that the member's votes and ratings remain, under the name "[Deleted member]".
  private func expectAnonymousHistory(_ played: Played, _ tim: Wire) throws {
    let round = try tim.result("rounds.get", #""round_id":"\#(played.round)""#)
    let voter = try #require(try round.array("suggestions").first { try $0.integer("tmdb_movie_id") == 1 })
      .array("voters").first { try $0.string("member_id") == played.member.id }
    let ratings = try tim.result("rounds.ratings", #""round_id":"\#(played.round)""#).array("ratings")
    let rating = try ratings.first { try $0.string("member_id") == played.member.id }
    for entry in [voter, rating] {
      let entry = try #require(entry)
      #expect(try entry.string("display_name") == "[Deleted member]")
      #expect(entry["avatar_key"]?.isNull == true)
    }
    #expect(try rating?.string("rating") == "loved")
    #expect(try tim.result("sessions.list").text.contains("[Deleted member]"))
    let erasures = try tim.result("events.read", #""types":["MemberErased"]"#).array("events")
    #expect(try erasures.map { try $0.object("data").string("member_id") } == [played.member.id])
  }
}
