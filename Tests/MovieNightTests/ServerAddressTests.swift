import MovieNightKit
import Testing

@Suite struct ServerAddressTests {
  @Test(arguments: [
    ("127.0.0.1:6684", ServerAddress.tcp(host: "127.0.0.1", port: 6684)),
    ("localhost:1", .tcp(host: "localhost", port: 1)),
    ("[::1]:6684", .tcp(host: "::1", port: 6684)),
    ("unix:/run/movienight.sock", .unix(path: "/run/movienight.sock")),
    ("unix:./data/a b.sock", .unix(path: "./data/a b.sock")),
  ])
  func validAddressRoundTripsThroughText(_ text: String, _ expected: ServerAddress) throws {
    let address = try ServerAddress(text)
    #expect(address == expected)
    #expect(address.description == text)
  }

  @Test(arguments: [
    "", "localhost", ":6684", "localhost:", "localhost:65536", "localhost:+80", "localhost:-1", "::1:6684", "[]:1",
    "unix:", "a:b:1", "unix:/" + String(repeating: "x", count: 120), "host:６６８４",
  ])
  func invalidAddressIsRefused(_ text: String) {
    #expect(throws: ClientError.self) { try ServerAddress(text) }
  }
}
