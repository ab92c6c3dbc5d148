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
}
