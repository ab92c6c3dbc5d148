import MovieNightPrimitives
import Testing

@testable import Catalog

/// The answers that callers of a catalog on TMDb receive while requests are in flight.
@Suite struct TMDbCatalogTests {
  private typealias Answers = CollectedValues<Result<CatalogAnswer, CatalogFailure>>

  private static let german = #"{"id":550,"title":"Der Club","overview":""}"#
  private static let english = #"{"id":550,"title":"Fight Club","overview":"Soap."}"#

  private func movies(_ answers: Answers) throws -> [MovieFacts] {
    try answers.all.compactMap { if case .movie(let movie) = try $0.get().facts { movie } else { nil } }
  }

  // MARK: English

  /// After two seconds the partial answer is returned without the English texts, which are cached when they arrive.
  @Test func partialAnswerIsReturnedWhenEnglishIsSilent() throws {
    let world = try TMDbWorld(language: "de-DE")
    let catalog = world.catalog()
    let answers = Answers()
    catalog.find(.movie(550), answers.take)
    world.respond(200, Self.german)
    world.pass(milliseconds: 1999)
    #expect(answers.all.isEmpty && world.sent.count == 2)
    world.pass(milliseconds: 1)
    #expect(try movies(answers).map(\.title) == ["Der Club"])
    #expect(try answers.all.allSatisfy { try !$0.get().isStale })
    // A later caller does not wait at all.
    catalog.find(.movie(550), answers.take)
    #expect(try movies(answers).count == 2 && world.sent.count == 2)
    world.respond(200, Self.english)
    guard case .movie(let movie)? = catalog.cached(.movie(550))?.facts else {
      Issue.record("it is not kept")
      return
    }
    #expect(movie.title == "Der Club" && movie.overview == "Soap.")
  }

  @Test func answerIsCachedWithoutEnglishAfterTimeout() throws {
    let world = try TMDbWorld(language: "de-DE")
    let catalog = world.catalog()
    catalog.find(.movie(550)) { _ in }
    world.respond(200, Self.german)
    world.pass(milliseconds: 10_000)
    #expect(catalog.cached(.movie(550)) != nil)
  }

  @Test func answerWithoutTitleWaitsForEnglish() throws {
    let world = try TMDbWorld(language: "de-DE")
    let catalog = world.catalog()
    let answers = Answers()
    catalog.find(.movie(550), answers.take)
    world.respond(200, #"{"id":550,"title":"","overview":"Seife."}"#)
    world.pass(milliseconds: 3000)
    #expect(answers.all.isEmpty)
    world.respond(200, Self.english)
    #expect(try movies(answers).map(\.title) == ["Fight Club"])
  }

  // MARK: Rate limits

  /// During the rate limit a copy answers immediately; a call without a copy waits for up to two seconds.
  @Test func staleCopyAnswersDuringRateLimit() throws {
    let world = try TMDbWorld()
    let catalog = world.catalog()
    let (answers, others) = (Answers(), Answers())
    catalog.find(.movie(550)) { _ in }
    world.respond(200, Self.english)
    world.pass(milliseconds: 2 * 86_400_000)
    catalog.find(.movie(550), answers.take)
    #expect(answers.all.isEmpty)
    world.respond(429, retryAfter: 1)
    #expect(try answers.all.map { try $0.get().isStale } == [true])
    catalog.find(.movie(550), answers.take)
    #expect(try answers.all.map { try $0.get().isStale } == [true, true])
    catalog.find(.movie(1), others.take)
    #expect(others.all.isEmpty && world.sent.count == 2)
    world.pass(milliseconds: 1001)
    #expect(world.sent.map(\.path) == ["/movie/550", "/movie/550", "/movie/550", "/movie/1"])
    world.respond(200, Self.english)
    world.respond(200, #"{"id":1,"title":"One"}"#)
    #expect(try movies(others).map(\.title) == ["One"] && answers.all.count == 2)
    #expect(catalog.cached(.movie(550))?.isStale == false)
  }

  // MARK: Reports

  private func outcomes(_ world: TMDbWorld) -> [String] {
    world.events.compactMap { event in
      guard case .asked(let request) = event else { return nil }
      return "\(request.key) \(request.cache) \(request.request.microseconds / 1000) "
        + (request.request.failure?.word ?? "ok")
    }
  }

  /// Each request has its own time and outcome, including the retry and the English request.
  @Test func eachUpstreamRequestIsReported() throws {
    let world = try TMDbWorld(language: "de-DE")
    world.catalog().find(.movie(550)) { _ in }
    world.pass(milliseconds: 30)
    world.respond(503)
    world.pass(milliseconds: 201)
    world.pass(milliseconds: 20)
    world.respond(200, Self.german)
    world.pass(milliseconds: 10)
    world.respond(404)
    #expect(outcomes(world) == ["550 miss 30 status", "550 miss 20 ok", "550 miss 10 not_found"])
  }

  @Test func unsentRequestsAreNotReported() throws {
    let world = try TMDbWorld()
    let catalog = world.catalog()
    let answers = Answers()
    catalog.find(.movie(1), answers.take)
    world.respond(401)
    for id in 2...50 { catalog.find(.movie(id), answers.take) }
    #expect(answers.all.count == 50 && outcomes(world) == ["1 miss 0 unauthorised"])
  }

  @Test func personRaisesPriorityOfBackgroundRequest() throws {
    let world = try TMDbWorld()
    let catalog = world.catalog()
    for id in 1...20 { catalog.find(.movie(id), priority: .background) { _ in } }
    #expect(world.sent.map(\.path) == (1...8).map { "/movie/\($0)" })
    catalog.find(.movie(20)) { _ in }
    catalog.find(.movie(9), priority: .background) { _ in }
    world.respond(404)
    #expect(world.sent.last?.path == "/movie/20")
    world.respond(404)
    #expect(world.sent.last?.path == "/movie/9")
  }
}
