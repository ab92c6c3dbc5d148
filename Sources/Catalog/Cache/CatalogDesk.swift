import MovieNightPrimitives

/// Who asks what, what is known of it, and whom to ask: the cache's decisions, without its effects.
///
/// Every call is told the time and returns what is to be done. A question is looked up once at a time, in a flight:
///
///     asked -> (fresh in memory: answered)
///           -> store read -> (fresh there: answered)
///           -> source asked -> answered, kept
///
/// Where the source fails, is not asked for now, or says nothing for 2 s, a copy answers; without one everybody waits until
/// it says something, at most 10 s. Whoever can wait no longer is told what there is (`settle`). A flight ends with what the
/// source says, whether or not anybody still waits.
struct CatalogDesk: Sendable {
  let policy: CachePolicy
  let sourceName: CatalogSourceName
  var tally = CatalogTally()
  var trouble = StoreTrouble()
  var memory: CatalogMemory
  var flights: [CatalogQuestion: CatalogFlight] = [:]
  private var lastFlight: UInt64 = 0
  private(set) var hasStopped = false
  /// When the store last answered anybody.
  private var storeAnsweredAt: Timestamp?

  /// - Parameter memoryEntries: how many answers are kept in memory at most; very long ones count several times.
  init(policy: CachePolicy, source: CatalogSourceName, memoryEntries: Int = 2000) {
    self.policy = policy
    sourceName = source
    memory = CatalogMemory(count: memoryEntries)
  }

  // MARK: Asking

  /// A fresh copy in memory; it counts as a hit. Nil also where it is known that there is no such thing.
  mutating func cached(_ question: CatalogQuestion, at now: Timestamp) -> (CatalogAnswer?, [CatalogAction]) {
    guard let entry = fresh(question, at: now), let answer = answer(entry, isStale: false) else { return (nil, []) }
    tally.count(.success(answer), .hit, of: question.kind)
    return (answer, use(question, at: now))
  }

  /// What is in memory and may be used, stale where it is not fresh.
  func known(_ question: CatalogQuestion, at now: Timestamp) -> CatalogAnswer? {
    guard let entry = memory.peek(question) else { return nil }
    let age = policy.age(of: entry, at: now)
    return age == .gone ? nil : answer(entry, isStale: age != .fresh)
  }

  /// Those of which nothing is in memory, unless the store had nothing a moment ago.
  func unread(_ questions: [CatalogQuestion], at now: Timestamp) -> [CatalogQuestion] {
    questions.filter { memory.peek($0) == nil && !memory.isAbsent($0, at: now) }
  }

  /// What the store has of some questions.
  mutating func remember(
    _ found: [CatalogQuestion: CatalogEntry], of questions: [CatalogQuestion], at now: Timestamp
  ) {
    for question in questions {
      guard let entry = found[question] else {
        memory.noteAbsent(question, at: now)
        continue
      }
      // What came meanwhile is newer.
      if memory.peek(question) == nil { memory.keep(entry, of: question, at: now) }
    }
  }

  /// - Parameter refresh: whether fresh copies are passed over. Somebody else sees to it that this is rare.
  mutating func ask(
    _ asker: CatalogAsker, _ question: CatalogQuestion, _ urgency: CatalogUrgency, refresh: Bool, at now: Timestamp
  ) -> [CatalogAction] {
    if !refresh, let entry = fresh(question, at: now) {
      return tell(asker, question, result(entry, isStale: false), .hit) + use(question, at: now)
    }
    guard !hasStopped else { return tell(asker, question, .failure(Self.stopped), .miss) }
    let actions = flights[question] == nil ? begin(question, urgency) : join(question, urgency)
    flights[question]?.askers.append(.init(id: asker, refreshes: refresh))
    if refresh { flights[question]?.asksInAnyCase = true }
    return actions + answerWhereSlow(question, at: now)
  }

  /// One who asked no longer wants to know. What was asked for them goes on.
  mutating func leave(_ asker: CatalogAsker, _ question: CatalogQuestion) {
    flights[question]?.askers.removeAll { $0.id == asker }
  }

  /// One who asked can wait no longer: they are told what there is, or that it took too long. What was asked for them goes
  /// on.
  mutating func settle(_ asker: CatalogAsker, _ question: CatalogQuestion, at now: Timestamp) -> [CatalogAction] {
    guard let flight = flights[question], flight.askers.contains(where: { $0.id == asker }) else { return [] }
    flights[question]?.askers.removeAll { $0.id == asker }
    let (result, use) = whatThereIs(flight, at: now) ?? (.failure(.unavailable(.timeout)), .miss)
    return tell(asker, question, result, use)
  }

  /// A person need not wait behind what is asked for nobody, nor a household behind all else that another has asked.
  private mutating func join(_ question: CatalogQuestion, _ urgency: CatalogUrgency) -> [CatalogAction] {
    guard let flight = flights[question], !urgency.isBackground, flight.urgency != urgency else { return [] }
    if flight.urgency.isBackground { flights[question]?.urgency = urgency }
    if case .asking = flight.stage { return [.hurry(question, urgency)] } else { return [] }
  }

  private mutating func begin(_ question: CatalogQuestion, _ urgency: CatalogUrgency) -> [CatalogAction] {
    lastFlight += 1
    var flight = CatalogFlight(number: lastFlight, urgency: urgency)
    flight.copy = memory.peek(question)
    flights[question] = flight
    return [.read(question, flight: flight.number)] + wait(question)
  }

  // MARK: News

  /// What the store has of a question, nil where it has nothing. It may come late, when the source was asked without it.
  mutating func storeSaid(
    _ reply: Result<CatalogEntry?, CatalogStoreError>, of question: CatalogQuestion, flight number: UInt64,
    at now: Timestamp
  ) -> [CatalogAction] {
    var actions: [CatalogAction] = []
    switch reply {
    // Many ask: that is no failure.
    case .failure(.crowded) where storeWorks(at: now): break
    case .failure(let error): actions = storeFailed(.read, error, at: now)
    case .success: break
    }
    guard let flight = flights[question], flight.number == number else { return actions }
    if case .success(let entry?) = reply, !flight.isCleared {
      flights[question]?.learn(entry)
      if let copy = flights[question]?.copy { memory.keep(copy, of: question, at: now) }
    }
    let isFresh = hasFreshCopy(question, at: now)
    if isFresh { actions += answerFresh(question, at: now) }
    guard case .reading = flight.stage else { return actions + answerWhereSlow(question, at: now) }
    guard isFresh, !flight.asksInAnyCase else { return actions + askSource(question) }
    return actions + land(question)
  }

  /// What the source says of a question before its answer.
  mutating func sourceTold(
    _ news: SourceNews, of question: CatalogQuestion, flight number: UInt64, at now: Timestamp
  ) -> [CatalogAction] {
    guard let flight = flights[question], flight.number == number else { return [] }
    switch news {
    case .partly(let facts):
      // What it will say besides is what it said before, as far as anybody knows.
      let whole = flight.copy?.facts.map { facts.filled(from: $0) } ?? facts
      flights[question]?.part = flight.entry(of: whole, at: now)
    case .heldUp: flights[question]?.isHeldUp = true
    case .restFailed: flights[question]?.lacksRest = true
    case .requested, .dropped: break
    }
    return answerWhereSlow(question, at: now)
  }

  /// What the source says of a question.
  mutating func sourceSaid(
    _ result: Result<CatalogFacts, CatalogFailure>, of question: CatalogQuestion, flight number: UInt64,
    at now: Timestamp
  ) -> [CatalogAction] {
    guard let flight = flights[question], flight.number == number, case .asking = flight.stage else { return [] }
    tally.note(result, of: question.kind, at: now)
    switch result {
    case .success(let facts): return complete(question, facts, at: now)
    case .failure(.notFound): return complete(question, nil, at: now)
    case .failure(let failure): return end(question, with: failure, at: now)
    }
  }

  /// The time of a `wait` is over.
  mutating func timePassed(
    _ question: CatalogQuestion, flight number: UInt64, at now: Timestamp
  ) -> [CatalogAction] {
    guard let flight = flights[question], flight.number == number else { return [] }
    flights[question]?.wait = flight.wait.next
    var actions = wait(question)
    if case .reading = flight.stage {
      if !storeWorks(at: now) {
        actions += storeFailed(.read, .silent, at: now) + askSource(question)
      } else if flights[question]?.wait != .patient {
        // It answers others, and many ask: that is no failure, but enough waiting.
        actions += askSource(question)
      }
    }
    return actions + answerWhereSlow(question, at: now)
  }

  mutating func storeAnswered(at now: Timestamp) { storeAnsweredAt = now }

  /// Whether the store has answered somebody within the time that it has for one.
  private func storeWorks(at now: Timestamp) -> Bool {
    storeAnsweredAt.map { abs(now.microseconds - $0.microseconds) <= Self.longestRead } ?? false
  }

  private static let longestRead: Int64 = 500_000

  mutating func storeFailed(
    _ operation: StoreOperation, _ error: CatalogStoreError, at now: Timestamp
  ) -> [CatalogAction] {
    [.noteFailure(operation, trouble.note(operation, error.description, at: now))]
  }

  // MARK: Clearing and stopping

  /// Forgets what is known of the questions of a kind, or of an id, or of all. What is being asked is answered all the same.
  mutating func clear(kind: CatalogQuestion.Kind?, id: String?) {
    func isCleared(_ question: CatalogQuestion) -> Bool {
      (kind == nil || kind == question.kind) && (id == nil || id == question.id)
    }
    memory.removeAll(where: isCleared)
    for question in flights.keys where isCleared(question) {
      flights[question]?.copy = nil
      flights[question]?.isCleared = true
    }
  }

  /// Nobody is asked any more; all who wait are answered with what there is.
  mutating func stop(at now: Timestamp) -> [CatalogAction] {
    hasStopped = true
    return flights.keys.sorted { $0.id < $1.id }
      .flatMap { question in end(question, with: Self.stopped, at: now) }
  }

  private static let stopped = CatalogFailure.unavailable(.resting)
}
