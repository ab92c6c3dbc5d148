import MovieNightPrimitives
import Testing

@testable import Server
@testable import Transport

/// The limits on failed authentications, which slow down guessing without affecting other clients.
@Suite struct GuessingTests {
  private let uptime = HeldUptime()
  private let server: LocalServer
  private let household: Household

  init() throws {
    server = try LocalServer(trustedProxies: [], uptime: { [uptime] in uptime.now })
    household = try server.createHousehold(children: [])
  }

  private func end() {
    uptime.release()
    server.stop()
  }

  private func authenticate(_ token: String, _ wire: Wire) throws -> Answer {
    try wire.call("auth.authenticate", #""token":"\#(token)""#)
  }

  private func accept(_ invite: String, _ wire: Wire) throws -> Answer {
    try wire.call("invites.accept", #""invite_token":"\#(invite)","display_name":"Ann""#)
  }

  /// Sends as many wrong tokens as are answered without delay.
  private func useUpFailures(_ connect: () throws -> Wire) throws {
    for _ in 0..<4 {
      let wire = try connect()
      for _ in 0..<5 { #expect(try authenticate("mn_wrong", wire).code == 401) }
      #expect(try wire.isAtEnd(), "five failures end a connection")
    }
  }

  /// Waits until the server has counted `count` failures. The answers that are not delayed have been sent by then.
  private func waitForFailures(_ count: Int) throws {
    let administrator = try server.administrator()
    try eventually("\(count) counted failures") {
      try administrator.result("server.metrics").string("text")
        .contains("\nmovienight_failed_authentications_total \(count)\n")
    }
  }

  @Test func validSecretPassesDuringGuessing() throws {
    defer { end() }
    let invite = try server.wire(token: household.token).result("invites.create").string("invite_token")
    try useUpFailures { try Wire(port: server.port) }
    #expect(try authenticate(household.token, Wire(port: server.port)).code == nil)
    #expect(try accept(invite, Wire(port: server.port)).code == nil)
  }

  @Test func furtherFailuresAreDelayed() throws {
    defer { end() }
    try useUpFailures { try Wire(port: server.port) }
    let (guesser, other) = (try Wire(port: server.port), try Wire(port: server.port))
    try guesser.post("auth.authenticate", #""token":"mn_wrong""#)
    try guesser.post("server.ping")
    try other.post("invites.accept", #""invite_token":"mi_wrong","display_name":"Ann""#)
    try waitForFailures(22)
    #expect(!guesser.hasInput && !other.hasInput)
    uptime.advance(by: FailureLimiter.delay + .milliseconds(100))
    #expect(try guesser.readAnswer().code == 401)
    #expect(try guesser.readAnswer().code == nil, "the request behind the delayed answer")
    #expect(try other.readAnswer().reason == "unknown_invite")
    #expect(try authenticate(household.token, guesser).code == nil)
  }

  @Test func failureLimitLastsOneMinute() throws {
    defer { end() }
    try useUpFailures { try Wire(port: server.port) }
    server.time.advance(seconds: 59)
    let delayed = try Wire(port: server.port)
    try delayed.post("auth.authenticate", #""token":"mn_wrong""#)
    try waitForFailures(21)
    #expect(!delayed.hasInput)
    server.time.advance(seconds: 1)
    #expect(try authenticate("mn_wrong", Wire(port: server.port)).code == 401)
    #expect(!delayed.hasInput, "it keeps its delay")
  }

  @Test func forgedInvitesCountAsFailures() throws {
    defer { end() }
    let invite = try server.wire(token: household.token).result("invites.create").string("invite_token")
    // Two of these invites have the ids of an existing one with a wrong secret, and two are malformed.
    for forged in [invite.dropLast(8) + "AAAAAAAA", "mi_wrong", invite.dropLast(8) + "BBBBBBBB", "mi_"] {
      let wire = try Wire(port: server.port)
      for _ in 0..<5 { #expect(try accept(String(forged), wire).reason == "unknown_invite") }
      #expect(try wire.isAtEnd(), "five failures end a connection")
    }
    let guesser = try Wire(port: server.port)
    try guesser.post("auth.authenticate", #""token":"mn_wrong""#)
    try waitForFailures(21)
    #expect(!guesser.hasInput)
  }

  /// How several requests are sent: as one batch, or as separate lines without waiting for answers.
  enum Sending: CaseIterable {
    case batch, pipeline
  }

  private func send(_ requests: [String], as sending: Sending, to wire: Wire) throws {
    switch sending {
    case .batch: try wire.send("[" + requests.joined(separator: ",") + "]\n")
    case .pipeline: try wire.send(requests.joined(separator: "\n") + "\n")
    }
  }

  private func guess(_ id: Int, _ token: String) -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"auth.authenticate","params":{"token":"\#(token)"}}"#
  }

  private func answers(_ wire: Wire) throws -> [JSONValue] {
    var answers: [JSONValue] = []
    while let line = try wire.readLine() {
      let json = try Answer(line).json
      answers += json.kind == .array ? Array(json.elements) : [json]
    }
    return answers
  }

  @Test(arguments: Sending.allCases)
  func secretsAfterFifthFailureAreNotChecked(_ sending: Sending) throws {
    defer { end() }
    let wire = try Wire(port: server.port)
    let requests = (1...20).map { guess($0, "mn_wrong") } + [guess(21, household.token)]
    try send(requests, as: sending, to: wire)
    let answers = try answers(wire)
    #expect(answers.map { $0["id"]?.integer } == [1, 2, 3, 4, 5])
    #expect(answers.allSatisfy { $0["error"]?["code"]?.integer == 401 })
    try waitForFailures(5)
    #expect(try server.administrator().result("server.metrics").string("text").contains("authentications_total 5\n"))
  }

  @Test(arguments: Sending.allCases)
  func invitesAfterFifthFailureAreNotChecked(_ sending: Sending) throws {
    defer { end() }
    let invite = try server.wire(token: household.token).result("invites.create").string("invite_token")
    let wire = try Wire(port: server.port)
    let forged = invite.dropLast(8) + "AAAAAAAA"
    // Accepting an invite is a command, and the server starts a connection's next command before the last one is
    // answered.
    let requests = ((1...12).map { ($0, String(forged)) } + [(13, invite)]).map { id, invite in
      #"{"jsonrpc":"2.0","id":\#(id),"method":"invites.accept","params":{"invite_token":"\#(invite)","#
        + #""display_name":"Ann"}}"#
    }
    try send(requests, as: sending, to: wire)
    let answers = try answers(wire)
    #expect(answers.map { $0["id"]?.integer } == [1, 2, 3, 4, 5])
    try waitForFailures(5)
    #expect(try server.wire(token: household.token).result("households.get").array("members").count { _ in true } == 1)
  }

  @Test func failuresOnUnixSocketAreNotLimited() throws {
    defer { end() }
    let page = try server.wire()
    for _ in 0..<30 { #expect(try authenticate("mn_wrong", page).code == 401) }
    #expect(try authenticate(household.token, page).code == nil)
  }

  @Test func proxiedNetworksAreLimitedSeparately() throws {
    let server = try LocalServer(
      trustedProxies: [try #require(AddressRange("127.0.0.1"))], uptime: { [uptime] in uptime.now })
    defer {
      uptime.release()
      server.stop()
      end()
    }
    func connect(_ address: String) throws -> Wire {
      let wire = try Wire(port: server.port)
      try wire.send("PROXY TCP6 \(address) 2001:db8:ffff::1 50000 443\r\n")
      return wire
    }
    // All addresses of an IPv6 network share one limit.
    var last = 0
    try useUpFailures {
      last += 1
      return try connect("2001:db8::\(last)")
    }
    let guesser = try connect("2001:db8::99")
    try guesser.post("auth.authenticate", #""token":"mn_wrong""#)
    #expect(try authenticate("mn_wrong", connect("2001:db8:0:1::1")).code == 401, "another network is not delayed")
    #expect(!guesser.hasInput)
  }

  @Test func logNamesClientBehindProxy() throws {
    let folder = try TemporaryFolder()
    let server = try ServerProcess(.memory, in: folder, "--trusted-proxy", "10.0.0.0/8", "--trusted-proxy", "127.0.0.1")
    let wire = try Wire(port: server.port)
    try wire.send("PROXY TCP4 203.0.113.7 192.0.2.1 50000 443\r\n")
    for _ in 0..<5 { #expect(try authenticate("mn_wrong", wire).code == 401) }
    let bare = try Wire(port: server.port)
    try bare.post("server.ping")
    #expect(try bare.isAtEnd())
    #expect(try server.terminate() == 0)
    let lines = server.process.errors
    #expect(lines.contains(#""event":"too_many_failed_authentications","peer":"203.0.113.7""#))
    #expect(lines.contains(#""event":"proxy_header_invalid","peer":"127.0.0.1""#))
  }
}
