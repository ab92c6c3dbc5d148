import MovieNightPrimitives

/// What a server knows of movies and series: asks a source, and keeps what it said.
///
///     if let answer = catalog.cached(.movie(550)) { show(answer) }
///     else { catalog.find(.movie(550)) { result in ... } }
///
/// What the file has is in memory already: it answers directly, and nothing of it is kept.
public final class Catalog: Sendable {
  let source: any CatalogSource
  let store: any CatalogStore
  let options: CatalogOptions
  let surroundings: CatalogSurroundings
  let state: Locked<State>
  /// Of this time is what a source without a cache says, where it does not know when it was said.
  private let startedAt: Timestamp

  struct State: Sendable {
    var desk: CatalogDesk
    var askers: [CatalogAsker: Done] = [:]
    var lastAsker: CatalogAsker = 0
    /// Take back the calls that flights wait for, by the flight.
    var waits: [UInt64: CancelSchedule] = [:]
    /// What the store has still to read, and what else it has to do.
    var storeReads = 0
    var storeTasks = 0
    var expiry = Expiry()
  }

  /// Takes an answer, on whatever thread; short, and without waiting.
  public typealias Done = @Sendable (Result<CatalogAnswer, CatalogFailure>) -> Void

  /// One who has asked, and may leave.
  public struct Ticket: Sendable {
    let asker: CatalogAsker
    let question: CatalogQuestion
  }

  public init(
    source: any CatalogSource, store: any CatalogStore, options: CatalogOptions = CatalogOptions(),
    surroundings: CatalogSurroundings
  ) {
    self.source = source
    self.store = store
    self.options = options
    self.surroundings = surroundings
    state = Locked(
      State(
        desk: CatalogDesk(
          policy: options.policy, source: source.name, memoryEntries: options.memoryEntries)))
    startedAt = surroundings.clock()
  }

  var isCached: Bool { source.name != .file }

  /// In which the source answers.
  public var language: String { options.language }

  // MARK: Asking

  /// What is known without waiting for anything: a fresh copy in memory. It counts as a hit.
  public func cached(_ question: CatalogQuestion) -> CatalogAnswer? {
    guard isCached else { return atOnce(question) }
    let now = surroundings.clock()
    let (answer, actions) = state.withLock { $0.desk.cached(question, at: now) }
    if answer != nil { surroundings.observe(.answered(question.kind, .hit)) }
    run(actions)
    return answer
  }

  /// What is in memory of a question, of whatever age that may be used. Nothing is asked, and it counts as no use.
  public func known(_ question: CatalogQuestion) -> CatalogAnswer? {
    guard isCached else { return said(of: question) }
    let now = surroundings.clock()
    return state.withLock { $0.desk.known(question, at: now) }
  }

  /// What was answered by `notFound`, as an answer that has found nothing: so it says who said it, and when. Nil where
  /// that is forgotten already.
  public func denial(of question: CatalogQuestion) -> CatalogAnswer? {
    let nothing = CatalogFacts.found(FoundIDs(movies: [], series: []))
    guard isCached else { return direct(nothing, of: question) }
    guard let entry = state.withLock({ $0.desk.memory.peek(question) }), entry.facts == nil else { return nil }
    return CatalogAnswer(
      facts: nothing, source: source.name, fetchedAt: entry.fetchedAt, changedAt: entry.changedAt, isStale: false)
  }

  /// Those of which nothing is in memory, and of which the store may have something.
  public func unread(_ questions: [CatalogQuestion]) -> [CatalogQuestion] {
    guard isCached else { return [] }
    let now = surroundings.clock()
    return state.withLock { $0.desk.unread(questions, at: now) }
  }

  /// Rises whenever something else is in memory of what answers to other questions show: details of movies, names of genres,
  /// where images are.
  public var shownGeneration: UInt64 { state.withLock { $0.desk.memory.shownGeneration } }

  /// Looks a question up.
  ///
  /// - Parameters:
  ///   - refresh: whether the source is asked even if a fresh copy is there.
  ///   - done: called once, before this returns or later, at the latest after about 10 s.
  @discardableResult
  public func find(
    _ question: CatalogQuestion, urgency: CatalogUrgency = .person, refresh: Bool = false, _ done: @escaping Done
  ) -> Ticket {
    guard isCached else {
      askDirectly(question, urgency, done)
      return Ticket(asker: 0, question: question)
    }
    let now = surroundings.clock()
    let (asker, actions) = state.withLock { state in
      state.lastAsker += 1
      state.askers[state.lastAsker] = done
      return (state.lastAsker, state.desk.ask(state.lastAsker, question, urgency, refresh: refresh, at: now))
    }
    run(actions)
    return Ticket(asker: asker, question: question)
  }

  /// Whoever has this ticket no longer wants to know: `done` is not called any more, but where it is being called now.
  /// What was asked for them goes on.
  public func leave(_ ticket: Ticket) {
    state.withLock { state in
      state.askers[ticket.asker] = nil
      state.desk.leave(ticket.asker, ticket.question)
    }
  }

  /// Whoever has this ticket can wait no longer: `done` is called now with what there is, else with a timeout; unless it was
  /// called before. What was asked for them goes on.
  public func settle(_ ticket: Ticket) {
    decide { $0.settle(ticket.asker, ticket.question, at: $1) }
  }

  /// Asks nobody any more. All who wait are answered at once; later ones with what is in memory.
  public func stop() {
    let now = surroundings.clock()
    run(state.withLock { $0.desk.stop(at: now) })
  }

  // MARK: Without a cache

  private func atOnce(_ question: CatalogQuestion) -> CatalogAnswer? {
    guard let answer = said(of: question) else { return nil }
    count(question, .success(answer))
    return answer
  }

  /// Nil also of what takes long: `find` has that answered on another thread.
  private func said(of question: CatalogQuestion) -> CatalogAnswer? {
    guard source.isQuick(question) else { return nil }
    let said = Locked<CatalogAnswer?>(nil)
    source.answer(question, .person) { result in
      if case .success(let facts) = result { said.withLock { $0 = self.direct(facts, of: question) } }
    }
    return said.withLock { $0 }
  }

  private func askDirectly(_ question: CatalogQuestion, _ urgency: CatalogUrgency, _ done: @escaping Done) {
    guard !source.isQuick(question) else { return answerDirectly(question, urgency, done) }
    // Nothing of the store: but its thread may be busy for a while, and is given no more than it can do.
    let nothing: StoreWork<Void> = { _, _ in }
    perform(nothing, within: Self.longestTurn) { taken in
      if case .success = taken { return self.answerDirectly(question, urgency, done) }
      let crowded = Result<CatalogAnswer, CatalogFailure>.failure(.unavailable(.crowded))
      self.count(question, crowded)
      done(crowded)
    }
  }

  /// How long anybody waits for that thread, in milliseconds.
  private static let longestTurn = 9000

  private func answerDirectly(_ question: CatalogQuestion, _ urgency: CatalogUrgency, _ done: @escaping Done) {
    source.answer(question, urgency) { result in
      let answer = result.map { self.direct($0, of: question) }
      self.count(question, answer)
      done(answer)
    }
  }

  /// Never stale, however old: there is nobody to ask again.
  private func direct(_ facts: CatalogFacts, of question: CatalogQuestion) -> CatalogAnswer {
    let times = source.times(of: question) ?? CatalogTimes(fetchedAt: startedAt, changedAt: startedAt)
    return CatalogAnswer(
      facts: facts, source: source.name, fetchedAt: times.fetchedAt, changedAt: times.changedAt, isStale: false)
  }

  private func count(_ question: CatalogQuestion, _ result: Result<CatalogAnswer, CatalogFailure>) {
    state.withLock { $0.desk.tally.count(result, .hit, of: question.kind) }
    surroundings.observe(.answered(question.kind, .hit))
  }
}
