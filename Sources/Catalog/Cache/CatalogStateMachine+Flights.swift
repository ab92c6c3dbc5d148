import MovieNightPrimitives

extension CatalogStateMachine {
  func hasFreshCopy(_ question: CatalogQuestion, at now: Timestamp) -> Bool {
    flights[question]?.copy.map { policy.age(of: $0, at: now) == .fresh } ?? false
  }

  /// Answers all askers that accept a fresh copy.
  mutating func answerFresh(_ question: CatalogQuestion, at now: Timestamp) -> [CatalogAction] {
    guard let flight = flights[question], let copy = flight.copy else { return [] }
    flights[question]?.askers.removeAll { !$0.refreshes }
    return flight.askers.filter { !$0.refreshes }
      .flatMap { deliver($0.id, question, result(copy, isStale: false), .hit) }
  }

  mutating func askSource(_ question: CatalogQuestion) -> [CatalogAction] {
    flights[question]?.stage = .asking
    return flights[question].map { flight in
      [.ask(question, flight.priority, flight: flight.number, cache: flight.copy == nil ? .miss : .stale)]
    } ?? []
  }

  func wait(_ question: CatalogQuestion) -> [CatalogAction] {
    guard let flight = flights[question], let milliseconds = flight.wait.milliseconds else { return [] }
    return [.wait(question, flight: flight.number, milliseconds: milliseconds)]
  }

  /// Answers all askers with the best available answer if they have waited long enough, or if requests to the source
  /// are paused. After the maximum time, askers get a timeout if there is no answer.
  mutating func answerOverdueAskers(_ question: CatalogQuestion, at now: Timestamp) -> [CatalogAction] {
    guard let flight = flights[question], flight.isSlow else { return [] }
    let over: Answered? = flight.wait == .over ? (.failure(.unavailable(.timeout)), .miss) : nil
    guard let (answer, use) = bestAvailableAnswer(flight, at: now) ?? over else { return [] }
    flights[question]?.askers = []
    return flight.askers.flatMap { deliver($0.id, question, answer, use) }
  }

  typealias Answered = (Result<CatalogAnswer, CatalogFailure>, CacheUse)

  /// Returns the source's partial answer, or else a usable copy; nil if there is neither.
  func bestAvailableAnswer(_ flight: CatalogFlight, at now: Timestamp) -> Answered? {
    if let part = flight.part { return (result(part, isStale: false), .miss) }
    return usableCopy(flight.copy, at: now).map { (result($0, isStale: true), .stale) }
  }

  mutating func finishFlight(_ question: CatalogQuestion) -> [CatalogAction] {
    flights.removeValue(forKey: question).map { [.endWait(flight: $0.number)] } ?? []
  }

  mutating func complete(
    _ question: CatalogQuestion, _ facts: CatalogFacts?, at now: Timestamp
  ) -> [CatalogAction] {
    guard let flight = flights[question] else { return [] }
    let before = flight.lacksRemainder ? flight.copy?.facts : nil
    let whole = facts.map { facts in before.map { facts.filled(from: $0) } ?? facts }
    let entry = flight.entry(of: whole, at: now)
    memory.keep(entry, of: question, at: now)
    let answer = result(entry, isStale: false)
    // The entry is written before the answers are sent, so that a later clearing or a shutdown does not miss it.
    return finishFlight(question) + [.write(question, entry)]
      + flight.askers.flatMap { deliver($0.id, question, answer, .miss) }
  }

  /// Ends a flight after the source failed. Answers with the best available answer, or else with the failure.
  mutating func end(_ question: CatalogQuestion, with failure: CatalogFailure, at now: Timestamp) -> [CatalogAction] {
    guard let flight = flights[question] else { return [] }
    let (answer, use) = bestAvailableAnswer(flight, at: now) ?? (.failure(failure), .miss)
    return finishFlight(question) + flight.askers.flatMap { deliver($0.id, question, answer, use) }
  }

  // MARK: Fresh and usable copies

  func freshEntry(_ question: CatalogQuestion, at now: Timestamp) -> CatalogEntry? {
    memory.peek(question).flatMap { policy.age(of: $0, at: now) == .fresh ? $0 : nil }
  }

  mutating func use(_ question: CatalogQuestion, at now: Timestamp) -> [CatalogAction] {
    memory.use(question, at: now) ? [.touch(question)] : []
  }

  func usableCopy(_ copy: CatalogEntry?, at now: Timestamp) -> CatalogEntry? {
    copy.flatMap { policy.age(of: $0, at: now) == .gone ? nil : $0 }
  }

  // MARK: Creating and delivering answers

  func answer(_ entry: CatalogEntry, isStale: Bool) -> CatalogAnswer? {
    entry.facts.map {
      CatalogAnswer(
        facts: $0, source: sourceName, fetchedAt: entry.fetchedAt, changedAt: entry.changedAt, isStale: isStale)
    }
  }

  func result(_ entry: CatalogEntry, isStale: Bool) -> Result<CatalogAnswer, CatalogFailure> {
    answer(entry, isStale: isStale).map { .success($0) } ?? .failure(.notFound)
  }

  mutating func deliver(
    _ asker: CatalogAsker, _ question: CatalogQuestion, _ result: Result<CatalogAnswer, CatalogFailure>, _ use: CacheUse
  ) -> [CatalogAction] {
    counters.count(result, use, of: question.kind)
    return [.answer(asker, question.kind, result, use)]
  }
}
