import MovieNightPrimitives

/// The state machine of the cache. It decides what to read, ask and answer, and performs no I/O.
///
/// Every call takes the time and returns actions to perform. A question has at most one pending lookup (a flight):
///
///     asked -> (fresh in memory: answered)
///           -> store read -> (fresh there: answered)
///           -> source asked -> answered, kept
///
/// If the source fails, is paused, or does not answer within 2 s, askers get a stale copy. Without a copy, they wait up
/// to 10 s, or until `settle`. A flight ends when the source has answered, even if no asker is left.
struct CatalogStateMachine: Sendable {
  let policy: CachePolicy
  let sourceName: CatalogSourceName
  var counters = CatalogCounters()
  var errorState = StoreErrorState()
  var memory: CatalogMemory
  var flights: [CatalogQuestion: CatalogFlight] = [:]
  private var lastFlight: UInt64 = 0
  private(set) var hasStopped = false
  private var storeAnsweredAt: Timestamp?

  init(policy: CachePolicy, source: CatalogSourceName, memoryEntries: Int = 2000) {
    self.policy = policy
    sourceName = source
    memory = CatalogMemory(count: memoryEntries)
  }

  // MARK: Looking up answers

  /// Returns the fresh copy in memory, which counts as a hit. Returns nil if there is none, or if it is a `notFound`.
  mutating func cached(_ question: CatalogQuestion, at now: Timestamp) -> (CatalogAnswer?, [CatalogAction]) {
    guard let entry = freshEntry(question, at: now), let answer = answer(entry, isStale: false) else {
      return (nil, [])
    }
    counters.count(.success(answer), .hit, of: question.kind)
    return (answer, use(question, at: now))
  }

  /// Returns the copy in memory, fresh or stale; nil if there is none that may be used.
  func known(_ question: CatalogQuestion, at now: Timestamp) -> CatalogAnswer? {
    guard let entry = memory.peek(question) else { return nil }
    let age = policy.age(of: entry, at: now)
    return age == .gone ? nil : answer(entry, isStale: age != .fresh)
  }

  /// Returns the questions that have no entry in memory, except for those for which the store recently had none either.
  func notInMemory(_ questions: [CatalogQuestion], at now: Timestamp) -> [CatalogQuestion] {
    questions.filter { memory.peek($0) == nil && !memory.isAbsent($0, at: now) }
  }

  mutating func remember(
    _ found: [CatalogQuestion: CatalogEntry], of questions: [CatalogQuestion], at now: Timestamp
  ) {
    for question in questions {
      guard let entry = found[question] else {
        memory.noteAbsent(question, at: now)
        continue
      }
      // An entry that is already in memory is newer than the one from the store.
      if memory.peek(question) == nil { memory.keep(entry, of: question, at: now) }
    }
  }

  /// Asks a question. With `refresh`, asks the source despite a fresh copy; the caller ensures that this is rare.
  mutating func ask(
    _ asker: CatalogAsker, _ question: CatalogQuestion, _ priority: CatalogPriority, refresh: Bool, at now: Timestamp
  ) -> [CatalogAction] {
    if !refresh, let entry = freshEntry(question, at: now) {
      return deliver(asker, question, result(entry, isStale: false), .hit) + use(question, at: now)
    }
    guard !hasStopped else { return deliver(asker, question, .failure(Self.stopped), .miss) }
    let actions = flights[question] == nil ? begin(question, priority) : join(question, priority)
    flights[question]?.askers.append(.init(id: asker, refreshes: refresh))
    if refresh { flights[question]?.alwaysAsksSource = true }
    return actions + answerOverdueAskers(question, at: now)
  }

  /// Removes an asker. The lookup continues.
  mutating func leave(_ asker: CatalogAsker, _ question: CatalogQuestion) {
    flights[question]?.askers.removeAll { $0.id == asker }
  }

  /// Answers an asker that can wait no longer, with the best available answer or with a timeout. The lookup continues.
  mutating func settle(_ asker: CatalogAsker, _ question: CatalogQuestion, at now: Timestamp) -> [CatalogAction] {
    guard let flight = flights[question], flight.askers.contains(where: { $0.id == asker }) else { return [] }
    flights[question]?.askers.removeAll { $0.id == asker }
    let (result, use) = bestAvailableAnswer(flight, at: now) ?? (.failure(.unavailable(.timeout)), .miss)
    return deliver(asker, question, result, use)
  }

  /// Raises a pending lookup's priority, so that a person need not wait for background requests or others.
  private mutating func join(_ question: CatalogQuestion, _ priority: CatalogPriority) -> [CatalogAction] {
    guard let flight = flights[question], !priority.isBackground, flight.priority != priority else { return [] }
    if flight.priority.isBackground { flights[question]?.priority = priority }
    if case .asking = flight.stage { return [.raisePriority(question, priority)] } else { return [] }
  }

  private mutating func begin(_ question: CatalogQuestion, _ priority: CatalogPriority) -> [CatalogAction] {
    lastFlight += 1
    var flight = CatalogFlight(number: lastFlight, priority: priority)
    flight.copy = memory.peek(question)
    flights[question] = flight
    return [.read(question, flight: flight.number)] + wait(question)
  }

  // MARK: Replies of the store and the source

  /// Processes the store's reply: nil if it has no entry. The reply may arrive after the source has been asked.
  mutating func storeReturned(
    _ reply: Result<CatalogEntry?, CatalogStoreError>, of question: CatalogQuestion, flight number: UInt64,
    at now: Timestamp
  ) -> [CatalogAction] {
    var actions: [CatalogAction] = []
    switch reply {
    // If the store responds, but too many reads are queued, the store has not failed.
    case .failure(.queueFull) where isStoreResponsive(at: now): break
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
    guard case .reading = flight.stage else { return actions + answerOverdueAskers(question, at: now) }
    guard isFresh, !flight.alwaysAsksSource else { return actions + askSource(question) }
    return actions + finishFlight(question)
  }

  mutating func sourceUpdated(
    _ update: SourceUpdate, of question: CatalogQuestion, flight number: UInt64, at now: Timestamp
  ) -> [CatalogAction] {
    guard let flight = flights[question], flight.number == number else { return [] }
    switch update {
    case .partial(let facts):
      // The earlier answer supplies missing texts.
      let whole = flight.copy?.facts.map { facts.filled(from: $0) } ?? facts
      flights[question]?.part = flight.entry(of: whole, at: now)
    case .throttled: flights[question]?.isThrottled = true
    case .remainderFailed: flights[question]?.lacksRemainder = true
    case .requested, .dropped: break
    }
    return answerOverdueAskers(question, at: now)
  }

  mutating func sourceAnswered(
    _ result: Result<CatalogFacts, CatalogFailure>, of question: CatalogQuestion, flight number: UInt64,
    at now: Timestamp
  ) -> [CatalogAction] {
    guard let flight = flights[question], flight.number == number, case .asking = flight.stage else { return [] }
    counters.note(result, of: question.kind, at: now)
    switch result {
    case .success(let facts): return complete(question, facts, at: now)
    case .failure(.notFound): return complete(question, nil, at: now)
    case .failure(let failure): return end(question, with: failure, at: now)
    }
  }

  mutating func timePassed(
    _ question: CatalogQuestion, flight number: UInt64, at now: Timestamp
  ) -> [CatalogAction] {
    guard let flight = flights[question], flight.number == number else { return [] }
    flights[question]?.wait = flight.wait.next
    var actions = wait(question)
    if case .reading = flight.stage {
      if !isStoreResponsive(at: now) {
        actions += storeFailed(.read, .silent, at: now) + askSource(question)
      } else if flights[question]?.wait != .patient {
        // A busy store has not failed, but the lookup no longer waits for it.
        actions += askSource(question)
      }
    }
    return actions + answerOverdueAskers(question, at: now)
  }

  mutating func storeAnswered(at now: Timestamp) { storeAnsweredAt = now }

  /// Whether the store has answered recently, that is, within the maximum time for a read.
  private func isStoreResponsive(at now: Timestamp) -> Bool {
    storeAnsweredAt.map { abs(now.microseconds - $0.microseconds) <= Self.longestRead } ?? false
  }

  private static let longestRead: Int64 = 500_000

  mutating func storeFailed(
    _ operation: StoreOperation, _ error: CatalogStoreError, at now: Timestamp
  ) -> [CatalogAction] {
    [.noteFailure(operation, errorState.note(operation, error.description, at: now))]
  }

  // MARK: Clearing and stopping

  /// Removes entries from memory: of a kind, with an id, with both, or all. Pending lookups are still answered.
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

  /// Stops asking the source. Answers all askers with the best available answer, or with a failure.
  mutating func stop(at now: Timestamp) -> [CatalogAction] {
    hasStopped = true
    return flights.keys.sorted { $0.id < $1.id }
      .flatMap { question in end(question, with: Self.stopped, at: now) }
  }

  private static let stopped = CatalogFailure.unavailable(.circuitOpen)
}
