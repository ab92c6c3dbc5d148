import EventStore
import Foundation
import Glibc
import MovieNightKit
import MovieNightPrimitives
import Testing

@testable import Platform
@testable import Server
@testable import Transport

/// The start and shutdown of server processes.
@Suite struct LifecycleTests {
  @Test(arguments: StoreKind.inFiles)
  func portInUseLeavesNoStoreBehind(_ kind: StoreKind) throws {
    let (folder, other) = (try TemporaryFolder(), try TemporaryFolder())
    let first = try ServerProcess(kind.address(in: other), in: other)
    let second = try Run(
      "serve", "--store", "\(kind.address(in: folder))", "--listen", "127.0.0.1:\(first.port)", "--socket",
      "\(other.path)/second", in: folder)
    #expect(second.code == 1)
    #expect(second.errors.contains("the address is in use. Choose another with --listen"), "\(second.errors)")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).allSatisfy {
        $0.hasSuffix(".out") || $0.hasSuffix(".err")
      })
    #expect(try first.terminate() == 0)
  }

  /// Runs only for stores in files, because several servers may share a database (see the tests in `Servers`).
  @Test(arguments: StoreKind.inFiles)
  func secondServerReportsProcessHoldingStore(_ kind: StoreKind) throws {
    let folder = try TemporaryFolder()
    let store = try "\(kind.address(in: folder))"
    let first = try ServerProcess(kind.address(in: folder), in: folder)
    let second = try Run(
      "serve", "--store", store, "--listen", "127.0.0.1:0", "--socket", "\(folder.path)/second", in: folder)
    #expect(second.code == 1)
    #expect(second.output == "")
    #expect(second.errors.contains("process \(first.process.pid)"))
    #expect(second.errors.contains(first.socketPath))
    #expect(try first.administrator().call("server.health").code == nil, "the first server still serves")
    #expect(try first.terminate() == 0)
    let third = try ServerProcess(kind.address(in: folder), in: folder)
    #expect(try third.terminate() == 0)
  }

  @Test(arguments: StoreKind.inFiles)
  func secondServerIsRefusedWithoutLockFile(_ kind: StoreKind) throws {
    let folder = try TemporaryFolder()
    let store = try kind.address(in: folder)
    let first = try ServerProcess(store, in: folder)
    let household = try first.createHousehold()
    #expect(unlink("\(folder.path)/\(kind == .journal ? "journal/.lock" : "store.db.lock")") == 0)
    let second = try Run(
      "serve", "--store", "\(store)", "--listen", "127.0.0.1:0", "--socket", "\(folder.path)/second", in: folder)
    #expect(second.code == 1)
    #expect(second.errors.contains("is in use by another process"), "\(second.errors)")
    let command = try Run("token", "list", "--household", household.id, "--store", "\(store)", in: folder)
    #expect(command.code == 1 && command.errors.contains("in use by another process"), "\(command.errors)")
    #expect(try first.wire(token: household.token).call("rounds.start", #""movies":[\#(movie(1))]"#).code == nil)
    try first.kill()
    let third = try ServerProcess(store, in: folder)
    #expect(try third.wire(token: household.token).call("sessions.list").code == nil)
    #expect(try third.terminate() == 0)
    #expect(try Run("verify", "--store", "\(store)", in: folder).code == 0)
  }

  @Test func signalDuringStartStopsServer() throws {
    let server = try LocalServer(.journal)
    let household = try server.createHousehold()
    server.stop()
    let signals = try TerminationSignals([SIGUSR1])
    pthread_kill(pthread_self(), SIGUSR1)
    #expect(throws: Application.StoppedWhileStarting.self) {
      try Application(
        Application.Configuration(
          areas: .current, store: server.store, listen: nil, socketPath: server.socketPath,
          log: .standardError(minimumLevel: .error)),
        signals: signals)
    }
    try server.start()
    #expect(try server.wire(token: household.token).call("households.get").code == nil, "the store was closed")
  }

  @Test func stoppedServerReleasesEventLoop() throws {
    let server = try LocalServer()
    _ = try server.createHousehold()
    weak var loop: EventLoop?
    loop = try server.application.loop
    #expect(loop != nil)
    server.stop()
    #expect(loop == nil)
  }

  @Test(arguments: StoreKind.durable)
  func terminationAnswersRequestsInFlight(_ kind: StoreKind) throws {
    let folder = try TemporaryFolder()
    let server = try ServerProcess(kind.address(in: folder), in: folder)
    let household = try server.createHousehold()
    let wire = try server.wire(token: household.token)
    let round = try wire.result("rounds.start", #""movies":[\#(movie(1)),\#(movie(2))],"open_voting":true"#)
      .object("round").string("round_id")
    for turn in 0..<400 {
      let vote = turn % 2 == 0 ? "up" : "down"
      try wire.post("rounds.vote", #""round_id":"\#(round)","tmdb_movie_id":1,"vote":"\#(vote)""#)
    }
    var answers = [try wire.readAnswer()]
    server.process.send(SIGTERM)
    while let line = try wire.readLine() { answers.append(try Answer(line)) }
    #expect(try server.process.waitForEnd() == 0)
    let acknowledged = answers.filter { $0.code == nil }
    #expect(answers.allSatisfy { $0.code == nil || $0.reason == "stopping" })
    let first = try #require(answers[0].json["id"]?.integer)
    #expect(answers.map { $0.json["id"]?.integer } == (first..<first + answers.count).map { $0 })

    let again = try ServerProcess(kind.address(in: folder), in: folder)
    let votes = try again.wire(token: household.token).result("events.read", #""types":["VoteCast"],"limit":1000"#)
    let positions = try Set(votes.array("events").map { try $0.integer("position") })
    #expect(try acknowledged.allSatisfy { try positions.contains($0.result().integer("position")) })
    #expect(try again.terminate() == 0)
  }

  @Test func serverStartsDespiteSocketOfKilledServer() throws {
    let folder = try TemporaryFolder()
    let store = try StoreKind.journal.address(in: folder)
    let first = try ServerProcess(store, in: folder)
    try first.kill()
    #expect(access(first.socketPath, F_OK) == 0, "the socket of the killed server remains")
    let second = try ServerProcess(store, in: folder)
    #expect(try second.administrator().call("server.health").code == nil)
    #expect(try second.terminate() == 0)
    #expect(access(second.socketPath, F_OK) != 0)
  }

  @Test(arguments: StoreKind.durable)
  func migrateBesideRunningServerSucceeds(_ kind: StoreKind) throws {
    let folder = try TemporaryFolder()
    let server = try ServerProcess(kind.address(in: folder), in: folder)
    let migrated = try Run("migrate", "--store", "\(kind.address(in: folder))", in: folder)
    #expect(migrated.code == 0, "\(migrated.errors)")
    #expect(try server.terminate() == 0)
  }

  @Test func socketIsAccessibleOnlyToOwner() throws {
    let folder = try TemporaryFolder()
    let server = try ServerProcess(.memory, in: folder)
    var status = stat()
    #expect(stat(server.socketPath, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
  }

  @Test func clientContinuesAcrossServerRestart() throws {
    let folder = try TemporaryFolder()
    let store = try StoreKind.journal.address(in: folder)
    let first = try ServerProcess(store, in: folder)
    let household = try first.createHousehold()
    let client = try first.client(token: household.token)
    let round = try client.call(
      Request("rounds.start", json: Array(#"{"movies":[\#(movie(1)),\#(movie(2))],"open_voting":true}"#.utf8))
    ).object("round").string("round_id")
    try first.kill()
    let second = try ServerProcess(store, in: folder)
    let vote = try client.call("rounds.vote") { parameters in
      parameters.field("round_id", round)
      parameters.field("tmdb_movie_id", 1)
      parameters.field("vote", "up")
    }
    #expect(try vote.string("member_id") == household.creator)
    #expect(try second.terminate() == 0)
  }

  @Test func socketInUseIsNotTakenOver() throws {
    let folder = try TemporaryFolder()
    let server = try ServerProcess(.memory, in: folder)
    let second = try Run(
      "serve", "--store", "memory", "--listen", "127.0.0.1:0", "--socket", server.socketPath, in: folder)
    #expect(second.code == 1)
    #expect(second.errors.contains("another process is listening there"))
    #expect(try server.wire().call("server.ping").code == nil)
  }
}
