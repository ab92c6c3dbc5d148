import MovieNightPrimitives
import Testing

/// The watchlist and the watched list, including the effects of each on the other.
@Suite struct ListTests {
  private let lists: ListsServer
  private var wire: Wire { lists.wire }

  init() throws {
    lists = try ListsServer()
  }

  @Test func watchlistIsNewestFirstWithAdderNames() throws {
    try lists.add(1)
    let added = try wire.result("watchlist.add", #""movie":\#(movie(2))"# + lists.asChild)
    #expect(try added.string("added_by") == lists.household.children[0])
    let items = try lists.items("watchlist")
    #expect(try items.map { try $0.string("added_by_name") } == ["Max", "Tim"])
    #expect(try items.map { try $0.string("title") } == ["Movie 2", "Movie 1"])
    #expect(try items[0].string("added_at") == added.string("added_at"))
  }

  @Test func watchlistRefusesDuplicatesAndMoreThanFiftyMovies() throws {
    for id in 1...50 { try lists.add(id) }
    #expect(try lists.refusal("watchlist.add", #""movie":\#(movie(51))"#) == "422 watchlist_full")
    #expect(try lists.refusal("watchlist.add", #""movie":\#(movie(50))"#) == "409 already_on_watchlist")
    try wire.result("watchlist.remove", #""tmdb_movie_id":7"#)
    try lists.add(51)
    #expect(try lists.ids("watchlist") == ([51] + (1...50).reversed()).filter { $0 != 7 })
  }

  @Test func removedMovieLeavesWatchlist() throws {
    try lists.add(1)
    let removed = try wire.result("watchlist.remove", #""tmdb_movie_id":1"#)
    #expect(try removed.integer("tmdb_movie_id") == 1)
    #expect(removed["added_by"]?.isNull == true)
    #expect(try lists.ids("watchlist") == [])
    #expect(try lists.refusal("watchlist.remove", #""tmdb_movie_id":1"#) == "404 not_on_watchlist")
  }

  @Test func parentActingAsChildAddsAndRemovesEntries() throws {
    try wire.result("watched.mark", #""movie":\#(movie(1))"# + lists.asChild)
    try wire.result("watchlist.add", #""movie":\#(movie(2))"# + lists.asChild)
    #expect(try lists.items("watched")[0].string("marked_by_name") == "Max")
    try wire.result("watched.unmark", #""tmdb_movie_id":1"# + lists.asChild)
    try wire.result("watchlist.remove", #""tmdb_movie_id":2"# + lists.asChild)
    #expect(try lists.ids("watched") + lists.ids("watchlist") == [])
  }

  /// The parent is not the creator, who may remove any entry.
  @Test func parentRemovesChildsEntryOnlyInItsName() throws {
    let sarah = try lists.addMember()
    let child = try sarah.result("members.add_managed", #""display_name":"Ida""#).object("member").string("member_id")
    let asChild = #","acting_as":"\#(child)""#
    try sarah.result("watchlist.add", #""movie":\#(movie(1))"# + asChild)
    #expect(try sarah.call("watchlist.remove", #""tmdb_movie_id":1"#).reason == "adder_or_creator_only")
    #expect(try lists.refusal("watchlist.remove", #""tmdb_movie_id":1"# + asChild) == "403 cannot_act_as")
    try sarah.result("watchlist.remove", #""tmdb_movie_id":1"# + asChild)
    #expect(try lists.ids("watchlist") == [])
  }

  @Test func onlyAdderAndCreatorMayRemoveEntries() throws {
    let sarah = try lists.addMember()
    try lists.add(1)
    try sarah.result("watchlist.add", #""movie":\#(movie(2))"#)
    try lists.mark(3)
    for id in [4, 5] { try sarah.result("watched.mark", #""movie":\#(movie(id))"#) }
    #expect(try sarah.call("watchlist.remove", #""tmdb_movie_id":1"#).reason == "adder_or_creator_only")
    #expect(try sarah.call("watched.unmark", #""tmdb_movie_id":3"#).reason == "marker_or_creator_only")
    try sarah.result("watched.unmark", #""tmdb_movie_id":4"#)
    try wire.result("watched.unmark", #""tmdb_movie_id":5"#)
    try wire.result("watchlist.remove", #""tmdb_movie_id":2"#)
    #expect(try lists.ids("watchlist") == [1])
    #expect(try lists.ids("watched") == [3])
  }

  @Test func markRemovesWatchlistEntryAndUnmarkRestoresIt() throws {
    try lists.add(1, 2, 3)
    let before = try wire.result("watchlist.list").text
    try lists.mark(2)
    #expect(try lists.ids("watchlist") == [3, 1])
    let watched = try #require(try lists.items("watched").first)
    #expect(try watched.string("source") == "direct")
    #expect(try watched.string("marked_by") == lists.household.creator)
    let markedAt = try #require(Timestamp(text: try watched.string("watched_at")))
    #expect(try watched.string("undo_until") == markedAt.advanced(bySeconds: 24 * 3600).text(.seconds))
    #expect(watched["round_id"]?.isNull == true)
    let undone = try wire.result("watched.unmark", #""tmdb_movie_id":2"#)
    #expect(undone["watched_at"]?.isNull == true)
    #expect(try wire.result("watchlist.list").text == before)
    #expect(try lists.ids("watched") == [])
  }

  @Test func unmarkingMovieNeverOnWatchlistAddsNothing() throws {
    try lists.mark(1)
    try wire.result("watched.unmark", #""tmdb_movie_id":1"#)
    #expect(try lists.ids("watchlist") == [])
    #expect(try lists.refusal("watched.unmark", #""tmdb_movie_id":1"#) == "404 not_watched")
  }

  @Test func watchedMovieCannotBeAddedOrMarkedAgain() throws {
    try lists.mark(1)
    #expect(try lists.refusal("watchlist.add", #""movie":\#(movie(1))"#) == "409 already_watched")
    #expect(try lists.refusal("watched.mark", #""movie":\#(movie(1))"#) == "409 already_watched")
  }

  @Test func unmarkIsRefusedWhenWatchlistIsFull() throws {
    try lists.add(1)
    try lists.mark(1)
    for id in 2...51 { try lists.add(id) }
    #expect(try lists.refusal("watched.unmark", #""tmdb_movie_id":1"#) == "422 watchlist_full")
    #expect(try lists.ids("watched") == [1])
  }

  @Test func unmarkIsRefusedOneDayAfterMark() throws {
    let time = lists.server.time
    let marked = time.now.advanced(bySeconds: 1)
    time.freeze(at: marked)
    try lists.mark(1)
    try lists.mark(2)
    let tooLate = marked.advanced(bySeconds: 24 * Timestamp.secondsPerHour)
    time.freeze(at: Timestamp(microseconds: tooLate.microseconds - 1))
    try wire.result("watched.unmark", #""tmdb_movie_id":2"#)
    time.freeze(at: tooLate)
    #expect(try lists.refusal("watched.unmark", #""tmdb_movie_id":1"#) == "409 too_late")
    #expect(try lists.ids("watched") == [1])
  }

  @Test func resentCommandGetsSameAnswerAndRecordsNothing() throws {
    for (method, parameters) in [
      ("watchlist.add", #""movie":\#(movie(1))"#), ("watched.mark", #""movie":\#(movie(1))"#),
      ("watched.unmark", #""tmdb_movie_id":1"#), ("watchlist.remove", #""tmdb_movie_id":1"#),
    ] {
      let command = #""command_id":"\#(randomID())","# + parameters
      let first = try wire.result(method, command)
      let events = try wire.result("events.read").text
      #expect(try wire.result(method, command).text == first.text, "\(method)")
      #expect(try wire.result("events.read").text == events, "\(method)")
    }
  }

  @Test func wrongLibraryRevisionIsRefused() throws {
    #expect(try wire.result("households.get").integer("library_revision") == -1)
    let first = try wire.result("watchlist.add", #""movie":\#(movie(1)),"expected_revision":-1"#)
    #expect(try first.integer("revision") == wire.result("households.get").integer("library_revision"))
    #expect(
      try lists.refusal("watchlist.add", #""movie":\#(movie(2)),"expected_revision":7"#) == "409 wrong_revision")
    #expect(
      try lists.refusal("watchlist.add", #""movie":\#(movie(2)),"expected_revision":-1"#) == "409 wrong_revision")
    try wire.result("watchlist.add", #""movie":\#(movie(2)),"expected_revision":\#(try first.integer("revision"))"#)
  }

  @Test(arguments: ["watchlist", "watched"]) func cursorStaysValidWhileListChanges(_ list: String) throws {
    let method = list == "watchlist" ? "watchlist.add" : "watched.mark"
    func put(_ id: Int) throws { try wire.result(method, #""movie":\#(movie(id))"#) }
    func page(_ cursor: String?) throws -> (ids: [Int], next: String?) {
      let page = try wire.result("\(list).list", #""limit":2"# + (cursor.map { #","cursor":"\#($0)""# } ?? ""))
      return (try page.array("items").map { try $0.integer("tmdb_movie_id") }, try page.optional("next_cursor"))
    }
    for id in 1...5 { try put(id) }
    let first = try page(nil)
    #expect(first.ids == [5, 4])
    for id in 6...8 { try put(id) }
    let second = try page(first.next)
    #expect(second.ids == [3, 2])
    let last = try page(second.next)
    #expect(last.ids == [1])
    #expect(last.next == nil)
    #expect(try lists.refusal("\(list).list", #""cursor":"zz""#) == "-32602 bad_parameters")
  }

  @Test func administratorReadsListsOfNamedHousehold() throws {
    try lists.add(1)
    let administrator = try lists.server.administrator()
    for list in ["watchlist", "watched"] {
      #expect(try administrator.call("\(list).list").code == -32602)
      let named = try administrator.result("\(list).list", #""household_id":"\#(lists.household.id)""#)
      #expect(try named.text == wire.result("\(list).list").text)
    }
    #expect(try administrator.call("watchlist.add", #""movie":\#(movie(2))"#).reason == "no_member")
  }

  @Test(arguments: StoreKind.durable) func listsSurviveRestart(_ kind: StoreKind) throws {
    let lists = try ListsServer(kind)
    try lists.add(1, 2, 3)
    try lists.mark(2)
    try lists.mark(4)
    let names = ["watchlist", "watched"]
    let before = try names.map { try lists.wire.result("\($0).list").text }
    try lists.server.restart()
    let wire = try lists.server.wire(token: lists.household.token)
    #expect(try names.map { try wire.result("\($0).list").text } == before)
  }
}
