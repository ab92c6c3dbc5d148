import MovieNightPrimitives
import TestSupport
import Testing

@testable import Catalog

/// The state machine keeps its guarantees to callers under random sequences of inputs. A failure prints its seed.
@Suite struct CatalogStateMachinePropertyTests {
  private static let questions: [CatalogQuestion] = [
    .movie(1), .movie(2), .season(series: 3, 1), .episode(series: 3, season: 1, 1),
  ]

  @Test(arguments: 0..<200 as Range<UInt64>)
  func guaranteesToCallersHoldForRandomInputs(seed: UInt64) {
    var world = World(seed: seed)
    for _ in 0..<300 { world.step() }
    world.settle()
    #expect(world.faults.isEmpty, "seed \(seed)")
    #expect(world.answered > 20, "seed \(seed): hardly anything happened")
  }

  /// A model of the permitted answers, independent of the state machine's implementation.
  private struct World {
    private var bench: StateMachineHarness
    private var random: SeededGenerator
    private let ttl: Int64
    /// For each numbered fact, the question that it answered and the time of delivery. A number is used for one
    /// question only.
    private var deliveries: [Int: (question: CatalogQuestion, at: Timestamp)] = [:]
    private var lastFact = 0
    private var waiting: [CatalogAsker: (question: CatalogQuestion, since: Timestamp)] = [:]
    private var left: Set<CatalogAsker> = []
    private var stored: [CatalogQuestion: CatalogEntry] = [:]
    private var written = 0
    private(set) var answered = 0
    private(set) var faults: [String] = []

    init(seed: UInt64) {
      random = SeededGenerator(seed: seed)
      ttl = [2, 60, Timestamp.secondsPerDay].randomElement(using: &random) ?? 2
      bench = StateMachineHarness(
        policy: CachePolicy(seconds: ttl), memoryEntries: [2, 2000].randomElement(using: &random) ?? 2)
    }

    mutating func step() {
      let question = CatalogStateMachinePropertyTests.questions.randomElement(using: &random) ?? .configuration
      switch Int.random(in: 0..<16, using: &random) {
      case 0..<5: ask(question)
      case 5..<7: if !bench.reads.isEmpty { storeReturns(at: Int.random(in: 0..<bench.reads.count, using: &random)) }
      case 7..<10: if !bench.asked.isEmpty { sourceAnswers(at: Int.random(in: 0..<bench.asked.count, using: &random)) }
      case 10..<12: pass([1, 400, 1600, 9000].randomElement(using: &random) ?? 1)
      case 12: pass([ttl * 1000, 3600_000, 100 * 86_400_000].randomElement(using: &random) ?? 1)
      case 13: bench.stateMachine.clear(kind: question.kind, id: question.id)
      case 14:
        if let asker = waiting.keys.min() {
          bench.stateMachine.leave(asker, waiting[asker]?.question ?? question)
          left.insert(asker)
          waiting[asker] = nil
        }
      default: checkMemory(question)
      }
      check()
    }

    /// Waits for ten seconds, then answers all pending reads and requests.
    mutating func settle() {
      pass(10_000)
      if !waiting.isEmpty { faults.append("\(waiting.count) still wait after 10 s") }
      while !bench.reads.isEmpty || !bench.asked.isEmpty {
        if bench.reads.isEmpty { sourceAnswers(at: 0) } else { storeReturns(at: 0) }
      }
      check()
      if !bench.stateMachine.flights.isEmpty { faults.append("a flight never ends") }
    }

    private mutating func ask(_ question: CatalogQuestion) {
      let asker = bench.ask(question, refresh: Int.random(in: 0..<5, using: &random) == 0)
      waiting[asker] = (question, bench.now)
    }

    private mutating func checkMemory(_ question: CatalogQuestion) {
      guard let answer = bench.cached(question) else { return }
      if answer.isStale { faults.append("memory answered with a stale copy") }
      judge(.success(answer), of: question, use: .hit)
    }

    private mutating func storeReturns(at index: Int) {
      let question = bench.reads[index].question
      let reply: Result<CatalogEntry?, CatalogStoreError> =
        switch Int.random(in: 0..<4, using: &random) {
        case 0: .failure(CatalogStoreError("broken"))
        case 1: .success(nil)
        default: .success(stored[question])
        }
      bench.storeReturns(reply, at: index)
    }

    private mutating func sourceAnswers(at index: Int) {
      let request = bench.asked[index]
      let failures: [CatalogFailure] = [.notFound, .unavailable(.timeout), .limited(retryAfterMilliseconds: 1)]
      if Int.random(in: 0..<3, using: &random) == 0, let failure = failures.randomElement(using: &random) {
        return bench.sourceAnswers(.failure(failure), at: index)
      }
      lastFact += 1
      deliveries[lastFact] = (request.question, bench.now)
      bench.sourceAnswers(.success(World.facts(lastFact, of: request.question)), at: index)
    }

    private mutating func pass(_ milliseconds: Int64) {
      // Advance in steps, so that an answer is checked soon after it was given.
      let steps = milliseconds > 20_000 ? [20_000, milliseconds - 20_000] : [milliseconds]
      for step in steps {
        bench.pass(milliseconds: step)
        check()
      }
    }

    // MARK: Checks

    private mutating func check() {
      for (question, entry) in bench.writes[written...] { stored[question] = entry }
      written = bench.writes.count
      let flying = Dictionary(grouping: bench.asked, by: \.question)
      if let twice = flying.first(where: { $0.value.count > 1 }) { faults.append("\(twice.key) is asked for twice") }
      for (asker, results) in bench.answers where results.count > 1 { faults.append("\(asker) was told twice") }
      for (asker, (question, since)) in waiting {
        guard let result = bench.answers[asker]?.first else {
          let waited = bench.now.microseconds - since.microseconds
          if waited > 10_000_000 { faults.append("\(asker) has waited \(waited)") }
          continue
        }
        waiting[asker] = nil
        answered += 1
        judge(result, of: question, use: bench.uses[asker])
      }
      for asker in left where bench.answers[asker] != nil { faults.append("\(asker) had left") }
    }

    private mutating func judge(
      _ result: Result<CatalogAnswer, CatalogFailure>, of question: CatalogQuestion, use: CacheUse?
    ) {
      guard case .success(let answer) = result else { return }
      let age = bench.now.microseconds - answer.fetchedAt.microseconds
      // An answer is checked up to 20 s after it was given.
      let leeway: Int64 = 20_000_000
      if age > 180 * 86_400_000_000 + leeway { faults.append("\(question) answered after half a year") }
      if use == .hit, age >= ttl * 1_000_000 + leeway { faults.append("\(question): a hit of an old copy") }
      if answer.isStale != (use == .stale) { faults.append("\(question): stale and \(String(describing: use))") }
      if answer.changedAt > answer.fetchedAt { faults.append("\(question) changed after it was fetched") }
      guard let number = World.number(of: answer.facts), let delivery = deliveries[number],
        delivery.question == question
      else {
        return faults.append("\(question) was answered with what was said of another: \(answer.facts)")
      }
      if answer.changedAt != delivery.at { faults.append("\(question) changed at another time than said") }
    }

    private static func facts(_ number: Int, of question: CatalogQuestion) -> CatalogFacts {
      switch question {
      case .season(let series, let season):
        .season(SeasonFacts(seriesID: series, seasonNumber: season, name: "\(number)"))
      case .episode(let series, let season, let episode):
        .episode(EpisodeFacts(seriesID: series, seasonNumber: season, episodeNumber: episode, name: "\(number)"))
      default: .movie(MovieFacts(id: number, title: "\(number)"))
      }
    }

    private static func number(of facts: CatalogFacts) -> Int? {
      switch facts {
      case .movie(let movie): movie.id
      case .season(let season): season.name.flatMap { Int($0) }
      case .episode(let episode): episode.name.flatMap { Int($0) }
      default: nil
      }
    }
  }
}
