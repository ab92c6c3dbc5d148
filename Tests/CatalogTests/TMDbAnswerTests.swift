import Testing

@testable import Catalog

/// The effect of a request's credential and language on its answer.
@Suite struct TMDbAnswerTests {
  private static func movie(_ result: Result<CatalogFacts, CatalogFailure>?) -> MovieFacts? {
    guard case .success(.movie(let movie)) = result else { return nil }
    return movie
  }

  @Test(arguments: [TMDbCredential.token, TMDbCredential.key] as [@Sendable (String) throws -> TMDbCredential])
  func answerRepeatingSecretIsRefused(make: @Sendable (String) throws -> TMDbCredential) throws {
    let secret = "0123456789abcdef"
    let world = try TMDbWorld(credential: make(secret))
    // If the response is an error, only its status counts.
    for (status, failure) in [(200, CatalogFailure.unavailable(.unexpectedBody)), (404, .notFound)] {
      world.ask(.movie(550))
      world.respond(status, #"{"id":550,"title":"api_key=\#(secret)&language"}"#)
      #expect(world.answers.last?.last?.result == .failure(failure))
    }
    #expect(world.sent.count == 2)
    world.ask(.movie(550))
    world.respond(200, #"{"id":550,"title":"0123456789abcde"}"#)
    #expect(Self.movie(world.answers.last?.last?.result)?.title == "0123456789abcde")
  }

  @Test func shortSecretMayAppearInAnswer() throws {
    let world = try TMDbWorld(credential: .key("0123456789abcde"))
    world.ask(.movie(550))
    world.respond(200, #"{"id":550,"title":"0123456789abcde"}"#)
    #expect(Self.movie(world.result())?.title == "0123456789abcde")
  }

  @Test(arguments: [("de-DE", "german"), ("en-US", "english")])
  func trailerIsChosenInSourceLanguage(language: String, key: String) throws {
    let world = try TMDbWorld(language: language)
    world.ask(.movie(550))
    let videos = [("en", "english"), ("de", "german")].map {
      #"{"site":"YouTube","type":"Trailer","iso_639_1":"\#($0)","key":"\#($1)","official":true}"#
    }
    world.respond(
      200, #"{"id":550,"title":"A","overview":"B","videos":{"results":[\#(videos.joined(separator: ","))]}}"#)
    #expect(Self.movie(world.result())?.trailerKey == key)
  }
}
