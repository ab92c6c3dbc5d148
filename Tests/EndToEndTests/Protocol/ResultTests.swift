import MovieNightPrimitives
import Testing
import ProtocolSchema

@testable import Server

/// Comparisons of every method's results with their declarations.
@Suite struct ResultTests {
  private let methods = Dictionary(
    uniqueKeysWithValues: MethodTable.current.description.methods.map { ($0.name, $0) })

  @Test func everyResultMatchesItsDeclaration() throws {
    let server = try LocalServer(catalog: .demo(adding: WholeFacts.lines))
    let administrator = try server.administrator()
    var night = Night(administrator: administrator)
    try night.play(on: server)
    var audit = ResultAudit()
    var played: Set<String> = []
    // A method with documented examples is listed in `queries` only if the examples lack some members.
    var player = try ExamplePlayer()
    try player.play(ProtocolExamples().night) { method, result in
      played.insert(method.name)
      audit.check(result, of: method)
    }
    for command in night.sent {
      played.insert(command.method)
      audit.check(try JSONDocument(command.result).root, of: try #require(methods[command.method]))
    }
    let member = try server.wire(token: night.token)
    for (method, parameters) in try queries(night, member) {
      played.insert(method)
      let isMembers = Self.calledAsMember.contains(method)
      let asking = isMembers ? member : administrator
      audit.check(try asking.result(method, parameters), of: try #require(methods[method]))
    }
    #expect(Set(MethodTable.current.all.map(\.name)).subtracting(played) == [])
    try checkResultsWithoutCatalog(&audit)
    // In the results of commands, no round has a pick, because it is still open. `rounds.get` writes rounds with the
    // same code and has shown a pick. HealthProblemsTests and HinderedServersTests cover problems and the lock. A
    // catalog in a file has no logos of streaming services. `titles.next` has series only, `titles.together` movies
    // that no one has seen. The guide's tests cover what its facts lack. The tests of importers cover candidates, `TitlesTests` a refresh that changes facts.
    let covered =
      #/\.round\.(pick|ratings_summary|suggestions\.voters)$|health\.(problems|append_lock)$|logo_urls$|next\.titles\.watched_together$|together\.movies\.title\.(watched_together|next_to_watch|facts\.(seasons|next_episode))$|unresolved\.candidates$|refresh\.changed$|guide\.get\.(missing|services\.shows\.(poster_urls|progress))$/#
    let unseen = audit.unseen.filter { !$0.contains(covered) }
    #expect(unseen == [])
  }

  /// Methods that the test calls as a member, because they show an administrator less or refuse the call.
  private static let calledAsMember: Set<String> = Set([
    "movies.get", "movies.search", "providers.list", "suggestions.generate",
  ])
  .union(MethodTable.current.all.map(\.name).filter { $0.contains(/^(titles|lists|episodes|collection)\./) })

  /// Checks results of servers without a catalog and with a failing one, which must have the same members.
  private func checkResultsWithoutCatalog(_ audit: inout ResultAudit) throws {
    for catalog in [nil, CatalogConfiguration.failing(.unauthorised(status: 401))] {
      let server = try LocalServer(catalog: catalog)
      let administrator = try server.administrator()
      for (method, parameters) in [("genres.list", #""kind":"tv""#), ("catalog.status", ""), ("server.health", "")] {
        audit.check(try administrator.result(method, parameters), of: try #require(methods[method]))
      }
    }
  }

  /// Returns queries whose results contain every member, for objects that the documented examples show incompletely.
  private func queries(_ night: Night, _ member: Wire) throws -> [(String, String)] {
    let collection = try collectionQueries(member)
    let waiting = try member.result(
      "rounds.start", #""movies":[\#(movie(7)),\#(movie(8))],"open_voting":true"#
    ).object("round").string("round_id")
    try member.result("rounds.pick", #""round_id":"\#(waiting)","tmdb_movie_id":7"#)
    try member.result("rounds.mark_watched", #""round_id":"\#(waiting)""#)
    let open = try member.result(
      "rounds.start", #""movies":[\#(movie(9)),\#(movie(10))],"open_voting":true"#
    ).object("round").string("round_id")
    try member.result("rounds.vote", #""round_id":"\#(open)","tmdb_movie_id":9,"vote":"up""#)
    let household = #""household_id":"\#(night.household)""#
    let rated = #""round_id":"\#(night.rounds[0])""#
    return try catalogQueries(night, member) + collection + [
      ("server.health", ""), ("households.get", household), ("households.list", ""),
      ("rounds.get", rated), ("rounds.results", #""round_id":"\#(open)""#), ("rounds.ratings", rated),
      ("rounds.active", household), ("sessions.list", household),
      ("watchlist.list", household), ("watched.list", household), ("events.read", household),
      ("movies.get", #""tmdb_movie_id":20"#), ("movies.get", #""tmdb_movie_id":1"#),
    ]
  }

  /// A collection with a movie that was watched in a round, a series with another episode to come, and a planned movie.
  private func collectionQueries(_ member: Wire) throws -> [(String, String)] {
    let (watched, series) = (movieRef(WholeFacts.movie), #"{\#(seriesKey(WholeFacts.series)),"facts":{"runtime":44}}"#)
    try member.result("titles.add", #""items":[\#(watched),\#(series),\#(newMovie(950_950, #","rating":"liked""#))]"#)
    try member.result("titles.set", #""titles":[{\#(seriesKey(WholeFacts.series))}],"status":"watching""#)
    let movies = #""movies":[{"tmdb_movie_id":\#(WholeFacts.movie)},\#(movie(951))],"open_voting":true"#
    let round = #""round_id":"\#(try member.result("rounds.start", movies).object("round").string("round_id"))""#
    try member.result("rounds.pick", round + #","tmdb_movie_id":\#(WholeFacts.movie)"#)
    try member.result("rounds.mark_watched", round)
    let list = #""list_id":"\#(try member.result("lists.create", #""name":"Both""#).string("list_id"))""#
    try member.result("lists.add_titles", list + #","titles":[\#(watched),{\#(seriesKey(WholeFacts.series))}]"#)
    try member.result("notes.add", movieKey(WholeFacts.movie) + #","text":"A note""#)
    let importing = #""format":"letterboxd","more":false,"data":"#
    return [
      ("titles.refresh", #""titles":[{\#(seriesKey(WholeFacts.series))},\#(movieRef(950_950))]"#),
      ("titles.get", movieKey(WholeFacts.movie)), ("titles.get", seriesKey(WholeFacts.series)), ("titles.list", ""),
      ("titles.next", ""), ("titles.together", ""), ("lists.get", list),
      ("episodes.list", #""tmdb_id":\#(WholeFacts.series),"season_number":1"#),
      ("collection.import", importing + #""a,b\n1,2\n","file":"profile.csv""#),
      ("collection.import", importing + #""Date,Name,Year\n2024-01-01,No such film,1950\n","file":"watchlist.csv""#),
    ]
  }

  private func catalogQueries(_ night: Night, _ member: Wire) throws -> [(String, String)] {
    let members = try member.result("households.get").array("members").map { try $0.string("member_id") }
    let likes = #""genre_likes":[18,35]"#
    try member.result("preferences.set", likes + #","max_content_rating":"PG-13""#)
    try member.result("preferences.set", likes + #","member_id":"\#(try #require(members.last))""#)
    let series = #""tmdb_id":\#(WholeFacts.series)"#
    return [
      ("movies.get", #""tmdb_movie_id":\#(WholeFacts.movie),"refresh":true"#),
      ("movies.search", #""query":"harvest moon","within_ceiling":true"#),
      ("tv.search", #""query":"lighthouse road","year":2020,"page":1"#), ("tv.get", series),
      ("tv.season", series + #","season_number":1"#),
      ("tv.episode", series + #","season_number":1,"episode_number":1"#),
      ("providers.list", #""country":"US""#),
      ("suggestions.generate", #""attendees":["\#(members.joined(separator: "\",\""))"]"#),
      ("catalog.status", ""),
    ]
  }

  @Test func answersGiveTimesInWholeSeconds() throws {
    let server = try LocalServer()
    let administrator = try server.administrator()
    var night = Night(administrator: administrator)
    try night.play(on: server)
    let household = #""household_id":"\#(night.household)""#
    // In answers, the name of every time ends in `_at`. Event data is not included, because its times have
    // microseconds.
    let answers =
      try night.sent.map(\.result) + [
        administrator.result("sessions.list", household).text, administrator.result("households.get", household).text,
        administrator.result("tokens.list", household).text,
        administrator.result("watchlist.list", household).text, administrator.result("watched.list", household).text,
        administrator.result("rounds.get", #""round_id":"\#(night.rounds[0])""#).text,
        administrator.result("rounds.ratings", #""round_id":"\#(night.rounds[0])""#).text,
      ]
    for answer in answers {
      #expect(!answer.contains(/_at":"[^"]*\.[0-9]+Z"/), "\(answer)")
    }
  }

  @Test func upperCaseIDsAreReturnedInLowerCase() throws {
    let server = try LocalServer()
    let household = try server.createHousehold()
    let member = try server.wire(token: household.token)
    let round = try member.result(
      "rounds.start",
      #""movies":[\#(movie(1)),\#(movie(2))],"open_voting":true,"attendees":["\#(household.members.joined(separator: "\",\"").uppercased())"]"#
    ).object("round").string("round_id")
    let vote = try member.result(
      "rounds.vote",
      #""round_id":"\#(round.uppercased())","tmdb_movie_id":1,"vote":"up","acting_as":"\#(household.children[0].uppercased())""#
    )
    #expect(try vote.string("round_id") == round)
    #expect(try vote.string("member_id") == household.children[0])
    let answer = try member.call("rounds.get", #""round_id":"\#(round.uppercased())""#)
    #expect(try answer.result().string("round_id") == round.lowercased())
  }
}
