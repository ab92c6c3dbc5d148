import MovieNightPrimitives
import Testing

@testable import Server

/// The household's movie nights in collections, and `titles.together`.
@Suite struct NightsTests {
  private let collection: CollectionServer
  private let sarah: Wire
  private var tim: Wire { collection.tim }

  init() throws {
    collection = try CollectionServer()
    sarah = try collection.addMember().wire
  }

  /// Tim and Max watch a movie together, a minute after anything before. Returns the round.
  @discardableResult
  private func watch(_ id: Int) throws -> String {
    collection.server.time.advance(seconds: 60)
    let attendees = #","attendees":["\#(collection.household.creator)","\#(collection.household.children[0])"]"#
    let movies = #""movies":[\#(movie(id)),\#(movie(99))],"open_voting":true,"allow_watched":true"#
    let started = try tim.result("rounds.start", movies + attendees).object("round").string("round_id")
    let round = #""round_id":"\#(started)""#
    try tim.result("rounds.pick", round + #","tmdb_movie_id":\#(id)"#)
    try tim.result("rounds.mark_watched", round)
    return started
  }

  @Test func watchedRoundIsShownToThoseWhoAttended() throws {
    try tim.addTitles(newMovie(1))
    try sarah.addTitles(newMovie(1))
    let before = try tim.result("collection.get").text
    let round = try watch(1)
    let night = try tim.title(movieKey(1)).object("watched_together")
    #expect(try night.string("round_id") == round)
    let plays = try tim.result("titles.get", movieKey(1)).array("plays")
    #expect(try plays.map { try $0.string("round_id") } == [round])
    #expect(try tim.result("plays.list").array("plays").map { try $0.string("round_id") } == [round])
    #expect(try sarah.title(movieKey(1))["watched_together"]?.isNull == true)
    #expect(try Array(sarah.result("plays.list").array("plays")).isEmpty)
    #expect(try tim.result("collection.get").text == before, "a night changes no collection")
  }

  /// As after the import of an export, which does not name the round.
  @Test func playOfSameTimeHidesNight() throws {
    try tim.addTitles(newMovie(1))
    try watch(1)
    let time = try tim.title(movieKey(1)).object("watched_together").string("watched_at")
    try tim.result("titles.mark", #""movies":[1],"watched_at":"\#(time.prefix(10))""#)
    for plays in [try tim.result("titles.get", movieKey(1)), try tim.result("plays.list")] {
      #expect(try plays.array("plays").map { $0["round_id"]?.isNull } == [true])
    }
  }

  @Test func nightsAreImportedOnce() throws {
    let rounds = try [watch(1), watch(2), watch(1)]
    let importing = #""format":"nights","more":false"#
    let first = try tim.result("collection.import", importing).object("report")
    #expect(try first.integer("titles_added") == 2 && first.integer("plays_added") == 3)
    let events = try tim.result("events.read", #""limit":1000"#).text
    #expect(try tim.result("collection.import", importing).object("report").integer("plays_added") == 0)
    #expect(try tim.result("events.read", #""limit":1000"#).text == events)
    let plays = try tim.result("plays.list").array("plays")
    #expect(try plays.map { try $0.string("round_id") } == rounds.reversed(), "each night once")
    #expect(try tim.title(movieKey(1)).string("status") == "completed")
  }

  @Test(arguments: [false, true]) func nightReplacesTheDayOfAFile(nightIsFirst: Bool) throws {
    try tim.addTitles(newMovie(1))
    let round = try watch(1)
    let day = try tim.title(movieKey(1)).object("watched_together").string("watched_at").prefix(10)
    let data = "Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date\n,Movie 1,2001,,,,,\(day)\n"
    let movie = #","resolutions":[{"name":"Movie 1","media_type":"movie","tmdb_id":1}]"#
    for isNight in [nightIsFirst, !nightIsFirst] {
      if isNight {
        try tim.result("collection.import", #""format":"nights","more":false"#)
      } else {
        _ = try tim.importFile("letterboxd", "diary.csv", data, movie)
      }
    }
    let plays = try tim.result("plays.list").array("plays")
    #expect(try plays.map { try $0.string("round_id") } == [round])
    #expect(try tim.title(movieKey(1)).integer("play_count") == 1)
  }

  @Test func togetherListsWhatSomePlanAndNoneHasSeen() throws {
    try tim.addTitles(
      newMovie(1), newMovie(2), newMovie(3, #","private":true"#), newMovie(4), newMovie(5), newMovie(6))
    try sarah.addTitles(newMovie(2), newMovie(4), newMovie(5))
    try sarah.result("titles.mark", #""movies":[4],"watched_at":"unknown""#)
    try watch(5)
    try tim.result("watched.mark", #""movie":\#(movie(6))"#)
    let movies = try tim.result("titles.together").array("movies")
    #expect(try movies.map { try $0.object("title").integer("tmdb_id") } == [2, 1])
    #expect(try movies.map { Array(try $0.array("planned_by")).count } == [2, 1])
    let both = try sarah.result("titles.together", #""members":["\#(collection.household.children[1])"]"#)
    #expect(try Array(both.array("movies")).isEmpty, "Mia plans nothing")
    #expect(try tim.refusal("titles.together", #""members":["\#(randomID())"]"#) == "404 unknown_member")
  }
}
