import Foundation
import MovieNightKit
import Testing

@testable import movienight_web

/// `POST /rpc` with a real movienight server.
@Suite struct GatewayTests {
  @Test(arguments: ["7", "-0.5e3", #""a\"b""#, "null", "12345678901234567890"])
  func answerKeepsTheIDOfTheRequest(id: String) async throws {
    try await withGateway { client, _ in
      let answer = try await client.rpc(#"{"jsonrpc":"2.0","id":\#(id),"method":"server.ping"}"#)
      #expect(answer.status == 200)
      #expect(answer.body == #"{"jsonrpc":"2.0","id":\#(id),"result":{}}"#)
      #expect(answer.header("Content-Type") == "application/json")
    }
  }

  @Test func commandIsCarriedOutAsTheTokensMember() async throws {
    try await withGateway { client, _ in
      // A body may have line ends, which a line on the socket may not.
      let added = try await client.call("members.add_managed", "{\n\t\"display_name\":\r\n\"Ben\\nB\"\n}")
      #expect(added["error"]?["data"]?["reason"]?.string == "bad_parameters")
      let child = try await client.call("members.add_managed", "{\n\t\"display_name\":\r\n\"Ben\"\n}")
      #expect(child["result"]?["position"]?.integer != nil)
      let household = try await client.call("households.get")["result"]
      let names = household?["members"]?.elements.compactMap { $0["display_name"]?.string }
      #expect(names == ["Ann", "Ben"])
    }
  }

  @Test func notificationIsCarriedOutAndNotAnswered() async throws {
    try await withGateway { client, _ in
      let answer = try await client.rpc(
        #"{"jsonrpc":"2.0","method":"tokens.issue","params":{"label":"Script"}}"#)
      #expect(answer.status == 204 && answer.body.isEmpty)
      let batch = try await client.rpc(#"[{"jsonrpc":"2.0","method":"server.ping"}]"#)
      #expect(batch.status == 204 && batch.body.isEmpty)
      let tokens = try await client.call("tokens.list")["result"]?["tokens"]
      #expect(tokens?.elements.contains { $0["label"]?.string == "Script" } == true)
    }
  }

  @Test func batchAnswersEachRequestWithAnIDInOrder() async throws {
    try await withGateway { client, _ in
      let answer = try await client.rpc(
        """
        [{"jsonrpc":"2.0","id":1,"method":"server.ping"},
         {"jsonrpc":"2.0","method":"server.ping"},
         7,
         {"jsonrpc":"1.0","id":"x","method":"server.ping"},
         {"jsonrpc":"2.0","id":[],"method":"server.ping"},
         {"jsonrpc":"2.0","id":2,"method":"no.such","params":{}},
         {"jsonrpc":"2.0","id":3,"method":"server.ping","params":[1]},
         {"jsonrpc":"2.0","id":4,"method":"movies.get","params":{"tmdb_movie_id":862}}]
        """)
      #expect(answer.status == 200)
      let ids = try answer.json().elements.map { $0["id"].map { String(decoding: $0.encoded, as: UTF8.self) } }
      #expect(ids == ["1", "null", #""x""#, "null", "2", "3", "4"])
      let reasons = try answer.reasons()
      #expect(
        reasons == [
          "", "invalid_request", "invalid_request", "invalid_request", "unknown_method", "invalid_request", "",
        ])
    }
  }

  @Test(arguments: [
    (String(repeating: "[", count: 1000), "parse_error"), ("{", "parse_error"), ("", "parse_error"),
    ("[]", "invalid_request"), ("5", "invalid_request"),
    ("[" + Array(repeating: "1", count: 1000).joined(separator: ",") + "]", "invalid_request"),
    (#"{"jsonrpc":"2.0","id":1,"params":{}}"#, "invalid_request"),
    (#"{"a":"\#(String(repeating: "\u{301}", count: 40))"}"#, "invalid_request"),
  ])
  func bodyThatIsNoRequestIsAnErrorOfJSONRPC(body: String, reason: String) async throws {
    try await withGateway { client, _ in
      let answer = try await client.rpc(body)
      #expect(answer.status == 200)
      let reasons = try answer.reasons()
      #expect(reasons == [reason])
    }
  }

  @Test func bodyBeyondTheLimitIs413() async throws {
    try await withGateway { client, _ in
      let answer = try await client.rpc(String(repeating: " ", count: 1_048_577))
      #expect(answer.status == 413)
      let reasons = try answer.reasons()
      #expect(reasons == ["too_large"])
      // Just within the body's limit, but not within that of a line with the gateway's own id.
      let name = String(repeating: "n", count: 1_048_576 - 47)
      let line = try await client.rpc(#"{"jsonrpc":"2.0","id":1,"method":"\#(name)"}"#)
      #expect(line.status == 413)
      let next = try await client.call("server.ping")
      #expect(next["result"] != nil)
    }
  }

  @Test(arguments: ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"])
  func bodyOfAForeignFormIsRefused(type: String) async throws {
    try await withGateway { client, _ in
      let answer = try await client.rpc(#"{"jsonrpc":"2.0","id":1,"method":"server.ping"}"#, type: type)
      #expect(answer.status == 415)
    }
  }

  // MARK: Tokens

  @Test func withoutATokenOnlyOpenMethodsAreServed() async throws {
    try await withGateway { client, _ in
      let refused = try await client.rpc(#"{"jsonrpc":"2.0","id":1,"method":"rounds.active"}"#, headers: [])
      #expect(refused.status == 401)
      #expect(refused.header("WWW-Authenticate") == "Bearer")
      let mixed = try await client.rpc(
        #"[{"jsonrpc":"2.0","id":1,"method":"rounds.active"},{"jsonrpc":"2.0","id":2,"method":"server.info"}]"#,
        headers: [])
      #expect(mixed.status == 200)
      let reasons = try mixed.reasons()
      #expect(reasons == ["not_authenticated", ""])
      let created = try await client.call(
        "households.create", #"{"name":"New","creator":{"display_name":"Ann"}}"#, headers: [])
      let token = try #require(
        created["result"]?["token"]?.string, "\(String(decoding: created.encoded, as: UTF8.self))")
      let member = try await client.with(token: token).call("preferences.get")
      #expect(member["result"] != nil)
    }
  }

  @Test(arguments: [
    "Bearer mn_wrong", "Bearer", "Basic dGltOm1ueA==", "Bearer a b", "Bearer mn_a\"}, {", "bearer \u{e9}",
  ])
  func wrongTokenIs401AndNotRepeated(value: String) async throws {
    try await withGateway { client, _ in
      let answer = try await client.rpc(
        #"[{"jsonrpc":"2.0","id":1,"method":"server.ping"},{"jsonrpc":"2.0","id":2,"method":"server.ping"}]"#,
        headers: ["Authorization: \(value)"])
      #expect(answer.status == 401)
      #expect(!answer.body.contains("mn_") && !answer.head.contains("mn_"))
    }
  }

  @Test func cookieDoesNotAuthenticate() async throws {
    try await withGateway { client, _ in
      let cookies = ["Cookie: session=\(client.token); __Host-session=\(client.token)"]
      let answer = try await client.rpc(#"{"jsonrpc":"2.0","id":1,"method":"rounds.active"}"#, headers: cookies)
      #expect(answer.status == 401)
      #expect(answer.header("Set-Cookie") == nil)
    }
  }

  @Test func requestsOfTwoTokensNeverMix() async throws {
    try await withGateway { client, _ in
      let created = try await client.call(
        "households.create", #"{"name":"New","creator":{"display_name":"Ann"}}"#, headers: [])
      let other = client.with(token: try #require(created["result"]?["token"]?.string))
      let own = try await client.call("preferences.get")["result"]?["member_id"]?.string
      let others = try await other.call("auth.authenticate", #"{"token":"\#(other.token)"}"#)["result"]?["member_id"]?
        .string
      #expect(own != nil && others != nil && own != others)
      try await withThrowingTaskGroup(of: (String?, String?).self) { group in
        for number in 0..<60 {
          group.addTask {
            let (sender, expected) = number % 2 == 0 ? (client, own) : (other, others)
            return (try await sender.call("preferences.get")["result"]?["member_id"]?.string, expected)
          }
          if number % 10 == 9 { for _ in 0..<10 { try await compare(group.next()) } }
        }
      }
    }
    func compare(_ pair: (String?, String?)?) throws {
      let pair = try #require(pair)
      #expect(pair.0 == pair.1)
    }
  }

  @Test func authenticateTakesOnlyTheTokenOfTheRequest() async throws {
    try await withGateway { client, _ in
      let own = try await client.call("auth.authenticate", #"{"token":"\#(client.token)"}"#)
      #expect(own["result"]?["role"]?.string == "creator")
      for parameters in [
        #"{"token":"mn_other"}"#, #"{"administrator":true}"#, "{}", "[]",
        #"{"token":"\#(client.token)","administrator":true}"#,
      ] {
        let answer = try await client.call("auth.authenticate", parameters)
        #expect(answer["error"]?["code"]?.integer == -32602)
      }
      let anonymous = try await client.call("auth.authenticate", #"{"token":"\#(client.token)"}"#, headers: [])
      #expect(anonymous["error"]?["code"]?.integer == 401)
    }
  }

  @Test func revokedTokenIs401() async throws {
    try await withGateway { client, _ in
      let issued = try await client.call("tokens.issue", #"{"label":"Phone"}"#)["result"]
      let phone = client.with(token: try #require(issued?["token"]?.string))
      let before = try await phone.call("server.health")
      #expect(before["result"] != nil)
      let id = try #require(issued?["token_id"]?.string)
      let revoked = try await client.call("tokens.revoke", #"{"token_id":"\#(id)"}"#)
      #expect(revoked["result"] != nil)
      for _ in 0..<2 {
        let after = try await phone.rpc(#"{"jsonrpc":"2.0","id":1,"method":"server.health"}"#)
        #expect(after.status == 401)
      }
    }
  }

  @Test func manyWrongTokensOfAnAddressAre429ButKnownTokensAreServed() async throws {
    try await withGateway { client, _ in
      let ping = #"{"jsonrpc":"2.0","id":1,"method":"server.ping"}"#
      let known = try await client.rpc(ping)
      #expect(known.status == 200)
      for number in 0..<AttemptLimiter.maximumFailures {
        let answer = try await client.with(token: "mn_wrong\(number)").rpc(ping)
        #expect(answer.status == 401)
      }
      let limited = try await client.with(token: "mn_wrong").rpc(ping)
      #expect(limited.status == 429)
      #expect(limited.header("Retry-After") == "60")
      let still = try await client.rpc(ping)
      #expect(still.status == 200)
    }
  }

  @Test func unknownInvitesCountEachAlsoWithAWorkingToken() async throws {
    try await withGateway { client, _ in
      let guess = { (id: Int) in
        #"{"jsonrpc":"2.0","id":\#(id),"method":"invites.accept","params":{"invite_token":"mi_\#(String(repeating: "A", count: 43))","display_name":"Ben"}}"#
      }
      let known = try await client.call("server.ping")
      #expect(known["result"] != nil)
      // The movienight server closes a connection after some of a batch.
      let batch = "[" + (0..<100).map(guess).joined(separator: ",") + "]"
      var reasons: [String] = []
      while reasons.filter({ $0 == "unknown_invite" }).count < AttemptLimiter.maximumFailures {
        let answer = try await client.rpc(batch)
        try #require(answer.status != 429)
        reasons += try answer.reasons()
      }
      let limited = try await client.rpc(guess(1))
      let other = try await client.rpc(#"{"jsonrpc":"2.0","id":1,"method":"server.ping"}"#)
      #expect(limited.status == 429)
      #expect(other.status == 200)
    }
  }

  @Test func aBodyThatDoesNotArriveCompletelyIs400() async throws {
    try await withGateway { client, _ in
      let connection = try await RawConnection(to: client.port)
      try await connection.send(
        "POST /rpc HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n")
      let answer = await connection.readToEnd()
      #expect(answer.hasPrefix("HTTP/1.1 400"))
    }
  }

  // MARK: Methods

  @Test func administratorsMethodsAndSubscriptionsAreRefused() async throws {
    try await withGateway { client, _ in
      for method in ["households.list", "server.metrics", "events.import", #"catalog\u002eclear"#] {
        let answer = try await client.call(method)
        #expect(answer["error"]?["data"]?["reason"]?.string == "not_allowed")
      }
      for method in ["events.subscribe", "events.unsubscribe"] {
        let answer = try await client.call(method)
        #expect(answer["error"]?["code"]?.integer == -32601)
      }
    }
  }

  @Test func methodsAreTreatedAsTheProtocolDeclaresThem() throws {
    let folder = URL(fileURLWithPath: #filePath).pathComponents.dropLast(6).joined(separator: "/").dropFirst()
    let text = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/docs/openrpc.json"))
    let methods = try #require(JSONDocument(stored: Array(text)).root["methods"])
    for method in methods.elements {
      let name = try #require(method["name"]?.string)
      let treated = GatewayRequest.Method(name: name)
      let reasons = method["errors"]?.elements.compactMap { $0["data"]?["reason"]?.string } ?? []
      switch method["x-access"]?.string {
      case "administrator": #expect(treated == .administration, "\(name)")
      case "everyone": #expect(treated.needsNoToken || treated == .identity, "\(name)")
      default:
        #expect(!treated.needsNoToken && treated != .administration, "\(name)")
        if reasons.contains("catalog_unavailable") { #expect(treated == .slow, "\(name)") }
      }
    }
    let names = Set(methods.elements.compactMap { $0["name"]?.string })
    #expect(names.isSuperset(of: GatewayRequest.Method.special.keys))
  }

  @Test func piecesOfAnImportBelongTogether() async throws {
    try await withGateway { client, _ in
      let first = try await client.call(
        "collection.import",
        #"{"format":"letterboxd","file":"watchlist.csv","data":"Date,Name,Year,Letterboxd URI\n2026-","more":true}"#)
      let id = try #require(first["result"]?["import_id"]?.string)
      _ = try await client.call("rounds.active")
      let second = try await client.call(
        "collection.import",
        #"{"import_id":"\#(id)","format":"letterboxd","file":"watchlist.csv","data":"01-02,Toy Story,1995,https://boxd.it/2aHi\n","more":false}"#
      )
      #expect(second["result"]?["report"]?["lines"]?.integer == 1, "\(String(decoding: second.encoded, as: UTF8.self))")
    }
  }

  // MARK: Other origins

  @Test func onlyAllowedOriginsMayReadAnswers() async throws {
    try await withGateway(origins: ["https://app.example"]) { client, _ in
      let ping = #"{"jsonrpc":"2.0","id":1,"method":"server.ping"}"#
      let allowed = try await client.rpc(ping, headers: client.authorization + ["Origin: https://app.example"])
      #expect(allowed.header("Access-Control-Allow-Origin") == "https://app.example")
      #expect(allowed.header("Vary") == "Origin")
      #expect(allowed.header("Access-Control-Allow-Credentials") == nil)
      let other = try await client.rpc(ping, headers: client.authorization + ["Origin: https://evil.example"])
      #expect(other.header("Access-Control-Allow-Origin") == nil)
      for (path, method) in [("/rpc", "POST"), ("/events", "GET")] {
        let preflight = try await client.send("OPTIONS", path, headers: ["Origin: https://app.example"])
        #expect(preflight.status == 204)
        #expect(preflight.header("Access-Control-Allow-Origin") == "https://app.example")
        #expect(preflight.header("Access-Control-Allow-Methods") == method)
        #expect(preflight.header("Access-Control-Allow-Headers") == "Authorization, Content-Type, Last-Event-ID")
        let refused = try await client.send("OPTIONS", path, headers: ["Origin: https://evil.example"])
        #expect(refused.status == 403)
        #expect(refused.header("Access-Control-Allow-Origin") == nil)
      }
    }
  }

  @Test func withoutAllowedOriginsNoHeaderLetsScriptsIn() async throws {
    try await withGateway { client, _ in
      let answer = try await client.rpc(
        #"{"jsonrpc":"2.0","id":1,"method":"server.ping"}"#, headers: ["Origin: https://app.example"])
      #expect(!answer.head.contains("Access-Control"))
      let preflight = try await client.send("OPTIONS", "/rpc", headers: ["Origin: https://app.example"])
      #expect(preflight.status == 403)
    }
  }

  // MARK: The movienight server

  @Test func restartOfTheServerIs503Meanwhile() async throws {
    try await withGateway { client, server in
      let ping = #"{"jsonrpc":"2.0","id":1,"method":"server.ping"}"#
      let before = try await client.rpc(ping)
      #expect(before.status == 200)
      await server.kill()
      let meanwhile = try await client.rpc(ping)
      #expect(meanwhile.status == 503)
      #expect(meanwhile.header("Retry-After") == "1")
      try await server.startAgain()
      let after = try await client.rpc(ping)
      #expect(after.status == 200)
    }
  }
}
