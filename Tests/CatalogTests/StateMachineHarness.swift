import MovieNightPrimitives

@testable import Catalog

/// A `CatalogStateMachine` whose clock, store and source are driven by the test.
struct StateMachineHarness {
  var stateMachine: CatalogStateMachine
  var now = Timestamp(text: "2026-06-15T12:00:00Z")!
  private(set) var answers: [CatalogAsker: [Result<CatalogAnswer, CatalogFailure>]] = [:]
  private(set) var uses: [CatalogAsker: CacheUse] = [:]
  private(set) var reads: [Pending] = []
  private(set) var asked: [Pending] = []
  private(set) var writes: [(question: CatalogQuestion, entry: CatalogEntry)] = []
  private(set) var touches: [CatalogQuestion] = []
  private(set) var prioritized: [CatalogQuestion] = []
  private(set) var reports: [StoreReport] = []
  private var waits: [(due: Timestamp, pending: Pending)] = []
  private var lastAsker: CatalogAsker = 0

  /// A store read or source request that is not answered yet.
  struct Pending: Equatable {
    var question: CatalogQuestion
    var flight: UInt64
    var priority = CatalogPriority.person
  }

  init(policy: CachePolicy = .standard, memoryEntries: Int = 2000) {
    stateMachine = CatalogStateMachine(policy: policy, source: .tmdb, memoryEntries: memoryEntries)
  }

  // MARK: Inputs

  @discardableResult
  mutating func ask(
    _ question: CatalogQuestion, _ priority: CatalogPriority = .person, refresh: Bool = false
  ) -> CatalogAsker {
    lastAsker += 1
    run(stateMachine.ask(lastAsker, question, priority, refresh: refresh, at: now))
    return lastAsker
  }

  mutating func cached(_ question: CatalogQuestion) -> CatalogAnswer? {
    let (answer, actions) = stateMachine.cached(question, at: now)
    run(actions)
    return answer
  }

  /// Makes the store reply to the pending read at `index`, by default the oldest.
  mutating func storeReturns(_ reply: Result<CatalogEntry?, CatalogStoreError>, at index: Int = 0) {
    let read = reads.remove(at: index)
    if reply != .failure(.queueFull) { stateMachine.storeAnswered(at: now) }
    run(stateMachine.storeReturned(reply, of: read.question, flight: read.flight, at: now))
  }

  /// Makes the source reply to the pending request at `index`, by default the oldest.
  mutating func sourceAnswers(_ result: Result<CatalogFacts, CatalogFailure>, at index: Int = 0) {
    let request = asked.remove(at: index)
    run(stateMachine.sourceAnswered(result, of: request.question, flight: request.flight, at: now))
  }

  /// Makes the source deliver a partial answer to the oldest pending request.
  mutating func sourceAnswersPartly(_ facts: CatalogFacts) {
    run(stateMachine.sourceUpdated(.partial(facts), of: asked[0].question, flight: asked[0].flight, at: now))
  }

  /// Makes the source report that it could not get the rest of the answer to the oldest pending request.
  mutating func sourceFailsRemainder() {
    run(stateMachine.sourceUpdated(.remainderFailed, of: asked[0].question, flight: asked[0].flight, at: now))
  }

  /// Makes the source report that the pending request at `index` is held up.
  mutating func sourceIsThrottled(at index: Int = 0) {
    run(stateMachine.sourceUpdated(.throttled, of: asked[index].question, flight: asked[index].flight, at: now))
  }

  mutating func settle(_ asker: CatalogAsker, _ question: CatalogQuestion) {
    run(stateMachine.settle(asker, question, at: now))
  }

  /// The number of pending timers.
  var waiting: Int { waits.count }

  mutating func writeFails() { run(stateMachine.storeFailed(.write, CatalogStoreError("full"), at: now)) }

  mutating func stop() { run(stateMachine.stop(at: now)) }

  /// Advances the clock and fires each timer when it is due.
  mutating func pass(milliseconds: Int64) {
    let end = Timestamp(microseconds: now.microseconds + milliseconds * 1000)
    while let index = waits.indices.min(by: { waits[$0].due < waits[$1].due }), waits[index].due <= end {
      let wait = waits.remove(at: index)
      now = max(now, wait.due)
      run(stateMachine.timePassed(wait.pending.question, flight: wait.pending.flight, at: now))
    }
    now = end
  }

  mutating func pass(seconds: Int64) { pass(milliseconds: seconds * 1000) }

  /// Refreshes a question. The store has no copy of its answer, and the source answers it with `facts`.
  mutating func learn(_ question: CatalogQuestion, _ facts: CatalogFacts) {
    ask(question, refresh: true)
    storeReturns(.success(nil))
    sourceAnswers(.success(facts))
  }

  // MARK: Results

  func answer(_ asker: CatalogAsker) -> CatalogAnswer? { answers[asker].flatMap { try? $0.first?.get() } }

  func failure(_ asker: CatalogAsker) -> CatalogFailure? {
    if case .failure(let failure) = answers[asker]?.first { failure } else { nil }
  }

  func count(_ kind: CatalogQuestion.Kind) -> CatalogCounts { stateMachine.counters.counts[kind] ?? CatalogCounts() }

  private mutating func run(_ actions: [CatalogAction]) {
    for action in actions {
      switch action {
      case .answer(let asker, _, let result, let use):
        answers[asker, default: []].append(result)
        uses[asker] = use
      case .read(let question, let flight): reads.append(Pending(question: question, flight: flight))
      case .ask(let question, let priority, let flight, _):
        asked.append(Pending(question: question, flight: flight, priority: priority))
      case .write(let question, let entry): writes.append((question, entry))
      case .touch(let question): touches.append(question)
      case .raisePriority(let question, _): prioritized.append(question)
      case .endWait(let flight): waits.removeAll { $0.pending.flight == flight }
      case .wait(let question, let flight, let milliseconds):
        let due = Timestamp(microseconds: now.microseconds + Int64(milliseconds) * 1000)
        waits.append((due, Pending(question: question, flight: flight)))
      case .noteFailure(_, let report): reports += report.map { [$0] } ?? []
      }
    }
  }
}
