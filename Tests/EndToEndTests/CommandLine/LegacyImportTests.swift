import EventStore
import Foundation
import MovieNightPrimitives
import Testing

/// The command `movienight import --legacy`, run with the real program.
@Suite struct LegacyImportTests {
  private let folder: TemporaryFolder
  private let store: String
  private let household: String
  private let member: String
  private let token: String
  private let file: String
  private let formerMember = randomID()
  private let ids = (0..<6).map { _ in randomID() }

  init() throws {
    folder = try TemporaryFolder()
    store = try "\(StoreKind.journal.address(in: folder))"
    let created = try Run(
      "household", "create", "--name", "Friday", "--creator", "Tim", "--store", store, "--json", in: folder
    ).json()
    household = try created.object("household").string("household_id")
    member = try created.object("household").string("created_by")
    token = try created.string("token")
    file = "\(folder.path)/rounds.jsonl"
    try lines.joined(separator: "\n").write(toFile: file, atomically: true, encoding: .utf8)
  }

  private func round(_ index: Int, _ status: String, _ createdAt: String, _ more: String = "") -> String {
    #"{"round_id":"\#(ids[index])","group_id":"g","status":"\#(status)","started_by":"\#(member)","created_at":"\#(createdAt)""#
      + more + "}"
  }

  private var lines: [String] {
    let voters =
      #"[{"member_id":"\#(member)","vote":"up"},{"member_id":"\#(formerMember)","display_name":"Old","vote":"down"}]"#
    let movies =
      #""suggestions":[{"tmdb_movie_id":550,"title":"Fight Club","year":1999,"votes_up":1,"votes_down":1,"voters":\#(voters)}]"#
    let ratings = #"[{"member_id":"\#(member)","rating":"loved"},{"member_id":"\#(formerMember)","rating":null}]"#
    return [
      round(0, "voting", "2025-01-03T20:00:00Z", #","attendees":[]"#),
      round(
        1, "watched", "2025-01-01T20:00:00Z",
        #","attendees":null,\#(movies),"picked_movie_id":550,"ratings":{"ratings":\#(ratings)},"watched_at":"2025-01-02T20:00:00Z""#
      ),
      "{",
      round(2, "closed", "2025-01-04T20:00:00Z", #","attendees":["\#(member)"],"# + movies),
      round(3, "picked", "2025-01-02T20:00:00Z", #","suggestions":[],"picked_movie_id":7"#),
      round(4, "discarded", "2025-01-05T20:00:00Z", #","attendees":[{"member_id":"\#(member)"}]"#),
      round(5, "lost", "2025-01-05T20:00:00Z"),
    ]
  }

  private func importFile(_ more: String...) throws -> Run {
    let words = ["import", "--legacy", file, "--household", household, "--store", store] + more
    return try Run(words, in: folder)
  }

  private func events() throws -> String { try Run("events", "--store", store, "--json", in: folder).output }

  @Test func roundsAreImportedOnlyOnce() throws {
    let before = try events()
    let dryRun = try importFile("--dry-run", "--json")
    #expect(dryRun.code == 1)
    #expect(try dryRun.json().integer("imported") == 4)
    #expect(try events() == before)

    let first = try importFile("--json")
    #expect(first.code == 1, "\(first.errors)")
    let report = try first.json()
    #expect(try report.integer("imported") == 4)
    #expect(try report.integer("skipped") == 0)
    #expect(try report.array("refused").map { try $0.integer("line") } == [3, 5, 7])
    #expect(first.output.contains("picked_movie_id"))
    let after = try events()
    let again = try importFile()
    #expect(again.code == 1)
    #expect(again.output.contains("Imported 0, skipped 4 existing, refused 3."), "\(again.output)")
    #expect(again.output.contains("Line 7 refused: status"))
    #expect(try events() == after)
    #expect(try Run("verify", "--store", store, in: folder).code == 0)
    #expect(try Run("rebuild-projections", "--verify", "--store", store, in: folder).code == 0)
  }

  /// The file contains a duplicate of a round, a round that is too long for a line of the protocol, and a round that
  /// another household has already imported. None of these three is imported.
  @Test(arguments: [false, true])
  func dryRunPredictsReportOfImport(besideAServer: Bool) throws {
    let other = try Run(
      "household", "create", "--name", "Other", "--creator", "Ann", "--store", store, "--json", in: folder
    ).json().object("household").string("household_id")
    try round(5, "discarded", "2025-01-01T20:00:00Z").write(toFile: file, atomically: true, encoding: .utf8)
    #expect(try Run("import", "--legacy", file, "--household", other, "--store", store, in: folder).code == 0)
    let long = String(repeating: "x", count: 1 << 20)
    try [
      round(0, "discarded", "2025-01-01T20:00:00Z"), round(0, "discarded", "2025-01-01T20:00:00Z"),
      round(1, "discarded", "2025-01-01T20:00:00Z", #","note":"\#(long)""#),
      round(5, "discarded", "2025-01-01T20:00:00Z"), round(2, "discarded", "2025-01-01T20:00:00Z"),
    ].joined(separator: "\n").write(toFile: file, atomically: true, encoding: .utf8)
    let server = besideAServer ? try ServerProcess(StoreKind.journal.address(in: folder), in: folder) : nil
    let predicted = try importFile("--dry-run", "--json").output
    let real = try importFile("--json").output
    #expect(predicted.replacing(#""dry_run":true"#, with: #""dry_run":false"#) == real)
    let report = try JSONDocument(real).root
    #expect(try report.integer("imported") == 2)
    #expect(try report.integer("skipped") == 1)
    #expect(try report.array("refused").map { try $0.integer("line") } == [3, 4])
    // Programs get the reason of the server's refusal, people a sentence.
    let (code, sentence) = ("round_of_another_household", "Line 4 refused: ")
    #expect(try report.array("refused").compactMap { $0["code"]?.string } == [code])
    let shown = try importFile().output
    #expect(shown.contains(sentence) && !shown.contains(code), "\(shown)")
    #expect(try server?.terminate() ?? 0 == 0)
  }

  /// Without the check for `--legacy`, these commands would import something or wait for standard input.
  @Test func mixedImportOptionsAreRefused() throws {
    for words in [["--dry-run"], ["--household", household], [file, "--dry-run"]] {
      let run = try Run(["import", "--store", store] + words, in: folder)
      #expect(run.code == 2, "\(words)")
      #expect(run.errors.contains("--legacy"))
    }
    #expect(try Run("import", file, "--legacy", file, "--household", household, in: folder).code == 2)
  }

  @Test func importedRoundsAreServedToMembers() throws {
    #expect(try importFile().code == 1)
    let server = try ServerProcess(StoreKind.journal.address(in: folder), in: folder)
    let tim = try server.wire(token: token)
    let sessions = Array(try tim.result("sessions.list").array("sessions"))
    #expect(try sessions.map { try $0.string("round_id") } == [ids[4], ids[2], ids[0], ids[1]])
    #expect(try sessions.map { try $0.string("status") } == ["expired", "voting", "expired", "watched"])
    #expect(try sessions[3].string("created_at") == "2025-01-01T20:00:00Z")
    #expect(try sessions[3].string("attendees_mode") == "unknown")
    let active = try tim.result("rounds.active")
    #expect(try active.object("round").string("round_id") == ids[2])
    #expect(try active.array("awaiting").map { try $0.string("round_id") } == [ids[1]])
    let watched = #""round_id":"\#(ids[1])""#
    let ratings = try tim.result("rounds.ratings", watched)
    #expect(try ratings.array("ratings").map { try $0.string("member_id") } == [member])
    #expect(try ratings.object("summary").integer("total_attendees") == 1)
    #expect(try tim.result("rounds.get", watched).text.contains("[Deleted member]"))
    #expect(
      try tim.result("watched.list").array("items").map { try $0.string("watched_at") } == ["2025-01-02T20:00:00Z"])
    // The members can continue with the imported rounds.
    try tim.result("rounds.close_ratings", watched)
    try tim.result("rounds.pick", #""round_id":"\#(ids[2])","tmdb_movie_id":550"#)
    let history = try Run(
      "history", in: folder,
      variables: ["MOVIENIGHT_TOKEN": token, "MOVIENIGHT_CONNECT": "127.0.0.1:\(server.port)"])
    #expect(history.output.contains("All members"), "\(history.output)")
    #expect(try server.terminate() == 0)
  }
}
