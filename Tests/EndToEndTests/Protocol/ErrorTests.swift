import Catalog
import Foundation
import MovieNightPrimitives
import Testing

@testable import Server
@testable import Transport

/// The error codes of the protocol and the requests that cause them.
@Suite struct ErrorTests {
  private let server: LocalServer
  private let household: Household
  private let member: Wire

  init() throws {
    server = try LocalServer()
    household = try server.createHousehold()
    member = try server.wire(token: household.token)
  }

  private func startVoting() throws -> String {
    try member.result("rounds.start", #""movies":[\#(movie(1)),\#(movie(2))],"open_voting":true"#)
      .object("round").string("round_id")
  }

  /// Returns the names of the fields in `data.fields`.
  private func fields(_ answer: Answer) throws -> [String] {
    let data = try #require(answer.error?["data"])
    return try data.array("fields").map { field in
      #expect(try !field.string("message").isEmpty)
      return try field.string("field")
    }
  }

  @Test func errorHasCodeMessageAndReason() throws {
    let answer = try member.call("rounds.get", #""round_id":"\#(randomID())""#)
    let error = try #require(answer.error)
    #expect(Set(error.members.map(\.name)) == ["code", "message", "data"])
    #expect(try error.string("message").hasSuffix("."))
    #expect(try error.object("data").string("reason") == "unknown_round")
  }

  @Test func badParameterErrorNamesField() throws {
    let round = try startVoting()
    let cases = [
      ("rounds.get", "", "round_id"), ("rounds.get", #""round_id":"x""#, "round_id"),
      ("rounds.get", #""round_id":7"#, "round_id"),
      ("sessions.list", #""limit":0"#, "limit"), ("sessions.list", #""limit":101"#, "limit"),
      ("sessions.list", #""limit":"20""#, "limit"), ("sessions.list", #""limit":1.5"#, "limit"),
      ("sessions.list", #""cursor":"zz""#, "cursor"),
      ("rounds.vote", #""round_id":"\#(round)","tmdb_movie_id":1"#, "vote"),
      ("rounds.vote", #""round_id":"\#(round)","tmdb_movie_id":1,"vote":"sideways""#, "vote"),
      ("rounds.vote", #""round_id":"\#(round)","vote":"up""#, "tmdb_movie_id"),
      ("rounds.vote", #""round_id":"\#(round)","tmdb_movie_id":-1,"vote":"up""#, "tmdb_movie_id"),
      ("rounds.rate", #""round_id":"\#(round)","rating":"meh""#, "rating"),
      ("rounds.propose", #""round_id":"\#(round)""#, "movie"),
      (
        "rounds.propose", #""round_id":"\#(round)","movie":{"tmdb_movie_id":5,"title":"A","year":"1999"}"#, "movie.year"
      ),
      ("rounds.start", #""movies":[\#(movie(1)),{"tmdb_movie_id":2,"title":""}]"#, "movies[1].title"),
      ("rounds.start", #""movies":[{"tmdb_movie_id":2,"title":"A","year":1869}]"#, "movies[0].year"),
      ("rounds.start", #""attendees":["x"]"#, "attendees[0]"), ("rounds.start", #""open_voting":"yes""#, "open_voting"),
      ("rounds.start", #""command_id":"1""#, "command_id"),
      ("rounds.start", #""expected_revision":-2"#, "expected_revision"),
      ("rounds.set_attendees", #""round_id":"\#(round)""#, "attendees"),
      ("members.add_managed", "", "display_name"), ("members.add_managed", #""display_name":"   ""#, "display_name"),
      ("members.add_managed", #""display_name":"\#(String(repeating: "x", count: 31))""#, "display_name"),
      ("members.add_managed", #""display_name":"\u202eMax""#, "display_name"),
      ("members.add_managed", #""display_name":"\u200b""#, "display_name"),
      (
        "members.add_managed", #""display_name":"\#("a" + String(repeating: "\u{FE0F}", count: 1000))""#, "display_name"
      ),
      ("tokens.issue", "", "label"), ("events.read", #""types":["VoteCast","Nothing"]"#, "types[1]"),
      ("events.read", #""stream":"round""#, "stream"),
      ("events.read", #""types":"VoteCast""#, "types"), ("events.read", #""types":[7]"#, "types[0]"),
      ("events.read", #""until":"yesterday""#, "until"), ("events.read", #""after":-1"#, "after"),
      ("rounds.get", #""round_id":"\#(round)","as_of":"then""#, "as_of"),
      ("rounds.results", #""round_id":"\#(round)","as_of":-1"#, "as_of"),
      ("events.subscribe", #""after":-1"#, "after"), ("events.unsubscribe", "", "subscription_id"),
      ("movies.get", #""tmdb_movie_id":0"#, "tmdb_movie_id"), ("movies.search", "", "query"),
      ("movies.search", #""query":" a ""#, "query"), ("movies.search", #""query":"tmdb:0""#, "query"),
      ("movies.search", #""query":"\#(String(repeating: "x", count: 501))""#, "query"),
      ("movies.search", #""query":"dune","page":0"#, "page"), ("movies.search", #""query":"dune","page":501"#, "page"),
      ("movies.search", #""query":"dune","year":0"#, "year"),
      ("movies.search", #""query":"dune","within_ceiling":1"#, "within_ceiling"),
      ("tv.search", #""query":"a""#, "query"), ("tv.search", #""query":"dune","page":501"#, "page"),
      ("tv.get", "", "tmdb_id"), ("tv.get", #""tmdb_id":2147483648"#, "tmdb_id"),
      ("tv.season", #""tmdb_id":1"#, "season_number"),
      ("tv.season", #""tmdb_id":1,"season_number":-1"#, "season_number"),
      ("tv.season", #""tmdb_id":1,"season_number":10000"#, "season_number"),
      ("tv.episode", #""tmdb_id":1,"season_number":1"#, "episode_number"),
      ("tv.episode", #""tmdb_id":1,"season_number":1,"episode_number":100000"#, "episode_number"),
      ("genres.list", #""kind":"music""#, "kind"), ("providers.list", #""kind":"music""#, "kind"),
      ("providers.list", #""country":"us""#, "country"), ("providers.list", #""country":"XX""#, "country"),
      ("suggestions.generate", #""attendees":["x"]"#, "attendees[0]"),
      ("suggestions.generate", #""exclude_movie_ids":["x"]"#, "exclude_movie_ids[0]"),
    ]
    for (method, parameters, field) in cases {
      let answer = try member.call(method, parameters)
      #expect(answer.code == -32602, "\(method) \(parameters): \(answer.text)")
      #expect(answer.reason == "bad_parameters")
      #expect(try fields(answer) == [field], "\(method) \(parameters)")
    }
  }

  /// Names are limited in bytes, because a single character can have any number of variation selectors.
  @Test func nameOfTwoThousandBytesIsAccepted() throws {
    let name = "ab" + String(repeating: "\u{FE0F}", count: 666)
    let added = try member.result("members.add_managed", #""display_name":"\#(name)""#)
    #expect(try added.object("member").string("display_name") == name)
  }

  @Test func replacingUnknownOrClosedRoundIsRefused() throws {
    let round = try startVoting()
    let unknown = try member.call("rounds.start", #""replace":"\#(randomID())""#)
    #expect(unknown.code == 404 && unknown.reason == "unknown_round")
    try member.result("rounds.discard", #""round_id":"\#(round)""#)
    let over = try member.call("rounds.start", #""replace":"\#(round)""#)
    #expect(over.code == 409 && over.reason == "wrong_state")
    #expect(over.error?["data"]?["status"]?.string == "expired")
  }

  /// A client may have such a position after a backup was restored. Without a refusal it would wait forever.
  @Test func positionBeyondHeadIsRefused() throws {
    let head = try member.result("events.read", #""limit":1000"#).integer("next_after")
    for method in ["events.read", "events.subscribe"] {
      #expect(try member.call(method, #""after":\#(head)"#).code == nil)
      let answer = try member.call(method, #""after":\#(head + 1)"#)
      #expect(answer.code == 409 && answer.reason == "ahead_of_history", "\(method)")
      #expect(answer.error?["data"]?["head"]?.integer == head)
    }
  }

  @Test func unknownParametersAreRefusedByName() throws {
    for method in MethodTable.current.all {
      let wire = method.access == .administrator ? try server.administrator() : member
      let answer = try wire.call(method.name, #""no_such":1"#)
      #expect(answer.code == -32602, "\(method.name)")
      #expect(try fields(answer) == ["no_such"], "\(method.name)")
    }
    let round = try startVoting()
    let nested = try member.call(
      "rounds.propose", #""round_id":"\#(round)","movie":{"tmdb_movie_id":5,"titel":"A","title":"A","year":1999}"#)
    #expect(try fields(nested) == ["movie.titel"])
    let twice = try member.call("sessions.list", #""limit":1,"limit":2"#)
    #expect(try fields(twice) == ["limit"])
  }

  /// The documents of imports are validated as strictly as parameters.
  @Test func importErrorNamesField() throws {
    let administrator = try server.administrator()
    let id = #""\#(household.id)""#
    let stream = #""stream":"household-\#(household.id)""#
    let rest = #""position":1,"household_id":\#(id),"revision":0,"type":"HouseholdRenamed","version":1,"#
    let more = #""recorded_at":"2026-02-14T20:00:00Z","data":{},"metadata":{}"#
    let event = #"{\#(stream),\#(rest)\#(more)}"#
    let nobodys = event.replacing("{}}", with: #"{"actor":1}}"#)
    let round = #""household_id":\#(id),"round":"#
    let cases = [
      ("events.import", #""events":[{\#(stream),\#(rest)\#(more),"extra":1}]"#, "events[0].extra"),
      ("events.import", #""events":[\#(event),{"stream":"household",\#(rest)\#(more)}]"#, "events[1].stream"),
      ("events.import", #""events":[{\#(rest)\#(more)}]"#, "events[0].stream"),
      ("events.import", #""events":[\#(nobodys)]"#, "events[0].metadata.actor"),
      ("events.import", #""texts":[{"text_id":\#(id),"household_id":\#(id),"value":"Tim"}]"#, "texts[0].value"),
      ("rounds.import", round + "7", "round"), ("rounds.import", round + "{}", "round.round_id"),
      ("rounds.import", round + #"{"round_id":\#(id),"status":"lost"}"#, "round.status"),
    ]
    for (method, parameters, field) in cases {
      let answer = try administrator.call(method, parameters)
      #expect(answer.code == -32602, "\(method) \(parameters): \(answer.text)")
      #expect(try fields(answer) == [field], "\(method) \(parameters)")
    }
    let missing = try administrator.call("rounds.import", round + "{}")
    #expect(try missing.error?.string("message") == "round.round_id: is missing.")
  }

  @Test func unauthenticatedCallsAndForgedTokensGet401() throws {
    let nobody = try server.wire()
    #expect(try nobody.call("households.get").code == 401)
    let forged = household.token.dropLast(2) + (household.token.hasSuffix("AA") ? "BA" : "AA")
    for token in ["", "mn_", "x", forged, "mn_" + String(repeating: "A", count: 86)] {
      let answer = try server.wire().call("auth.authenticate", #""token":"\#(token)""#)
      #expect(answer.code == 401, "\(token)")
      #expect(answer.reason == "not_authenticated")
    }
    #expect(try nobody.call("auth.authenticate").code == -32602)
  }

  @Test func forbiddenCallsStateTheirReason() throws {
    let round = try startVoting()
    #expect(try member.call("server.metrics").reason == "not_allowed")
    #expect(try member.call("sessions.list", #""household_id":"\#(randomID())""#).reason == "not_a_member")
    let administrator = try server.administrator()
    #expect(try administrator.call("rounds.close_voting", #""round_id":"\#(round)""#).reason == "no_member")
    #expect(
      try Wire(port: server.port).call("auth.authenticate", #""administrator":true"#).reason == "not_administrator")
    let asChild = #","acting_as":"\#(household.children[0])""#
    let pick = try member.call("rounds.pick", #""round_id":"\#(round)","tmdb_movie_id":1"# + asChild)
    #expect(pick.reason == "cannot_act_as")
    let asUnknownMember = try member.call(
      "rounds.vote", #""round_id":"\#(round)","tmdb_movie_id":1,"vote":"up","acting_as":"\#(randomID())""#)
    #expect(asUnknownMember.reason == "cannot_act_as")
    try member.result(
      "rounds.set_attendees",
      #""round_id":"\#(round)","attendees":["\#(household.children.joined(separator: "\",\""))"]"#)
    let vote = try member.call("rounds.vote", #""round_id":"\#(round)","tmdb_movie_id":1,"vote":"up""#)
    #expect(vote.code == 403)
    #expect(vote.reason == "not_an_attendee")
  }

  /// The text has one character, a letter with thousands of variation selectors. Without a limit in bytes, many answers
  /// to the household would contain all of it.
  @Test func textOverByteLimitIsRefused() throws {
    let long = "a" + String(repeating: "\u{FE0F}", count: 5000)
    for (method, parameters) in [
      ("members.update", #""display_name":"\#(long)""#), ("members.update", #""avatar_key":"\#(long)""#),
      ("members.add_managed", #""display_name":"\#(long)""#), ("households.update", #""name":"\#(long)""#),
      ("households.update", #""streaming_services":["\#(long)"]"#), ("tokens.issue", #""label":"\#(long)""#),
    ] {
      #expect(try member.call(method, parameters).code == -32602, "\(method)")
    }
  }

  @Test(arguments: ["watchlist.list", "watched.list", "sessions.list"])
  func invalidCursorIsRefusedForEmptyList(_ method: String) throws {
    let server = try LocalServer()
    let wire = try server.wire(token: server.createHousehold(children: []).token)
    #expect(try wire.call(method, #""cursor":"zz""#).code == -32602)
  }

  @Test func conflictErrorsIncludeCurrentState() throws {
    let round = try startVoting()
    let second = try member.call("rounds.start")
    #expect(second.code == 409)
    #expect(second.reason == "active_round_exists")
    #expect(try second.error?.object("data").string("round_id") == round)
    let state = try member.call("rounds.mark_watched", #""round_id":"\#(round)""#)
    #expect(state.reason == "wrong_state")
    #expect(try state.error?.object("data").string("status") == "voting")
    let revision = try member.result("rounds.get", #""round_id":"\#(round)""#).integer("revision")
    let wrong = try member.call(
      "rounds.vote", #""round_id":"\#(round)","tmdb_movie_id":1,"vote":"up","expected_revision":\#(revision + 1)"#)
    #expect(wrong.reason == "wrong_revision")
    #expect(try wrong.error?.object("data").integer("revision") == revision)
    let right = try member.result(
      "rounds.vote", #""round_id":"\#(round)","tmdb_movie_id":1,"vote":"up","expected_revision":\#(revision)"#)
    #expect(try right.integer("revision") == revision + 1)
    #expect(
      try member.call("rounds.vote", #""round_id":"\#(round)","tmdb_movie_id":2,"vote":null"#).reason == "no_vote")
  }

  @Test func domainRuleViolationsGet422() throws {
    #expect(try member.call("rounds.start", #""attendees":["\#(randomID())","\#(household.creator)"]"#).code == 422)
    let few = try member.call("rounds.start", #""attendees":["\#(household.creator)"]"#)
    #expect(few.reason == "too_few_attendees")
    let over = try member.call("rounds.start", #""movies":[\#(movie(1, rating: "R"))]"#)
    #expect(over.reason == "over_ceiling")
    let round = try startVoting()
    let unknown = try member.call("rounds.vote", #""round_id":"\#(round)","tmdb_movie_id":77,"vote":"up""#)
    #expect(unknown.code == 422)
    #expect(unknown.reason == "not_in_round")
  }

  @Test func lineOverTheLimitGets413AndClosesConnection() throws {
    let wire = try server.wire()
    let long = String(repeating: "x", count: TransportLimits().lineLength + 1)
    try wire.send(#"{"jsonrpc":"2.0","id":1,"method":"server.ping"}"# + "\n")
    // The send may fail, because the server may close the connection before it has received the whole line.
    _ = try? wire.send(long + "\n")
    #expect(try wire.readAnswer().code == nil)
    let answer = try wire.readAnswer()
    #expect(answer.code == 413)
    #expect(answer.reason == "too_large")
    #expect(try wire.isAtEnd())
  }

  @Test func batchAnswerOverTheLimitGets413AndClosesConnection() throws {
    // A single answer is within the limit, but a batch of sixty of them is not.
    let overview = String(repeating: "\\\"", count: 4000)
    let rest = #""title":"A","year":2000,"content_rating":"G","overview":"\#(overview)""#
    let movies = (1...12).map { #"{"tmdb_movie_id":\#($0),\#(rest)}"# }
    for _ in 0..<4 {
      let round = try member.result("rounds.start", #""movies":[\#(movies.joined(separator: ","))]"#)
        .object("round").string("round_id")
      try member.result("rounds.discard", #""round_id":"\#(round)""#)
    }
    let request = #"{"jsonrpc":"2.0","id":1,"method":"events.read"}"#
    try member.send("[" + Array(repeating: request, count: 60).joined(separator: ",") + "]\n")
    let answers = Array(try member.readAnswer().json.elements)
    #expect(answers.count == 60)
    #expect(answers[0]["result"] != nil)
    #expect(answers[59]["error"]?["code"]?.integer == 413)
    #expect(answers[59]["error"]?["data"]?["reason"]?.string == "too_large")
    #expect(try member.isAtEnd())
  }

  @Test func failedAuthenticationsInBatchCloseConnection() throws {
    let server = try LocalServer()
    let wire = try Wire(port: server.port)
    let request = #"{"jsonrpc":"2.0","id":1,"method":"auth.authenticate","params":{"token":"mn_wrong"}}"#
    try wire.send("[" + Array(repeating: request, count: 5).joined(separator: ",") + "]\n")
    #expect(try wire.readLine() != nil)
    #expect(try wire.isAtEnd())
  }

  @Test func administratorCannotActAsMember() throws {
    let server = try LocalServer()
    let household = try server.createHousehold()
    let administrator = try server.administrator()
    let child = #","acting_as":"\#(household.children[0])""#
    let created = try administrator.call(
      "households.create", #""name":"Films","creator":{"display_name":"Ann"}"# + child)
    #expect(created.reason == "cannot_act_as")
    let issued = try administrator.call(
      "tokens.issue", #""household_id":"\#(household.id)","member_id":"\#(household.creator)","label":"Phone""# + child)
    #expect(issued.reason == "cannot_act_as")
  }

  @Test func overridePermissionIsCheckedBeforeAttendees() throws {
    let server = try LocalServer()
    let household = try server.createHousehold()
    let answer = try server.wire(token: household.token).call(
      "rounds.start",
      #""attendees":["\#(household.id)"],"ceiling_override":"R""# + household.actingAs(household.children[0]))
    #expect(answer.reason == "creator_only")
  }

  @Test func catalogRequestsWithoutCatalogGet503() throws {
    for member in household.members.prefix(2) {
      try self.member.result(
        "preferences.set", #""genre_likes":[16,35],"max_content_rating":"PG""# + household.actingAs(member))
    }
    let answer = try member.call("rounds.start", #""suggest":true"#)
    #expect(answer.code == 503)
    #expect(answer.reason == "no_catalog")
    #expect(try member.call("rounds.start", #""movies":[{"tmdb_movie_id":5}]"#).reason == "no_catalog")
    let round = try startVoting()
    for (method, parameters) in [
      ("movies.get", #""tmdb_movie_id":5"#), ("movies.search", #""query":"dune""#), ("tv.search", #""query":"dune""#),
      ("tv.get", #""tmdb_id":1"#), ("tv.season", #""tmdb_id":1,"season_number":0"#),
      ("tv.episode", #""tmdb_id":1,"season_number":0,"episode_number":0"#), ("providers.list", ""),
      ("suggestions.generate", ""), ("rounds.propose", #""round_id":"\#(round)","movie":{"tmdb_movie_id":5}"#),
      ("rounds.suggest", #""round_id":"\#(round)","movies":[{"tmdb_movie_id":5}]"#),
      ("watchlist.add", #""movie":{"tmdb_movie_id":5}"#), ("watched.mark", #""movie":{"tmdb_movie_id":5}"#),
    ] {
      #expect(try member.call(method, parameters).reason == "no_catalog", "\(method)")
    }
    for method in ["catalog.clear", "catalog.export"] {
      #expect(try server.administrator().call(method).reason == "no_catalog", "\(method)")
    }
    #expect(try member.result("genres.list").string("source") == "builtin")
    #expect(try server.administrator().result("catalog.status").string("state") == "none")
  }

  @Test func entriesMissingFromCatalogGet404() throws {
    let server = try LocalServer(catalog: .demo())
    let member = try server.wire(token: server.createHousehold().token)
    for (method, parameters, reason) in [
      ("movies.get", #""tmdb_movie_id":1"#, "unknown_movie"), ("tv.get", #""tmdb_id":1"#, "unknown_series"),
      ("tv.season", #""tmdb_id":1396,"season_number":99"#, "unknown_season"),
      ("tv.episode", #""tmdb_id":1396,"season_number":1,"episode_number":99"#, "unknown_episode"),
      ("watchlist.add", #""movie":{"tmdb_movie_id":1}"#, "unknown_movie"),
      ("rounds.start", #""movies":[{"tmdb_movie_id":11},{"tmdb_movie_id":1}]"#, "unknown_movie"),
    ] {
      let answer = try member.call(method, parameters)
      #expect(answer.code == 404 && answer.reason == reason, "\(method): \(answer.text)")
    }
  }

  @Test func requestsToFailingCatalogGet503() throws {
    for (failure, reason, retryAfter) in [
      (CatalogFailure.unauthorised(status: 401), "catalog_unauthorised", nil),
      (.unavailable(.status(500)), "catalog_unavailable", nil),
      (.limited(retryAfterMilliseconds: 7000), "catalog_unavailable", 7000),
    ] {
      let server = try LocalServer(catalog: .failing(failure))
      let member = try server.wire(token: server.createHousehold().token)
      for (method, parameters) in [
        ("movies.get", #""tmdb_movie_id":1"#), ("tv.search", #""query":"dune""#), ("providers.list", ""),
        ("watchlist.add", #""movie":{"tmdb_movie_id":1}"#),
      ] {
        let answer = try member.call(method, parameters)
        #expect(answer.code == 503 && answer.reason == reason, "\(method): \(answer.text)")
        #expect(answer.error?["data"]?["retry_after_ms"]?.integer == retryAfter, "\(method)")
      }
      // The compiled-in genres and a movie that is sent with its facts need no catalog.
      #expect(try member.result("genres.list").string("source") == "builtin")
      try member.result("watchlist.add", #""movie":\#(movie(1))"#)
      let error = try server.administrator().result("catalog.status").object("last_error")
      #expect(try error.optional("status") == failure.status)
    }
  }

  @Test func eleventhRefreshInOneMinuteIsRefused() throws {
    let server = try LocalServer(catalog: .demo())
    let member = try server.wire(token: server.createHousehold().token)
    let refresh = #""tmdb_movie_id":11,"refresh":true"#
    for _ in 0..<10 { try member.result("movies.get", refresh) }
    let answer = try member.call("movies.get", refresh)
    #expect(answer.code == 429 && answer.reason == "too_many_refreshes", "\(answer.text)")
    let retryAfter = try #require(answer.error?["data"]?["retry_after_ms"]?.integer)
    #expect((1...60_000).contains(retryAfter))
    #expect(try member.call("tv.get", #""tmdb_id":1396,"refresh":true"#).code == 429)
    try member.result("movies.get", #""tmdb_movie_id":11,"refresh":false"#)
    let other = try server.wire(token: server.createHousehold("Others").token)
    try other.result("movies.get", refresh)
    server.time.advance(seconds: 60)
    try member.result("movies.get", refresh)
  }

  @Test func suggestionsRequireTwoMembersWithPreferences() throws {
    let server = try LocalServer(catalog: .demo())
    let household = try server.createHousehold()
    let member = try server.wire(token: household.token)
    let child = #","member_id":"\#(household.children[0])""#
    for (number, more) in ["", child].enumerated() {
      for (method, parameters) in [("suggestions.generate", ""), ("rounds.start", #""suggest":true"#)] {
        let answer = try member.call(method, parameters)
        #expect(answer.code == 422 && answer.reason == "too_few_preferences", "\(method) with \(number)")
        #expect(answer.error?["data"]?["limit"]?.integer == 2)
      }
      let ceiling = more.isEmpty ? #","max_content_rating":"R""# : ""
      try member.result("preferences.set", #""genre_likes":[16,35]"# + more + ceiling)
    }
    #expect(try !Array(member.result("suggestions.generate").array("suggestions")).isEmpty)
  }
}
