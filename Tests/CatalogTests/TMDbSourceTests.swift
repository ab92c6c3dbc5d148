import MovieNightPrimitives
import TestSupport
import Testing

@testable import Catalog

/// The conversion of TMDb's responses and failures into answers (`docs/catalog.md`, "Failures").
@Suite struct TMDbSourceTests {
  private static let movie = #"{"id":550,"title":"Fight Club","overview":"Soap."}"#

  private func world(asking question: CatalogQuestion = .movie(550), language: String = "en-US") throws -> TMDbWorld {
    let world = try TMDbWorld(language: language)
    world.ask(question)
    return world
  }

  private static func title(_ result: Result<CatalogFacts, CatalogFailure>?) -> String? {
    guard case .success(.movie(let movie)) = result else { return nil }
    return movie.title
  }

  private static func failure(_ result: Result<CatalogFacts, CatalogFailure>?) -> CatalogFailure? {
    guard case .failure(let failure) = result else { return nil }
    return failure
  }

  // MARK: Answers

  @Test(arguments: CleaningBodies.all.map(\.question))
  func questionIsRequestedAndAnswered(question: CatalogQuestion) throws {
    let world = try world(asking: question)
    #expect(world.sent.count == 1)
    #expect(world.sent[0].request.headers.contains("Authorization: Bearer t"))
    let expected = TMDbRequest(question, language: "en-US").url(base: TMDbOptions.defaultBase)
    #expect(world.sent[0].request.url == expected)
    let body = try #require(CleaningBodies.all.first { $0.question == question }?.body)
    world.respond(200, body)
    #expect(world.result() == .success(try CleanedBody(Array(body.utf8), answering: question).facts()))
    #expect(world.answers[0].count == 1 && world.inFlight == 0)
  }

  // MARK: Failures

  @Test(
    arguments: [
      (404, .notFound), (401, .unauthorised(status: 401)), (403, .unauthorised(status: 403)),
      (302, .unavailable(.status(302))), (400, .unavailable(.status(400))), (204, .unavailable(.status(204))),
      (422, .unavailable(.status(422))), (0, .unavailable(.status(0))), (-1, .unavailable(.status(-1))),
    ] as [(Int, CatalogFailure)])
  func errorStatusFailsWithoutRetry(status: Int, failure: CatalogFailure) throws {
    let world = try world()
    world.respond(status, Self.movie)
    #expect(Self.failure(world.result()) == failure)
    world.pass(milliseconds: 60_000)
    #expect(world.sent.count == 1 && world.answers[0].count == 1)
  }

  @Test(
    arguments: [
      (.timeout, .timeout), (.connection, .connection), (.certificate, .certificate), (.tooLarge, .unexpectedBody),
      (.unreadable, .unexpectedBody), (.stopped, .connection),
    ] as [(HTTPFailure, CatalogFailure.Reason)])
  func permanentFailureIsNotRetried(failure: HTTPFailure, reason: CatalogFailure.Reason) throws {
    let world = try world()
    world.respond(.failed(failure))
    #expect(Self.failure(world.result()) == .unavailable(reason))
    world.pass(milliseconds: 60_000)
    #expect(world.sent.count == 1 && world.answers[0].count == 1)
  }

  @Test(arguments: [
    "", "no", "[]", "{}", "null", #"{"id":551,"title":"Another"}"#, #"{"id":"550","title":"A"}"#, #"{"id":550"#,
    String(repeating: "[", count: 33) + String(repeating: "]", count: 33),
  ])
  func malformedBodyFailsWithoutRetry(body: String) throws {
    let world = try world()
    world.respond(200, body)
    #expect(Self.failure(world.result()) == .unavailable(.unexpectedBody))
    world.pass(milliseconds: 60_000)
    #expect(world.sent.count == 1)
  }

  private static let transientOutcomes: [HTTPOutcome] = [
    .response(HTTPResponse(status: 500)), .response(HTTPResponse(status: 503)), .failed(.reset),
  ]

  @Test(arguments: transientOutcomes)
  func temporaryFailureIsRetriedAfter200Milliseconds(outcome: HTTPOutcome) throws {
    let world = try world()
    world.respond(outcome)
    world.pass(milliseconds: 199)
    #expect(world.sent.count == 1 && world.answers[0].isEmpty)
    world.pass(milliseconds: 2)
    #expect(world.sent.count == 2 && world.sent[0].request == world.sent[1].request)
    world.respond(200, Self.movie)
    #expect(Self.title(world.result()) == "Fight Club" && world.answers[0].count == 1)
  }

  @Test(arguments: transientOutcomes)
  func secondFailureIsReturned(outcome: HTTPOutcome) throws {
    let world = try world()
    world.respond(outcome)
    world.pass(milliseconds: 201)
    world.respond(500)
    #expect(Self.failure(world.result()) == .unavailable(.status(500)))
    world.pass(milliseconds: 60_000)
    #expect(world.sent.count == 2 && world.answers[0].count == 1)
  }

  /// The arguments are `Retry-After` in seconds, and the delay of the next request.
  @Test(arguments: [(1, 1000), (2, 2000), (nil, 1000)] as [(Int?, Int64)])
  func shortRateLimitDelaysRequests(requestedSeconds: Int?, milliseconds: Int64) throws {
    let world = try world()
    world.respond(429, retryAfter: requestedSeconds)
    world.ask(.series(1396))
    world.pass(milliseconds: milliseconds - 1)
    #expect(world.sent.count == 1 && world.answers.allSatisfy(\.isEmpty))
    world.pass(milliseconds: 2)
    #expect(world.sent.map(\.path) == ["/movie/550", "/movie/550", "/tv/1396"])
    world.respond(200, Self.movie)
    #expect(Self.title(world.result()) == "Fight Club")
  }

  @Test(arguments: [(3, 3000), (60, 60_000), (61, 60_000), (Int.max, 60_000), (Int.max / 1000 + 1, 60_000)])
  func longRateLimitFailsRequestsImmediately(requestedSeconds: Int, milliseconds: Int) throws {
    let world = try world()
    world.respond(429, retryAfter: requestedSeconds)
    let limited = CatalogFailure.limited(retryAfterMilliseconds: milliseconds)
    #expect(Self.failure(world.result()) == limited)
    world.ask(.series(1396))
    #expect(Self.failure(world.result(1)) == limited)
    world.pass(milliseconds: Int64(milliseconds) - 2500)
    world.ask(.movie(1))
    #expect(Self.failure(world.result(2)) == .limited(retryAfterMilliseconds: 2500))
    world.pass(milliseconds: 2500)
    world.ask(.movie(2))
    #expect(world.sent.map(\.path) == ["/movie/550", "/movie/2"])
  }

  @Test func repeatedRateLimitFailsWithinTwoSeconds() throws {
    let world = try world()
    world.respond(429)
    world.pass(milliseconds: 1001)
    #expect(world.answers[0].isEmpty && world.sent.count == 2)
    world.respond(429)
    #expect(Self.failure(world.result()) == .limited(retryAfterMilliseconds: 1000))
  }

  @Test func rejectedKeyIsProbedAfterTenSeconds() throws {
    let world = try world()
    world.respond(401)
    world.ask(.movie(1))
    #expect(Self.failure(world.result(1)) == .unauthorised(status: 401))
    world.pass(milliseconds: 10_000)
    for id in 2...5 { world.ask(.movie(id)) }
    #expect(world.sent.map(\.path) == ["/movie/550", "/movie/2"])
    #expect((3...5).allSatisfy { Self.failure(world.result($0)) == .unauthorised(status: 401) })
    world.respond(200, #"{"id":2,"title":"Two"}"#)
    world.ask(.movie(6))
    #expect(world.sent.last?.path == "/movie/6")
  }

  @Test func threeFailuresPauseRequestsForASecond() throws {
    let world = try TMDbWorld()
    for id in 1...3 {
      world.ask(.movie(id))
      world.respond(.failed(.timeout))
    }
    world.ask(.movie(4))
    #expect(Self.failure(world.result(3)) == .unavailable(.circuitOpen))
    world.pass(milliseconds: 1000)
    world.ask(.movie(550))
    world.respond(200, Self.movie)
    #expect(Self.title(world.result(4)) == "Fight Club")
  }

  // MARK: English

  private static let nameless = #"{"id":550,"title":"","overview":""}"#
  private static let german = #"{"id":550,"title":"Der Club","overview":""}"#

  @Test func missingTextIsRequestedInEnglish() throws {
    let world = try world(language: "de-DE")
    world.respond(200, Self.german)
    #expect(world.answers[0].isEmpty)
    #expect(world.sent.map(\.language) == ["de-DE", "en-US"])
    #expect(world.sent[1].path == "/movie/550")
    world.respond(200, Self.movie)
    guard case .success(.movie(let movie)) = world.result() else {
      Issue.record("\(String(describing: world.result()))")
      return
    }
    #expect(movie.title == "Der Club" && movie.overview == "Soap.")
    #expect(world.answers[0].count == 1)
  }

  @Test(arguments: [
    ("de-DE", #"{"id":550,"title":"Der Club","overview":"Seife."}"#), ("en-US", german), ("en-US", movie),
  ])
  func completeOrEnglishAnswerIsNotRequestedAgain(language: String, body: String) throws {
    let world = try world(language: language)
    world.respond(200, body)
    #expect(world.sent.count == 1 && world.answers[0].count == 1 && Self.title(world.result()) != nil)
  }

  @Test func listTextsAreNotFilledFromEnglish() throws {
    let world = try world(asking: .searchMovies("club", year: nil, page: 1), language: "de-DE")
    world.respond(200, #"{"page":1,"total_pages":1,"total_results":1,"results":[\#(Self.german)]}"#)
    #expect(world.sent.count == 1 && world.answers[0].count == 1)
  }

  @Test(
    arguments: [
      .response(HTTPResponse(status: 404)), .response(HTTPResponse(status: 401)), .failed(.timeout),
      .response(HTTPResponse(status: 200, body: Array("no".utf8))),
      .response(HTTPResponse(status: 429, retryAfterSeconds: 60)),
    ] as [HTTPOutcome])
  func failedEnglishRequestLeavesTextMissing(outcome: HTTPOutcome) throws {
    let world = try world(language: "de-DE")
    world.respond(200, Self.german)
    world.respond(outcome)
    #expect(Self.title(world.result()) == "Der Club")
    // With a 404 there is no English text, so the answer is complete.
    let isMissing = if case .response(let response) = outcome { response.status == 404 } else { false }
    #expect(world.incompleteAnswers == (isMissing ? 0 : 1))
    world.pass(milliseconds: 60_000)
    #expect(world.sent.count == 2 && world.answers[0].count == 1)
  }

  @Test func englishRequestIsRetriedOnce() throws {
    let world = try world(language: "de-DE")
    world.respond(200, Self.nameless)
    world.respond(500)
    world.pass(milliseconds: 201)
    world.respond(200, Self.movie)
    #expect(Self.title(world.result()) == "Fight Club")
  }

  @Test(arguments: ["en-US", "de-DE"])
  func answerWithoutAnyTitleIsRefused(language: String) throws {
    let world = try world(language: language)
    world.respond(200, Self.nameless)
    world.respond(200, Self.nameless)
    #expect(Self.failure(world.result()) == .unavailable(.unexpectedBody))
    #expect(world.sent.count == (language == "en-US" ? 1 : 2) && world.answers[0].count == 1)
  }

  // MARK: Lifetime

  @Test func callerIsAnsweredAfterSourceIsReleased() throws {
    let done = Locked<[CatalogFailure?]>([])
    let timers = Locked<[@Sendable () -> Void]>([])
    let now = Locked(Timestamp(microseconds: 0))
    do {
      let source = TMDbSource(
        try TMDbOptions(.key("k")), language: "en-US",
        TMDbSource.Environment(
          clock: { now.withLock { $0 } },
          schedule: { _, body in
            timers.withLock { $0.append(body) }
            return {}
          },
          send: { $1(.response(HTTPResponse(status: 429, retryAfterSeconds: 2))) }))
      source.answer(.movie(1), .person) { result in done.withLock { $0.append(Self.failure(result)) } }
    }
    #expect(done.withLock { $0 }.isEmpty)
    now.withLock { $0 = Timestamp(microseconds: 20_000_000) }
    for timer in timers.withLock({ $0 }) { timer() }
    #expect(done.withLock { $0 } == [.unavailable(.timeout)])
  }

  @Test func duplicateResponsesAreIgnored() throws {
    let world = try world()
    let done = world.sent[0].done
    world.respond(200, Self.movie)
    done(.response(HTTPResponse(status: 200, body: Array(Self.movie.utf8))))
    done(.failed(.reset))
    done(.failed(.timeout))
    world.pass(milliseconds: 1000)
    #expect(world.answers[0].count == 1 && world.sent.count == 1)
  }
}
