import Glibc
import Primitives
import Testing

@testable import movienight_api

/// What one client that sends as much as it may does to itself and to others.
@Suite struct FloodTests {
  private func batch(_ method: String, _ parameters: String = "", count: Int = 100) -> String {
    let request = #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":{\#(parameters)}}"#
    return "[" + Array(repeating: request, count: count).joined(separator: ",") + "]\n"
  }

  @Test func whatWaitsForAnAuthenticationIsWorkedOffInTime() throws {
    let server = try LocalServer()
    let wire = try server.wire()
    // Everything that follows waits for its answer; its token is unknown.
    try wire.send(#"{"jsonrpc":"2.0","id":0,"method":"auth.authenticate","params":{"token":"mn_unknown"}}"# + "\n")
    let pings = batch("server.ping")
    for _ in 0..<300 { try wire.send(pings) }
    #expect(try wire.readAnswer().code == 401)
    for _ in 0..<300 { #expect(try wire.readAnswer().json.elements.reduce(0) { count, _ in count + 1 } == 100) }
  }

  @Test func whoFoundsManyHouseholdsKeepsNobodyWaiting() throws {
    let server = try LocalServer(registrationIsOpen: true)
    let founder = try server.wire()
    let other = try server.wire()
    let founding = batch("households.create", #""name":"New","creator":{"display_name":"Ann"}"#)
    for _ in 0..<20 { try founder.send(founding) }
    var longest = Duration.zero
    for _ in 0..<50 {
      let start = SystemClock.monotonic()
      try other.result("server.ping")
      longest = max(longest, SystemClock.monotonic() - start)
      usleep(1000)
    }
    #expect(longest < .milliseconds(250), "a digest takes a millisecond, and there are two thousand to make")
  }

  @Test func answersThatNobodyTakesAreNotMade() throws {
    let limits = { var limits = TransportLimits(); limits.unreadOutput = 1 << 20; return limits }()
    let server = try LocalServer(limits: limits)
    let household = try server.found()
    let wire = try server.wire(token: household.token)
    for id in 0..<20 {
      let started = try wire.result("rounds.start", #""movies":[\#(movie(2 * id + 1)),\#(movie(2 * id + 2))]"#)
      try wire.result("rounds.discard", #""round_id":"\#(started.object("round").string("round_id"))""#)
    }
    let answerBytes = try wire.call("sessions.list").text.utf8.count
    let questions = batch("sessions.list")
    for _ in 0..<300 { try wire.send(questions) }
    usleep(500_000)
    let text = try server.administrator().result("server.metrics").string("text")
    let hits = text.split(separator: "\n").first { $0.hasPrefix("movienight_answer_cache_hits_total ") }
    let made = try #require(hits.flatMap { Int($0.split(separator: " ")[1]) }) * answerBytes
    #expect(made < 8 << 20, "the peer has taken nothing of it")
    for _ in 0..<300 { #expect(try wire.readLine()?.hasPrefix("[{") == true) }
  }
}
