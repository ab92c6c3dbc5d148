import MovieNightPrimitives
import Testing

@testable import Catalog

@Suite struct CatalogStateMachineTests {
  private let question = CatalogQuestion.movie(550)
  private let season = CatalogQuestion.season(series: 1396, 1)
  private let episode = CatalogQuestion.episode(series: 1396, season: 1, 2)
  private let down = CatalogFailure.unavailable(.status(503))

  private func movie(_ title: String, id: Int = 550) -> CatalogFacts { .movie(MovieFacts(id: id, title: title)) }

  private func entry(_ facts: CatalogFacts?, _ bench: StateMachineHarness, daysAgo: Int64) -> CatalogEntry {
    let at = bench.now.advanced(bySeconds: -daysAgo * Timestamp.secondsPerDay)
    return CatalogEntry(facts: facts, fetchedAt: at, changedAt: at)
  }

  // MARK: Fresh copies

  @Test func freshCopyInMemoryAnswersSecondCall() {
    var bench = StateMachineHarness()
    let first = bench.ask(question)
    #expect(bench.asked.isEmpty && bench.answers.isEmpty)
    bench.storeReturns(.success(nil))
    #expect(bench.asked.map(\.question) == [question])
    bench.sourceAnswers(.success(movie("A")))
    let fetched = bench.now
    bench.pass(seconds: 60)
    let second = bench.ask(question)
    #expect(bench.answer(first) == bench.answer(second))
    #expect(bench.answer(second)?.fetchedAt == fetched && bench.answer(second)?.isStale == false)
    #expect(bench.cached(question) == bench.answer(second))
    #expect(bench.reads.isEmpty && bench.asked.isEmpty)
    #expect((bench.count(.movie).misses, bench.count(.movie).hits) == (1, 2))
    #expect(bench.writes.map(\.entry.facts) == [movie("A")])
  }

  @Test func freshCopyInStoreAnswersAfterRestart() {
    var bench = StateMachineHarness()
    let asker = bench.ask(question)
    let kept = entry(movie("A"), bench, daysAgo: 0)
    bench.storeReturns(.success(kept))
    #expect(bench.answer(asker)?.fetchedAt == kept.fetchedAt)
    #expect(bench.uses[asker] == .hit && bench.asked.isEmpty)
    #expect(bench.cached(question) != nil, "it is in memory now")
  }

  @Test func cachedLookupSkipsCopyPastItsLifetime() {
    var bench = StateMachineHarness()
    bench.learn(question, movie("A"))
    bench.pass(seconds: Timestamp.secondsPerDay)
    #expect(bench.cached(question) == nil)
    bench.ask(question)
    bench.storeReturns(.success(nil))
    #expect(bench.asked.count == 1)
  }

  @Test func refreshAsksSourceDespiteFreshCopy() {
    var bench = StateMachineHarness()
    bench.learn(question, movie("A"))
    bench.pass(seconds: 1)
    let refresher = bench.ask(question, refresh: true)
    let other = bench.ask(question)
    #expect(bench.answer(other) != nil && bench.answer(refresher) == nil)
    bench.storeReturns(.success(entry(movie("A"), bench, daysAgo: 0)))
    #expect(bench.answer(refresher) == nil)
    bench.sourceAnswers(.success(movie("B")))
    #expect(bench.answer(refresher)?.facts == movie("B"))
    #expect(bench.cached(question)?.facts == movie("B"))
  }

  @Test func callerJoiningRefreshIsAnsweredFromStore() {
    var bench = StateMachineHarness()
    let refresher = bench.ask(question, refresh: true)
    let other = bench.ask(question)
    bench.storeReturns(.success(entry(movie("A"), bench, daysAgo: 0)))
    #expect(bench.uses[other] == .hit && bench.answer(refresher) == nil)
    #expect(bench.asked.count == 1)
  }

  @Test func memoryKeepsOnlyTheLatestAnswers() {
    var bench = StateMachineHarness(memoryEntries: 10)
    for id in 1...30 { bench.learn(.movie(id), movie("A", id: id)) }
    func cachedIDs() -> [Int] { (1...60).filter { bench.stateMachine.memory.peek(.movie($0)) != nil } }
    #expect(cachedIDs().count <= 10 && cachedIDs().contains(30) && !cachedIDs().contains(1))
    // The limit also holds while entries are used.
    for id in 31...60 {
      bench.learn(.movie(id), movie("A", id: id))
      for other in 1...60 { _ = bench.cached(.movie(other)) }
      #expect(cachedIDs().count <= 10)
    }
  }

  @Test(arguments: [(5000, 0), (150, 4000)])
  func longAnswerTakesSeveralMemoryEntries(episodes count: Int, overview length: Int) {
    var bench = StateMachineHarness(memoryEntries: 10)
    let overview = String(repeating: "a", count: length)
    let episodes = (1...count).map {
      EpisodeFacts(seriesID: 1396, seasonNumber: 1, episodeNumber: $0, overview: overview)
    }
    bench.learn(question, movie("A"))
    for number in 1...2 {
      let facts = SeasonFacts(seriesID: 1396, seasonNumber: number, episodes: episodes)
      bench.learn(.season(series: 1396, number), .season(facts))
    }
    #expect(bench.cached(question) == nil)
  }

  @Test func useInMemoryTouchesStoreOnceAnHour() {
    var bench = StateMachineHarness()
    bench.learn(question, movie("A"))
    bench.pass(seconds: 3599)
    _ = bench.cached(question)
    #expect(bench.touches.isEmpty)
    bench.pass(seconds: 1)
    _ = bench.cached(question)
    bench.ask(question)
    #expect(bench.touches == [question])
  }

  // MARK: Partial answers and priority

  /// A partial answer that matches the old copy does not count as a change.
  @Test func partialAnswerIsFilledFromOldCopy() {
    var bench = StateMachineHarness()
    let whole = CatalogFacts.movie(MovieFacts(id: 550, title: "Der Club", overview: "Soap."))
    bench.learn(question, whole)
    let learned = bench.now
    bench.pass(seconds: 2 * Timestamp.secondsPerDay)
    let asker = bench.ask(question)
    bench.storeReturns(.success(nil))
    bench.sourceAnswersPartly(.movie(MovieFacts(id: 550, title: "Der Club")))
    #expect(bench.answer(asker) == nil)
    bench.settle(asker, question)
    #expect(bench.answer(asker)?.facts == whole && bench.answer(asker)?.isStale == false)
    #expect(bench.answer(asker)?.changedAt == learned)
    #expect(bench.uses[asker] == .miss && bench.cached(question) == nil)
  }

  @Test func heldUpRequestWithoutCopyKeepsCallerWaiting() {
    var bench = StateMachineHarness()
    let first = bench.ask(question)
    bench.storeReturns(.success(nil))
    bench.sourceIsThrottled()
    #expect(bench.answers[first] == nil)
    bench.sourceAnswers(.success(movie("A")))
    #expect(bench.answer(first)?.facts == movie("A"))
  }

  @Test func lateStoreCopyAnswersHeldUpCaller() {
    var bench = StateMachineHarness()
    let asker = bench.ask(question)
    bench.pass(milliseconds: 500)
    bench.sourceIsThrottled()
    bench.storeReturns(.success(entry(movie("A"), bench, daysAgo: 3)))
    #expect(bench.answer(asker)?.isStale == true)
  }

  @Test func personRaisesPriorityOfBackgroundRequest() {
    var bench = StateMachineHarness()
    bench.ask(question, .background)
    bench.ask(question, .background)
    bench.storeReturns(.success(nil))
    #expect(bench.asked[0].priority == .background && bench.prioritized.isEmpty)
    bench.ask(question)
    bench.ask(question)
    #expect(bench.prioritized == [question])
    // If the source has not been asked yet, the request goes out with the higher priority.
    bench.ask(season, .background)
    bench.ask(season)
    bench.storeReturns(.success(nil))
    #expect(bench.asked[1].priority == .person && bench.prioritized == [question])
  }

  @Test func secondHouseholdRaisesPriorityOfRequest() {
    let (alice, bob) = (CatalogTenant(high: 0, low: 1), CatalogTenant(high: 0, low: 2))
    var bench = StateMachineHarness()
    bench.ask(question, .person(of: alice))
    bench.storeReturns(.success(nil))
    bench.ask(question, .person(of: alice))
    #expect(bench.prioritized.isEmpty)
    bench.ask(question, .person(of: bob))
    #expect(bench.prioritized == [question])
  }

  /// Texts of the old copy are not lost because the source could not deliver them this time.
  @Test func incompleteAnswerKeepsTextsOfOldCopy() {
    var bench = StateMachineHarness()
    let before = CatalogFacts.movie(MovieFacts(id: 550, title: "Der Club", overview: "Soap."))
    let now = CatalogFacts.movie(MovieFacts(id: 550, title: "Der Club", overview: nil))
    bench.ask(question)
    bench.storeReturns(.success(entry(before, bench, daysAgo: 3)))
    bench.sourceFailsRemainder()
    bench.sourceAnswers(.success(now))
    #expect(bench.writes.last?.entry.facts == before)
    let changedAt = bench.writes.last?.entry.changedAt
    #expect(changedAt?.microseconds ?? .max < bench.now.microseconds, "nothing has changed")
    // A complete answer without the texts removes them.
    bench.ask(question, refresh: true)
    bench.storeReturns(.success(nil))
    bench.sourceAnswers(.success(now))
    #expect(bench.writes.last?.entry.facts == now)
  }

  // MARK: One request per question

  @Test func hundredConcurrentCallsAskSourceOnce() {
    var bench = StateMachineHarness()
    let askers = (0..<50).map { _ in bench.ask(question) }
    bench.storeReturns(.success(nil))
    let later = (0..<50).map { _ in bench.ask(question) }
    #expect(bench.reads.isEmpty && bench.asked.count == 1)
    bench.sourceAnswers(.success(movie("A")))
    #expect((askers + later).allSatisfy { bench.answers[$0]?.count == 1 && bench.answer($0)?.facts == movie("A") })
  }

  @Test func leavingCallerDoesNotCancelRequest() {
    var bench = StateMachineHarness()
    let asker = bench.ask(question)
    bench.storeReturns(.success(nil))
    bench.stateMachine.leave(asker, question)
    bench.sourceAnswers(.success(movie("A")))
    #expect(bench.answers.isEmpty)
    #expect(bench.cached(question) != nil && bench.writes.count == 1)
  }

  @Test func answerToEarlierRequestIsIgnored() {
    var bench = StateMachineHarness()
    bench.learn(question, movie("A"))
    let flight = bench.stateMachine.flights[question]?.number
    #expect(flight == nil)
    let asker = bench.ask(question, refresh: true)
    let late = bench.stateMachine.sourceAnswered(
      .success(movie("Z")), of: question, flight: 1, at: bench.now)
    #expect(late.isEmpty && bench.answer(asker) == nil)
  }

  // MARK: Season and episode

  @Test func seasonAndEpisodeAreCachedIndependently() {
    let listed = EpisodeFacts(seriesID: 1396, seasonNumber: 1, episodeNumber: 2, name: "of the list")
    let own = EpisodeFacts(seriesID: 1396, seasonNumber: 1, episodeNumber: 2, name: "its own")
    let list = CatalogFacts.season(SeasonFacts(seriesID: 1396, seasonNumber: 1, episodes: [listed]))
    var bench = StateMachineHarness()
    bench.learn(season, list)
    #expect(bench.cached(episode) == nil)
    bench.learn(episode, .episode(own))
    #expect(bench.cached(season)?.facts == list)
    bench.stateMachine.clear(kind: .season, id: "1396/1")
    #expect(bench.cached(season) == nil && bench.cached(episode)?.facts == .episode(own))
    bench.learn(season, list)
    bench.stateMachine.clear(kind: .episode, id: nil)
    #expect(bench.cached(season)?.facts == list && bench.cached(episode) == nil)
    // An unknown episode does not affect its season.
    bench.ask(episode)
    bench.storeReturns(.success(nil))
    bench.sourceAnswers(.failure(.notFound))
    #expect(bench.cached(season)?.facts == list)
  }

  // MARK: Failures and timeouts

  @Test(arguments: [
    CatalogFailure.unauthorised(status: 401), .limited(retryAfterMilliseconds: 1000), .unavailable(.status(500)),
    .unavailable(.timeout), .unavailable(.connection), .unavailable(.certificate), .unavailable(.unexpectedBody),
    .unavailable(.queueFull), .unavailable(.circuitOpen),
  ])
  func failureIsAnsweredWithCopyUpTo180DaysOld(failure: CatalogFailure) {
    for days in [2, 180] as [Int64] {
      var bench = StateMachineHarness()
      let kept = entry(movie("A"), bench, daysAgo: days)
      let asker = bench.ask(question)
      bench.storeReturns(.success(kept))
      bench.sourceAnswers(.failure(failure))
      #expect(
        bench.answer(asker)
          == CatalogAnswer(
            facts: movie("A"), source: .tmdb, fetchedAt: kept.fetchedAt, changedAt: kept.changedAt, isStale: true))
      #expect(bench.count(.movie).stale == 1 && bench.count(.movie).errors == 0)
    }
    let replies: [Result<CatalogEntry?, CatalogStoreError>] = [
      .success(nil), .failure(CatalogStoreError("damaged")),
      .success(entry(movie("A"), StateMachineHarness(), daysAgo: 181)),
    ]
    for reply in replies {
      var bench = StateMachineHarness()
      let asker = bench.ask(question)
      bench.storeReturns(reply)
      bench.sourceAnswers(.failure(failure))
      #expect(bench.failure(asker) == failure && bench.count(.movie).errors == 1)
      // Failures are not cached, so the next call asks again and succeeds.
      let next = bench.ask(question)
      bench.storeReturns(.success(nil))
      bench.sourceAnswers(.success(movie("B")))
      #expect(bench.answer(next)?.facts == movie("B"))
    }
  }

  @Test func oldCopyAnswersAfterTwoSilentSecondsAndIsRefreshed() {
    var bench = StateMachineHarness()
    let asker = bench.ask(question)
    bench.storeReturns(.success(entry(movie("A"), bench, daysAgo: 3)))
    bench.pass(milliseconds: 1999)
    #expect(bench.answers.isEmpty)
    bench.pass(milliseconds: 1)
    #expect(bench.answer(asker)?.facts == movie("A") && bench.answer(asker)?.isStale == true)
    let later = bench.ask(question)
    #expect(bench.answer(later)?.isStale == true, "the source is silent already")
    #expect(bench.asked.count == 1)
    bench.sourceAnswers(.success(movie("B")))
    #expect(bench.cached(question)?.facts == movie("B"))
    #expect(bench.answers.values.allSatisfy { $0.count == 1 })
  }

  @Test func callWithoutCopyTimesOutAfterTenSeconds() {
    var bench = StateMachineHarness()
    let asker = bench.ask(question)
    bench.storeReturns(.success(nil))
    bench.pass(milliseconds: 9999)
    #expect(bench.answers.isEmpty)
    bench.pass(milliseconds: 1)
    #expect(bench.failure(asker) == .unavailable(.timeout))
    let later = bench.ask(question)
    #expect(bench.failure(later) == .unavailable(.timeout) && bench.asked.count == 1)
    bench.sourceAnswers(.success(movie("B")))
    #expect(bench.cached(question)?.facts == movie("B"))
  }

  @Test func notFoundAnswerIsCachedForTenMinutes() {
    var bench = StateMachineHarness()
    let first = bench.ask(question)
    bench.storeReturns(.success(entry(movie("A"), bench, daysAgo: 2)))
    bench.sourceAnswers(.failure(.notFound))
    #expect(bench.failure(first) == .notFound, "that is an answer: the copy is none any more")
    #expect(bench.writes.map(\.entry.facts) == [nil])
    bench.pass(seconds: 599)
    let second = bench.ask(question)
    #expect(bench.failure(second) == .notFound && bench.uses[second] == .hit)
    bench.pass(seconds: 1)
    let third = bench.ask(question)
    bench.storeReturns(.success(nil))
    bench.sourceAnswers(.failure(down))
    #expect(bench.failure(third) == down)
    #expect(bench.count(.movie).notFound == 2 && bench.count(.movie).errors == 1)
  }

  @Test func unchangedFactsKeepTheirChangeTime() {
    var bench = StateMachineHarness()
    bench.learn(question, movie("A"))
    let first = bench.now
    bench.pass(seconds: 100)
    bench.learn(question, movie("A"))
    #expect(bench.cached(question)?.changedAt == first && bench.cached(question)?.fetchedAt == bench.now)
    bench.pass(seconds: 100)
    bench.learn(question, movie("B"))
    #expect(bench.cached(question)?.changedAt == bench.now)
  }

  // MARK: The store

  @Test func sourceIsAskedAfter500MillisecondsWithoutStoreReply() {
    var bench = StateMachineHarness()
    let asker = bench.ask(question)
    bench.pass(milliseconds: 500)
    #expect(bench.asked.count == 1 && bench.reports.map(\.failedReads) == [1])
    // The late reply still serves as the fallback.
    bench.storeReturns(.success(entry(movie("A"), bench, daysAgo: 3)))
    bench.sourceAnswers(.failure(down))
    #expect(bench.answer(asker)?.isStale == true)
  }

  @Test func freshCopyFromSlowStoreAnswersBeforeSource() {
    var bench = StateMachineHarness()
    let asker = bench.ask(question)
    bench.pass(milliseconds: 500)
    bench.storeReturns(.success(entry(movie("A"), bench, daysAgo: 0)))
    #expect(bench.uses[asker] == .hit)
    bench.sourceAnswers(.success(movie("B")))
    #expect(bench.answers[asker]?.count == 1)
  }

  @Test func storeFailuresAreReportedOnceAMinute() {
    var bench = StateMachineHarness()
    bench.writeFails()
    bench.writeFails()
    bench.ask(question)
    bench.storeReturns(.failure(CatalogStoreError("damaged")))
    #expect(bench.asked.count == 1)
    #expect(bench.reports.map(\.failedWrites) == [1])
    bench.pass(seconds: 60)
    bench.writeFails()
    #expect(bench.reports.count == 2)
    #expect(bench.reports.last == StoreReport(failedReads: 1, failedWrites: 2, message: "full"))
  }

  @Test func clearedCopyIsNotRestoredByPendingRead() {
    var bench = StateMachineHarness()
    bench.learn(question, movie("A"))
    bench.stateMachine.clear(kind: .movie, id: "551")
    #expect(bench.cached(question) != nil)
    bench.stateMachine.clear(kind: nil, id: "550")
    #expect(bench.cached(question) == nil)
    let asker = bench.ask(question)
    bench.stateMachine.clear(kind: nil, id: nil)
    // This reply belongs to a read that began before the copy was cleared.
    bench.storeReturns(.success(entry(movie("A"), bench, daysAgo: 0)))
    bench.sourceAnswers(.failure(down))
    #expect(bench.failure(asker) == down)
  }

  @Test func clearedCopyIsNoFallbackForWaitingCaller() {
    var bench = StateMachineHarness()
    bench.learn(question, movie("A"))
    bench.pass(seconds: 2 * Timestamp.secondsPerDay)
    let asker = bench.ask(question)
    bench.storeReturns(.success(nil))
    bench.stateMachine.clear(kind: .movie, id: nil)
    bench.sourceAnswers(.failure(down))
    #expect(bench.failure(asker) == down)
  }

  @Test func storeReplyToEarlierRequestIsIgnored() {
    var bench = StateMachineHarness()
    bench.ask(question)
    bench.pass(milliseconds: 500)
    bench.sourceAnswers(.success(movie("A")))
    bench.stateMachine.clear(kind: nil, id: nil)
    let asker = bench.ask(question)
    // This late reply belongs to a read that began before the copy was cleared.
    bench.storeReturns(.success(entry(movie("Z"), bench, daysAgo: 0)))
    #expect(bench.answer(asker) == nil && bench.cached(question) == nil)
  }

  @Test(arguments: [(3, "B"), (5, "A")] as [(Int64, String)])
  func newerOfMemoryAndStoreCopyIsUsed(daysOfTheStores: Int64, title: String) {
    var bench = StateMachineHarness()
    bench.learn(question, movie("A"))
    bench.pass(seconds: 4 * Timestamp.secondsPerDay)
    let asker = bench.ask(question)
    // The store's copy is newer if another server has asked the source, and older if this server's write has failed.
    bench.storeReturns(.success(entry(movie("B"), bench, daysAgo: daysOfTheStores)))
    bench.sourceAnswers(.failure(down))
    #expect(bench.answer(asker)?.facts == movie(title))
  }

  // MARK: State and shutdown

  @Test func stateReflectsLastRequestToSource() {
    var bench = StateMachineHarness()
    func fail(_ failure: CatalogFailure) {
      bench.ask(question, refresh: true)
      bench.storeReturns(.success(nil))
      bench.sourceAnswers(.failure(failure))
    }
    #expect(bench.stateMachine.counters.state == .ok)
    fail(.unauthorised(status: 403))
    #expect(bench.stateMachine.counters.state == .unauthorised)
    #expect(
      bench.stateMachine.counters.lastError?.status == 403
        && bench.stateMachine.counters.lastError?.kind == "unauthorised")
    fail(.limited(retryAfterMilliseconds: 1))
    #expect(bench.stateMachine.counters.state == .limited && bench.stateMachine.counters.lastError?.status == 429)
    fail(.unavailable(.timeout))
    fail(.unavailable(.circuitOpen))
    #expect(bench.stateMachine.counters.state == .unavailable)
    #expect(
      bench.stateMachine.counters.lastError?.kind == "timeout"
        && bench.stateMachine.counters.lastError?.operation == .movie)
    #expect(bench.stateMachine.counters.lastSuccessAt == nil)
    fail(.notFound)
    #expect(bench.stateMachine.counters.state == .ok && bench.stateMachine.counters.lastSuccessAt == bench.now)
    #expect(bench.stateMachine.counters.lastError != nil)
  }

  @Test func stopAnswersAllWaitingCallers() {
    var bench = StateMachineHarness()
    let (first, second) = (bench.ask(question), bench.ask(season))
    bench.storeReturns(.success(entry(movie("A"), bench, daysAgo: 2)))
    bench.stop()
    #expect(bench.answer(first)?.isStale == true && bench.failure(second) == .unavailable(.circuitOpen))
    let third = bench.ask(episode)
    #expect(bench.failure(third) == .unavailable(.circuitOpen) && bench.reads.count == 1)
    bench.sourceAnswers(.success(movie("B")))
    #expect(bench.answers.values.allSatisfy { $0.count == 1 })
  }
}
