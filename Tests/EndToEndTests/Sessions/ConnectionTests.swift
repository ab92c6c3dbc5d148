import MovieNightPrimitives
import Testing

/// The order of a connection's requests and answers, and the effect of revoked tokens on open connections.
@Suite struct ConnectionTests {
  private let server: LocalServer
  private let household: Household
  private let wire: Wire
  private let round: String

  init() throws {
    server = try LocalServer()
    household = try server.createHousehold()
    wire = try server.wire(token: household.token)
    round = try wire.result("rounds.start", #""movies":[\#(movie(1)),\#(movie(2))],"open_voting":true"#)
      .object("round").string("round_id")
  }

  @Test func queryWaitsForEarlierCommands() throws {
    let named = #""round_id":"\#(round)""#
    for turn in 0..<200 {
      let vote = ["up", "down"][turn % 2]
      try wire.post("rounds.vote", named + #","tmdb_movie_id":1,"vote":"\#(vote)""#)
      try wire.post("rounds.get", named)
      #expect(try wire.readAnswer().result().string("vote") == vote)
      let suggestions = Array(try wire.readAnswer().result().array("suggestions"))
      #expect(try suggestions[0].array("voters").map { try $0.string("vote") } == [vote])
    }
  }

  @Test func answersComeInRequestOrder() throws {
    let named = #""round_id":"\#(round)""#
    for turn in 0..<300 {
      switch turn % 4 {
      case 0: try wire.post("rounds.vote", named + #","tmdb_movie_id":2,"vote":"\#(turn % 8 == 0 ? "up" : "down")""#)
      case 1: try wire.post("events.read", #""limit":3"#)
      case 2: try wire.post("server.ping")
      default: try wire.post("rounds.active")
      }
    }
    let ids = try (0..<300).map { _ in try wire.readAnswer().json["id"]?.integer }
    #expect(ids == ids.sorted { ($0 ?? 0) < ($1 ?? 0) })
    #expect(!ids.contains(nil))
  }

  @Test func requestsPipelinedBehindAuthenticationUseItsIdentity() throws {
    let fresh = try server.wire()
    try fresh.send(
      #"{"jsonrpc":"2.0","id":1,"method":"auth.authenticate","params":{"token":"\#(household.token)"}}"# + "\n"
        + #"{"jsonrpc":"2.0","id":2,"method":"households.get"}"# + "\n")
    #expect(try fresh.readAnswer().result().string("member_id") == household.creator)
    #expect(try fresh.readAnswer().result().string("household_id") == household.id)
  }

  @Test func openConnectionsOfRevokedTokenLoseAccess() throws {
    let issued = try wire.result("tokens.issue", #""label":"Phone""#)
    let phones = try (0..<3).map { _ in try server.wire(token: issued.string("token")) }
    for phone in phones { #expect(try phone.call("households.get").code == nil) }
    try wire.result("tokens.revoke", #""token_id":"\#(issued.string("token_id"))""#)
    for phone in phones {
      #expect(try phone.call("households.get").code == 401)
      let vote = try phone.call("rounds.vote", #""round_id":"\#(round)","tmdb_movie_id":1,"vote":"up""#)
      #expect(vote.reason == "not_authenticated")
      try phone.send(String(repeating: " ", count: 20_000) + "\n")
      #expect(try phone.readAnswer().code == 413, "the line limit for unauthenticated connections applies again")
    }
    #expect(try server.wire().call("auth.authenticate", #""token":"\#(issued.string("token"))""#).code == 401)
    #expect(try wire.call("households.get").code == nil, "other tokens stay valid")
  }

  @Test func tokenRevokedDuringAuthenticationGrantsNoAccess() throws {
    for _ in 0..<30 {
      let issued = try wire.result("tokens.issue", #""label":"Phone""#)
      let phone = try server.wire()
      try phone.post("auth.authenticate", #""token":"\#(issued.string("token"))""#)
      try wire.result("tokens.revoke", #""token_id":"\#(issued.string("token_id"))""#)
      _ = try phone.readAnswer()
      #expect(try phone.call("households.get").code == 401)
    }
  }

  @Test func registrationIsRefusedUnlessEnabled() throws {
    let parameters = #""name":"New","creator":{"display_name":"Ann"}"#
    #expect(try server.wire().call("households.create", parameters).code == 401)
    let open = try LocalServer(registrationIsOpen: true)
    let founded = try Wire(port: open.port).result("households.create", parameters)
    #expect(try open.wire(token: founded.string("token")).result("households.get").string("name") == "New")
  }
}
