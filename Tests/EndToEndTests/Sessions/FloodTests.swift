import Primitives
import Testing

@testable import Transport

/// What one client that sends as much as it may does to itself and to others.
@Suite struct FloodTests {
  private func batch(_ method: String, _ parameters: String = "", count: Int = 100) -> String {
    let request = #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":{\#(parameters)}}"#
    return "[" + Array(repeating: request, count: count).joined(separator: ",") + "]\n"
  }

  @Test func whatWaitsForAnAuthenticationIsWorkedOffInTime() throws {
    let server = try LocalServer()
    let wire = try server.wire()
    // Digests keep the workers busy, so that there is time to send while an authentication waits for them.
    let token = "mn_" + Base64URL.encode([UInt8](repeating: 0, count: 64))
    let others = try (0..<400).map { _ in try server.wire() }
    for other in others { try other.post("auth.authenticate", #""token":"\#(token)""#) }
    try wire.post("auth.authenticate", #""token":"\#(token)""#)
    let pings = batch("server.ping")
    for _ in 0..<60 { try wire.send(pings) }
    #expect(try [401, 429].contains(wire.readAnswer().code))
    for _ in 0..<60 { #expect(try wire.readAnswer().json.elements.reduce(0) { count, _ in count + 1 } == 100) }
  }

  @Test func whoFoundsManyHouseholdsKeepsNobodyWaiting() throws {
    let server = try LocalServer()
    let founder = try server.administrator()
    let administrator = try server.administrator()
    let founding = batch("households.create", #""name":"New","creator":{"display_name":"Ann"}"#)
    for _ in 0..<20 { try founder.send(founding) }
    let head = try administrator.result("server.health").integer("head")
    #expect(head < 20 * 100 * 3, "the health did not wait for two thousand digests")
  }

  @Test func answersThatNobodyTakesAreNotMade() throws {
    var limits = TransportLimits()
    limits.unreadOutput = 64 << 10
    let server = try LocalServer(limits: limits)
    let household = try server.found()
    let wire = try server.wire(token: household.token)
    for id in 0..<20 {
      let started = try wire.result("rounds.start", #""movies":[\#(movie(2 * id + 1)),\#(movie(2 * id + 2))]"#)
      try wire.result("rounds.discard", #""round_id":"\#(started.object("round").string("round_id"))""#)
    }
    let answerBytes = try wire.call("sessions.list").text.utf8.count
    let administrator = try server.administrator()
    func made() throws -> Int {
      let text = try administrator.result("server.metrics").string("text")
      let hits = text.split(separator: "\n").first { $0.hasPrefix("movienight_answer_cache_hits_total ") }
      return try #require(hits.flatMap { Int($0.split(separator: " ")[1]) }) * answerBytes
    }
    // So much as the server reads at once; it would not read more.
    let lines = 80
    #expect(lines * 10 * answerBytes > 3 << 20)
    try wire.send(String(repeating: batch("sessions.list", count: 10), count: lines))
    try eventually("as many answers are made as may wait") { try made() >= limits.unreadOutput }
    // Each is a wake of the server, in which it would go on.
    for _ in 0..<100 { try administrator.result("server.ping") }
    #expect(try made() < 1 << 20, "the peer has taken nothing of it")
    for _ in 0..<lines { #expect(try wire.readLine()?.hasPrefix("[{") == true) }
  }
}
