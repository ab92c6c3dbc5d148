import MovieNightPrimitives
import Testing

@testable import Server

/// `movies.get` on a server without a catalog. It returns the recorded facts and the household's history with the
/// movie.
@Suite struct MovieTests {
  private let lists: ListsServer

  init() throws { lists = try ListsServer() }

  private func get(_ id: Int, by wire: Wire? = nil) throws -> JSONValue {
    try (wire ?? lists.wire).result("movies.get", #""tmdb_movie_id":\#(id)"#)
  }

  /// Starts a round with movies 1 and 2 and returns the parameter that names it.
  private func startVoting() throws -> String {
    try #""round_id":"\#(lists.start(#""movies":[\#(movie(1)),\#(movie(2))],"open_voting":true"#))""#
  }

  @Test func unrecordedMovieWithoutCatalogIsRefused() throws {
    #expect(try lists.refusal("movies.get", #""tmdb_movie_id":1"#) == "503 no_catalog")
    #expect(try lists.refusal("movies.get", "") == "-32602 bad_parameters")
    try lists.add(1)
    #expect(try lists.server.administrator().call("movies.get", #""tmdb_movie_id":1"#).reason == "no_catalog")
  }

  @Test func watchlistMovieIsReturnedAsRecorded() throws {
    try lists.add(1, rating: "R")
    let movie = try get(1)
    #expect(try movie.string("title") == "Movie 1" && movie.integer("year") == 1999)
    #expect(try movie.string("source") == "household" && movie.bool("stale"))
    #expect(movie["tagline"]?.isNull == true && movie["cast"]?.isNull == true)
    let history = try movie.object("history")
    #expect(try history.object("on_watchlist").string("added_by_name") == "Tim")
    #expect(history["watched"]?.isNull == true)
    #expect(try history.bool("exceeds_ceiling"), "the household has a child")
    #expect(Array(try history.array("rounds")).isEmpty)
  }

  @Test func historyListsRoundsNewestFirstWithCallersVote() throws {
    let sarah = try lists.addMember()
    let first = try startVoting()
    try lists.wire.result("rounds.vote", first + #","tmdb_movie_id":1,"vote":"up""#)
    try sarah.result("rounds.vote", first + #","tmdb_movie_id":1,"vote":"down""#)
    try lists.wire.result("rounds.pick", first + #","tmdb_movie_id":1"#)
    try lists.wire.result("rounds.mark_watched", first)
    try lists.wire.result("rounds.rate", first + #","rating":"loved""#)
    lists.server.time.advance(hours: 1)
    try lists.wire.result("rounds.start", #""movies":[\#(movie(1, title: "Renamed"))],"allow_watched":true"#)
    let movie = try get(1)
    #expect(try movie.string("title") == "Renamed", "the title of the latest event")
    let history = try movie.object("history")
    #expect(try history.object("watched").string("source") == "round")
    let rounds = Array(try history.array("rounds"))
    try #require(try rounds.map { try $0.string("status") } == ["draft", "watched"])
    #expect(try rounds.map { try $0.bool("picked") } == [false, true])
    #expect(
      try [rounds[1].integer("votes_up"), rounds[1].integer("votes_down"), rounds[1].integer("net_score")] == [1, 1, 0])
    #expect(try rounds[1].object("ratings_summary").integer("loved") == 1)
    #expect(try rounds.map { try $0.optional("my_vote") } == [nil, "up"])
    let hers = Array(try get(1, by: sarah).object("history").array("rounds"))
    #expect(try hers.map { try $0.optional("my_vote") } == [nil, "down"])
    // The round's ratings belong to the picked movie, so the other movie has none.
    let other = Array(try get(2).object("history").array("rounds"))
    #expect(try other.map { try $0.bool("picked") } == [false])
    #expect(other.allSatisfy { $0["ratings_summary"]?.isNull == true })
  }

  @Test func unsuggestedMovieHasNoRoundInHistory() throws {
    let round = try #""round_id":"\#(lists.start(#""movies":[\#(movie(1)),\#(movie(2))]"#))""#
    try lists.wire.result("rounds.unsuggest", round + #","tmdb_movie_id":1"#)
    #expect(try lists.refusal("movies.get", #""tmdb_movie_id":1"#) == "503 no_catalog")
    #expect(Array(try get(2).object("history").array("rounds")).count == 1)
    try lists.add(1)
    #expect(Array(try get(1).object("history").array("rounds")).isEmpty)
  }

  @Test func ceilingOverrideOfOpenRoundAppliesToHistory() throws {
    try lists.add(5, rating: "R")
    #expect(try get(5).object("history").bool("exceeds_ceiling"))
    _ = try lists.start(#""ceiling_override":"R""#)
    #expect(try !get(5).object("history").bool("exceeds_ceiling"))
  }
}

/// Movies on a server with a catalog. The catalog's facts take precedence over facts that a client sends.
@Suite struct CatalogBackedMovieTests {
  private let server: LocalServer
  private let household: Household
  private let wire: Wire

  init() throws {
    server = try LocalServer(.journal, catalog: .demo(adding: WholeFacts.lines))
    household = try server.createHousehold()
    wire = try server.wire(token: household.token)
  }

  private func get(_ id: Int) throws -> JSONValue { try wire.result("movies.get", #""tmdb_movie_id":\#(id)"#) }

  @Test func movieCombinesCatalogFactsAndHouseholdHistory() throws {
    try wire.result("watchlist.add", #""movie":{"tmdb_movie_id":11}"#)
    let movie = try get(11)
    #expect(try movie.string("title") == "Star Wars" && movie.string("source") == "file" && !movie.bool("stale"))
    #expect(try movie.string("imdb_id") == "tt0076759")
    #expect(try movie.object("certification").string("country") == "US")
    #expect(try movie.object("history").object("on_watchlist").string("added_by_name") == "Tim")
    #expect(try movie.object("history").bool("exceeds_ceiling") == false)
    #expect(try get(WholeFacts.movie).string("trailer_url") == "https://www.youtube.com/watch?v=abcdefghijk")
  }

  @Test func certificationAndProvidersFollowHouseholdCountry() throws {
    try wire.result("households.update", #""settings":{"country":"DE"}"#)
    let movie = try get(WholeFacts.movie)
    #expect(try movie.object("certification").string("rating") == "6")
    #expect(try movie.string("content_rating") == "PG", "ceilings use the American one")
    #expect(movie["watch_providers"]?.isNull == true)
    #expect(try Array(movie.array("streaming")).isEmpty)
  }

  @Test func movieMissingFromCatalogComesFromHousehold() throws {
    try wire.result("watchlist.add", #""movie":\#(movie(1))"#)
    let known = try get(1)
    #expect(try known.string("source") == "household" && known.bool("stale") && known.string("title") == "Movie 1")
    #expect(try wire.call("movies.get", #""tmdb_movie_id":2"#).reason == "unknown_movie")
  }

  @Test func catalogFactsOverrideClientSentFacts() throws {
    // The catalog rates the movie R, which is above the ceiling of a household with children.
    let falselyRated = #"{"tmdb_movie_id":603,"title":"The Matrix","content_rating":"G"}"#
    #expect(try wire.call("rounds.start", #""movies":[\#(falselyRated)]"#).reason == "over_ceiling")
    let more = #""content_rating":"R","overview":"Mine.","streaming":["Video 9"]"#
    try wire.result("watchlist.add", #""movie":{"tmdb_movie_id":11,"title":"Star Worse",\#(more)}"#)
    let item = try #require(try wire.result("watchlist.list").array("items").first { _ in true })
    #expect(try item.string("title") == "Star Wars" && item.string("content_rating") == "PG")
    #expect(try item.string("overview") != "Mine.")
    #expect(try item.array("streaming").map(\.string) == ["Video 9"], "the catalog does not say")
    try wire.result("watched.mark", #""movie":{"tmdb_movie_id":11}"#)
    let round = try wire.result(
      "rounds.start", #""movies":[{"tmdb_movie_id":12},{"tmdb_movie_id":\#(WholeFacts.movie)}]"#
    ).object("round")
    let suggestions = try Array(round.array("suggestions"))
    #expect(try suggestions.map { try $0.string("title") } == ["Finding Nemo", "Harvest Moon"])
    #expect(try suggestions[1].array("streaming").map(\.string) == ["Netflix", "Free Films", "Films with Ads"])
  }

  /// The server checks the receipt of a command before it asks the catalog, so it can answer without one.
  @Test func resentCommandIsAnsweredWithoutCatalog() throws {
    try wire.result("preferences.set", #""genre_likes":[16,35],"max_content_rating":"PG""#)
    try wire.result("preferences.set", #""genre_likes":[16,12],"member_id":"\#(household.children[0])""#)
    let add = #""movie":{"tmdb_movie_id":11},"command_id":"\#(randomID())""#
    let start = #""movies":[{"tmdb_movie_id":12}],"suggest":true,"command_id":"\#(randomID())""#
    let added = try wire.result("watchlist.add", add).text
    let started = try wire.result("rounds.start", start)
    let suggestions = try Array(started.object("round").array("suggestions"))
    #expect(try suggestions.map { try $0.string("source") } == ["member"] + Array(repeating: "algorithm", count: 8))
    #expect(try suggestions.dropFirst().allSatisfy { try !$0.string("reason").isEmpty })
    server.stop()
    try server.start(withCatalog: false)
    let again = try server.wire(token: household.token)
    #expect(try again.result("watchlist.add", add).text == added)
    let repeated = try again.result("rounds.start", start)
    #expect(try repeated.object("round").text == started.object("round").text)
    #expect(try Array(repeated.array("relaxed_constraints")).isEmpty)
    #expect(try again.call("rounds.start", #""suggest":true"#).reason == "no_catalog")
  }
}
