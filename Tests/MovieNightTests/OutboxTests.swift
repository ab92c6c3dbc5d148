import FakeServer
import Glibc
import MovieNightKit
import MovieNightPrimitives
import Testing

@testable import MovieNightKit

/// Commands that are kept until a server answers them.
@Suite(.onOneThread) struct OutboxTests {
  let clock = TestClock()
  let folder = OutboxFolder()

  var path: String { folder.path + "/outbox" }

  /// Returns a client that has not connected yet.
  func client(_ address: ServerAddress, as token: String? = "ann") -> MovieNightClient {
    MovieNightClient(
      to: address, as: token.map { .token($0) }, clock: clock.clientClock)
  }

  func addressWithoutServer() throws -> ServerAddress { try ServerAddress("unix:\(folder.path)/nobody") }

  func vote(_ number: Int) -> Request { Request("rounds.vote") { $0.field("n", number) } }

  /// Starts a server that accepts tokens and answers commands through `reply`.
  func server(_ reply: @escaping @Sendable (FakeRequest) -> String) throws -> FakeServer {
    try FakeServer.answering { request in
      guard request.method == "auth.authenticate" else { return reply(request) }
      return Self.identity(request)
    }
  }

  static let ann = MemberID("0198c2a4-7c00-7000-8000-00000000000a")!
  static let ben = MemberID("0198c2a4-7c00-7000-8000-00000000000b")!

  private static func identity(_ request: FakeRequest) -> String {
    let member = request.parameters?["token"]?.string?.hasPrefix("ann") == true ? ann : ben
    return request.result(#"{"member_id":"\#(member)","household_id":null,"role":"member"}"#)
  }

  func commands(_ server: FakeServer) throws -> [String] {
    try server.received.map { try JSONDocument($0).root }.filter { $0["method"]?.string == "rounds.vote" }
      .compactMap { $0["params"].map { String(decoding: $0.rawBytes, as: UTF8.self) } }
  }

  func take(_ count: Int, _ outbox: Outbox, acknowledging: Bool = true) async throws -> [Outbox.Outcome] {
    var taken: [Outbox.Outcome] = []
    guard count > 0 else { return [] }
    for await outcome in outbox.outcomes {
      taken.append(outcome)
      if acknowledging { try await outbox.acknowledge(outcome) }
      if taken.count == count { break }
    }
    return taken
  }

  @Test func commandsAndOutcomesKeepTheirOrder() async throws {
    let server = try server { $0.result(#"{"n":\#($0.parameters?["n"]?.integer ?? 0)}"#) }
    let client = client(server.address)
    let outbox = try client.outbox(.memory, of: Self.ann)
    var ids: [CommandID] = []
    for number in 0..<5 { ids.append(try await outbox.send(vote(number))) }
    let outcomes = try await take(5, outbox)
    #expect(outcomes.map(\.id) == ids)
    #expect(try outcomes.map { try $0.result.get()["n"]?.integer } == [0, 1, 2, 3, 4])
    #expect(outcomes.map { $0.command.parameters["n"]?.integer } == [0, 1, 2, 3, 4])
    #expect(try commands(server) == ids.enumerated().map { #"{"command_id":"\#($0.element)","n":\#($0.offset)}"# })
    #expect(outbox.pending.isEmpty)
  }

  @Test func commandsStayPendingWithoutServer() async throws {
    let client = client(try addressWithoutServer())
    let outbox = try client.outbox(.file(path), of: Self.ann)
    let ids = [try await outbox.send(vote(0)), try await outbox.send(vote(1))]
    #expect(outbox.pending.map(\.id) == ids)
    #expect(outbox.pending.map { $0.parameters["n"]?.integer } == [0, 1])
    #expect(outbox.pending.first?.keptAt == TestClock.now)
  }

  @Test func commandWithLostAnswersIsResentUnchanged() async throws {
    // Three times, the server carries the command out but its answer is lost.
    let server = try FakeServer { connection, number in
      while let request = connection.receive() {
        if request.method == "auth.authenticate" {
          connection.send(Self.identity(request))
        } else {
          if number < 3 { return }
          connection.send(request.result())
        }
      }
    }
    let client = client(server.address)
    let outbox = try client.outbox(.file(path), of: Self.ann)
    let id = try await outbox.send(vote(1))
    #expect(try await take(1, outbox).map(\.id) == [id])
    let sent = try commands(server)
    #expect(sent.count == 4 && Set(sent).count == 1)
  }

  @Test func pendingCommandsAreSentAfterRestart() async throws {
    var ids: [CommandID] = []
    do {
      let client = client(try addressWithoutServer())
      let outbox = try client.outbox(.file(path), of: Self.ann)
      for number in 0..<3 { ids.append(try await outbox.send(vote(number))) }
      await outbox.close()
      client.close()
    }
    let server = try server { $0.result() }
    let client = client(server.address)
    let outbox = try client.outbox(.file(path), of: Self.ann)
    #expect(outbox.pending.map(\.id) == ids)
    #expect(try await take(3, outbox).map(\.id) == ids)
    #expect(try commands(server) == ids.enumerated().map { #"{"command_id":"\#($0.element)","n":\#($0.offset)}"# })
  }

  @Test func unacknowledgedOutcomeIsDeliveredAgainAfterRestart() async throws {
    let server = try server {
      $0.parameters?["n"]?.integer == 1
        ? $0.refusal(409, "voting_closed", more: #","status":"expired""#) : $0.result(#"{"position":7}"#)
    }
    var ids: [CommandID] = []
    do {
      let client = client(server.address)
      let outbox = try client.outbox(.file(path), of: Self.ann)
      for number in 0..<3 { ids.append(try await outbox.send(vote(number))) }
      let outcomes = try await take(3, outbox, acknowledging: false)
      try await outbox.acknowledge(outcomes[2])
      await outbox.close()
    }
    let client = client(server.address)
    let outbox = try client.outbox(.file(path), of: Self.ann)
    let again = try await take(2, outbox)
    #expect(again.map(\.id) == Array(ids.prefix(2)))
    #expect(try again[0].result.get()["position"]?.integer == 7)
    guard case .failure(let error) = again[1].result else {
      Issue.record("it was refused")
      return
    }
    #expect(error.refusal?.code == 409 && error.refusal?.reason == "voting_closed")
    #expect(error.refusal?.data?["status"]?.string == "expired")
    #expect(try commands(server).count == 3, "it is not sent again")
    await outbox.close()
    let last = try self.client(server.address).outbox(.file(path), of: Self.ann)
    #expect(last.pending.isEmpty)
  }

  @Test func secretsAndQueriesAreNotKept() async throws {
    let outbox = try client(try addressWithoutServer(), as: "mn_secret").outbox(.file(path), of: Self.ann)
    for request in [
      Request("rounds.get"), Request("auth.authenticate") { $0.field("token", "mn_x") }, Request("tokens.issue"),
      Request("households.create"), Request("invites.create"), Request("invites.accept"),
      Request("rounds.vote", json: Array("[]".utf8)),
    ] {
      await #expect(throws: ClientError.self, "\(request.method)") { try await outbox.send(request) }
    }
    try await outbox.send(vote(1))
    #expect(!String(decoding: try read(path), as: UTF8.self).contains("mn_"))
  }

  @Test func fullOutboxRefusesCommands() async throws {
    let client = client(try addressWithoutServer())
    let few = try client.outbox(.memory, of: Self.ann, limits: .init(commands: 2))
    try await few.send(vote(1))
    try await few.send(vote(2))
    let error = await #expect(throws: ClientError.self) { try await few.send(vote(3)) }
    guard case .outbox(.full)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(few.pending.count == 2)
    #expect(try await few.withdraw(few.pending[1].id))
    try await few.send(vote(4))
    let small = try client.outbox(.memory, of: Self.ann, limits: .init(bytes: 100))
    await #expect(throws: ClientError.self) {
      try await small.send(Request("rounds.vote") { $0.field("text", String(repeating: "x", count: 100)) })
    }
  }

  @Test func commandIsRefusedAndNotKeptWhenStoreFails() async throws {
    let store = FailingStore()
    let client = client(try addressWithoutServer())
    let outbox = try client.outbox(.store(store), of: Self.ann)
    try await outbox.send(vote(1))
    store.fails.withLock { $0 = true }
    await #expect(throws: ClientError.self) { try await outbox.send(vote(2)) }
    #expect(outbox.pending.count == 1)
    store.fails.withLock { $0 = false }
    try await outbox.send(vote(3))
    #expect(outbox.pending.map { $0.parameters["n"]?.integer } == [1, 3])
  }

  @Test func outcomeIsDeliveredWhenStoreFails() async throws {
    let store = FailingStore()
    let server = try server { request in
      store.fails.withLock { $0 = true }
      return request.result()
    }
    let client = client(server.address)
    let outbox = try client.outbox(.store(store), of: Self.ann)
    let id = try await outbox.send(vote(1))
    #expect(try await take(1, outbox, acknowledging: false).map(\.id) == [id])
  }

  @Test func commandsWaitForNewTokenAfterRevocation() async throws {
    let valid = Locked("ann")
    let server = try FakeServer.answering { request in
      let isKnown = valid.withLock { $0 } == request.parameters?["token"]?.string
      if request.method == "auth.authenticate" {
        return isKnown ? Self.identity(request) : request.refusal(401, "not_authenticated")
      }
      return valid.withLock { $0 } == "ann" ? request.refusal(401, "not_authenticated") : request.result()
    }
    let client = client(server.address)
    let outbox = try client.outbox(.file(path), of: Self.ann)
    let id = try await outbox.send(vote(1))
    // The server accepted the token once, and now refuses it.
    while try commands(server).isEmpty { await Task.yield() }
    #expect(outbox.pending.map(\.id) == [id])
    valid.withLock { $0 = "ann2" }
    try await client.authenticate("ann2")
    #expect(try await take(1, outbox).map(\.id) == [id])
  }

  @Test func commandsAreSentOnlyAsTheirMember() async throws {
    let server = try server { $0.result() }
    let client = client(server.address, as: "ben")
    let outbox = try client.outbox(.file(path), of: Self.ann)
    let id = try await outbox.send(vote(2))
    _ = try await client.call("server.ping")
    #expect(outbox.pending.map(\.id) == [id])
    #expect(try commands(server).isEmpty)
    try await client.authenticate("ann")
    #expect(try await take(1, outbox).map(\.id) == [id])
  }

  @Test func typedCommandReportsRefusalAndTypeMismatch() async throws {
    let server = try server { request in
      request.parameters?["tmdb_movie_id"]?.integer == 7
        ? request.result(#"{"round_id":"\#(Self.ann)","events":[],"position":3,"revision":1}"#)
        : request.refusal(404, "unknown_movie")
    }
    let client = client(server.address)
    let outbox = try client.outbox(.file(path), of: Self.ann)
    let round = RoundID("0198c2a4-7c00-7000-8000-00000000000c")!
    let vote = try await outbox.keep(RoundsRequests.vote(.up, on: 7, in: round))
    let other = try await outbox.keep(RoundsRequests.vote(.down, on: 8, in: round))
    let refused = await #expect(throws: ClientError.self) { try await other.value() }
    #expect(refused?.refusal?.reason == "unknown_movie")
    let sent = try JSONDocument(Array(try #require(commands(server).first).utf8)).root
    #expect(sent["vote"]?.string == "up" && sent["round_id"]?.string == round.description)
    #expect(sent["command_id"]?.string == vote.id.description)
    // Reading the result as another type fails.
    let outcome = try await take(1, outbox)[0]
    let violation = #expect(throws: ClientError.self) { try outcome.value(as: [Int].self) }
    #expect(violation?.description.contains("the result of rounds.vote") == true)
    // `take` has acknowledged the outcome.
    let gone = await #expect(throws: ClientError.self) { try await vote.value() }
    guard case .outbox(.gone)? = gone else {
      Issue.record("\(String(describing: gone))")
      return
    }
  }

  @Test func unsentCommandsCanBeWithdrawn() async throws {
    do {
      let outbox = try client(try addressWithoutServer()).outbox(.file(path), of: Self.ann)
      let first = try await outbox.send(vote(1))
      let second = try await outbox.send(vote(2))
      #expect(try await outbox.withdraw(first))
      #expect(try await !outbox.withdraw(first))
      #expect(outbox.pending.map(\.id) == [second])
      await outbox.close()
    }
    let server = try server { $0.result() }
    let outbox = try client(server.address).outbox(.file(path), of: Self.ann)
    _ = try await take(1, outbox)
    #expect(try commands(server).map { try JSONDocument(Array($0.utf8)).root["n"]?.integer } == [2])
  }

  @Test func commandInFlightCannotBeWithdrawn() async throws {
    let mayAnswer = Locked(false)
    let server = try server { request in
      while !mayAnswer.withLock({ $0 }) { usleep(1000) }
      return request.result()
    }
    let outbox = try client(server.address).outbox(.file(path), of: Self.ann)
    let id = try await outbox.send(vote(1))
    while try commands(server).isEmpty { await Task.yield() }
    #expect(try await !outbox.withdraw(id))
    mayAnswer.withLock { $0 = true }
    #expect(try await take(1, outbox).map(\.id) == [id])
  }

  @Test func malformedAnswerFailsOnlyItsCommand() async throws {
    let server = try server { request in
      request.parameters?["n"]?.integer == 1 ? "what is this" : request.result(#"{"position":7}"#)
    }
    let client = client(server.address)
    var ids: [CommandID] = []
    do {
      let outbox = try client.outbox(.file(path), of: Self.ann)
      for number in 1...2 { ids.append(try await outbox.send(vote(number))) }
      _ = try await take(2, outbox, acknowledging: false)
      await outbox.close()
    }
    let again = try self.client(try addressWithoutServer()).outbox(.file(path), of: Self.ann)
    let outcomes = try await take(2, again)
    #expect(outcomes.map(\.id) == ids)
    guard case .failure(.protocolViolation(let what)) = outcomes[0].result else {
      Issue.record("\(outcomes[0].result)")
      return
    }
    #expect(!what.isEmpty)
    #expect(try outcomes[1].result.get()["position"]?.integer == 7)
  }

  @Test func repeatedIDIsSentAgainOnlyAfterAcknowledgement() async throws {
    let server = try server { $0.result(#"{"n":1}"#) }
    let outbox = try client(server.address).outbox(.file(path), of: Self.ann)
    let id = try await outbox.send(vote(1))
    for await _ in outbox.outcomes { break }
    let again = Request("rounds.vote") {
      $0.field("command_id", id)
      $0.field("n", 1)
    }
    // The outcome is known already, so the command is not queued again.
    #expect(try await outbox.send(again) == id)
    #expect(outbox.pending.isEmpty)
    try await outbox.acknowledge(id)
    #expect(try await outbox.send(again) == id)
    #expect(try await take(1, outbox).map(\.id) == [id])
    #expect(try commands(server).count == 2)
    await outbox.close()
    #expect(try client(try addressWithoutServer()).outbox(.file(path), of: Self.ann).pending.isEmpty)
  }

  @Test func answersOfCaptivePortalAreIgnored() async throws {
    // A captive portal answers the first six connections. After that, the server answers.
    let server = try FakeServer { connection, number in
      while let request = connection.receive() {
        guard number > 5 else {
          connection.send("HTTP/1.1 302 Found")
          continue
        }
        connection.send(request.method == "auth.authenticate" ? Self.identity(request) : request.result())
      }
    }
    let outbox = try client(server.address).outbox(.file(path), of: Self.ann)
    let ids = [try await outbox.send(vote(1)), try await outbox.send(vote(2))]
    let outcomes = try await take(2, outbox)
    #expect(outcomes.map(\.id) == ids)
    for outcome in outcomes { _ = try outcome.result.get() }
    #expect(try commands(server).count == 2)
  }

  @Test func outcomesEndWhenClientCloses() async throws {
    let client = client(try addressWithoutServer())
    let outbox = try client.outbox(.memory, of: Self.ann)
    let ended = Task {
      for await _ in outbox.outcomes {}
      return true
    }
    client.close()
    #expect(await ended.value)
    await #expect(throws: ClientError.self) { try await outbox.send(vote(1)) }
  }

  @Test func concurrentSendsAreAllDelivered() async throws {
    let server = try server { $0.result() }
    let client = client(server.address)
    let outbox = try client.outbox(.file(path), of: Self.ann)
    let ids = try await withThrowingTaskGroup(of: CommandID.self) { group in
      for number in 0..<100 { group.addTask { try await outbox.send(vote(number)) } }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    let outcomes = try await take(100, outbox)
    #expect(Set(outcomes.map(\.id)) == ids && ids.count == 100)
  }

  func read(_ path: String) throws -> [UInt8] {
    let descriptor = open(path, O_RDONLY)
    defer { close(descriptor) }
    return try SystemCalls.readFile(descriptor)
  }

  func write(_ bytes: [UInt8], _ path: String) throws {
    let descriptor = try SystemCalls.openFile(path, truncating: true)
    defer { close(descriptor) }
    try SystemCalls.writeFile(descriptor, bytes, at: 0)
  }
}

/// A store whose writes fail while `fails` is set.
private final class FailingStore: OutboxStore {
  let fails = Locked(false)

  func read() -> [UInt8] { [] }
  func append(_ bytes: [UInt8]) throws(ClientError) { try check() }
  func replace(with bytes: [UInt8]) throws(ClientError) { try check() }
  func close() {}

  private func check() throws(ClientError) {
    if fails.withLock({ $0 }) { throw .outbox(.file("No space left on device")) }
  }
}

/// A temporary folder for one test.
final class OutboxFolder: Sendable {
  let path: String

  init() {
    var template = Array("/tmp/movienight-outbox-XXXXXX".utf8CString)
    precondition(mkdtemp(&template) != nil, "no folder for the test")
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    for file in ["outbox", "outbox.new"] { unlink("\(path)/\(file)") }
    rmdir(path)
  }
}
