import MovieNightPrimitives
import TestSupport
import Testing

@testable import Catalog

/// For random responses of TMDb, every caller is answered once and in time, and the rate limits hold.
@Suite struct TMDbSourcePropertyTests {
  private enum Step {
    case ask(CatalogQuestion, CatalogPriority)
    case respond(HTTPOutcome, Int)
    /// Answers the pending request at this index with a valid body.
    case fit(Int)
    case pass(Int64)
  }

  @Test(arguments: ["en-US", "de-DE"])
  func everyCallerIsAnsweredOnceInTime(language: String) throws {
    for number in 0..<500 as Range<UInt64> {
      let seed = TestSeed.current &+ number
      let steps = Self.steps(seed: seed)
      guard try Self.fault(steps, language) != nil else { continue }
      let shortest = shrunk(steps) { (try? Self.fault($0, language)) != .some(nil) }
      let fault = try Self.fault(shortest, language) ?? ""
      Issue.record("\(fault): \(shortest); \(TestSeed.command(seed: seed, filter: "TMDbSourcePropertyTests"))")
      return
    }
  }

  private static let outcomes: [HTTPOutcome] = [
    .failed(.reset), .failed(.timeout), .failed(.certificate), .failed(.tooLarge), .failed(.connection),
    .response(HTTPResponse(status: 500)), .response(HTTPResponse(status: 401)), .response(HTTPResponse(status: 404)),
    .response(HTTPResponse(status: 404)), .response(HTTPResponse(status: 429)),
    .response(HTTPResponse(status: 429, retryAfterSeconds: 2)),
    .response(HTTPResponse(status: 429, retryAfterSeconds: 9)),
    .response(HTTPResponse(status: 302)), .response(HTTPResponse(status: 200, body: Array("{".utf8))),
  ]

  private static func steps(seed: UInt64) -> [Step] {
    var dice = SeededGenerator(seed: seed)
    // Vary the number of requests and the share that succeeds.
    let luck = Int.random(in: 0...10, using: &dice)
    let haste = Int.random(in: 1...8, using: &dice)
    return (0..<200).map { _ in
      switch Int.random(in: 0..<10, using: &dice) {
      case 0..<haste:
        .ask(
          Bool.random(using: &dice) ? .movie(Int.random(in: 1...3, using: &dice)) : .series(7),
          Bool.random(using: &dice) ? .person : .background)
      case haste..<9:
        Int.random(in: 0..<10, using: &dice) < luck
          ? .fit(Int.random(in: 0..<8, using: &dice))
          : .respond(outcomes.randomElement(using: &dice) ?? .failed(.reset), Int.random(in: 0..<8, using: &dice))
      default: .pass([1, 5, 30, 150, 250, 1000, 4000, 11_000].randomElement(using: &dice) ?? 1)
      }
    }
  }

  /// Returns the first violation in a run, or nil if there is none.
  private static func fault(_ steps: [Step], _ language: String) throws -> String? {
    let world = try TMDbWorld(language: language)
    var askedAt: [Timestamp] = []
    for step in steps {
      switch step {
      case .ask(let question, let priority):
        askedAt.append(world.now)
        world.ask(question, priority)
      case .respond(let outcome, let index): world.respond(outcome, to: index)
      case .fit(let index):
        let id = world.pendingPath(index)?.split(separator: "/").last ?? "0"
        // The body has no overview, which causes a second request if the language is German.
        world.respond(200, #"{"id":\#(id),"title":"A","name":"A"}"#, to: index)
      case .pass(let milliseconds): world.pass(milliseconds: milliseconds)
      }
    }
    world.pass(milliseconds: 60_000)
    if world.mostInFlight > 8 { return "\(world.mostInFlight) at once" }
    let times = world.sent.map(\.at.microseconds)
    for (index, time) in times.enumerated() where index >= 30 && time - times[index - 30] < 1_000_000 {
      return "more than thirty in a second"
    }
    // A request may spend ten seconds in the queue and ten in flight. If English is requested too, the time doubles.
    let longest: Int64 = language == "en-US" ? 20_010_000 : 40_020_000
    for (asker, answers) in world.answers.enumerated() {
      guard answers.count == 1, let answer = answers.first else { return "\(asker) is told \(answers.count) times" }
      let waited = answer.at.microseconds - askedAt[asker].microseconds
      if waited > longest { return "\(asker) waits \(waited / 1000) ms" }
    }
    if world.timersSet > 5 * (steps.count + world.sent.count) { return "\(world.timersSet) timers" }
    return nil
  }
}
