import MovieNightPrimitives
import Testing

/// Tokens and invites: their limits, how long they stay listed, and secrets that clients generate.
@Suite struct AccessTests {
  private let server: LocalServer
  private let household: Household
  private let tim: Wire

  init() throws {
    server = try LocalServer()
    household = try server.found(children: [])
    tim = try server.wire(token: household.token)
  }

  private func listed(_ wire: Wire) throws -> [String] {
    try wire.result("tokens.list").array("tokens").map { try $0.string("label") }
  }

  @Test func tokensAndInvitesOverTheLimitAreRefused() throws {
    for number in 2...50 { try tim.result("tokens.issue", #""label":"Phone \#(number)""#) }
    let refused = try tim.call("tokens.issue", #""label":"One more""#)
    #expect(refused.code == 422 && refused.reason == "too_many_tokens")
    #expect(refused.error?["data"]?["limit"]?.integer == 50)
    for _ in 1...20 { try tim.result("invites.create") }
    let invite = try tim.call("invites.create")
    #expect(invite.code == 422 && invite.reason == "too_many_invites")
    #expect(try listed(tim) == ["First token"] + (2...50).map { "Phone \($0)" })
  }

  /// The listing expires even when nothing happens in the household in the meantime.
  @Test func revokedTokensAndInvitesAreListedForThirtyDays() throws {
    let phone = try tim.result("tokens.issue", #""label":"Phone""#)
    try tim.result("tokens.revoke", #""token_id":"\#(phone.string("token_id"))""#)
    let invite = try tim.result("invites.create")
    try tim.result("invites.revoke", #""invite_id":"\#(invite.string("invite_id"))""#)
    server.time.advance(hours: 30 * 24 - 1)
    #expect(try listed(tim) == ["First token", "Phone"])
    #expect(Array(try tim.result("invites.list").array("invites")).count == 1)
    server.time.advance(hours: 2)
    #expect(try listed(tim) == ["First token"])
    #expect(Array(try tim.result("invites.list").array("invites")).isEmpty)
  }

  /// A token identifies a member of its own household only; it carries no rights in another household.
  @Test func authenticatedConnectionCanJoinAnotherHousehold() throws {
    let other = try server.wire(token: server.found(children: []).token)
    let invite = try other.result("invites.create").string("invite_token")
    let ann = try tim.join(invite, "Ann")
    #expect(
      try server.wire(token: ann.token).result("households.get").array("members").contains { $0.text.contains(ann.id) })
  }

  private func newSecret() -> String {
    Base64URL.encode((0..<32).map { _ in UInt8.random(in: 0...255) })
  }

  /// The answer may be lost, so the client has to get the same token when it resends the command.
  @Test(arguments: StoreKind.allCases)
  func resentCommandWithClientSecretReturnsSameToken(_ kind: StoreKind) throws {
    let server = try LocalServer(kind)
    let administrator = try server.administrator()
    let secret = newSecret()
    func twice(_ wire: Wire, _ method: String, _ parameters: String) throws -> String {
      let parameters = parameters + #","secret":"\#(secret)","command_id":"\#(randomID())""#
      let token = try wire.result(method, parameters).string("token")
      #expect(try wire.result(method, parameters).string("token") == token, "\(method)")
      #expect(
        token.hasPrefix("mn_")
          && Base64URL.decode(token.utf8.dropFirst(3))?.suffix(32) == Base64URL.decode(secret.utf8)?[...])
      let answer = try wire.call(method, parameters.replacing(secret, with: newSecret()))
      #expect(answer.reason == "command_id_reused", "\(method) with another secret")
      return token
    }
    let founder = try twice(administrator, "households.create", #""name":"Films","creator":{"display_name":"Tim"}"#)
    let tim = try server.wire(token: founder)
    let phone = try twice(tim, "tokens.issue", #""label":"Phone""#)
    let invite = try tim.result("invites.create").string("invite_token")
    let ann = try twice(server.wire(), "invites.accept", #""invite_token":"\#(invite)","display_name":"Ann""#)
    for token in [phone, ann] { try server.wire(token: token).result("households.get") }
    #expect(Set([founder, phone, ann]).count == 3)
    #expect(try !tim.result("events.read").text.contains(secret))
  }

  @Test func malformedSecretIsRefused() throws {
    let secret = newSecret()
    for wrong in [
      "", secret.dropLast() + "", secret + "A", secret.dropLast(2) + "+/", String(repeating: "=", count: 43),
    ] {
      let answer = try tim.call("tokens.issue", #""label":"Phone","secret":"\#(wrong)""#)
      #expect(answer.code == -32602, "\(wrong)")
    }
  }
}
