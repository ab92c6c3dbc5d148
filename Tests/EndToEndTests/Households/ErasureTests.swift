import EventStore
import Foundation
import Primitives
import Testing

@testable import movienight_api

/// Whoever is erased is gone from every file, and history goes on without their name.
@Suite struct ErasureTests {
  private static let traces = ["Quetzalina", "Quetzalcoatl", "avatar_quetzal", "Quetzal tablet"]

  @Test(arguments: StoreKind.durable)
  func nothingOfTheNameIsLeft(_ kind: StoreKind) throws {
    let server = try LocalServer(kind)
    let tim = try server.wire(token: server.found(children: []).token)
    let round = try playWithSomebodyWhoGoes(server, tim)
    #expect(try tracesLeft(in: server.folder).contains("Quetzalcoatl"), "the search finds what is there")
    try erase(server, round)
    #expect(try tracesLeft(in: server.folder) == [], "while the server runs")
    try check(round, tim)
    try server.restart()
    #expect(try tracesLeft(in: server.folder) == [], "after a restart")
    server.stop()

    let export = try Run("export", "--store", "\(server.store)", in: server.folder)
    #expect(export.code == 0)
    #expect(export.output.contains("MemberErased"))
    #expect(!Self.traces.contains(where: export.output.contains))
    #expect(try Run("verify", "--store", "\(server.store)", in: server.folder).code == 0)
    #expect(try tracesLeft(in: server.folder) == [])
  }

  /// A round that somebody takes part in, with what they leave behind.
  private struct Played {
    let round: String
    let member: Newcomer
  }

  private func playWithSomebodyWhoGoes(_ server: LocalServer, _ tim: Wire) throws -> Played {
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

  /// Votes and ratings stay; who gave them is "[Deleted member]".
  private func check(_ played: Played, _ tim: Wire) throws {
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

  /// Which traces stand in any file of the folder.
  private func tracesLeft(in folder: TemporaryFolder) throws -> [String] {
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    #expect(files.count > 2)
    var left: Set<String> = []
    for file in files {
      guard let bytes = FileManager.default.contents(atPath: "\(folder.path)/\(file)") else { continue }
      for trace in Self.traces where bytes.range(of: Data(trace.utf8)) != nil { left.insert(trace) }
    }
    return left.sorted()
  }
}
