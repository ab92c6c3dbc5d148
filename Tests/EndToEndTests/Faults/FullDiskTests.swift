import EventStore
import Foundation
import MovieNightPrimitives
import Testing

/// A disk without free space. The tests simulate it with a limit on the size of files, which needs no privileges and
/// makes the same writes fail.
@Suite struct FullDiskTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A voter that alternates between up and down, and keeps the acknowledged votes with their results.
  private struct Voter {
    let token: String
    let round: String
    private(set) var acknowledged: [(parameters: String, result: String)] = []

    init(_ server: ServerProcess) throws {
      token = try server.createHousehold().token
      let started = try server.wire(token: token).result(
        "rounds.start", #""movies":[\#(movie(1)),\#(movie(2))],"open_voting":true"#)
      round = try started.object("round").string("round_id")
    }

    /// Votes until a vote is refused.
    mutating func voteUntilRefused(_ server: ServerProcess) throws -> (parameters: String, answer: Answer) {
      let wire = try server.wire(token: token)
      for number in 0..<10_000 {
        let parameters = parameters(number % 2 == 0 ? "up" : "down")
        let answer = try wire.call("rounds.vote", parameters)
        guard answer.code == nil else { return (parameters, answer) }
        acknowledged.append((parameters, try answer.resultText()))
      }
      throw TestFailure("no vote was refused, so the disk is not full")
    }

    func parameters(_ vote: String) -> String {
      #""round_id":"\#(round)","tmdb_movie_id":1,"vote":"\#(vote)","command_id":"\#(randomID())""#
    }
  }

  @Test(arguments: StoreKind.inFiles)
  func commandsAreRefusedUntilDiskHasSpace(_ kind: StoreKind) throws {
    let server = try ServerProcess(kind.address(in: folder), in: folder)
    var voter = try Voter(server)
    try server.process.limitFileSize(to: largestFile() + 100_000)
    let refused = try voter.voteUntilRefused(server)
    #expect(refused.answer.reason == "store_unavailable")
    let wire = try server.wire(token: voter.token)
    for _ in 0..<20 {
      #expect(try wire.call("rounds.vote", refused.parameters).reason == "store_unavailable")
    }
    #expect(try wire.result("rounds.get", #""round_id":"\#(voter.round)""#).string("status") == "voting")
    let administrator = try server.administrator()
    let health = try administrator.result("server.health")
    #expect(try health.string("status") == "store_unavailable")
    let failing = try health.array("problems").first { try $0.string("reason") == "commands_failing" }
    #expect(try failing?.string("message").contains("ulimit -f") == true)

    try server.process.limitFileSize(to: nil)
    try wire.result("rounds.vote", refused.parameters)
    let problems = try administrator.result("server.health").array("problems")
    #expect(try !problems.contains { try $0.string("reason") == "commands_failing" })
    #expect(try server.terminate() == 0)
    // The server reopens its store only after a write with an unknown outcome, and there was none.
    #expect(!server.process.errors.contains("store_reopened"))
    #expect(try Run("verify", "--store", "\(kind.address(in: folder))", in: folder).code == 0)
  }

  @Test(arguments: StoreKind.inFiles)
  func serverKilledOnFullDiskRestartsAndRefusesCommands(_ kind: StoreKind) throws {
    let store = try kind.address(in: folder)
    let first = try ServerProcess(store, in: folder)
    var voter = try Voter(first)
    // The first server stops normally so that its rows are on disk. Otherwise a later server would need space for them.
    #expect(try first.terminate() == 0)
    let killed = try ServerProcess(store, in: folder)
    try killed.process.limitFileSize(to: largestFile() + 100_000)
    let refused = try voter.voteUntilRefused(killed)
    try killed.kill()

    let limited = try ServerProcess(store, in: folder, fileSizeLimit: 64 << 10)
    let wire = try limited.wire(token: voter.token)
    #expect(try wire.result("rounds.get", #""round_id":"\#(voter.round)""#).string("status") == "voting")
    #expect(try wire.call("rounds.vote", refused.parameters).reason == "store_unavailable")
    for vote in voter.acknowledged.suffix(5) {
      #expect(try wire.result("rounds.vote", vote.parameters).text == vote.result)
    }
    try limited.kill()

    let server = try ServerProcess(store, in: folder)
    let administrator = try server.administrator()
    let member = try server.wire(token: voter.token)
    let head = try administrator.result("server.health").integer("head")
    for vote in voter.acknowledged {
      #expect(try member.result("rounds.vote", vote.parameters).text == vote.result)
    }
    #expect(try administrator.result("server.health").integer("head") == head)
    try member.result("rounds.vote", refused.parameters)
    #expect(try administrator.result("server.health").integer("head") == head + 1)
    #expect(try server.terminate() == 0)
    #expect(try Run("verify", "--store", "\(store)", in: folder).code == 0)
  }

  #if SQLite
    @Test func startWithoutSpaceReportsFileSizeLimit() throws {
      let store = try StoreKind.sqlite.address(in: folder)
      let killed = try ServerProcess(store, in: folder)
      _ = try Voter(killed)
      try killed.kill()
      let process = try ChildProcess(
        ["serve", "--store", "\(store)", "--listen", "127.0.0.1:0", "--socket", "\(folder.path)/s"], in: folder,
        fileSizeLimit: 8 << 10)
      #expect(try process.waitForEnd() == 1)
      #expect(process.errors.contains("ulimit -f"), "\(process.errors)")
    }
  #endif

  #if SQLite && TMDb
    /// On a full disk, the catalog's cached answers are the first thing that an operator can delete.
    @Test func catalogCanBeClearedOnFullDisk() throws {
      let tmdb = try ServedTMDb()
      let server = try tmdb.serve(StoreKind.sqlite.address(in: folder), in: folder)
      let token = try server.createHousehold().token
      let wire = try server.wire(token: token)
      let administrator = try server.administrator()
      try wire.result("movies.get", #""tmdb_movie_id":550"#)
      func entries() throws -> Int { try administrator.result("catalog.status")["entries"]?.integer ?? 0 }
      try eventually("the answer to be cached") { try entries() > 0 }
      try server.process.limitFileSize(to: 1)
      #expect(try administrator.result("catalog.clear").integer("removed") > 0)
      #expect(try entries() == 0)
      #expect(try server.terminate() == 0)
    }
  #endif

  private func largestFile() throws -> Int {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path).map { name in
      try FileManager.default.attributesOfItem(atPath: "\(folder.path)/\(name)")[.size] as? Int ?? 0
    }.max() ?? 0
  }
}
