@testable import Catalog
import MovieNightPrimitives
import Testing

@testable import Server

/// Commands whose movies get their facts from the catalog (`docs/catalog.md`, "Movies of commands").
@Suite struct MovieResolvingTests {
  private let source = ScriptedSource()
  private let server: LocalServer
  private let household: Household
  private let wire: Wire

  init() throws {
    #if SQLite
      server = try LocalServer(.sqlite, catalog: source.configuration)
    #else
      server = try LocalServer(.journal, catalog: source.configuration)
    #endif
    household = try server.createHousehold()
    wire = try server.wire(token: household.token)
  }

  private static let whole = """
    {"tmdb_movie_id":550,"title":"Movie 550","year":2001,"poster_path":"/poster550.jpg","content_rating":"PG",\
    "genres":["Comedy","Animation"],"genre_ids":[35,16],"overview":"What happens.","runtime":101,"popularity":10.0,\
    "vote_average":7.5,"streaming":["Netflix"]}
    """

  /// Starts a round and returns the parameter that names it.
  private func start(_ parameters: String) throws -> String {
    let round = try wire.result("rounds.start", parameters).object("round").string("round_id")
    return #""round_id":"\#(round)""#
  }

  /// Returns the movies in the recorded events of a type, as JSON.
  private func recordedMovies(_ type: String) throws -> [String] {
    try wire.result("events.read", #""types":["\#(type)"]"#).array("events")
      .map { try $0.object("data").object("movie").text }
  }

  private func recordedTitles(_ type: String) throws -> [String] {
    try recordedMovies(type).map { try JSONDocument($0).root.string("title") }
  }

  @Test(arguments: [
    ("watchlist.add", #""movie":{"tmdb_movie_id":550}"#, "MovieAddedToWatchlist"),
    ("watched.mark", #""movie":{"tmdb_movie_id":550}"#, "MovieMarkedWatched"),
    ("rounds.start", #""movies":[{"tmdb_movie_id":550}]"#, "MovieSuggested"),
  ])
  func commandWithOnlyIDRecordsCatalogFacts(method: String, parameters: String, event: String) throws {
    source.setFacts(.whole(550))
    try wire.result(method, parameters)
    #expect(try recordedMovies(event) == [Self.whole])
    #expect(source.asked == [.movie(550)])
  }

  @Test func suggestedAndProposedMoviesNeedOnlyIDs() throws {
    source.setFacts(.whole(550), .whole(551), .whole(552))
    let round = try start(#""movies":[{"tmdb_movie_id":551}]"#)
    try wire.result("rounds.suggest", round + #","movies":[{"tmdb_movie_id":550}]"#)
    try wire.result("rounds.open_voting", round)
    try wire.result("rounds.propose", round + #","movie":{"tmdb_movie_id":552}"#)
    #expect(try recordedTitles("MovieSuggested") == ["Movie 551", "Movie 550"])
    #expect(
      try wire.result("rounds.get", round).array("suggestions").map { try $0.integer("tmdb_movie_id") } == [
        551, 550, 552,
      ])
  }

  /// A client can neither lower the rating of a movie nor rename it.
  @Test func catalogFactsOverrideSenderFacts() throws {
    source.setFacts(.whole(550))
    let lie =
      #"{"tmdb_movie_id":550,"title":"For Toddlers","year":1999,"content_rating":"G","runtime":5,"streaming":["Mine"]}"#
    try wire.result("watchlist.add", #""movie":\#(lie)"#)
    #expect(try recordedMovies("MovieAddedToWatchlist") == [Self.whole])
  }

  @Test func senderFactsFillGapsOfCatalog() throws {
    source.setFacts(MovieFacts(id: 550, title: "Bare"))
    let sent =
      #"{"tmdb_movie_id":550,"title":"Sent","year":1999,"content_rating":"R","genres":["Drama"],"genre_ids":[18],"overview":"o","runtime":5,"popularity":2.5,"vote_average":6.5,"streaming":["Mine"],"poster_path":"/p.jpg"}"#
    try wire.result("watchlist.add", #""movie":\#(sent)"#)
    let movie = try JSONDocument(try #require(try recordedMovies("MovieAddedToWatchlist").first)).root
    #expect(try movie.string("title") == "Bare")
    let rest =
      #""year":1999,"poster_path":"/p.jpg","content_rating":"R","genres":["Drama"],"genre_ids":[18],"overview":"o","runtime":5,"popularity":2.5,"vote_average":6.5,"streaming":["Mine"]}"#
    #expect(movie.text.hasSuffix(rest))
  }

  @Test func streamingServicesFollowHouseholdCountry() throws {
    source.setFacts(.whole(550))
    try wire.result("households.update", #""settings":{"country":"DE"}"#)
    try wire.result("watchlist.add", #""movie":{"tmdb_movie_id":550}"#)
    let movie = try JSONDocument(try #require(try recordedMovies("MovieAddedToWatchlist").first)).root
    #expect(try movie.array("streaming").map(\.string) == ["Joyn"])
    // Ceilings compare US ratings, so the recorded rating does not depend on the country.
    #expect(try movie.string("content_rating") == "PG")
  }

  @Test func unknownIDWithoutTitleIsRefused() throws {
    let answer = try wire.call("watchlist.add", #""movie":{"tmdb_movie_id":404}"#)
    #expect(answer.code == 404 && answer.reason == "unknown_movie")
    try wire.result("watchlist.add", #""movie":{"tmdb_movie_id":404,"title":"Home Video"}"#)
    #expect(try recordedTitles("MovieAddedToWatchlist") == ["Home Video"])
  }

  @Test func senderFactsAreUsedWhenCatalogFails() throws {
    source.fail(.unavailable(.status(500)))
    let answer = try wire.call("watchlist.add", #""movie":{"tmdb_movie_id":550}"#)
    #expect(answer.code == 503 && answer.reason == "catalog_unavailable")
    source.fail(.unauthorised(status: 401))
    #expect(try wire.call("watchlist.add", #""movie":{"tmdb_movie_id":550}"#).reason == "catalog_unauthorised")
    try wire.result("watchlist.add", #""movie":{"tmdb_movie_id":550,"title":"Mine"}"#)
    #expect(try recordedMovies("MovieAddedToWatchlist").count == 1)
  }

  @Test func silentCatalogDelaysOnlyItsOwnCommands() throws {
    source.stopAnswering()
    try wire.post("watchlist.add", #""movie":{"tmdb_movie_id":550,"title":"Mine"}"#)
    try wire.post("watchlist.add", #""movie":{"tmdb_movie_id":551}"#)
    eventually("the request to the source") { source.asked.contains(.movie(550)) }
    let other = try server.wire(token: household.token)
    try other.result("rounds.start")
    #expect(!wire.hasInput)
    #expect(try wire.readAnswer().result().integer("tmdb_movie_id") == 550)
    #expect(try wire.readAnswer().reason == "catalog_unavailable")
  }

  @Test func resentCommandNeedsNoCatalog() throws {
    source.setFacts(.whole(550))
    let command = #""movie":{"tmdb_movie_id":550},"command_id":"0198f000-0000-7000-8000-000000000001""#
    let first = try wire.result("watchlist.add", command).text
    try server.administrator().result("catalog.clear")
    source.fail(.unavailable(.timeout))
    #expect(try wire.result("watchlist.add", command).text == first)
    #expect(source.asked == [.movie(550)])
    // The fingerprint is computed from the parameters as sent, without the catalog's facts.
    let other =
      #""movie":{"tmdb_movie_id":550,"title":"Movie 550"},"command_id":"0198f000-0000-7000-8000-000000000001""#
    #expect(try wire.call("watchlist.add", other).reason == "command_id_reused")
  }

  /// The events contain the catalog's facts, so later queries do not ask the source again.
  @Test func recordedFactsSurviveCatalogChanges() throws {
    source.setFacts(.whole(550), .whole(551))
    let round = try start(#""movies":[{"tmdb_movie_id":550},{"tmdb_movie_id":551}]"#)
    func shown(_ wire: Wire) throws -> String { try wire.result("rounds.get", round).text }
    let before = try shown(wire)
    source.setFacts(.whole(550, rating: "R"))
    try server.administrator().result("catalog.clear")
    #expect(try shown(wire) == before)
    try server.administrator().result("projections.rebuild")
    #expect(try shown(wire) == before)
    #expect(source.asked == [.movie(550), .movie(551)])
    server.stop()
    try server.start(withCatalog: false)
    #expect(try shown(server.wire(token: household.token)) == before)
  }
}
