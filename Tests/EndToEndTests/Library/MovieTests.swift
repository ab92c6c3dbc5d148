import Primitives
import Testing

/// What a household knows of a movie, without a catalog: as it was recorded, and what became of it.
@Suite struct MovieTests {
  private let shelf: Shelf

  init() throws { shelf = try Shelf() }

  private func get(_ id: Int, by wire: Wire? = nil) throws -> JSONValue {
    try (wire ?? shelf.wire).result("movies.get", #""tmdb_movie_id":\#(id)"#)
  }

  /// A round with movies 1 and 2, as a parameter.
  private func startVoting() throws -> String {
    try #""round_id":"\#(shelf.start(#""movies":[\#(movie(1)),\#(movie(2))],"open_voting":true"#))""#
  }

  @Test func whatWasNeverRecordedOnlyACatalogKnows() throws {
    #expect(try shelf.refusal("movies.get", #""tmdb_movie_id":1"#) == "503 no_catalog")
    #expect(try shelf.refusal("movies.get", "") == "-32602 bad_parameters")
    try shelf.add(1)
    #expect(try shelf.server.administrator().call("movies.get", #""tmdb_movie_id":1"#).reason == "no_catalog")
  }

  @Test func aMovieOfTheWatchlistIsToldAsItWasRecorded() throws {
    try shelf.add(1, rating: "R")
    let movie = try get(1)
    #expect(try movie.string("title") == "Movie 1" && movie.integer("year") == 1999)
    #expect(try movie.string("source") == "household" && movie.bool("stale"))
    #expect(movie["tagline"]?.isNull == true && movie["cast"]?.isNull == true)
    let history = try movie.object("history")
    #expect(try history.object("on_watchlist").string("added_by_name") == "Tim")
    #expect(history["watched"]?.isNull == true)
    #expect(try history.bool("exceeds_ceiling"), "a child is in the household")
    #expect(Array(try history.array("rounds")).isEmpty)
  }

  @Test func itsRoundsAreToldNewestFirstWithOnesOwnVote() throws {
    let sarah = try shelf.newcomer()
    let first = try startVoting()
    try shelf.wire.result("rounds.vote", first + #","tmdb_movie_id":1,"vote":"up""#)
    try sarah.result("rounds.vote", first + #","tmdb_movie_id":1,"vote":"down""#)
    try shelf.wire.result("rounds.pick", first + #","tmdb_movie_id":1"#)
    try shelf.wire.result("rounds.mark_watched", first)
    try shelf.wire.result("rounds.rate", first + #","rating":"loved""#)
    shelf.server.time.advance(hours: 1)
    try shelf.wire.result("rounds.start", #""movies":[\#(movie(1, title: "Renamed"))],"allow_watched":true"#)
    let movie = try get(1)
    #expect(try movie.string("title") == "Renamed", "as it was recorded last")
    let history = try movie.object("history")
    #expect(try history.object("watched").string("source") == "round")
    let rounds = Array(try history.array("rounds"))
    try #require(try rounds.map { try $0.string("status") } == ["draft", "watched"])
    #expect(try rounds.map { try $0.bool("picked") } == [false, true])
    #expect(
      try [rounds[1].integer("votes_up"), rounds[1].integer("votes_down"), rounds[1].integer("net_score")] == [1, 1, 0])
    #expect(try rounds[1].object("ratings_summary").integer("loved") == 1)
    #expect(try rounds.map { try $0.optionalString("my_vote") } == [nil, "up"])
    let hers = Array(try get(1, by: sarah).object("history").array("rounds"))
    #expect(try hers.map { try $0.optionalString("my_vote") } == [nil, "down"])
    // The other movie of the night was not picked: how the pick was rated says nothing about it.
    let other = Array(try get(2).object("history").array("rounds"))
    #expect(try other.map { try $0.bool("picked") } == [false])
    #expect(other.allSatisfy { $0["ratings_summary"]?.isNull == true })
  }

  @Test func whatLeftARoundWasNotInIt() throws {
    let round = try #""round_id":"\#(shelf.start(#""movies":[\#(movie(1)),\#(movie(2))]"#))""#
    try shelf.wire.result("rounds.unsuggest", round + #","tmdb_movie_id":1"#)
    #expect(try shelf.refusal("movies.get", #""tmdb_movie_id":1"#) == "503 no_catalog")
    #expect(Array(try get(2).object("history").array("rounds")).count == 1)
    try shelf.add(1)
    #expect(Array(try get(1).object("history").array("rounds")).isEmpty)
  }

  @Test func theOpenRoundsCeilingCounts() throws {
    try shelf.add(5, rating: "R")
    #expect(try get(5).object("history").bool("exceeds_ceiling"))
    _ = try shelf.start(#""ceiling_override":"R""#)
    #expect(try !get(5).object("history").bool("exceeds_ceiling"))
  }
}
