import MovieNightPrimitives

/// A server with one household, and helpers for the household's watchlist and watched list.
struct ListsServer {
  let server: LocalServer
  let household: Household
  let wire: Wire

  init(_ kind: StoreKind = .memory) throws {
    server = try LocalServer(kind)
    household = try server.createHousehold()
    wire = try server.wire(token: household.token)
  }

  var asChild: String { #","acting_as":"\#(household.children[0])""# }

  func add(_ ids: Int..., rating: String = "PG") throws {
    for id in ids { try wire.result("watchlist.add", #""movie":\#(movie(id, rating: rating))"#) }
  }

  func mark(_ id: Int) throws {
    try wire.result("watched.mark", #""movie":\#(movie(id))"#)
  }

  /// Returns the ids of the movies of a list, in the list's order.
  func ids(_ list: String) throws -> [Int] {
    try items(list).map { try $0.integer("tmdb_movie_id") }
  }

  func items(_ list: String) throws -> [JSONValue] {
    Array(try wire.result("\(list).list", #""limit":100"#).array("items"))
  }

  /// Calls a method that must be refused, and returns the code and reason, for example "404 not_watched".
  func refusal(_ method: String, _ parameters: String) throws -> String {
    let answer = try wire.call(method, parameters)
    return "\(answer.code ?? 0) \(answer.reason ?? "no refusal")"
  }

  /// Adds the member Sarah by invite, and returns a connection authenticated as her.
  func addMember() throws -> Wire {
    let invite = try wire.result("invites.create").string("invite_token")
    let accepted = try server.wire().result(
      "invites.accept", #""invite_token":"\#(invite)","display_name":"Sarah""#)
    return try server.wire(token: accepted.string("token"))
  }

  /// Starts a round and returns its id.
  func start(_ parameters: String = "") throws -> String {
    try wire.result("rounds.start", parameters).object("round").string("round_id")
  }

  /// Starts a round, picks movie 1, and returns the parameter that names the round.
  func selectedRound() throws -> String {
    let round = try #""round_id":"\#(start(#""movies":[\#(movie(1)),\#(movie(2))],"open_voting":true"#))""#
    try wire.result("rounds.pick", round + #","tmdb_movie_id":1"#)
    return round
  }
}
