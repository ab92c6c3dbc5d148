import MovieNightKit
import Testing

@testable import movienight_web

/// `GET /events` with a real movienight server.
@Suite struct GatewayEventsTests {
  @Test func streamHasEventsAfterAPositionAndThenNewOnes() async throws {
    try await withGateway { client, _ in
      let stream = try await client.events("?after=2")
      let beginning = await stream.read { $0.contains("id: 3\n") }
      let answer = try HTTPAnswer(beginning)
      #expect(answer.status == 200)
      #expect(answer.header("Content-Type") == "text/event-stream")
      #expect(answer.header("Cache-Control") == "no-store")
      #expect(unchunked(answer.body).contains("retry: 2000\nid: 2\n\nid: 3\ndata: {\"position\":3,"))
      let issued = try await client.call("tokens.issue", #"{"label":"Phone"}"#)["result"]
      let position = try #require(issued?["position"]?.integer)
      let live = await stream.read { $0.contains("\n\n") }
      #expect(live.contains("id: \(position)\ndata: {\"position\":\(position),"))
      stream.close()
    }
  }

  @Test func lastEventIDReplacesThePositionOfTheAddress() async throws {
    try await withGateway { client, _ in
      let stream = try await client.events("?after=2", headers: ["Last-Event-ID: 1"])
      let text = await stream.read { $0.contains("id: 3\n") }
      #expect(unchunked(text).contains("id: 1\n\nid: 2\n"))
      stream.close()
    }
  }

  @Test func filterIsPassedOn() async throws {
    try await withGateway { client, _ in
      let stream = try await client.events("?after=0&types=TokenIssued,VoteCast")
      let text = await stream.read { $0.contains("\"TokenIssued\"") || $0.contains("HTTP/1.1 4") }
      #expect(text.hasPrefix("HTTP/1.1 200"))
      #expect(!text.contains("\"MemberJoined\""))
      stream.close()
    }
  }

  @Test(arguments: [
    ("?after=x", 400, "bad_parameters"), ("?after=99999", 409, "ahead_of_history"),
    ("?token=mn_a", 400, "bad_parameters"),
    ("?after=1%0d%0aX-Evil:%201", 400, "bad_parameters"), ("?after=1&after=2", 400, "bad_parameters"),
  ])
  func refusedStreamHasAStatusAndAnError(query: String, status: Int, reason: String) async throws {
    try await withGateway { client, _ in
      let answer = try await client.send("GET", "/events\(query)", headers: client.authorization)
      #expect(answer.status == status)
      #expect(answer.header("X-Evil") == nil)
      let reasons = try answer.reasons()
      #expect(reasons == [reason])
    }
  }

  @Test func withoutAValidTokenThereIsNoStream() async throws {
    try await withGateway { client, _ in
      let none = try await client.send("GET", "/events?token=\(client.token)")
      #expect(none.status == 401)
      let wrong = try await client.send("GET", "/events", headers: ["Authorization: Bearer mn_wrong"])
      #expect(wrong.status == 401)
      #expect(wrong.header("WWW-Authenticate") == "Bearer")
    }
  }

  @Test func quietStreamHasComments() async throws {
    var limits = RequestLimits()
    limits.gateway.keepAliveTime = .milliseconds(20)
    try await withGateway(limits: limits) { client, _ in
      let stream = try await client.events()
      let text = await stream.read { $0.split(separator: ": still here").count > 3 }
      #expect(text.split(separator: ": still here").count > 3)
      stream.close()
    }
  }

  @Test func streamEndsWhenItsTokenIsRevoked() async throws {
    try await withGateway { client, _ in
      let issued = try await client.call("tokens.issue", #"{"label":"Phone"}"#)["result"]
      let phone = client.with(token: try #require(issued?["token"]?.string))
      let stream = try await phone.events()
      _ = await stream.read { $0.contains("id: ") }
      let id = try #require(issued?["token_id"]?.string)
      _ = try await client.call("tokens.revoke", #"{"token_id":"\#(id)"}"#)
      let rest = await stream.read { $0.contains("0\r\n\r\n") }
      #expect(rest.contains("event: closed\ndata: {\"reason\":\"access_ended\"}\n\n"))
      let again = try await phone.send("GET", "/events", headers: phone.authorization)
      #expect(again.status == 401)
    }
  }

  @Test func streamsOfATokenAreLimitedUntilOneEnds() async throws {
    var limits = RequestLimits()
    limits.gateway.streamsPerToken = 1
    try await withGateway(limits: limits) { client, _ in
      let first = try await client.events()
      _ = await first.read { $0.contains("id: ") }
      let second = try await client.send("GET", "/events", headers: client.authorization)
      #expect(second.status == 429)
      let reasons = try second.reasons()
      #expect(reasons == ["too_many_subscriptions"])
      first.close()
      var status = 429
      while status == 429 {
        let next = try await client.events()
        let text = await next.read { $0.contains("\r\n\r\n") }
        status = try HTTPAnswer(text).status
        next.close()
      }
      #expect(status == 200)
    }
  }

  @Test func streamEndsWithTheServerAndResumesAfterIt() async throws {
    try await withGateway { client, server in
      let stream = try await client.events()
      _ = await stream.read { $0.contains("id: 3") }
      await server.kill()
      _ = await stream.read { $0.contains("0\r\n\r\n") }
      let meanwhile = try await client.send("GET", "/events", headers: client.authorization)
      #expect(meanwhile.status == 503)
      try await server.startAgain()
      let next = try await client.events("", headers: ["Last-Event-ID: 3"])
      let text = await next.read { $0.contains("id: 3") }
      #expect(text.hasPrefix("HTTP/1.1 200"))
      next.close()
    }
  }
}
