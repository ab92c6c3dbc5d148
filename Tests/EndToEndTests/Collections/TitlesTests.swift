import MovieNightPrimitives
import Testing

@testable import Server

/// Titles, plays, episodes, lists and preferences of one member.
@Suite struct TitlesTests {
  private let collection: CollectionServer
  private var tim: Wire { collection.tim }

  init() throws { collection = try CollectionServer() }

  @Test func addedTitlesArePlannedAndListedNewestFirst() throws {
    try tim.addTitles(newMovie(1), newSeries(2))
    collection.server.time.freeze(at: collection.server.time.now.advanced(bySeconds: 60))
    try tim.addTitles(newMovie(3))
    #expect(try tim.titleIDs().first == 3)
    #expect(Set(try tim.titleIDs()) == [1, 2, 3])
    let title = try tim.title(movieKey(1))
    #expect(try title.string("status") == "planned")
    #expect(try !title.bool("watched"))
    #expect(try title.object("facts").string("title") == "Movie 1")
  }

  @Test func commandIsAllOrNothingAndNamesRefusedItem() throws {
    try tim.addTitles(newMovie(1))
    let answer = try tim.call("titles.add", #""items":[\#(newMovie(2)),\#(newMovie(1)),\#(newMovie(3))]"#)
    #expect(answer.code == 409 && answer.reason == "already_in_collection")
    #expect(try answer.error?.object("data").integer("index") == 1)
    #expect(try tim.titleIDs() == [1])
    let items = (1...201).map { newMovie($0) }.joined(separator: ",")
    #expect(try tim.refusal("titles.add", #""items":[\#(items)]"#) == "-32602 bad_parameters")
  }

  @Test func titleWithoutFactsNeedsCatalog() throws {
    #expect(try tim.refusal("titles.add", #""items":[\#(movieRef(1))]"#) == "503 no_catalog")
  }

  @Test func markCompletesMovieAndUnmarkPlansItAgain() throws {
    try tim.addTitles(newMovie(1))
    let marked = try tim.result("titles.mark", #""movies":[1],"watched_at":"2026-02-14""#)
    #expect(try marked.integer("marked") == 1)
    let again = try tim.result("titles.mark", #""movies":[1]"#)
    #expect(try again.integer("marked") == 0 && again.integer("already") == 1)
    let title = try tim.title(movieKey(1))
    #expect(try title.string("status") == "completed" && title.string("watched_date") == "2026-02-14")
    try tim.result("titles.unmark", #""movies":[1]"#)
    #expect(try tim.title(movieKey(1)).string("status") == "planned")
    #expect(try tim.refusal("titles.mark", #""movies":[1],"watched_at":"2999-01-01""#) == "422 in_the_future")
    #expect(try tim.refusal("titles.mark", #""movies":[9]"#) == "404 not_in_collection")
  }

  @Test func episodesLeadToNextOneAndCompleteEndedSeries() throws {
    try tim.addTitles(newSeries(2))
    let series = #""tmdb_id":2"#
    try tim.result("episodes.mark", series + #","season_number":1,"episode_numbers":[2],"through":true"#)
    let next = try tim.result("titles.next").array("titles").first
    #expect(try next?.object("next_to_watch").integer("episode_number") == 3)
    #expect(try next?.integer("new_episodes") == 4)
    #expect(try next?.string("status") == "watching")
    let rest = try tim.result("episodes.mark", series)
    #expect(try rest.integer("marked") == 4 && rest.integer("already") == 2)
    #expect(try tim.title(seriesKey(2)).string("status") == "completed")
    #expect(try tim.titleIDs("titles.next") == [])
    let episodes = try tim.result("episodes.list", series + #","season_number":1"#).array("episodes")
    #expect(try episodes.map { try $0.string("episode_code") } == ["S01E01", "S01E02", "S01E03"])
    try tim.result("episodes.unmark", series + #","season_number":2"#)
    #expect(try tim.title(seriesKey(2)).string("status") == "watching")
    #expect(
      try tim.refusal("episodes.mark", series + #","season_number":1,"episode_numbers":[4]"#) == "422 unknown_episode")
  }

  @Test func filtersAndOrdersReachAllTitlesPageByPage() throws {
    for id in 1...25 {
      try tim.addTitles(newMovie(id, title: "Film \(Character(UnicodeScalar(UInt8(90 - id))))", year: 1980 + id))
    }
    try tim.result("titles.mark", #""movies":[3,4,5]"#)
    try tim.result("titles.set", #""titles":[\#(movieRef(4))],"rating10":9,"favourite":true"#)
    #expect(try Set(tim.titleIDs("titles.list", #""watched":true"#)) == [3, 4, 5])
    #expect(try tim.titleIDs("titles.list", #""rating":"loved""#) == [4])
    #expect(try tim.titleIDs("titles.list", #""favourite":true"#) == [4])
    #expect(
      try tim.titleIDs("titles.list", #""year_from":1984,"year_to":1985,"sort":"year","ascending":true"#) == [4, 5])
    #expect(try tim.titleIDs("titles.list", #""query":"film U""#) == [5])
    #expect(try tim.titleIDs("titles.list", #""genre":"drama","status":["completed"],"limit":1"#).count == 1)
    for order in [#""sort":"title","ascending":true"#, #""sort":"year""#, #""sort":"added""#] {
      var (found, cursor): ([Int], String?) = ([], nil)
      repeat {
        let more = cursor.map { #","cursor":"\#($0)""# } ?? ""
        let page = try tim.result("titles.list", order + #","limit":7"# + more)
        found += try page.array("titles").map { try $0.integer("tmdb_id") }
        cursor = page["next_cursor"]?.string
      } while cursor != nil
      #expect(Set(found) == Set(1...25) && found.count == 25, "\(order)")
      if !order.contains("added") { #expect(found == Array((1...25).reversed()), "\(order)") }
    }
    #expect(try tim.refusal("titles.list", #""cursor":"zz""#) == "-32602 bad_parameters")
  }

  @Test func preferencesSetDefaultOrderRatingAndList() throws {
    let list = try tim.result("lists.create", #""name":" Rainy days ","is_default":true"#).string("list_id")
    try tim.result("collection.set_preferences", #""sort":"title","ascending":true,"default_rating":"liked""#)
    try tim.addTitles(newMovie(1, title: "B"), newMovie(2, title: "A"))
    #expect(try tim.titleIDs() == [2, 1])
    #expect(try tim.title(movieKey(1)).string("rating") == "liked")
    let shown = try tim.result("lists.get", #""list_id":"\#(list)""#)
    #expect(try shown.object("list").string("name") == "Rainy days")
    #expect(try shown.array("items").map { try $0.object("title").integer("tmdb_id") } == [1, 2])
    let counts = try tim.result("collection.get").object("counts")
    #expect(try counts.integer("movies") == 2 && counts.integer("planned") == 2)
  }

  @Test func listsKeepTheirOrder() throws {
    try tim.addTitles(newMovie(1), newMovie(2), newMovie(3), newMovie(4))
    let list = try #""list_id":"\#(tim.result("lists.create", #""name":"Order""#).string("list_id"))""#
    func ids() throws -> [Int] {
      try tim.result("lists.get", list).array("items").map { try $0.object("title").integer("tmdb_id") }
    }
    try tim.result("lists.add_titles", list + #","titles":[\#(movieRef(1)),\#(movieRef(2)),\#(movieRef(3))]"#)
    let added = try tim.result(
      "lists.add_titles", list + #","titles":[\#(movieRef(4)),\#(movieRef(1))],"after":\#(movieRef(1))"#)
    #expect(try added.integer("added") == 1 && added.integer("already") == 1)
    #expect(try ids() == [1, 4, 2, 3])
    try tim.result("lists.move_titles", list + #","titles":[\#(movieRef(3))],"after":null"#)
    #expect(try ids() == [3, 1, 4, 2])
    try tim.result("titles.remove", #""titles":[\#(movieRef(1))]"#)
    #expect(try ids() == [3, 4, 2])
    try tim.result("lists.remove", list)
    #expect(try Set(tim.titleIDs()) == [2, 3, 4])
  }

  @Test func resentCommandGetsSameAnswerAndRecordsNothing() throws {
    for (method, parameters) in [
      ("titles.add", #""items":[\#(newMovie(1)),\#(newSeries(2))]"#), ("titles.mark", #""movies":[1]"#),
      ("titles.mark", #""movies":[1]"#), ("episodes.mark", #""tmdb_id":2"#), ("lists.create", #""name":"List""#),
      ("notes.add", movieKey(1) + #","text":"A note""#), ("titles.unmark", #""movies":[1]"#),
      ("titles.remove", #""titles":[\#(movieRef(1))]"#), ("collection.clear", #""confirm":"DELETE""#),
    ] {
      let command = #""command_id":"\#(randomID())","# + parameters
      let first = try tim.result(method, command)
      let events = try tim.result("events.read", #""limit":1000"#).text
      #expect(try tim.result(method, command).text == first.text, "\(method)")
      #expect(try tim.result("events.read", #""limit":1000"#).text == events, "\(method)")
    }
  }

  @Test func wrongRevisionIsRefused() throws {
    let first = try tim.result("titles.add", #""items":[\#(newMovie(1))],"expected_revision":-1"#)
    #expect(try tim.result("collection.get").integer("revision") == first.integer("revision"))
    #expect(
      try tim.refusal("titles.mark", #""movies":[1],"expected_revision":-1"#) == "409 wrong_revision")
    try tim.result("titles.mark", #""movies":[1],"expected_revision":\#(first.integer("revision"))"#)
  }

  @Test func newRatingCountsMoreThanClearingTheOtherForm() throws {
    try tim.addTitles(newMovie(1))
    try tim.result("titles.set", #""titles":[\#(movieRef(1))],"rating":"liked""#)
    try tim.result("titles.set", #""titles":[\#(movieRef(1))],"rating10":9,"clear":["rating"]"#)
    #expect(try tim.title(movieKey(1)).integer("rating10") == 9)
  }

  @Test func searchesAndDetailsShowOwnStatus() throws {
    let collection = try CollectionServer(catalog: .demo())
    let (sarah, _) = try collection.addMember()
    try collection.tim.result("titles.add", #""items":[\#(movieRef(11))]"#)
    for (wire, status) in [(collection.tim, "planned" as String?), (sarah, nil)] {
      #expect(try wire.result("movies.get", #""tmdb_movie_id":11"#)["collection_status"]?.string == status)
      let found = try wire.result("movies.search", #""query":"star wars""#).array("results")
      #expect(try found.first { try $0.integer("tmdb_movie_id") == 11 }?["collection_status"]?.string == status)
    }
    #expect(try collection.tim.title(movieKey(11)).object("facts").string("title") == "Star Wars")
  }

  @Test func refreshRecordsWhatChangedInCatalog() throws {
    let server = try LocalServer(.durable[0], catalog: .demo(adding: WholeFacts.lines))
    server.stop()
    try server.start(withCatalog: false)
    let household = try server.createHousehold()
    try server.wire(token: household.token).addTitles(newSeries(WholeFacts.series), newMovie(950_950))
    try server.restart()
    let tim = try server.wire(token: household.token)
    try tim.result("episodes.mark", #""tmdb_id":\#(WholeFacts.series),"season_number":1,"episode_numbers":[1]"#)
    let titles = #""titles":[\#(movieRef(950_950)),{\#(seriesKey(WholeFacts.series))}]"#
    let first = try tim.result("titles.refresh", titles)
    #expect(try first.array("changed").map(\.text) == [#"{\#(seriesKey(WholeFacts.series))}"#])
    #expect(try first.array("failed").map(\.text) == [movieRef(950_950)])
    #expect(try tim.title(seriesKey(WholeFacts.series)).object("facts").string("title") == "Lighthouse Road")
    // Without titles, the series that are being watched.
    #expect(try Array(tim.result("titles.refresh").array("changed")).isEmpty)
  }
}
