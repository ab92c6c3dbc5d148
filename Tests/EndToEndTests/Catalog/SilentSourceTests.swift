@testable import Catalog
import MovieNightPrimitives
import Testing

@testable import Server

/// Requests that time out while the source does not answer (`docs/catalog.md`, "Cache"). The server's uptime only moves
/// when a test advances it.
@Suite struct SilentSourceTests {
  private let source = ScriptedSource()
  private let uptime = HeldUptime()
  private let server: LocalServer
  private let household: Household
  private let wire: Wire

  init() throws {
    server = try LocalServer(uptime: { [uptime] in uptime.now }, catalog: source.configuration)
    household = try server.createHousehold()
    wire = try server.wire(token: household.token)
  }

  // MARK: Movies of commands

  private static let falselyRated = #""movie":{"tmdb_movie_id":550,"title":"Lie","content_rating":"G"}"#

  private func recordedTitles() throws -> [String] {
    try wire.result("events.read", #""types":["MovieAddedToWatchlist"]"#).array("events")
      .map { try $0.object("data").object("movie").string("title") }
  }

  /// The copy overrides the sender's facts even if the lookup times out, so a client cannot lower a movie's rating.
  @Test func cachedCopyOverridesSenderAtTimeout() throws {
    defer { uptime.release() }
    source.setFacts(.whole(550))
    try wire.result("movies.get", #""tmdb_movie_id":550"#)
    server.time.advance(hours: 25)
    source.stopAnswering()
    try wire.post("watchlist.add", Self.falselyRated)
    eventually("the request to the source") { source.asked == [.movie(550), .movie(550)] }
    uptime.advance(by: .seconds(2))
    _ = try wire.readAnswer().result()
    #expect(try recordedTitles() == ["Movie 550"])
  }

  @Test func senderFactsAreUsedWithoutCopy() throws {
    defer { uptime.release() }
    source.stopAnswering()
    try wire.post("watchlist.add", Self.falselyRated)
    eventually("the request to the source") { source.asked == [.movie(550)] }
    uptime.advance(by: .seconds(2))
    _ = try wire.readAnswer().result()
    #expect(try recordedTitles() == ["Lie"])
  }

  // MARK: Answers without the source

  /// Reads an answer that must arrive within nine seconds, before requests that depend on the source alone time out.
  private func answerBeforeTimeout() throws -> JSONValue {
    var passed = 0
    eventually("the answer") {
      if passed < 9000 { uptime.advance(by: .milliseconds(100)) }
      passed += 100
      return wire.hasInput
    }
    return try wire.readAnswer().result()
  }

  @Test func compiledInGenresAnswerBeforeTimeout() throws {
    defer { uptime.release() }
    source.stopAnswering(on: .genres(.tv))
    try wire.post("genres.list", #""kind":"tv""#)
    eventually("the request to the source") { source.asked == [.genres(.tv)] }
    let genres = try answerBeforeTimeout()
    #expect(try genres.string("source") == "builtin" && Array(genres.array("genres")).count == 16)
  }

  /// A movie in the household's history is answered from the recorded facts. The request for another movie keeps
  /// waiting for the source.
  @Test(arguments: [
    ("watchlist.add", #""movie":{"tmdb_movie_id":550,"title":"Mine"}"#),
    ("watched.mark", #""movie":{"tmdb_movie_id":550,"title":"Mine"}"#),
    ("rounds.start", #""movies":[{"tmdb_movie_id":550,"title":"Mine","content_rating":"G"}]"#),
  ])
  func recordedMovieAnswersBeforeTimeout(_ method: String, _ parameters: String) throws {
    defer { uptime.release() }
    source.fail(.unavailable(.timeout))
    try wire.result(method, parameters)
    source.fail(nil)
    source.setFacts(.whole(551))
    source.stopAnswering()
    let other = try server.wire(token: household.token)
    try other.post("movies.get", #""tmdb_movie_id":551"#)
    eventually("the request to the source") { source.asked.last == .movie(551) }
    try wire.post("movies.get", #""tmdb_movie_id":550"#)
    eventually("the request to the source") { source.asked.last == .movie(550) }
    let movie = try answerBeforeTimeout()
    #expect(try movie.string("source") == "household" && movie.string("title") == "Mine" && movie.bool("stale"))
    #expect(!other.hasInput)
    source.resumeAnswering()
    #expect(try other.readAnswer().result().string("title") == "Movie 551")
  }

  // MARK: The limit on lookups

  /// Only the new request is refused; the waiting ones are answered when the source answers.
  @Test func lookupBeyondLimitIsRefused() throws {
    let source = ScriptedSource()
    source.setFacts(.whole(1), .whole(2), .whole(3))
    source.stopAnswering()
    let server = try LocalServer(catalog: source.configuration, lookupLimits: LookupQuota.Limits(all: 2))
    let token = try server.createHousehold().token
    let wires = try (1...3).map { _ in try server.wire(token: token) }
    for (id, wire) in zip(1...2, wires) {
      try wire.post("movies.get", #""tmdb_movie_id":\#(id)"#)
      eventually("the request to the source") { source.asked.contains(.movie(id)) }
    }
    let refused = try wires[2].call("movies.get", #""tmdb_movie_id":3"#)
    #expect(refused.code == 429 && refused.reason == "too_many_requests")
    #expect(refused.error?["data"]?["retry_after_ms"]?.integer != nil)
    source.resumeAnswering()
    for wire in wires.prefix(2) { _ = try wire.readAnswer().result() }
    try wires[2].result("movies.get", #""tmdb_movie_id":3"#)
  }

  // MARK: Cancelled timers

  /// A search that is answered cancels its timeout.
  @Test func answeredSearchesLeaveNoTimers() throws {
    defer { uptime.release() }
    let timers = try #require(try server.application.catalog?.timers)
    // The first search also requests the image sizes. The remaining timer periodically counts the cached answers.
    try wire.result("movies.search", #""query":"dune 1984""#)
    eventually("only the counting timer to remain") { timers.count == 1 }
    for number in 1...50 {
      try wire.result("movies.search", #""query":"dune \#(number)","within_ceiling":true"#)
    }
    eventually("only the counting timer to remain") { timers.count == 1 }
  }

  // MARK: Suggestions without a movie's details

  private func listing(_ id: Int) -> MovieListing {
    MovieListing(id: id, title: "Movie \(id)", genreIDs: [35], popularity: Double(100 - id))
  }

  private func setPreferences() throws {
    for member in household.members.prefix(2) {
      try wire.result(
        "preferences.set", #""genre_likes":[16,35],"max_content_rating":"PG""# + household.actingAs(member))
    }
  }

  /// The movie for which the source does not answer is left out of the suggestions.
  @Test(arguments: ["suggestions.generate", "rounds.start"])
  func oneSilentMovieDoesNotPreventSuggestions(_ method: String) throws {
    defer { uptime.release() }
    try setPreferences()
    for id in 1...8 { source.setFacts(.whole(id)) }
    source.discover((1...8).map(listing))
    source.stopAnswering(on: .movie(3))
    try wire.post(method, method == "rounds.start" ? #""suggest":true"# : "")
    eventually("the request to the source") { source.asked.contains(.movie(3)) }
    // Lookups have nine of the request's ten seconds.
    var passed = 0
    eventually("the suggestions without the movie's details") {
      if passed < 9500 { uptime.advance(by: .milliseconds(100)) }
      passed += 100
      return wire.hasInput
    }
    let result = try wire.readAnswer().result()
    let suggestions = try (method == "rounds.start" ? result.object("round") : result).array("suggestions")
    #expect(try Set(suggestions.map { try $0.integer("tmdb_movie_id") }) == [1, 2, 4, 5, 6, 7, 8])
  }

  @Test func suggestionsFailWhenTooFewMoviesAnswer() throws {
    defer { uptime.release() }
    try setPreferences()
    for id in 1...4 { source.setFacts(.whole(id)) }
    source.discover((1...5).map(listing))
    source.stopAnswering(on: .movie(5))
    try wire.post("suggestions.generate")
    eventually("the refusal") {
      uptime.advance(by: .milliseconds(100))
      return wire.hasInput
    }
    #expect(try wire.readAnswer().reason == "catalog_unavailable")
  }
}
