import MovieNightPrimitives

/// A catalog of movies and series, which asks a source and caches the answers. A file's are in memory, and not cached.
///
///     if let answer = catalog.cached(.movie(550)) { show(answer) }
///     else { catalog.find(.movie(550)) { result in ... } }
public final class Catalog: Sendable {
  let source: any CatalogSource
  let store: any CatalogStore
  let options: CatalogOptions
  let environment: CatalogEnvironment
  let state: Locked<State>
  /// The fetch time of answers whose source does not know their times, if there is no cache.
  private let startedAt: Timestamp

  struct State: Sendable {
    var stateMachine: CatalogStateMachine
    var askers: [CatalogAsker: Done] = [:]
    var lastAsker: CatalogAsker = 0
    /// The functions that cancel the scheduled calls of flights, by flight number.
    var waits: [UInt64: CancelSchedule] = [:]
    var storeReads = 0
    var storeTasks = 0
    var expiry = Expiry()
  }

  /// A function that receives an answer, on any thread. It must return quickly and must not block.
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

  public var language: String { options.language }

  // MARK: Looking up answers

  /// Returns the fresh copy in memory, without waiting; nil if there is none. A returned copy counts as a hit.
  public func cached(_ question: CatalogQuestion) -> CatalogAnswer? {
    guard isCached else { return answerImmediately(question) }
    let now = environment.clock()
    let (answer, actions) = state.withLock { $0.stateMachine.cached(question, at: now) }
    if answer != nil { environment.observe(.answered(question.kind, .hit)) }
    run(actions)
    return answer
  }

  /// Returns the copy in memory, fresh or stale; nil if there is none that may be used. This does not count as a use.
  public func known(_ question: CatalogQuestion) -> CatalogAnswer? {
    guard isCached else { return synchronousAnswer(of: question) }
    let now = environment.clock()
    return state.withLock { $0.stateMachine.known(question, at: now) }
  }

  /// Returns a cached `notFound` as an empty answer, with its source and times; nil if it is no longer in memory.
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

  /// Returns a title that is spelled almost like a text that finds nothing: one of the file's or, with a cache, of the
  /// answers in memory. Returns nil if none is similar. May take some milliseconds.
  public func closeTitle(to text: String, of media: MediaKind) -> String? {
    guard isCached else { return source.closeTitle(to: text, of: media) }
    guard let spelling = CloseSpelling(text) else { return nil }
    let titles = state.withLock { $0.stateMachine.memory.titles(of: media, atMost: Self.comparedTitles) }
      .sorted { ($1.popularity, $0.title) < ($0.popularity, $1.title) }
    return spelling.bestMatch(among: titles.map { FoldedText($0.title) }).map { titles[$0].title }
  }

  /// The number of cached titles to compare with a search text.
  private static let comparedTitles = 2000

  /// A number that increases when facts in other answers may have changed: movies, genre names, image addresses.
  public var shownGeneration: UInt64 { state.withLock { $0.stateMachine.memory.shownGeneration } }

  /// A number that increases when facts about series, their seasons or providers may have changed.
  public var seriesGeneration: UInt64 { state.withLock { $0.stateMachine.memory.seriesGeneration } }

  /// Returns the time until which an answer need not be asked for again.
  public func freshUntil(_ answer: CatalogAnswer) -> Timestamp {
    guard isCached else { return Timestamp(microseconds: .max) }
    let timeToLive = options.policy.timeToLive(of: answer.facts, on: environment.clock().date)
    return Timestamp(microseconds: answer.fetchedAt.microseconds + timeToLive)
  }

  /// Looks up the answer to a question. With `refresh`, asks the source even if there is a fresh copy. Calls `done`
  /// once, before this function returns or within about 10 s.
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

  /// Withdraws an asker. `done` is not called any more, although a call may still be in progress. The lookup continues.
  public func leave(_ ticket: Ticket) {
    state.withLock { state in
      state.askers[ticket.asker] = nil
      state.stateMachine.leave(ticket.asker, ticket.question)
    }
  }

  /// Answers an asker now, unless `done` was called, with the best known answer or a timeout. The lookup continues.
  public func settle(_ ticket: Ticket) {
    decide { $0.settle(ticket.asker, ticket.question, at: $1) }
  }

  /// Stops asking the source, and answers all askers now. Later askers get a fresh copy in memory, or a failure.
  public func stop() {
    let now = environment.clock()
    run(state.withLock { $0.stateMachine.stop(at: now) })
  }

  // MARK: Answers without a cache

  private func answerImmediately(_ question: CatalogQuestion) -> CatalogAnswer? {
    guard let answer = synchronousAnswer(of: question) else { return nil }
    count(question, .success(answer))
    return answer
  }

  /// Returns the answer; nil if none, or if it would take long. `find` answers such questions on another thread.
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
    // This uses the store's thread, but not the store. The thread may be busy, and the work queued for it is limited.
    let nothing: StoreWork<Void> = { _, _ in }
    perform(nothing, within: Self.longestTurn) { taken in
      if case .success = taken { return self.answerDirectly(question, priority, done) }
      let queueFull = Result<CatalogAnswer, CatalogFailure>.failure(.unavailable(.queueFull))
      self.count(question, queueFull)
      done(queueFull)
    }
  }

  /// The maximum time to wait for the store's thread, in milliseconds.
  private static let longestTurn = 9000

  private func answerDirectly(_ question: CatalogQuestion, _ priority: CatalogPriority, _ done: @escaping Done) {
    source.answer(question, priority) { result in
      let answer = result.map { self.direct($0, of: question) }
      self.count(question, answer)
      done(answer)
    }
  }

  /// Creates an answer of a source without a cache. It is never stale, because no other source could be asked again.
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
