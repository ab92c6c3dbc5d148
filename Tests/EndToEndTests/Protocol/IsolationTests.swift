import EventStore
import MovieNightPrimitives
import ProtocolDocuments
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
  private let theirIDs: [String: String]
  private let ourRound: String
  /// A connection of the other household. It stays open so that its subscription exists.
  private let theirConnection: Wire
  /// A forged invite token, which has the ids of an existing invite but not its secret.
  private let forgedInvite: String
  private let examples: ProtocolExamples

  init() throws {
    examples = try ProtocolExamples()
    server = try LocalServer(catalog: .demo())
    theirs = try server.createHousehold("Zanzibar Cinema", creator: "Zacharias", children: ["Zora", "Zeno"])
    ours = try server.createHousehold("Ours", creator: "Tim", children: ["Max"])
    theirConnection = try server.wire(token: theirs.token)
    var rounds: [String] = []
    var commands: [String] = []
    for number in 0..<2 {
      commands.append(randomID())
      let movies = (1...3).map { movie(900 + $0, title: "Zebra \($0)") }.joined(separator: ",")
      let started = try theirConnection.result(
        "rounds.start",
        #""command_id":"\#(commands[2 * number])","movies":[\#(movies)],"open_voting":true,"allow_watched":true"#)
      rounds.append(try started.object("round").string("round_id"))
      let round = #""round_id":"\#(rounds[number])""#
      commands.append(randomID())
      try theirConnection.result(
        "rounds.vote", round + #","tmdb_movie_id":901,"vote":"up","command_id":"\#(commands[2 * number + 1])""#)
      if number == 0 {
        try theirConnection.result("rounds.pick", round + #","tmdb_movie_id":901"#)
        try theirConnection.result("rounds.mark_watched", round)
      }
    }
    for (method, id) in [("watchlist.add", 911), ("watchlist.add", 912), ("watched.mark", 913)] {
      commands.append(randomID())
      try theirConnection.result(
        method, #""movie":\#(movie(id, title: "Zebra \(id)")),"command_id":"\#(commands.last ?? "")""#)
    }
    let tokens = try theirConnection.result("tokens.list").array("tokens").map { try $0.string("token_id") }
    let invite = try theirConnection.result("invites.create").string("invite_id")
    try theirConnection.result(
      "preferences.set", #""genre_likes":[7654321098,8901234567],"genre_dislikes":[],"max_content_rating":"R""#)
    let ids = [theirs.id, invite].compactMap { Identifier<Never>($0)?.bytes }.flatMap { $0 }
    forgedInvite = "mi_" + Base64URL.encode(ids + [UInt8](repeating: 0, count: 32))
    let cursor = try theirConnection.result("sessions.list", #""limit":1"#).string("next_cursor")
    let collection = try TheirCollection(theirConnection)
    ourRound = try server.wire(token: ours.token).result("rounds.start", #""movies":[\#(movie(1)),\#(movie(2))]"#)
      .object("round").string("round_id")
    theirIDs = [
      "household": theirs.id, "creator": theirs.creator, "child": theirs.children[0], "watched": rounds[0],
      "subscription": try theirConnection.result("events.subscribe").string("subscription_id"),
      "watchlistCursor": try theirConnection.result("watchlist.list", #""limit":1"#).string("next_cursor"),
      "watchedCursor": try theirConnection.result("watched.list", #""limit":1"#).string("next_cursor"),
      "voting": rounds[1], "token": tokens[0], "invite": invite, "cursor": cursor, "command": commands[0],
      "secondCommand": commands[1], "thirdCommand": commands[2],
      "additionCommand": commands[4], "markCommand": commands[6],
    ].merging(collection.ids) { $1 }
    secrets =
      [theirs.id, "Zanzibar", "Zacharias", "Zora", "Zeno", "Zebra", invite, "7654321098", "8901234567", "Zoetrope"]
      + theirs.members + rounds + tokens + ["list", "note", "import", "reminder"].compactMap { collection.ids[$0] }
  }

  /// The required outcome of a request that refers to data of the other household.
  private enum Outcome {
    case refused(Int, String)
    /// A result with data of the caller's household only.
    case own
  }

  private struct Probe {
    let parameters: String
    let outcome: Outcome

    init(_ parameters: String, _ outcome: Outcome) {
      self.parameters = parameters
      self.outcome = outcome
    }
  }

  /// Parameters that cannot refer to a household's data, or can do so only within an object that another parameter
  /// names.
  private static let harmless: Set<String> = [
    "token", "administrator", "names", "label", "name", "creator", "display_name", "avatar_key", "limit", "movies",
    "include_watchlist", "suggest", "exclude_movie_ids", "open_voting", "ceiling_override", "allow_watched",
    "tmdb_movie_id", "max_content_rating", "movie", "confirm", "vote", "rating", "after", "types", "until",
    "expected_revision", "events", "texts", "more", "round", "streaming_services", "settings", "genre_likes",
    "genre_dislikes", "secret", "tmdb_id", "season_number", "episode_number", "query", "year", "page", "within_ceiling",
    "refresh", "kind", "country", "id", "titles", "media_type", "watched_at", "again", "plays", "status", "rating10",
    "favourite", "private", "clear", "watched", "genre", "year_from", "year_to", "has_new", "sort", "ascending",
    "today", "from", "to", "episode_numbers", "through", "include_unaired", "description", "icon", "color", "shared",
    "is_default", "text", "owner_only", "default_rating", "image_size", "show_watched_in_lists", "auto_status",
    "format", "file", "data", "dry_run", "resolutions", "include_notes", "service_id", "buffer_days", "shift_days",
    "hidden", "premieres_only", "days_before", "start_date", "end_date", "service_ids", "show_ids", "unwatched_only",
    "include_planned", "include_specials", "wait_ms", "if_none_match", "reminders",
  ]

  /// The parameters of every command that could reach another household's data.
  private static let ofCommands: Set = ["acting_as", "command_id"]

  /// Returns the harmless parameters of a method's documented example, to be appended to others.
  private func documentedParameters(of method: String) -> String {
    let example = examples.blocks.flatMap(\.examples).first { $0.method == method && $0.answer?["result"] != nil }
    guard let parameters = example?.request?["params"] else { return "" }
    return parameters.members.filter { Self.harmless.contains($0.name) && $0.name != "expected_revision" }
      .map { #","\#($0.name)":\#($0.value.asWritten)"# }.joined()
  }

  /// For each method, requests that try to reach the other household. Commands that are not listed, and name at most a
  /// round and a child, get theirs from their documented examples. The test fails if a method has none.
  private var probes: [String: [Probe]] {
    let household = #""household_id":"\#(theirIDs["household"]!)""#
    let asTheirChild = #","acting_as":"\#(theirIDs["child"]!)""#
    let command = #","command_id":"\#(theirIDs["command"]!)""#
    let notAMember = Outcome.refused(403, "not_a_member")
    let notAllowed = Outcome.refused(403, "not_allowed")
    let cannotActAs = Outcome.refused(403, "cannot_act_as")
    let unknownMember = Outcome.refused(404, "unknown_member")
    let unknownInvite = Outcome.refused(404, "unknown_invite")
    let unknownRound = Outcome.refused(404, "unknown_round")
    func round(_ more: String = "") -> [Probe] {
      let (voting, watched) = (
        #""round_id":"\#(theirIDs["voting"]!)""# + more, #""round_id":"\#(theirIDs["watched"]!)""# + more
      )
      return [
        Probe(voting, unknownRound), Probe(watched, unknownRound), Probe(voting + command, unknownRound),
        Probe(voting + #","expected_revision":0"#, unknownRound), Probe(voting + asTheirChild, cannotActAs),
        Probe(#""round_id":"\#(ourRound)""# + more + asTheirChild, cannotActAs),
      ]
    }
    let theirMember = #""member_id":"\#(theirIDs["creator"]!)""#
    let theirChild = #""member_id":"\#(theirIDs["child"]!)""#
    let theirInvite = #""invite_id":"\#(theirIDs["invite"]!)""#
    let accept = #""display_name":"Spy","invite_token":"\#(forgedInvite)""#
    let likes = #""genre_likes":[1,2],"max_content_rating":"R""#
    let question = [
      Probe(#""round_id":"\#(theirIDs["voting"]!)""#, unknownRound),
      Probe(#""round_id":"\#(theirIDs["watched"]!)""#, unknownRound),
      Probe(#""round_id":"\#(theirIDs["voting"]!)","# + household, notAMember),
      Probe(#""round_id":"\#(ourRound)","# + household, notAMember),
      Probe(#""round_id":"\#(theirIDs["voting"]!)","as_of":1000000"#, unknownRound),
      Probe(#""round_id":"\#(theirIDs["watched"]!)","as_of":"2099-01-01T00:00:00Z""#, unknownRound),
    ]
    var probes: [String: [Probe]] = [
      "server.ping": [], "server.info": [], "rpc.discover": [], "server.health": [], "auth.authenticate": [],
      "server.metrics": [Probe("", notAllowed)],
      "projections.rebuild": [Probe("", notAllowed)],
      "events.import": [Probe(#""events":[],"texts":[]"#, notAllowed)],
      "rounds.import": [Probe(household + asTheirChild + command, notAllowed)],
      "households.list": [Probe("", notAllowed), Probe(#""cursor":"\#(theirIDs["household"]!)""#, notAllowed)],
      "households.create": [
        Probe(#""name":"A","creator":{"display_name":"B"}"# + asTheirChild + command, notAllowed)
      ],
      "households.get": [Probe(household, notAMember), Probe("", .own)],
      "households.statistics": [
        Probe(household, notAMember), Probe(#""year":2026,"# + household, notAMember), Probe("", .own),
      ],
      "members.add_managed": [
        Probe(#""display_name":"Spy""# + asTheirChild, cannotActAs),
        Probe(#""display_name":"Spy","command_id":"\#(theirIDs["secondCommand"]!)""#, .own),
      ],
      "members.update": [
        Probe(theirMember + #","display_name":"Spy""#, unknownMember),
        Probe(theirChild + #","avatar_key":"spy""# + command, unknownMember),
        Probe(#""display_name":"Spy""# + asTheirChild, cannotActAs),
      ],
      "members.remove": [
        Probe(theirMember, unknownMember), Probe(theirChild + command, unknownMember),
        Probe(theirChild + asTheirChild, cannotActAs),
      ],
      "members.erase": [
        Probe(theirMember + #","confirm":"DELETE""#, unknownMember),
        Probe(theirChild + #","confirm":"DELETE""# + command, unknownMember),
        Probe(#""confirm":"DELETE""# + asTheirChild, cannotActAs),
        Probe(theirMember + #","confirm":"DELETE","# + household, notAMember),
      ],
      "invites.list": [Probe(household, notAMember), Probe("", .own)],
      "invites.revoke": [
        Probe(theirInvite, unknownInvite), Probe(theirInvite + command, unknownInvite),
        Probe(theirInvite + asTheirChild, cannotActAs),
      ],
      "invites.accept": [Probe(accept, unknownInvite), Probe(accept + asTheirChild + command, cannotActAs)],
      "preferences.get": [Probe(theirMember, unknownMember), Probe(theirChild, unknownMember), Probe("", .own)],
      "preferences.set": [
        Probe(theirMember + "," + likes, unknownMember), Probe(theirChild + "," + likes + command, unknownMember),
        Probe(likes + asTheirChild, cannotActAs),
      ],
      "tokens.issue": [
        Probe(#""label":"Spy","# + household, notAMember),
        Probe(#""label":"Spy","member_id":"\#(theirIDs["creator"]!)""#, .refused(403, "not_your_token")),
        Probe(#""label":"Spy","member_id":"\#(theirIDs["child"]!)""#, .refused(403, "not_your_token")),
        Probe(#""label":"Spy""# + asTheirChild, cannotActAs),
        Probe(#""label":"Spy","command_id":"\#(theirIDs["thirdCommand"]!)""#, .own),
      ],
      "tokens.list": [Probe(household, notAMember), Probe("", .own)],
      "tokens.revoke": [
        Probe(#""token_id":"\#(theirIDs["token"]!)""#, .refused(404, "unknown_token")),
        Probe(#""token_id":"\#(theirIDs["token"]!)","# + household, notAMember),
        Probe(#""token_id":"\#(theirIDs["token"]!)""# + asTheirChild, cannotActAs),
        Probe(#""token_id":"\#(theirIDs["token"]!)""# + command, .refused(404, "unknown_token")),
      ],
      "rounds.start": [
        Probe(#""replace":"\#(theirIDs["voting"]!)""#, unknownRound),
        Probe(#""replace":"\#(theirIDs["watched"]!)""#, unknownRound),
        Probe(
          #""replace":"\#(ourRound)","attendees":["\#(ours.creator)","\#(theirIDs["child"]!)"]"#,
          .refused(422, "not_members")),
        Probe(#""replace":"\#(ourRound)""# + asTheirChild, cannotActAs),
        Probe(command.dropFirst() + "", .refused(409, "active_round_exists")),
      ],
      "rounds.suggest": round(#","movies":[\#(movie(5))]"#),
      "rounds.set_attendees": round(#","attendees":null"#)
        + [
          Probe(
            #""round_id":"\#(ourRound)","attendees":["\#(ours.creator)","\#(theirIDs["child"]!)"]"#,
            .refused(422, "not_members"))
        ],
      "rounds.propose": round(#","movie":\#(movie(5))"#),
      "rounds.vote": round(#","tmdb_movie_id":901,"vote":"down""#) + round(#","tmdb_movie_id":901,"vote":null"#),
      "rounds.get": question, "rounds.results": question, "rounds.ratings": question,
      "rounds.active": [Probe(household, notAMember), Probe("", .own)],
      "sessions.list": [
        Probe(household, notAMember), Probe(#""cursor":"\#(theirIDs["cursor"]!)""#, .own), Probe("", .own),
      ],
      "watchlist.add": [
        Probe(#""movie":\#(movie(911))"# + asTheirChild, cannotActAs),
        Probe(#""movie":\#(movie(911)),"command_id":"\#(theirIDs["additionCommand"]!)""#, .own),
      ],
      "watchlist.remove": [
        Probe(#""tmdb_movie_id":912"#, .refused(404, "not_on_watchlist")),
        Probe(#""tmdb_movie_id":912"# + asTheirChild, cannotActAs),
        Probe(#""tmdb_movie_id":912"# + command, .refused(404, "not_on_watchlist")),
      ],
      "watched.mark": [
        Probe(#""movie":\#(movie(901))"# + asTheirChild, cannotActAs),
        Probe(#""movie":\#(movie(901)),"command_id":"\#(theirIDs["markCommand"]!)""#, .own),
      ],
      "watched.unmark": [
        Probe(#""tmdb_movie_id":913"#, .refused(404, "not_watched")),
        Probe(#""tmdb_movie_id":913"# + asTheirChild, cannotActAs),
        Probe(#""tmdb_movie_id":913"# + command, .refused(404, "not_watched")),
      ],
      "watchlist.list": [
        Probe(household, notAMember), Probe(#""cursor":"\#(theirIDs["watchlistCursor"]!)""#, .own), Probe("", .own),
      ],
      "watched.list": [
        Probe(household, notAMember), Probe(#""cursor":"\#(theirIDs["watchedCursor"]!)""#, .own), Probe("", .own),
      ],
      "movies.get": [
        Probe(#""tmdb_movie_id":913"#, .refused(404, "unknown_movie")), Probe(#""tmdb_movie_id":11"#, .own),
      ],
      "movies.search": [Probe(#""query":"star wars""#, .own)], "tv.search": [], "tv.get": [], "tv.season": [],
      "tv.episode": [], "genres.list": [], "providers.list": [Probe(#""country":"US""#, .own)],
      "suggestions.generate": [
        Probe(
          #""attendees":["\#(ours.creator)","\#(theirIDs["child"]!)"]"#, .refused(422, "not_members")),
        Probe("", .refused(422, "too_few_preferences")),
      ],
      "catalog.status": [Probe("", notAllowed)], "catalog.clear": [Probe(#""kind":"movie""#, notAllowed)],
      "catalog.export": [Probe("", notAllowed), Probe(#""cursor":"movie""#, notAllowed)],
      "events.subscribe": [
        Probe(household, notAMember), Probe(household + #","after":0"#, notAMember), Probe(#""after":0"#, .own),
        Probe(#""round_id":"\#(theirIDs["voting"]!)""#, .own), Probe(#""types":["VoteCast"]"#, .own),
        Probe(#""stream":"round-\#(theirIDs["voting"]!)""#, .own),
      ],
      "events.unsubscribe": [
        Probe(#""subscription_id":"\#(theirIDs["subscription"]!)""#, .refused(404, "unknown_subscription"))
      ],
      "events.read": [
        Probe(household, notAMember), Probe(#""round_id":"\#(theirIDs["voting"]!)""#, .own),
        Probe(#""limit":1000"#, .own),
        Probe(#""stream":"round-\#(theirIDs["voting"]!)""#, .own), Probe(#""stream":"household-\#(theirs.id)""#, .own),
      ],
    ]
    probes.merge(collectionProbes) { $1 }
    for method in MethodTable.current.all where method.kind == .command && probes[method.name] == nil {
      let names = Set(method.parameters.map(\.field.name.description)).subtracting(Self.harmless)
      let others = documentedParameters(of: method.name)
      if names == Self.ofCommands {
        probes[method.name] = [Probe(command.dropFirst() + asTheirChild + others, cannotActAs)]
      } else if names == Self.ofCommands.union(["round_id"]) {
        probes[method.name] = round(others)
      }
    }
    return probes
  }

  /// The requests to methods of collections that name a member, a list, a note or an import.
  private var collectionProbes: [String: [Probe]] {
    let asTheirChild = #","acting_as":"\#(theirIDs["child"]!)""#
    let command = #","command_id":"\#(theirIDs["command"]!)""#
    let unknownMember = Outcome.refused(404, "unknown_member")
    let unknownList = Outcome.refused(404, "unknown_list")
    let cannotActAs = Outcome.refused(403, "cannot_act_as")
    let member = #""member_id":"\#(theirIDs["creator"]!)""#
    func query(_ parameters: String = "", cursor: String? = nil) -> [Probe] {
      let more = parameters.isEmpty ? "" : "," + parameters
      return [Probe(member + more, unknownMember)]
        + (cursor.map { [Probe(#""cursor":"\#(theirIDs[$0]!)""# + more, .own)] } ?? [])
    }
    func named(_ name: String, _ key: String, _ outcome: Outcome, _ more: String = "") -> [Probe] {
      let parameters = #""\#(name)":"\#(theirIDs[key]!)""# + more
      return [
        Probe(parameters, outcome), Probe(parameters + command, outcome), Probe(parameters + asTheirChild, cannotActAs),
      ]
    }
    let title = #""media_type":"movie","tmdb_id":931"#
    let titles = #","titles":[{"media_type":"movie","tmdb_id":931}]"#
    let items = #""items":[{"media_type":"movie","tmdb_id":11,"list_ids":["\#(theirIDs["list"]!)"]}]"#
    let importing = #","format":"letterboxd","file":"diary.csv","data":"","more":false"#
    let unknownNote = Outcome.refused(404, "unknown_note")
    let theirMembers = #""members":["\#(theirIDs["creator"]!)"]"#
    return [
      "titles.add": [
        Probe(items, unknownList), Probe(items + command, unknownList), Probe(items + asTheirChild, cannotActAs),
      ],
      "titles.get": query(title) + [Probe(title, .refused(404, "not_in_collection"))],
      "titles.list": query(cursor: "titlesCursor"), "titles.next": query(cursor: "nextCursor"),
      "titles.together": [
        Probe(#""members":["\#(theirIDs["creator"]!)"]"#, unknownMember),
        Probe(#""cursor":"\#(theirIDs["togetherCursor"]!)""#, .own),
      ],
      "plays.list": query(cursor: "playsCursor"), "episodes.list": query(#""tmdb_id":941,"season_number":1"#),
      "lists.update": named("list_id", "list", unknownList, #","name":"Spy""#),
      "lists.remove": named("list_id", "list", unknownList),
      "lists.order": [
        Probe(#""list_ids":["\#(theirIDs["list"]!)"]"#, .refused(-32602, "bad_parameters")),
        Probe(#""list_ids":["\#(theirIDs["list"]!)"]"# + command, .refused(-32602, "bad_parameters")),
        Probe(#""list_ids":["\#(theirIDs["list"]!)"]"# + asTheirChild, cannotActAs),
      ],
      "lists.list": query(),
      "lists.get": [
        Probe(#""list_id":"\#(theirIDs["list"]!)""#, unknownList),
        Probe(#""list_id":"\#(theirIDs["list"]!)","cursor":"\#(theirIDs["listCursor"]!)""#, unknownList),
      ],
      "lists.add_titles": named("list_id", "list", unknownList, titles),
      "lists.remove_titles": named("list_id", "list", unknownList, titles),
      "lists.move_titles": named("list_id", "list", unknownList, titles + #","after":null"#),
      "notes.edit": named("note_id", "note", unknownNote, #","text":"Spy""#),
      "notes.remove": named("note_id", "note", unknownNote), "notes.list": query(cursor: "notesCursor"),
      "collection.get": query(), "collection.set_preferences": named("default_list_id", "list", unknownList),
      "collection.import": named("import_id", "import", .refused(404, "unknown_import"), importing),
      "collection.export": query(#""format":"movienight""#) + [
        Probe(#""format":"movienight","household_id":"\#(theirs.id)""#, .refused(403, "not_a_member")),
        Probe(#""format":"movienight","cursor":"zz""#, .refused(-32602, "bad_parameters")),
      ],
      "guide.get": [Probe(theirMembers, .refused(422, "not_members"))],
      "guide.calendar": [Probe(theirMembers, .refused(422, "not_members"))],
      "reminders.list": query() + [Probe(#""cursor":"zz""#, .refused(-32602, "bad_parameters"))],
      "guide.set_show": [
        Probe(#""tmdb_id":941,"buffer_days":3"#, .refused(422, "not_in_guide")),
        Probe(#""tmdb_id":941,"buffer_days":3"# + command, .refused(422, "not_in_guide")),
        Probe(#""tmdb_id":941,"hidden":true"#, .own),
        Probe(#""tmdb_id":941,"hidden":true"# + asTheirChild, cannotActAs),
      ],
      "reminders.set": [
        Probe(#""tmdb_id":941"#, .own), Probe(#""tmdb_id":941"# + asTheirChild, cannotActAs),
        Probe(#""tmdb_id":941"# + asTheirChild + command, cannotActAs),
      ],
      "reminders.remove": named("reminder_id", "reminder", .refused(404, "unknown_reminder")),
    ]
  }

  @Test func isolationCasesCoverEveryMethodAndParameter() {
    #expect(Set(probes.keys) == Set(MethodTable.current.all.map(\.name)), "a new method needs an entry in `probes`")
    for method in MethodTable.current.all {
      let tried = probes[method.name, default: []].map(\.parameters).joined(separator: " ")
      for parameter in method.parameters.map(\.field.name.description) where !Self.harmless.contains(parameter) {
        #expect(tried.contains("\"\(parameter)\":"), "\(method.name) is not tried with \(parameter)")
      }
    }
  }

  @Test func noRequestReachesAnotherHousehold() throws {
    let before = try theirEvents()
    for (method, probes) in probes {
      for probe in probes {
        let answer = try server.wire(token: ours.token).call(method, probe.parameters)
        switch probe.outcome {
        case .refused(let code, let reason):
          #expect(answer.code == code, "\(method) {\(probe.parameters)}: \(answer.text)")
          #expect(answer.reason == reason, "\(method) {\(probe.parameters)}")
        case .own: #expect(answer.code == nil, "\(method) {\(probe.parameters)}: \(answer.text)")
        }
        // An answer may contain a secret only if the request itself does.
        for secret in secrets where !probe.parameters.contains(secret) {
          #expect(!answer.text.contains(secret), "\(method) {\(probe.parameters)}")
        }
      }
    }
    #expect(try theirEvents() == before)
  }

  /// Returns the events of the other household as its creator sees them.
  private func theirEvents() throws -> String {
    try server.wire(token: theirs.token).result("events.read", #""limit":1000"#).text
  }

  @Test func unauthenticatedRequestsReachNoHousehold() throws {
    let open: Set<String> = ["server.ping", "server.info", "auth.authenticate", "invites.accept"]
    for method in MethodTable.current.all where !open.contains(method.name) {
      for probe in probes[method.name, default: []] + [Probe("", .own)] {
        let answer = try server.wire().call(method.name, probe.parameters)
        let mayComplainFirst = method.access == .everyone && answer.code == -32602
        #expect(answer.code == 401 || mayComplainFirst, "\(method.name) {\(probe.parameters)}: \(answer.text)")
        for secret in secrets where !probe.parameters.contains(secret) {
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

  /// Every household gets the catalog's facts about a movie, but only its own history with the movie.
  @Test func catalogAnswersShowOwnHouseholdOnly() throws {
    try theirConnection.result("watchlist.add", #""movie":{"tmdb_movie_id":11}"#)
    try theirConnection.result("watched.mark", #""movie":{"tmdb_movie_id":12}"#)
    try theirConnection.result("households.update", #""streaming_services":["Netflix"],"settings":{"country":"CA"}"#)
    let member = try server.wire(token: ours.token)
    let movies: [(Int, String, StaticString)] = [(11, "star wars", "on_watchlist"), (12, "finding nemo", "watched")]
    for (wire, isTheirs) in [(theirConnection, true), (member, false)] {
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
    // The round, the movie and the child are the other household's, but the token is ours.
    let answer = try server.wire(token: ours.token).call(
      "rounds.vote",
      #""round_id":"\#(theirIDs["voting"]!)","tmdb_movie_id":901,"vote":"up","acting_as":"\#(theirIDs["child"]!)""#)
    #expect(answer.code == 403 || answer.code == 404)
  }

  @Test func foreignAndUnknownIDsGetSameError() throws {
    let member = try server.wire(token: ours.token)
    for method in ["rounds.get", "rounds.results", "rounds.ratings", "rounds.discard", "rounds.mark_watched"] {
      let foreign = try member.call(method, #""round_id":"\#(theirIDs["voting"]!)""#)
      let unknown = try member.call(method, #""round_id":"\#(randomID())""#)
      #expect(foreign.error?.text == unknown.error?.text, "\(method)")
    }
    let foreign = try member.call("households.get", #""household_id":"\#(theirs.id)""#)
    let unknown = try member.call("households.get", #""household_id":"\#(randomID())""#)
    #expect(foreign.error?.text == unknown.error?.text)
  }
}

/// A collection of the other household, with a shared list and note and a reminder, and its ids and cursors.
private struct TheirCollection {
  private(set) var ids: [String: String] = [:]

  init(_ wire: Wire) throws {
    func item(_ id: Int) -> String { newMovie(id, title: "Zoetrope \(id)") }
    try wire.addTitles(item(931), item(932), item(933), newSeries(941), newSeries(942))
    try wire.result("titles.mark", #""movies":[933],"watched_at":"2026-02-10""#)
    for series in [941, 942] {
      try wire.result("episodes.mark", #""tmdb_id":\#(series),"season_number":1,"episode_numbers":[1]"#)
    }
    let list = try wire.result("lists.create", #""name":"Zoetrope list","shared":true"#).string("list_id")
    let titles = #"[\#(movieRef(931)),\#(movieRef(932))]"#
    try wire.result("lists.add_titles", #""list_id":"\#(list)","titles":\#(titles)"#)
    ids["list"] = list
    for _ in 0..<2 {
      ids["note"] = try wire.result("notes.add", movieKey(931) + #","text":"Zoetrope note","owner_only":false"#)
        .string("note_id")
    }
    ids["reminder"] = try wire.result("reminders.set", #""tmdb_id":941"#).string("reminder_id")
    ids["import"] = try wire.importPiece("letterboxd", "watched.csv", "Name,Year\n", more: true)
      .string("import_id")
    for (key, method, more) in [
      ("titlesCursor", "titles.list", ""), ("nextCursor", "titles.next", ""), ("playsCursor", "plays.list", ""),
      ("togetherCursor", "titles.together", ""), ("notesCursor", "notes.list", ""),
      ("listCursor", "lists.get", #","list_id":"\#(list)""#),
    ] {
      ids[key] = try wire.result(method, #""limit":1"# + more).string("next_cursor")
    }
  }
}
