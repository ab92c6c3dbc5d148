import MovieNightPrimitives
import Testing

@testable import Catalog

/// A catalog that asks TMDb: what those who ask are told while requests are under way.
@Suite struct TMDbCatalogTests {
  private typealias Answers = CacheResults<Result<CatalogAnswer, CatalogFailure>>

  private static let german = #"{"id":550,"title":"Der Club","overview":""}"#
  private static let english = #"{"id":550,"title":"Fight Club","overview":"Soap."}"#

  private func movies(_ answers: Answers) throws -> [MovieFacts] {
    try answers.all.compactMap { if case .movie(let movie) = try $0.get().facts { movie } else { nil } }
  }

  // MARK: English

  /// What is there answers after two seconds: a text that English may have is worth no more waiting. It is kept once it comes.
  @Test func aSilentEnglishRequestHoldsUpNobody() throws {
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
    // Who comes now does not wait at all.
    catalog.find(.movie(550), answers.take)
    #expect(try movies(answers).count == 2 && world.sent.count == 2)
    world.respond(200, Self.english)
    guard case .movie(let movie)? = catalog.cached(.movie(550))?.facts else {
      Issue.record("it is not kept")
      return
    }
    #expect(movie.title == "Der Club" && movie.overview == "Soap.")
  }

  @Test func anEnglishRequestThatNeverEndsIsDoneWithout() throws {
    let world = try TMDbWorld(language: "de-DE")
    let catalog = world.catalog()
    catalog.find(.movie(550)) { _ in }
    world.respond(200, Self.german)
    world.pass(milliseconds: 10_000)
    #expect(catalog.cached(.movie(550)) != nil)
  }

  /// Without a name in the language there is no answer before English has said it.
  @Test func withoutANameThereIsNothingToTell() throws {
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

  // MARK: Who waits

  /// While nothing is sent, a copy answers at once; whoever has none waits for up to two seconds.
  @Test func aLimitHoldsUpNobodyWhoHasACopy() throws {
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

  // MARK: What is reported

  private func outcomes(_ world: TMDbWorld) -> [String] {
    world.events.compactMap { event in
      guard case .asked(let request) = event else { return nil }
      return "\(request.key) \(request.cache) \(request.request.microseconds / 1000) "
        + (request.request.failure?.word ?? "ok")
    }
  }

  /// Each request has its own time and outcome: the second try, and the English one.
  @Test func eachRequestIsReported() throws {
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

  @Test func whatIsHeldBackIsNotReported() throws {
    let world = try TMDbWorld()
    let catalog = world.catalog()
    let answers = Answers()
    catalog.find(.movie(1), answers.take)
    world.respond(401)
    for id in 2...50 { catalog.find(.movie(id), answers.take) }
    #expect(answers.all.count == 50 && outcomes(world) == ["1 miss 0 unauthorised"])
  }

  /// A person waits for what was asked in the background: it goes before the rest of that.
  @Test func aPersonHurriesABackgroundRequest() throws {
    let world = try TMDbWorld()
    let catalog = world.catalog()
    for id in 1...20 { catalog.find(.movie(id), urgency: .background) { _ in } }
    #expect(world.sent.map(\.path) == (1...8).map { "/movie/\($0)" })
    catalog.find(.movie(20)) { _ in }
    catalog.find(.movie(9), urgency: .background) { _ in }
    world.respond(404)
    #expect(world.sent.last?.path == "/movie/20")
    world.respond(404)
    #expect(world.sent.last?.path == "/movie/9")
  }
}
