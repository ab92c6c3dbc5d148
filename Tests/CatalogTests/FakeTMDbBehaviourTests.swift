import FakeTMDb
import Glibc
import Testing

/// `FakeTMDb` misbehaves as configured and records its requests.
@Suite struct FakeTMDbBehaviourTests {
  @Test func requestsAreRecordedUntilForgotten() throws {
    let tmdb = try FakeTMDb()
    let client = try FakeTMDbClient(tmdb.base)
    _ = try client.get("/search/movie?query=a%20%26+b%C3%BC&page=1&empty", headers: ["X-Thing: One: Two"])
    _ = try client.get("/movie/55%30")
    _ = try client.get("/movie/7")
    let first = try #require(tmdb.requests.first)
    #expect(first.path == "/search/movie" && first["query"] == "a & bü" && first["empty"] == "" && first["x"] == nil)
    #expect(first.parameters.map(\.name) == ["query", "page", "empty"] && first.headers["x-thing"] == "One: Two")
    #expect(tmdb.requests.map(\.path) == ["/search/movie", "/movie/550", "/movie/7"])
    #expect(tmdb.count(of: "/movie/550") == 1 && tmdb.count(of: "/movie") == 0)
    tmdb.forget()
    #expect(tmdb.requests.isEmpty)
  }

  @Test func requestOtherThanGETIsRefused() throws {
    let tmdb = try FakeTMDb()
    let client = try FakeTMDbClient(tmdb.base)
    client.send("/movie/550", method: "DELETE")
    #expect(try client.receive().status == 405)
  }

  @Test func requestWithoutCredentialIsRefused() throws {
    let tmdb = try FakeTMDb()
    #expect(try tmdb.get("/movie/550").status == 200)
    tmdb.credential = .token("T")
    #expect(try tmdb.get("/movie/550", headers: ["Authorization: Bearer T"]).status == 200)
    let refused = try tmdb.get("/movie/550", headers: ["Authorization: Bearer t"])
    #expect(refused.status == 401 && refused.text.contains(#""status_code":7"#))
    #expect(try tmdb.get("/movie/550?api_key=T").status == 401)
    tmdb.credential = .key("K")
    #expect(try tmdb.get("/movie/550?api_key=K").status == 200)
    #expect(try tmdb.get("/movie/550?api_key=k").status == 401)
    #expect(try tmdb.get("/movie/550").status == 401)
  }

  @Test func configuredStatusRedirectAndBodyAreReturned() throws {
    let tmdb = try FakeTMDb()
    tmdb.behave(.status(429, headers: [("Retry-After", "3")]))
    let answer = try tmdb.get("/configuration")
    #expect(answer.status == 429 && answer.headers["retry-after"] == "3" && answer.text.contains("status_message"))
    tmdb.behave(.redirect(to: "http://127.0.0.1:1/"))
    let redirect = try tmdb.get("/configuration")
    #expect(redirect.status == 302 && redirect.headers["location"] == "http://127.0.0.1:1/")
    tmdb.behave(.body([0, 255], headers: [("Content-Type", "text/plain")]))
    let body = try tmdb.get("/configuration")
    #expect(body.status == 200 && body.body == [0, 255] && body.headers["content-type"] == "text/plain")
  }

  @Test func behaviourAppliesToMatchingPathsOnly() throws {
    let tmdb = try FakeTMDb()
    func statuses() throws -> [Int] {
      try ["/movie/550", "/movie/105", "/tv/1396/season/1"].map { try tmdb.get($0).status }
    }
    tmdb.behave(.status(500), on: "/movie/550")
    #expect(try statuses() == [500, 200, 200])
    // "/movie/10" does not match "/movie/105".
    tmdb.behave(.status(501), on: "/movie/10")
    #expect(try statuses() == [500, 200, 200])
    tmdb.behave(.status(502), on: "/tv")
    #expect(try statuses() == [500, 200, 502])
    tmdb.behave(.status(503))
    tmdb.behave(.ok, on: "/movie/550")
    #expect(try statuses() == [200, 503, 503])
    tmdb.behave(.status(504), on: "/movie", times: 2)
    #expect(try statuses() == [504, 504, 503])
    #expect(try statuses() == [200, 503, 503])
    tmdb.behave(.ok)
    #expect(try statuses() == [200, 200, 200])
  }

  @Test func connectionsAreResetOrTruncatedOnDemand() throws {
    let tmdb = try FakeTMDb()
    tmdb.behave(.reset, times: 1)
    #expect(throws: FakeTMDbClient.Failure.reset) { try tmdb.get("/movie/550") }
    let whole = try tmdb.get("/movie/550").text
    tmdb.behave(.truncated, times: 1)
    let half = String(decoding: whole.utf8.prefix(whole.utf8.count / 2), as: UTF8.self)
    #expect(throws: FakeTMDbClient.Failure.truncatedBody(half)) { try tmdb.get("/movie/550") }
    tmdb.behave(.slow(milliseconds: 1))
    #expect(try tmdb.get("/movie/550").text == whole)
  }

  @Test(arguments: [FakeTMDb.Behaviour.silence, .slow(milliseconds: 3_600_000), .ok])
  func stopClosesOpenConnections(behaviour: FakeTMDb.Behaviour) throws {
    let tmdb = try FakeTMDb()
    let client = try FakeTMDbClient(tmdb.base)
    _ = try client.get("/configuration")
    tmdb.behave(behaviour, on: "/movie")
    if case .ok = behaviour {} else { client.send("/movie/550") }
    let expected = if case .ok = behaviour { 1 } else { 2 }
    while tmdb.requests.count < expected { usleep(1000) }
    tmdb.stop()
    #expect(throws: FakeTMDbClient.Failure.ended) { try client.receive() }
    tmdb.stop()
  }

  @Test func deallocationClosesOpenConnections() throws {
    var tmdb: FakeTMDb? = try FakeTMDb()
    let client = try FakeTMDbClient(try #require(tmdb).base)
    _ = try client.get("/configuration")
    tmdb = nil
    #expect(throws: FakeTMDbClient.Failure.ended) { try client.receive() }
  }

  @Test func manySequentialRequestsAreAnswered() throws {
    let tmdb = try FakeTMDb()
    for _ in 1...200 { #expect(try tmdb.get("/configuration", headers: ["Connection: close"]).status == 200) }
    #expect(tmdb.count(of: "/configuration") == 200)
  }

  @Test func requestIsAnsweredWhileOthersHang() throws {
    let tmdb = try FakeTMDb()
    tmdb.behave(.silence, on: "/tv")
    let silent = try (1...20).map { _ in try FakeTMDbClient(tmdb.base) }
    for client in silent { client.send("/tv/1396") }
    #expect(try tmdb.get("/movie/550").status == 200)
    while tmdb.count(of: "/tv/1396") < 20 { usleep(1000) }
    tmdb.stop()
    for client in silent { #expect(throws: FakeTMDbClient.Failure.ended) { try client.receive() } }
  }
}
