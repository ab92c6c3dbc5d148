import MovieNightPrimitives

/// The facts of movies and series: asks a source and caches its answers. A file's answers are in memory and are not cached.
///
///     if let answer = catalog.cached(.movie(550)) { show(answer) }
///     else { catalog.find(.movie(550)) { result in ... } }
public final class Catalog: Sendable {
  let source: any CatalogSource
  let store: any CatalogStore
  let options: CatalogOptions
  let environment: CatalogEnvironment
  let state: Locked<State>
  /// The fetch time of answers from a source without a cache that does not know its times.
  private let startedAt: Timestamp

  struct State: Sendable {
    var stateMachine: CatalogStateMachine
    var askers: [CatalogAsker: Done] = [:]
    var lastAsker: CatalogAsker = 0
    /// Cancel the scheduled calls of flights, by flight number.
    var waits: [UInt64: CancelSchedule] = [:]
    var storeReads = 0
    var storeTasks = 0
    var expiry = Expiry()
  }

  /// Receives an answer, on any thread. It must be short and must not block.
  public typealias Done = @Sendable (Result<CatalogAnswer, CatalogFailure>) -> Void

  /// The handle of an asker, for `leave` and `settle`.
  public struct Ticket: Sendable {
    let asker: CatalogAsker
    let question: CatalogQuestion
  }

  public init(
    source: any CatalogSource, store: any CatalogStore, options: CatalogOptions = CatalogOptions(),
    environment: CatalogEnvironment
  ) {
    self.source = source
    self.store = store
    self.options = options
    self.environment = environment
    state = Locked(
      State(
        stateMachine: CatalogStateMachine(
          policy: options.policy, source: source.name, memoryEntries: options.memoryEntries)))
    startedAt = environment.clock()
  }

  var isCached: Bool { source.name != .file }

  /// The language in which the source answers.
  public var language: String { options.language }

  // MARK: Asking

  /// Returns a fresh copy in memory, without waiting. It counts as a hit.
  public func cached(_ question: CatalogQuestion) -> CatalogAnswer? {
    guard isCached else { return answerImmediately(question) }
    let now = environment.clock()
    let (answer, actions) = state.withLock { $0.stateMachine.cached(question, at: now) }
    if answer != nil { environment.observe(.answered(question.kind, .hit)) }
    run(actions)
    return answer
  }

  /// Returns the answer in memory if it may be used, even a stale one. This counts as no use.
  public func known(_ question: CatalogQuestion) -> CatalogAnswer? {
    guard isCached else { return synchronousAnswer(of: question) }
    let now = environment.clock()
    return state.withLock { $0.stateMachine.known(question, at: now) }
  }

  /// Returns a `notFound` as an answer without results, which has its source and times; nil if it was forgotten.
  public func negativeEntry(of question: CatalogQuestion) -> CatalogAnswer? {
    let nothing = CatalogFacts.found(ExternalIDMatches(movies: [], series: []))
    guard isCached else { return direct(nothing, of: question) }
    guard let entry = state.withLock({ $0.stateMachine.memory.peek(question) }), entry.facts == nil else { return nil }
    return CatalogAnswer(
      facts: nothing, source: source.name, fetchedAt: entry.fetchedAt, changedAt: entry.changedAt, isStale: false)
  }

  /// Returns the questions that have no entry in memory but may have one in the store.
  public func notInMemory(_ questions: [CatalogQuestion]) -> [CatalogQuestion] {
    guard isCached else { return [] }
    let now = environment.clock()
    return state.withLock { $0.stateMachine.notInMemory(questions, at: now) }
  }

  /// Increases whenever facts change that are embedded in other answers: movie details, genre names, image addresses.
  public var shownGeneration: UInt64 { state.withLock { $0.stateMachine.memory.shownGeneration } }

  /// Looks a question up. `refresh` asks the source even if there is a fresh copy. Calls `done` once, before this returns or
  /// within about 10 s.
  @discardableResult
  public func find(
    _ question: CatalogQuestion, priority: CatalogPriority = .person, refresh: Bool = false, _ done: @escaping Done
  ) -> Ticket {
    guard isCached else {
      askDirectly(question, priority, done)
      return Ticket(asker: 0, question: question)
    }
    let now = environment.clock()
    let (asker, actions) = state.withLock { state in
      state.lastAsker += 1
      state.askers[state.lastAsker] = done
      return (state.lastAsker, state.stateMachine.ask(state.lastAsker, question, priority, refresh: refresh, at: now))
    }
    run(actions)
    return Ticket(asker: asker, question: question)
  }

  /// Withdraws an asker: `done` is not called any more, except for a call in progress. The lookup continues.
  public func leave(_ ticket: Ticket) {
    state.withLock { state in
      state.askers[ticket.asker] = nil
      state.stateMachine.leave(ticket.asker, ticket.question)
    }
  }

  /// Answers an asker now with what there is, or with a timeout, unless `done` was already called. The lookup continues.
  public func settle(_ ticket: Ticket) {
    decide { $0.settle(ticket.asker, ticket.question, at: $1) }
  }

  /// Stops asking the source. All askers are answered at once; later ones with what is in memory.
  public func stop() {
    let now = environment.clock()
    run(state.withLock { $0.stateMachine.stop(at: now) })
  }

  // MARK: Without a cache

  private func answerImmediately(_ question: CatalogQuestion) -> CatalogAnswer? {
    guard let answer = synchronousAnswer(of: question) else { return nil }
    count(question, .success(answer))
    return answer
  }

  /// Returns the answer; nil also if it takes long, since `find` answers such questions on another thread.
  private func synchronousAnswer(of question: CatalogQuestion) -> CatalogAnswer? {
    guard source.isQuick(question) else { return nil }
    let synchronousAnswer = Locked<CatalogAnswer?>(nil)
    source.answer(question, .person) { result in
      if case .success(let facts) = result { synchronousAnswer.withLock { $0 = self.direct(facts, of: question) } }
    }
    return synchronousAnswer.withLock { $0 }
  }

  private func askDirectly(_ question: CatalogQuestion, _ priority: CatalogPriority, _ done: @escaping Done) {
    guard !source.isQuick(question) else { return answerDirectly(question, priority, done) }
    // This does not use the store, but its thread, which may be busy and has a limit on queued work.
    let nothing: StoreWork<Void> = { _, _ in }
    perform(nothing, within: Self.longestTurn) { taken in
      if case .success = taken { return self.answerDirectly(question, priority, done) }
      let queueFull = Result<CatalogAnswer, CatalogFailure>.failure(.unavailable(.queueFull))
      self.count(question, queueFull)
      done(queueFull)
    }
  }

  /// The timeout for that thread, in milliseconds.
  private static let longestTurn = 9000

  private func answerDirectly(_ question: CatalogQuestion, _ priority: CatalogPriority, _ done: @escaping Done) {
    source.answer(question, priority) { result in
      let answer = result.map { self.direct($0, of: question) }
      self.count(question, answer)
      done(answer)
    }
  }

  /// Creates an answer that is never stale, since there is no source to ask again.
  private func direct(_ facts: CatalogFacts, of question: CatalogQuestion) -> CatalogAnswer {
    let times = source.times(of: question) ?? CatalogTimes(fetchedAt: startedAt, changedAt: startedAt)
    return CatalogAnswer(
      facts: facts, source: source.name, fetchedAt: times.fetchedAt, changedAt: times.changedAt, isStale: false)
  }

  private func count(_ question: CatalogQuestion, _ result: Result<CatalogAnswer, CatalogFailure>) {
    state.withLock { $0.stateMachine.counters.count(result, .hit, of: question.kind) }
    environment.observe(.answered(question.kind, .hit))
  }
}
