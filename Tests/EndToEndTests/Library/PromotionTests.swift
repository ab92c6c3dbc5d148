import MovieNightPrimitives
import Testing

/// The promotion of movies from the watchlist into rounds, and from rounds to the watched list.
@Suite struct PromotionTests {
  private let lists: ListsServer
  private var wire: Wire { lists.wire }

  init() throws {
    lists = try ListsServer()
  }

  /// Returns the ids of the movies that have the source `source`, in the order of the round.
  private func movies(_ answer: JSONValue, from source: String) throws -> [Int] {
    try answer.object("round").array("suggestions").filter { try $0.string("source") == source }
      .map { try $0.integer("tmdb_movie_id") }
  }

  // MARK: Promotion from the watchlist

  @Test func roundPromotesFourNewestEligibleMovies() throws {
    try lists.add(1, 2, 3, 4, 5, 6)
    try lists.add(7, rating: "R")
    let started = try wire.result(
      "rounds.start", #""movies":[\#(movie(6)),\#(movie(20))],"include_watchlist":true,"exclude_movie_ids":[4]"#)
    #expect(try movies(started, from: "member") == [6, 20])
    #expect(try movies(started, from: "watchlist") == [5, 3, 2, 1])
    // Every movie except the one over the ceiling counts, even movies that are in the round already.
    #expect(try started.integer("watchlist_eligible_count") == 6)
    #expect(try lists.ids("watchlist") == [7, 6, 5, 4, 3, 2, 1], "they stay on the watchlist")
  }

  @Test func roundPromotesNothingUnlessRequested() throws {
    try lists.add(1, 2)
    for parameters in [#""include_watchlist":false"#, #""exclude_movie_ids":[1]"#] {
      let started = try wire.result("rounds.start", parameters)
      #expect(try movies(started, from: "watchlist") == [])
      #expect(try started.integer("watchlist_eligible_count") == 2)
      try wire.result("rounds.discard", #""round_id":"\#(try started.object("round").string("round_id"))""#)
    }
  }

  @Test func ceilingOverrideMakesMoreMoviesEligible() throws {
    try lists.add(1, rating: "R")
    try lists.add(2, rating: "NC-17")
    try lists.add(3, rating: "not rated")
    let started = try wire.result("rounds.start", #""include_watchlist":true,"ceiling_override":"R""#)
    #expect(try movies(started, from: "watchlist") == [3, 1])
    #expect(try started.integer("watchlist_eligible_count") == 2)
  }

  @Test func ceilingComesFromAttendeePreferences() throws {
    let sarah = try lists.addMember()
    for wire in [wire, sarah] {
      try wire.result("preferences.set", #""genre_likes":[18,35],"genre_dislikes":[],"max_content_rating":"R""#)
    }
    try lists.add(1, rating: "R")
    try lists.add(2, rating: "NC-17")
    try lists.add(3, rating: "not rated")
    let members = try sarah.result("households.get").array("members").filter {
      try $0.string("role") == "creator"
        || $0.string("display_name") == "Sarah"
    }.map { try #""\#($0.string("member_id"))""# }.joined(separator: ",")
    let started = try wire.result("rounds.start", #""include_watchlist":true,"attendees":[\#(members)]"#)
    #expect(try movies(started, from: "watchlist") == [3, 1])
    #expect(try started.integer("watchlist_eligible_count") == 2)
  }

  @Test func movieAboveCeilingOfAttendingChildrenIsNotEligible() throws {
    try lists.add(1, rating: "PG-13")
    let children = lists.household.children.map { "\"\($0)\"" }.joined(separator: ",")
    let started = try wire.result("rounds.start", #""include_watchlist":true,"attendees":[\#(children)]"#)
    #expect(try started.integer("watchlist_eligible_count") == 0)
    #expect(try movies(started, from: "watchlist") == [])
  }

  @Test func draftPromotesAtMostFourMoviesInTotal() throws {
    try lists.add(1, 2)
    let started = try wire.result("rounds.start", #""include_watchlist":true"#)
    let round = #""round_id":"\#(try started.object("round").string("round_id"))""#
    try lists.add(3, 4, 5)
    let suggested = try wire.result("rounds.suggest", round + #","include_watchlist":true"#)
    #expect(try movies(suggested, from: "watchlist") == [2, 1, 5, 4])
    let again = try wire.result("rounds.suggest", round + #","include_watchlist":true"#)
    #expect(try movies(again, from: "watchlist") == [2, 1, 5, 4])
    try wire.result("rounds.open_voting", round)
    #expect(
      try lists.refusal("rounds.propose", round + #","movie":\#(movie(30))"#) == "422 round_proposal_limit",
      "promoted movies count as proposed")
  }

  @Test func promotionStopsWhenRoundIsFull() throws {
    try lists.add(1, 2, 3)
    let named = (20..<31).map { movie($0) }.joined(separator: ",")
    let started = try wire.result("rounds.start", #""movies":[\#(named)],"include_watchlist":true"#)
    #expect(try movies(started, from: "watchlist") == [3])
  }

  @Test func resentStartReturnsOriginalEligibleCount() throws {
    try lists.add(1, 2, 3)
    let command = #""command_id":"\#(randomID())","include_watchlist":true"#
    let first = try wire.result("rounds.start", command)
    try lists.mark(1)
    try lists.add(9)
    #expect(try wire.result("rounds.start", command).text == first.text)
    #expect(try first.integer("watchlist_eligible_count") == 3)
  }

  // MARK: Additions to the watched list

  @Test func watchedRoundPickIsListedWithRatings() throws {
    try lists.add(1)
    let round = try lists.selectedRound()
    try wire.result("rounds.rate", round + #","rating":"loved""#)
    #expect(try lists.ids("watchlist") == [1])
    try wire.result("rounds.mark_watched", round)
    #expect(try lists.ids("watchlist") == [])
    let watched = try #require(try lists.items("watched").first)
    #expect(try watched.string("source") == "round")
    #expect(round.contains(try watched.string("round_id")))
    #expect(try watched.object("ratings_summary").integer("loved") == 1)
    #expect(watched["undo_until"]?.isNull == true)
    #expect(watched["marked_by"]?.isNull == true)
    #expect(try lists.refusal("watched.unmark", #""tmdb_movie_id":1"#) == "422 watched_in_round")
    try wire.result("rounds.rate", round + #","rating":"liked""# + lists.asChild)
    #expect(try lists.items("watched")[0].object("ratings_summary").integer("liked") == 1)
  }

  @Test func watchedRoundReplacesEarlierMark() throws {
    let round = try lists.selectedRound()
    try lists.mark(2)
    try lists.mark(3)
    try wire.result("rounds.mark_watched", round)
    // A second round picks movie 2, and its entry replaces the earlier mark.
    let second = try
      #""round_id":"\#(lists.start(#""movies":[\#(movie(2)),\#(movie(4))],"open_voting":true,"allow_watched":true"#))""#
    try wire.result("rounds.pick", second + #","tmdb_movie_id":2"#)
    try wire.result("rounds.mark_watched", second)
    #expect(try lists.ids("watched") == [2, 1, 3])
    #expect(try lists.items("watched")[0].string("source") == "round")
    #expect(try lists.refusal("watched.unmark", #""tmdb_movie_id":2"#) == "422 watched_in_round")
  }

  @Test func markingPickOfSelectedRoundMarksRoundWatched() throws {
    try lists.add(1)
    let round = try lists.selectedRound()
    try lists.mark(1)
    #expect(try wire.result("rounds.get", round).string("status") == "watched")
    #expect(try lists.items("watched")[0].string("source") == "round")
    #expect(try lists.ids("watchlist") == [])
    #expect(try lists.refusal("watched.mark", #""movie":\#(movie(1))"#) == "409 already_watched")
  }

  @Test func markedMovieStaysInOpenRoundFlaggedAsWatched() throws {
    try lists.add(1, 2)
    let round = try #""round_id":"\#(lists.start(#""include_watchlist":true,"open_voting":true"#))""#
    try lists.mark(2)
    let suggestions = try wire.result("rounds.get", round).array("suggestions")
    #expect(try suggestions.map { try $0.integer("tmdb_movie_id") } == [2, 1])
    #expect(suggestions.map { $0["watched"]?.bool } == [true, false])
    try wire.result("rounds.vote", round + #","tmdb_movie_id":2,"vote":"up""#)
  }

  @Test func concurrentAddAndMarkNeverListMovieTwice() throws {
    let household = lists.household
    let server = lists.server
    _ = try together(4) { index in
      let wire = try server.wire(token: household.token)
      for id in 1...40 {
        // The answers are ignored, because many of these commands are refused.
        _ = try wire.call(index.isMultiple(of: 2) ? "watchlist.add" : "watched.mark", #""movie":\#(movie(id))"#)
        if index == 1 { _ = try wire.call("watched.unmark", #""tmdb_movie_id":\#(id)"#) }
      }
    }
    #expect(Set(try lists.ids("watchlist")).isDisjoint(with: try lists.ids("watched")))
  }
}
