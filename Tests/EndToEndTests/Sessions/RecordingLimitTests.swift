import Foundation
import MovieNightPrimitives
import Testing

@testable import Server

/// The limits on the memory for rows, and on the bytes that one household can record.
@Suite struct RecordingLimitTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Returns a movie whose texts have the maximum length.
  private func largestMovie(_ id: Int) -> String {
    let texts = (10..<30).map { "\"\($0)\(String(repeating: "x", count: 98))\"" }.joined(separator: ",")
    return """
      {"tmdb_movie_id":\(id),"title":"\(String(repeating: "t", count: 300))","year":2000,\
      "poster_path":"/\(String(repeating: "p", count: 299))","content_rating":"G","genres":[\(texts)],\
      "genre_ids":[\((1...20).map(String.init).joined(separator: ","))],"streaming":[\(texts)],\
      "overview":"\(String(repeating: "o", count: 4000))"}
      """
  }

  // MARK: The memory for rows

  @Test(arguments: StoreKind.keepingRows)
  func rowsOfReplacedRoundsStayWithinRowMemory(kind: StoreKind) throws {
    let limit = 2 << 20
    let server = try ServerProcess(kind.address(in: folder), in: folder, "--row-memory", "\(limit)")
    let member = try server.wire(token: server.createHousehold().token)
    let administrator = try server.administrator()
    let movies = (1...12).map(largestMovie).joined(separator: ",")
    var rounds: [String] = []
    for _ in 0..<40 {
      let replace = rounds.last.map { #","replace":"\#($0)""# } ?? ""
      let started = try member.result("rounds.start", #""movies":[\#(movies)]"# + replace)
      rounds.append(try started.object("round").string("round_id"))
    }
    func rowBytes() throws -> Int {
      let lines = try administrator.result("server.metrics").string("text").split(separator: "\n")
      let line = try #require(lines.first { $0.hasPrefix("movienight_row_bytes ") })
      return try #require(Int(line.split(separator: " ")[1]))
    }
    try eventually("rows to leave memory") { try rowBytes() <= limit }
    for (index, id) in rounds.enumerated() {
      let round = try member.result("rounds.get", #""round_id":"\#(id)""#)
      #expect(try round.string("status") == (index == 39 ? "draft" : "expired"))
      #expect(try Array(round.array("suggestions")).count == 12)
    }
    try eventually("the rows read to leave memory") { try rowBytes() <= limit }
  }

  // MARK: The recording quota

  @Test(arguments: StoreKind.keepingRows + [.journal])
  func householdOverQuotaIsRefusedButCanEndAccess(kind: StoreKind) throws {
    let server = try ServerProcess(kind.address(in: folder), in: folder, "--recording-quota", "40000")
    let household = try server.createHousehold()
    let member = try server.wire(token: household.token)
    let stolen = try member.result("tokens.issue", #""label":"Phone""#)
    let invite = try member.result("invites.create").string("invite_id")
    let first = #""movie":\#(largestMovie(1)),"command_id":"\#(randomID())""#
    let added = try member.result("watchlist.add", first)
    var refused: Answer?
    for id in 2...50 where refused == nil {
      let answer = try member.call("watchlist.add", #""movie":\#(largestMovie(id))"#)
      if answer.error != nil { refused = answer }
    }
    let answer = try #require(refused)
    #expect(answer.code == 429 && answer.reason == "too_much_recorded", "\(answer.text)")
    #expect(try #require(answer.error?["data"]?["retry_after_ms"]?.integer) > 0)
    let head = try server.administrator().result("server.health").integer("head")
    #expect(try member.call("watchlist.remove", #""tmdb_movie_id":1"#).reason == "too_much_recorded")
    #expect(try member.call("households.update", #""name":"Others""#).reason == "too_much_recorded")
    #expect(try member.call("households.update", #""command_id":"\#(randomID())""#).reason == "too_much_recorded")
    #expect(try server.administrator().result("server.health").integer("head") == head)
    // A resent command and a query are still answered. Another household can still record.
    #expect(try member.result("watchlist.add", first).text == added.text)
    try member.result("watchlist.list")
    let others = try server.createHousehold("Others")
    try server.wire(token: others.token).result("watchlist.add", #""movie":\#(largestMovie(1))"#)
    // Commands that end access or remove members are still accepted.
    try member.result("tokens.revoke", #""token_id":"\#(stolen.string("token_id"))""#)
    #expect(try server.wire().call("auth.authenticate", #""token":"\#(stolen.string("token"))""#).code == 401)
    try member.result("invites.revoke", #""invite_id":"\#(invite)""#)
    try member.result("members.erase", #""member_id":"\#(household.children[0])","confirm":"DELETE""#)
    try member.result("members.remove", #""member_id":"\#(household.children[1])""#)
    try member.result("members.leave")
  }

  @Test func serverWithoutQuotaRefusesNothing() throws {
    let server = try ServerProcess(.memory, in: folder, "--recording-quota", "0")
    let member = try server.wire(token: server.createHousehold().token)
    for id in 1...40 { try member.result("watchlist.add", #""movie":\#(largestMovie(id))"#) }
  }

  /// Eight members spend the evening changing votes, proposing and withdrawing movies, changing ratings, and adding and
  /// removing movies on the watchlist.
  @Test func busiestEveningUsesUnderOnePercentOfQuota() throws {
    let hundredth = Application.Configuration.defaultRecordingQuota / 100
    let server = try ServerProcess(
      .journal(directory: "\(folder.path)/journal"), in: folder, "--recording-quota", "\(hundredth)")
    let household = try server.createHousehold(children: (1...7).map { "Child \($0)" })
    let member = try server.wire(token: household.token)
    /// Sends a command with a new command id, as client programs do.
    func send(_ method: String, _ parameters: String, by sender: String? = nil) throws -> JSONValue {
      let actor = sender.map(household.actingAs) ?? ""
      return try member.result(method, parameters + actor + #","command_id":"\#(randomID())""#)
    }
    func movie(_ id: Int) -> String {
      """
      {"tmdb_movie_id":\(id),"title":"The Long Night of the \(id) Movies","year":2000,\
      "poster_path":"/kqjL17yufvn9OVLyXYpvtyrFfak.jpg","content_rating":"PG","genres":["Adventure","Comedy","Drama"],\
      "genre_ids":[12,35,18],"runtime":120,"popularity":12.5,"vote_average":7.5,"streaming":["Netflix","Disney Plus"],\
      "overview":"\(String(repeating: "Somebody goes somewhere, and nothing is as before. ", count: 8))"}
      """
    }
    for turn in 0..<4 {
      for id in 100..<130 {
        _ = try send("watchlist.add", #""movie":\#(movie(id))"#, by: household.members[(id + turn) % 8])
      }
      for id in 100..<130 { _ = try send("watchlist.remove", #""tmdb_movie_id":\#(id)"#) }
    }
    let movies = (1...10).map(movie).joined(separator: ",")
    let round = try send("rounds.start", #""movies":[\#(movies)],"open_voting":true"#).object("round")
      .string("round_id")
    for _ in 0..<10 {
      for sender in household.members[1...2] {
        let id = sender == household.members[1] ? 11 : 12
        _ = try send("rounds.propose", #""round_id":"\#(round)","movie":\#(movie(id))"#, by: sender)
        _ = try send("rounds.withdraw", #""round_id":"\#(round)","tmdb_movie_id":\#(id)"#, by: sender)
      }
    }
    for (id, sender) in zip([11, 12], household.members[1...2]) {
      _ = try send("rounds.propose", #""round_id":"\#(round)","movie":\#(movie(id))"#, by: sender)
    }
    for turn in 0..<10 {
      for sender in household.members {
        for id in 1...12 {
          let vote = (turn + id) % 2 == 0 ? "up" : "down"
          _ = try send(
            "rounds.vote", #""round_id":"\#(round)","tmdb_movie_id":\#(id),"vote":"\#(vote)""#, by: sender)
        }
      }
    }
    _ = try send("rounds.pick", #""round_id":"\#(round)","tmdb_movie_id":3"#)
    for rating in ["loved", "liked", "did_not_like", "liked"] {
      for sender in household.members {
        _ = try send("rounds.rate", #""round_id":"\#(round)","rating":"\#(rating)""#, by: sender)
      }
    }
    _ = try send("rounds.mark_watched", #""round_id":"\#(round)""#)
    let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder.path)/journal/events.jsonl")
    #expect(try #require(attributes[.size] as? Int) < hundredth)
  }
}
