import MovieNightPrimitives
import Testing

@testable import Server
@testable import Transport

/// Clients that send as many requests as the server accepts, and the effect on other clients.
@Suite struct FloodTests {
  private func batch(_ method: String, _ parameters: String = "", count: Int = 100) -> String {
    let request = #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":{\#(parameters)}}"#
    return "[" + Array(repeating: request, count: count).joined(separator: ",") + "]\n"
  }

  @Test func requestsBehindSlowAuthenticationAreAllAnswered() throws {
    let server = try LocalServer()
    let wire = try server.wire()
    // The digests of these tokens keep the workers busy, so that the pings arrive while the authentication waits for a
    // worker.
    let token = "mn_" + Base64URL.encode([UInt8](repeating: 0, count: 64))
    let others = try (0..<400).map { _ in try server.wire() }
    for other in others { try other.post("auth.authenticate", #""token":"\#(token)""#) }
    try wire.post("auth.authenticate", #""token":"\#(token)""#)
    let pings = batch("server.ping")
    for _ in 0..<60 { try wire.send(pings) }
    #expect(try [401, 429].contains(wire.readAnswer().code))
    for _ in 0..<60 { #expect(try wire.readAnswer().json.elements.reduce(0) { count, _ in count + 1 } == 100) }
  }

  @Test func householdCreationFloodDoesNotDelayHealth() throws {
    let server = try LocalServer()
    let founder = try server.administrator()
    let administrator = try server.administrator()
    let founding = batch("households.create", #""name":"New","creator":{"display_name":"Ann"}"#)
    for _ in 0..<20 { try founder.send(founding) }
    let head = try administrator.result("server.health").integer("head")
    #expect(head < 20 * 100 * 3, "the query did not wait for two thousand digests")
  }

  /// Sends all lines while the event loop is blocked, so that the server receives them in a single loop iteration.
  private func sendTogether(_ lines: [(Wire, String)], to server: LocalServer) throws {
    let (reached, go) = (Mailbox<Void>(), Mailbox<Void>())
    try server.application.loop.enqueue {
      reached.close()
      _ = go.receiveOne()
    }
    defer { go.close() }
    _ = reached.receiveOne()
    for (wire, line) in lines { try wire.send(line) }
  }

  /// Blocks both workers of a server while `body` runs.
  private func withBusyWorkers<Value>(of server: LocalServer, _ body: () throws -> Value) throws -> Value {
    let (reached, go) = (Mailbox<Void>(), Mailbox<Void>())
    for _ in 0..<2 {
      try server.application.workers.perform {
        _ = reached.send([()])
        _ = go.receiveOne()
      }
    }
    for _ in 0..<2 { _ = reached.receiveOne() }
    defer { go.close() }
    return try body()
  }

  /// Waits until the server has received `number` requests since its count was `before`. The requests that this
  /// function sends are not counted.
  private func waitForRequests(_ number: Int, _ administrator: Wire, since before: Int) throws {
    var asked = 0
    try eventually("\(number) requests") {
      asked += 1
      return try count("movienight_requests_total", administrator) == before + number + asked
    }
  }

  @Test func queuedJobsOverMemberLimitAreRefused() throws {
    let server = try LocalServer()
    let household = try server.createHousehold()
    let wires = try (0..<40).map { _ in try server.wire(token: household.token) }
    let administrator = try server.administrator()
    let before = try count("movienight_requests_total", administrator)
    let refused = 40 * 16 - 250
    try withBusyWorkers(of: server) {
      for wire in wires { for _ in 0..<16 { try wire.post("events.read") } }
      try waitForRequests(40 * 16, administrator, since: before)
    }
    let answers = try wires.flatMap { wire in try (0..<16).map { _ in try wire.readAnswer() } }
    #expect(answers.count { $0.reason == "too_many_requests" } == refused)
    #expect(answers.count { $0.error == nil } == 250)
  }

  @Test func queuedRequestOfClosedConnectionIsDropped() throws {
    let server = try LocalServer(registrationIsOpen: true)
    let administrator = try server.administrator()
    let founding = #""name":"New","creator":{"display_name":"Ann"}"#
    let open = try count("movienight_connections_open", administrator)
    try withBusyWorkers(of: server) {
      do {
        let closing = try server.wire()
        let before = try count("movienight_requests_total", administrator)
        try closing.post("households.create", founding)
        try waitForRequests(1, administrator, since: before)
      }
      try eventually("the connection to be closed") { try count("movienight_connections_open", administrator) == open }
    }
    try administrator.result("households.create", founding)
    #expect(try Array(administrator.result("households.list").array("households")).count == 1)
  }

  private func count(_ metric: String, _ administrator: Wire) throws -> Int {
    let text = try administrator.result("server.metrics").string("text")
    let line = text.split(separator: "\n").first { $0.hasPrefix("\(metric) ") }
    return try #require(line.flatMap { Int($0.split(separator: " ")[1]) })
  }

  @Test func longLinesOfOthersDoNotDelayPing() throws {
    let server = try LocalServer()
    let household = try server.createHousehold()
    let administrator = try server.administrator()
    let others = try (0..<24).map { _ in try server.wire(token: household.token) }
    let opening = #"{"jsonrpc":"2.0","id":1,"method":"server.ping","params":{"x":["#
    let line = opening + String(repeating: "0,", count: 200_000) + "0]}}"
    for other in others { try other.send(line) }
    try eventually("all lines to arrive") {
      try count("movienight_buffer_bytes", administrator) == others.count * line.utf8.count
    }
    let before = try count("movienight_requests_total", administrator)
    let wire = try server.wire(token: household.token)
    try sendTogether(
      others.map { ($0, "\n") } + [(wire, #"{"jsonrpc":"2.0","id":2,"method":"server.ping"}"# + "\n")], to: server)
    #expect(try wire.readAnswer().code == nil)
    // When the ping was answered, fewer than half of the long lines had been parsed. The count also includes the ping
    // and two requests for metrics.
    #expect(try count("movienight_requests_total", administrator) - before < others.count / 2)
    for other in others { #expect(try other.readAnswer().code == -32602) }
  }

  @Test func lineWithTooManyValuesIsRefusedEarly() throws {
    let server = try LocalServer()
    let wire = try server.wire(token: server.createHousehold().token)
    let values = String(repeating: "0,", count: 400_000)
    try wire.send("[\(values)0]\n")
    #expect(try wire.readAnswer().reason == "invalid_request")
    try wire.send("[[\(values)0]]\n")
    #expect(try wire.readAnswer().reason == "invalid_request")
    try wire.send("[\(values) this is no JSON\n")
    #expect(try wire.readAnswer().reason == "invalid_request", "the line is refused before the invalid part")
    #expect(try wire.call("server.ping").code == nil)
  }

  @Test func unreadAnswersPauseFurtherQueries() throws {
    var limits = TransportLimits()
    limits.unreadOutput = 64 << 10
    let server = try LocalServer(limits: limits)
    let household = try server.createHousehold()
    let wire = try server.wire(token: household.token)
    for id in 0..<20 {
      let started = try wire.result("rounds.start", #""movies":[\#(movie(2 * id + 1)),\#(movie(2 * id + 2))]"#)
      try wire.result("rounds.discard", #""round_id":"\#(started.object("round").string("round_id"))""#)
    }
    let answerBytes = try wire.call("sessions.list").text.utf8.count
    let administrator = try server.administrator()
    func answeredBytes() throws -> Int {
      let text = try administrator.result("server.metrics").string("text")
      let hits = text.split(separator: "\n").first { $0.hasPrefix("movienight_answer_cache_hits_total ") }
      return try #require(hits.flatMap { Int($0.split(separator: " ")[1]) }) * answerBytes
    }
    // The server can read this many lines at once.
    let lines = 80
    #expect(lines * 10 * answerBytes > 3 << 20)
    try wire.send(String(repeating: batch("sessions.list", count: 10), count: lines))
    try eventually("the limit on unread answers to be reached") { try answeredBytes() >= limits.unreadOutput }
    // In each loop iteration, and so with each ping, the server could write more answers if it did not pause.
    for _ in 0..<100 { try administrator.result("server.ping") }
    #expect(try answeredBytes() < 1 << 20, "the client has read nothing")
    for _ in 0..<lines { #expect(try wire.readLine()?.hasPrefix("[{") == true) }
  }
}
