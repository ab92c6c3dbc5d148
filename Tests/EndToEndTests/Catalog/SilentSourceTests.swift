@testable import Catalog
import MovieNightPrimitives
import Testing

@testable import Server

/// Requests that time out while the source is silent (`docs/catalog.md`, "Cache"). Time is stopped until a test moves it.
@Suite struct SilentSourceTests {
  private let source = ScriptedSource()
  private let uptime = HeldUptime()
  private let server: LocalServer
  private let household: Household
  private let wire: Wire

  init() throws {
    server = try LocalServer(uptime: { [uptime] in uptime.now }, catalog: source.configuration)
    household = try server.found()
    wire = try server.wire(token: household.token)
  }

  // MARK: Commands

  private static let lie = #""movie":{"tmdb_movie_id":550,"title":"Lie","content_rating":"G"}"#

  private func recorded() throws -> [String] {
    try wire.result("events.read", #""types":["MovieAddedToWatchlist"]"#).array("events")
      .map { try $0.object("data").object("movie").string("title") }
  }

  /// Also at the very moment of the timeout: a fast sender cannot lower a movie's rating.
  @Test func cachedCopyOverridesSenderAtTimeout() throws {
    defer { uptime.release() }
    source.know(.whole(550))
    try wire.result("movies.get", #""tmdb_movie_id":550"#)
    server.time.advance(hours: 25)
    source.fallSilent()
    try wire.post("watchlist.add", Self.lie)
    eventually("it is asked") { source.asked == [.movie(550), .movie(550)] }
    uptime.advance(by: .seconds(2))
    _ = try wire.readAnswer().result()
    #expect(try recorded() == ["Movie 550"])
  }

  @Test func senderFactsAreUsedWithoutCopy() throws {
    defer { uptime.release() }
    source.fallSilent()
    try wire.post("watchlist.add", Self.lie)
    eventually("it is asked") { source.asked == [.movie(550)] }
    uptime.advance(by: .seconds(2))
    _ = try wire.readAnswer().result()
    #expect(try recorded() == ["Lie"])
  }

  // MARK: Substitutes for a copy

  /// Reads the answer before requests that depend on the source alone time out.
  private func answerBeforeTimeout() throws -> JSONValue {
    var passed = 0
    eventually("it is answered") {
      if passed < 9000 { uptime.advance(by: .milliseconds(100)) }
      passed += 100
      return wire.hasInput
    }
    return try wire.readAnswer().result()
  }

  @Test func compiledInGenresAnswerBeforeTimeout() throws {
    defer { uptime.release() }
    source.fallSilent(on: .genres(.tv))
    try wire.post("genres.list", #""kind":"tv""#)
    eventually("it is asked") { source.asked == [.genres(.tv)] }
    let genres = try answerBeforeTimeout()
    #expect(try genres.string("source") == "builtin" && Array(genres.array("genres")).count == 16)
  }

  /// A movie that the household has not recorded has no substitute: its request waits for the source.
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
    source.know(.whole(551))
    source.fallSilent()
    let other = try server.wire(token: household.token)
    try other.post("movies.get", #""tmdb_movie_id":551"#)
    eventually("it is asked") { source.asked.last == .movie(551) }
    try wire.post("movies.get", #""tmdb_movie_id":550"#)
    eventually("it is asked") { source.asked.last == .movie(550) }
    let movie = try answerBeforeTimeout()
    #expect(try movie.string("source") == "household" && movie.string("title") == "Mine" && movie.bool("stale"))
    #expect(!other.hasInput)
    source.speak()
    #expect(try other.readAnswer().result().string("title") == "Movie 551")
  }

  // MARK: Limits

  /// The requests that wait already are still answered.
  @Test func lookupBeyondLimitIsRefused() throws {
    let source = ScriptedSource()
    source.know(.whole(1), .whole(2), .whole(3))
    source.fallSilent()
    let server = try LocalServer(catalog: source.configuration, lookupLimits: LookupQuota.Limits(all: 2))
    let token = try server.found().token
    let wires = try (1...3).map { _ in try server.wire(token: token) }
    for (id, wire) in zip(1...2, wires) {
      try wire.post("movies.get", #""tmdb_movie_id":\#(id)"#)
      eventually("it is asked") { source.asked.contains(.movie(id)) }
    }
    let refused = try wires[2].call("movies.get", #""tmdb_movie_id":3"#)
    #expect(refused.code == 429 && refused.reason == "too_many_requests")
    #expect(refused.error?["data"]?["retry_after_ms"]?.integer != nil)
    source.speak()
    for wire in wires.prefix(2) { _ = try wire.readAnswer().result() }
    try wires[2].result("movies.get", #""tmdb_movie_id":3"#)
  }

  // MARK: Timers

  /// An answered search cancels its timeout.
  @Test func answeredSearchesLeaveNoTimers() throws {
    defer { uptime.release() }
    let timers = try #require(try server.application.catalogTimers)
    // The first search also requests the image sizes, and one timer counts the cached answers now and then.
    try wire.result("movies.search", #""query":"dune 1984""#)
    eventually("nothing but the counting waits") { timers.count == 1 }
    for number in 1...50 {
      try wire.result("movies.search", #""query":"dune \#(number)","within_ceiling":true"#)
    }
    eventually("nothing but the counting waits") { timers.count == 1 }
  }

  // MARK: Suggestions

  private func listing(_ id: Int) -> MovieListing {
    MovieListing(id: id, title: "Movie \(id)", genreIDs: [35], popularity: Double(100 - id))
  }

  private func setPreferences() throws {
    for member in household.members.prefix(2) {
      try wire.result(
        "preferences.set", #""genre_likes":[16,35],"max_content_rating":"PG""# + household.actingAs(member))
    }
  }

  /// The silent movie is left out; the others are the batch.
  @Test(arguments: ["suggestions.generate", "rounds.start"])
  func oneSilentMovieDoesNotPreventSuggestions(_ method: String) throws {
    defer { uptime.release() }
    try setPreferences()
    for id in 1...8 { source.know(.whole(id)) }
    source.discover((1...8).map(listing))
    source.fallSilent(on: .movie(3))
    try wire.post(method, method == "rounds.start" ? #""suggest":true"# : "")
    eventually("it is asked") { source.asked.contains(.movie(3)) }
    // Lookups may take nine of the ten seconds.
    var passed = 0
    eventually("its details are not waited for until the end") {
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
    for id in 1...4 { source.know(.whole(id)) }
    source.discover((1...5).map(listing))
    source.fallSilent(on: .movie(5))
    try wire.post("suggestions.generate")
    eventually("it is given up") {
      uptime.advance(by: .milliseconds(100))
      return wire.hasInput
    }
    #expect(try wire.readAnswer().reason == "catalog_unavailable")
  }
}
