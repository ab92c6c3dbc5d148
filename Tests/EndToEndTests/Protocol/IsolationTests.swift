import EventStore
import MovieNightPrimitives
import Testing

@testable import Server
@testable import Stores

/// Attempts to reach another household's data through every method and every parameter.
@Suite struct IsolationTests {
  private let server: LocalServer
  private let theirs: Household
  private let ours: Household
  /// Texts and ids of the other household that no answer may contain.
  private let secrets: [String]
  private let their: [String: String]
  private let ourRound: String
  /// A connection of the other household, which keeps its subscription alive.
  private let nonMember: Wire
  /// An invite token forged with the right ids but without the secret.
  private let forgedInvite: String

  init() throws {
    server = try LocalServer(catalog: .demo())
    theirs = try server.found("Zanzibar Cinema", creator: "Zacharias", children: ["Zora", "Zeno"])
    ours = try server.found("Ours", creator: "Tim", children: ["Max"])
    nonMember = try server.wire(token: theirs.token)
    var rounds: [String] = []
    var commands: [String] = []
    for number in 0..<2 {
      commands.append(randomID())
      let movies = (1...3).map { movie(900 + $0, title: "Zebra \($0)") }.joined(separator: ",")
      let started = try nonMember.result(
        "rounds.start",
        #""command_id":"\#(commands[2 * number])","movies":[\#(movies)],"open_voting":true,"allow_watched":true"#)
      rounds.append(try started.object("round").string("round_id"))
      let round = #""round_id":"\#(rounds[number])""#
      commands.append(randomID())
      try nonMember.result(
        "rounds.vote", round + #","tmdb_movie_id":901,"vote":"up","command_id":"\#(commands[2 * number + 1])""#)
      if number == 0 {
        try nonMember.result("rounds.pick", round + #","tmdb_movie_id":901"#)
        try nonMember.result("rounds.mark_watched", round)
      }
    }
    for (method, id) in [("watchlist.add", 911), ("watchlist.add", 912), ("watched.mark", 913)] {
      commands.append(randomID())
      try nonMember.result(
        method, #""movie":\#(movie(id, title: "Zebra \(id)")),"command_id":"\#(commands.last ?? "")""#)
    }
    let tokens = try nonMember.result("tokens.list").array("tokens").map { try $0.string("token_id") }
    let invite = try nonMember.result("invites.create").string("invite_id")
    try nonMember.result(
      "preferences.set", #""genre_likes":[7654321098,8901234567],"genre_dislikes":[],"max_content_rating":"R""#)
    let ids = [theirs.id, invite].compactMap { Identifier<Never>($0)?.bytes }.flatMap { $0 }
    forgedInvite = "mi_" + Base64URL.encode(ids + [UInt8](repeating: 0, count: 32))
    let cursor = try nonMember.result("sessions.list", #""limit":1"#).string("next_cursor")
    ourRound = try server.wire(token: ours.token).result("rounds.start", #""movies":[\#(movie(1)),\#(movie(2))]"#)
      .object("round").string("round_id")
    their = [
      "household": theirs.id, "creator": theirs.creator, "child": theirs.children[0], "watched": rounds[0],
      "subscription": try nonMember.result("events.subscribe").string("subscription_id"),
      "watchlistCursor": try nonMember.result("watchlist.list", #""limit":1"#).string("next_cursor"),
      "watchedCursor": try nonMember.result("watched.list", #""limit":1"#).string("next_cursor"),
      "voting": rounds[1], "token": tokens[0], "invite": invite, "cursor": cursor, "command": commands[0],
      "secondCommand": commands[1], "thirdCommand": commands[2],
      "additionCommand": commands[4], "markCommand": commands[6],
    ]
    secrets =
      [theirs.id, "Zanzibar", "Zacharias", "Zora", "Zeno", "Zebra", invite, "7654321098", "8901234567"] + theirs.members
      + rounds + tokens
  }

  /// The required outcome of a request that names something of the other household.
  private enum Outcome {
    case refused(Int, String)
    /// A result about the caller's own household.
    case own
  }

  private struct Reach {
    let parameters: String
    let outcome: Outcome

    init(_ parameters: String, _ outcome: Outcome) {
      self.parameters = parameters
      self.outcome = outcome
    }
  }

  /// Parameters that cannot name anything of a household, or only within an object that another parameter names.
  private static let harmless: Set<String> = [
    "token", "administrator", "names", "label", "name", "creator", "display_name", "avatar_key", "limit", "movies",
    "include_watchlist", "suggest", "exclude_movie_ids", "open_voting", "ceiling_override", "allow_watched",
    "tmdb_movie_id", "max_content_rating", "movie", "confirm", "vote", "rating", "after", "types", "until",
    "expected_revision", "events", "texts", "more", "round", "streaming_services", "settings", "genre_likes",
    "genre_dislikes", "secret", "tmdb_id", "season_number", "episode_number", "query", "year", "page", "within_ceiling",
    "refresh", "kind", "country", "id",
  ]

  /// For each method, requests that try to reach the other household. A method without a line fails the test.
  private var reaches: [String: [Reach]] {
    let household = #""household_id":"\#(their["household"]!)""#
    let asTheirChild = #","acting_as":"\#(their["child"]!)""#
    let command = #","command_id":"\#(their["command"]!)""#
    let notAMember = Outcome.refused(403, "not_a_member")
    let notAllowed = Outcome.refused(403, "not_allowed")
    let cannotActAs = Outcome.refused(403, "cannot_act_as")
    let unknownMember = Outcome.refused(404, "unknown_member")
    let unknownInvite = Outcome.refused(404, "unknown_invite")
    let unknownRound = Outcome.refused(404, "unknown_round")
    func round(_ more: String = "") -> [Reach] {
      let (voting, watched) = (
        #""round_id":"\#(their["voting"]!)""# + more, #""round_id":"\#(their["watched"]!)""# + more
      )
      return [
        Reach(voting, unknownRound), Reach(watched, unknownRound), Reach(voting + command, unknownRound),
        Reach(voting + #","expected_revision":0"#, unknownRound), Reach(voting + asTheirChild, cannotActAs),
        Reach(#""round_id":"\#(ourRound)""# + more + asTheirChild, cannotActAs),
      ]
    }
    let theirMember = #""member_id":"\#(their["creator"]!)""#
    let theirChild = #""member_id":"\#(their["child"]!)""#
    let theirInvite = #""invite_id":"\#(their["invite"]!)""#
    let accept = #""display_name":"Spy","invite_token":"\#(forgedInvite)""#
    let likes = #""genre_likes":[1,2],"max_content_rating":"R""#
    let question = [
      Reach(#""round_id":"\#(their["voting"]!)""#, unknownRound),
      Reach(#""round_id":"\#(their["watched"]!)""#, unknownRound),
      Reach(#""round_id":"\#(their["voting"]!)","# + household, notAMember),
      Reach(#""round_id":"\#(ourRound)","# + household, notAMember),
      Reach(#""round_id":"\#(their["voting"]!)","as_of":1000000"#, unknownRound),
      Reach(#""round_id":"\#(their["watched"]!)","as_of":"2099-01-01T00:00:00Z""#, unknownRound),
    ]
    return [
      "server.ping": [], "server.info": [], "rpc.discover": [], "server.health": [], "auth.authenticate": [],
      "server.metrics": [Reach("", notAllowed)],
      "projections.rebuild": [Reach("", notAllowed)],
      "events.import": [Reach(#""events":[],"texts":[]"#, notAllowed)],
      "rounds.import": [Reach(household + asTheirChild + command, notAllowed)],
      "households.list": [Reach("", notAllowed), Reach(#""cursor":"\#(their["household"]!)""#, notAllowed)],
      "households.create": [
        Reach(#""name":"A","creator":{"display_name":"B"}"# + asTheirChild + command, notAllowed)
      ],
      "households.get": [Reach(household, notAMember), Reach("", .own)],
      "members.add_managed": [
        Reach(#""display_name":"Spy""# + asTheirChild, cannotActAs),
        Reach(#""display_name":"Spy","command_id":"\#(their["secondCommand"]!)""#, .own),
      ],
      "households.update": [Reach(#""name":"Spy""# + asTheirChild + command, cannotActAs)],
      "members.update": [
        Reach(theirMember + #","display_name":"Spy""#, unknownMember),
        Reach(theirChild + #","avatar_key":"spy""# + command, unknownMember),
        Reach(#""display_name":"Spy""# + asTheirChild, cannotActAs),
      ],
      "members.remove": [
        Reach(theirMember, unknownMember), Reach(theirChild + command, unknownMember),
        Reach(theirChild + asTheirChild, cannotActAs),
      ],
      "members.leave": [Reach(command.dropFirst() + asTheirChild, cannotActAs)],
      "members.erase": [
        Reach(theirMember + #","confirm":"DELETE""#, unknownMember),
        Reach(theirChild + #","confirm":"DELETE""# + command, unknownMember),
        Reach(#""confirm":"DELETE""# + asTheirChild, cannotActAs),
        Reach(theirMember + #","confirm":"DELETE","# + household, notAMember),
      ],
      "invites.create": [Reach(command.dropFirst() + asTheirChild, cannotActAs)],
      "invites.list": [Reach(household, notAMember), Reach("", .own)],
      "invites.revoke": [
        Reach(theirInvite, unknownInvite), Reach(theirInvite + command, unknownInvite),
        Reach(theirInvite + asTheirChild, cannotActAs),
      ],
      "invites.accept": [Reach(accept, unknownInvite), Reach(accept + asTheirChild + command, cannotActAs)],
      "preferences.get": [Reach(theirMember, unknownMember), Reach(theirChild, unknownMember), Reach("", .own)],
      "preferences.set": [
        Reach(theirMember + "," + likes, unknownMember), Reach(theirChild + "," + likes + command, unknownMember),
        Reach(likes + asTheirChild, cannotActAs),
      ],
      "tokens.issue": [
        Reach(#""label":"Spy","# + household, notAMember),
        Reach(#""label":"Spy","member_id":"\#(their["creator"]!)""#, .refused(403, "not_your_token")),
        Reach(#""label":"Spy","member_id":"\#(their["child"]!)""#, .refused(403, "not_your_token")),
        Reach(#""label":"Spy""# + asTheirChild, cannotActAs),
        Reach(#""label":"Spy","command_id":"\#(their["thirdCommand"]!)""#, .own),
      ],
      "tokens.list": [Reach(household, notAMember), Reach("", .own)],
      "tokens.revoke": [
        Reach(#""token_id":"\#(their["token"]!)""#, .refused(404, "unknown_token")),
        Reach(#""token_id":"\#(their["token"]!)","# + household, notAMember),
        Reach(#""token_id":"\#(their["token"]!)""# + asTheirChild, cannotActAs),
        Reach(#""token_id":"\#(their["token"]!)""# + command, .refused(404, "unknown_token")),
      ],
      "rounds.start": [
        Reach(#""replace":"\#(their["voting"]!)""#, unknownRound),
        Reach(#""replace":"\#(their["watched"]!)""#, unknownRound),
        Reach(
          #""replace":"\#(ourRound)","attendees":["\#(ours.creator)","\#(their["child"]!)"]"#,
          .refused(422, "not_members")),
        Reach(#""replace":"\#(ourRound)""# + asTheirChild, cannotActAs),
        Reach(command.dropFirst() + "", .refused(409, "active_round_exists")),
      ],
      "rounds.suggest": round(#","movies":[\#(movie(5))]"#), "rounds.unsuggest": round(#","tmdb_movie_id":901"#),
      "rounds.open_voting": round(), "rounds.override_ceiling": round(#","max_content_rating":"R""#),
      "rounds.set_attendees": round(#","attendees":null"#)
        + [
          Reach(
            #""round_id":"\#(ourRound)","attendees":["\#(ours.creator)","\#(their["child"]!)"]"#,
            .refused(422, "not_members"))
        ],
      "rounds.propose": round(#","movie":\#(movie(5))"#), "rounds.withdraw": round(#","tmdb_movie_id":901"#),
      "rounds.vote": round(#","tmdb_movie_id":901,"vote":"down""#) + round(#","tmdb_movie_id":901,"vote":null"#),
      "rounds.done_voting": round(), "rounds.close_voting": round(), "rounds.pick": round(#","tmdb_movie_id":901"#),
      "rounds.mark_watched": round(), "rounds.rate": round(#","rating":"loved""#), "rounds.close_ratings": round(),
      "rounds.discard": round(), "rounds.get": question, "rounds.results": question, "rounds.ratings": question,
      "rounds.active": [Reach(household, notAMember), Reach("", .own)],
      "sessions.list": [
        Reach(household, notAMember), Reach(#""cursor":"\#(their["cursor"]!)""#, .own), Reach("", .own),
      ],
      "watchlist.add": [
        Reach(#""movie":\#(movie(911))"# + asTheirChild, cannotActAs),
        Reach(#""movie":\#(movie(911)),"command_id":"\#(their["additionCommand"]!)""#, .own),
      ],
      "watchlist.remove": [
        Reach(#""tmdb_movie_id":912"#, .refused(404, "not_on_watchlist")),
        Reach(#""tmdb_movie_id":912"# + asTheirChild, cannotActAs),
        Reach(#""tmdb_movie_id":912"# + command, .refused(404, "not_on_watchlist")),
      ],
      "watched.mark": [
        Reach(#""movie":\#(movie(901))"# + asTheirChild, cannotActAs),
        Reach(#""movie":\#(movie(901)),"command_id":"\#(their["markCommand"]!)""#, .own),
      ],
      "watched.unmark": [
        Reach(#""tmdb_movie_id":913"#, .refused(404, "not_watched")),
        Reach(#""tmdb_movie_id":913"# + asTheirChild, cannotActAs),
        Reach(#""tmdb_movie_id":913"# + command, .refused(404, "not_watched")),
      ],
      "watchlist.list": [
        Reach(household, notAMember), Reach(#""cursor":"\#(their["watchlistCursor"]!)""#, .own), Reach("", .own),
      ],
      "watched.list": [
        Reach(household, notAMember), Reach(#""cursor":"\#(their["watchedCursor"]!)""#, .own), Reach("", .own),
      ],
      "movies.get": [
        Reach(#""tmdb_movie_id":913"#, .refused(404, "unknown_movie")), Reach(#""tmdb_movie_id":11"#, .own),
      ],
      "movies.search": [Reach(#""query":"star wars""#, .own)], "tv.search": [], "tv.get": [], "tv.season": [],
      "tv.episode": [], "genres.list": [], "providers.list": [Reach(#""country":"US""#, .own)],
      "suggestions.generate": [
        Reach(
          #""attendees":["\#(ours.creator)","\#(their["child"]!)"]"#, .refused(422, "not_members")),
        Reach("", .refused(422, "too_few_preferences")),
      ],
      "catalog.status": [Reach("", notAllowed)], "catalog.clear": [Reach(#""kind":"movie""#, notAllowed)],
      "catalog.export": [Reach("", notAllowed), Reach(#""cursor":"movie""#, notAllowed)],
      "events.subscribe": [
        Reach(household, notAMember), Reach(household + #","after":0"#, notAMember), Reach(#""after":0"#, .own),
        Reach(#""round_id":"\#(their["voting"]!)""#, .own), Reach(#""types":["VoteCast"]"#, .own),
        Reach(#""stream":"round-\#(their["voting"]!)""#, .own),
      ],
      "events.unsubscribe": [
        Reach(#""subscription_id":"\#(their["subscription"]!)""#, .refused(404, "unknown_subscription"))
      ],
      "events.read": [
        Reach(household, notAMember), Reach(#""round_id":"\#(their["voting"]!)""#, .own), Reach(#""limit":1000"#, .own),
        Reach(#""stream":"round-\#(their["voting"]!)""#, .own), Reach(#""stream":"household-\#(theirs.id)""#, .own),
      ],
    ]
  }

  @Test func isolationCasesCoverEveryMethodAndParameter() {
    #expect(Set(reaches.keys) == Set(MethodTable.current.all.map(\.name)), "a new method needs its line in this test")
    for method in MethodTable.current.all {
      let tried = reaches[method.name, default: []].map(\.parameters).joined(separator: " ")
      for parameter in method.parameters.map(\.field.name.description) where !Self.harmless.contains(parameter) {
        #expect(tried.contains("\"\(parameter)\":"), "\(method.name) is not tried with \(parameter)")
      }
    }
  }

  @Test func noRequestReachesAnotherHousehold() throws {
    let before = try theirEvents()
    for (method, reaches) in reaches {
      for reach in reaches {
        let answer = try server.wire(token: ours.token).call(method, reach.parameters)
        switch reach.outcome {
        case .refused(let code, let reason):
          #expect(answer.code == code, "\(method) {\(reach.parameters)}: \(answer.text)")
          #expect(answer.reason == reason, "\(method) {\(reach.parameters)}")
        case .own: #expect(answer.code == nil, "\(method) {\(reach.parameters)}: \(answer.text)")
        }
        // An answer may repeat only what the request itself contains.
        for secret in secrets where !reach.parameters.contains(secret) {
          #expect(!answer.text.contains(secret), "\(method) {\(reach.parameters)}")
        }
      }
    }
    #expect(try theirEvents() == before)
  }

  /// The events of the other household as its own member sees them.
  private func theirEvents() throws -> String {
    try server.wire(token: theirs.token).result("events.read", #""limit":1000"#).text
  }

  @Test func unauthenticatedRequestsReachNoHousehold() throws {
    let open: Set<String> = ["server.ping", "server.info", "auth.authenticate", "invites.accept"]
    for method in MethodTable.current.all where !open.contains(method.name) {
      for reach in reaches[method.name, default: []] + [Reach("", .own)] {
        let answer = try server.wire().call(method.name, reach.parameters)
        let mayComplainFirst = method.access == .everyone && answer.code == -32602
        #expect(answer.code == 401 || mayComplainFirst, "\(method.name) {\(reach.parameters)}: \(answer.text)")
        for secret in secrets where !reach.parameters.contains(secret) {
          #expect(!answer.text.contains(secret), "\(method.name)")
        }
      }
    }
  }

  @Test func administratorMethodsAreRefusedToMembers() throws {
    let administrative: Set<String> = [
      "server.metrics", "projections.rebuild", "households.list", "events.import", "rounds.import",
      "catalog.status", "catalog.clear", "catalog.export",
    ]
    #expect(Set(MethodTable.current.all.filter { $0.access == .administrator }.map(\.name)) == administrative)
    let member = try server.wire(token: ours.token)
    let administrator = try server.administrator()
    for method in administrative {
      #expect(try member.call(method).reason == "not_allowed", "\(method)")
      #expect(try administrator.call(method).code != 403, "\(method)")
    }
  }

  /// Catalog facts are public; the history of a household with a movie is not.
  @Test func catalogAnswersShowOwnHouseholdOnly() throws {
    try nonMember.result("watchlist.add", #""movie":{"tmdb_movie_id":11}"#)
    try nonMember.result("watched.mark", #""movie":{"tmdb_movie_id":12}"#)
    try nonMember.result("households.update", #""streaming_services":["Netflix"],"settings":{"country":"CA"}"#)
    let member = try server.wire(token: ours.token)
    let movies: [(Int, String, StaticString)] = [(11, "star wars", "on_watchlist"), (12, "finding nemo", "watched")]
    for (wire, isTheirs) in [(nonMember, true), (member, false)] {
      for (id, title, list) in movies {
        let history = try wire.result("movies.get", #""tmdb_movie_id":\#(id)"#).object("history")
        #expect((history[list]?.isNull == false) == isTheirs, "\(title)")
        let found = try wire.result("movies.search", #""query":"\#(title)""#).array("results")
        #expect(try found.first { try $0.integer("tmdb_movie_id") == id }?.bool(list) == isTheirs, "\(title)")
      }
      let providers = try wire.result("providers.list")
      #expect(try providers.string("country") == (isTheirs ? "CA" : "US"))
      #expect(try Array(providers.array("services")).isEmpty != isTheirs)
    }
    let administrator = try server.administrator()
    #expect(try administrator.result("movies.get", #""tmdb_movie_id":11"#)["history"]?.isNull == true)
    let found = Array(try administrator.result("movies.search", #""query":"star wars""#).array("results"))
    #expect(!found.isEmpty && found.allSatisfy { $0["on_watchlist"]?.isNull == true && $0["watched"]?.isNull == true })
    #expect(try Array(administrator.result("providers.list").array("services")).isEmpty)
    #expect(try administrator.call("suggestions.generate").reason == "no_member")
  }

  @Test func actingAsChildOfAnotherHouseholdIsRefused() throws {
    // The round, movie and child belong to one household, the token to another.
    let answer = try server.wire(token: ours.token).call(
      "rounds.vote",
      #""round_id":"\#(their["voting"]!)","tmdb_movie_id":901,"vote":"up","acting_as":"\#(their["child"]!)""#)
    #expect(answer.code == 403 || answer.code == 404)
  }

  @Test func foreignAndUnknownIDsGetSameError() throws {
    let member = try server.wire(token: ours.token)
    for method in ["rounds.get", "rounds.results", "rounds.ratings", "rounds.discard", "rounds.mark_watched"] {
      let foreign = try member.call(method, #""round_id":"\#(their["voting"]!)""#)
      let unknown = try member.call(method, #""round_id":"\#(randomID())""#)
      #expect(foreign.error?.text == unknown.error?.text, "\(method)")
    }
    let foreign = try member.call("households.get", #""household_id":"\#(theirs.id)""#)
    let unknown = try member.call("households.get", #""household_id":"\#(randomID())""#)
    #expect(foreign.error?.text == unknown.error?.text)
  }
}
