import MovieNightPrimitives
import Testing

@testable import Catalog

@Suite struct CatalogTests {
  private typealias Answers = CollectedValues<Result<CatalogAnswer, CatalogFailure>>

  private let question = CatalogQuestion.movie(550)
  private let facts = CatalogFacts.movie(MovieFacts(id: 550, title: "Fight Club"))

  @Test func answerIsRequestedOnceAndSurvivesRestart() {
    let world = CacheWorld()
    let catalog = world.catalog()
    let results = Answers()
    for _ in 0..<3 { catalog.find(question, results.take) }
    #expect(world.source.asked == [question] && results.all.isEmpty)
    world.source.answerOldest(.success(facts))
    #expect(results.all.count == 3)
    #expect(results.all.allSatisfy { (try? $0.get().facts) == facts })
    #expect(catalog.cached(question)?.facts == facts)
    // The second catalog acts as another process with the same store.
    let restarted = world.catalog()
    restarted.find(question, results.take)
    #expect(results.all.count == 4 && world.source.asked.isEmpty)
    #expect(world.source.total == 1)
  }

  @Test func languagesAreCachedSeparately() {
    let world = CacheWorld()
    world.catalog().find(question) { _ in }
    world.source.answerOldest(.success(facts))
    let results = Answers()
    world.catalog(CatalogOptions(language: "de-DE")).find(question, results.take)
    #expect(results.all.isEmpty && world.source.asked == [question])
  }

  @Test func staleCopyAnswersWhenSourceIsSilent() throws {
    let world = CacheWorld()
    let catalog = world.catalog()
    catalog.find(question) { _ in }
    world.source.answerOldest(.success(facts))
    world.pass(seconds: 2 * 86_400)
    let results = Answers()
    catalog.find(question, results.take)
    world.pass(seconds: 2)
    #expect(try results.all.map { try $0.get().isStale } == [true])
    world.source.answerOldest(.success(facts))
    #expect(catalog.cached(question)?.isStale == false)
  }

  @Test func answerCancelsItsTimers() {
    let world = CacheWorld()
    let catalog = world.catalog()
    for id in 1...100 {
      catalog.find(.movie(id)) { _ in }
      #expect(world.timers == 1)
      world.source.answerOldest(id % 2 == 0 ? .success(facts) : .failure(.unavailable(.timeout)))
      #expect(world.timers == 0)
    }
    // The timers are also cancelled if the answer comes from the store.
    world.catalog().find(.movie(2)) { _ in }
    #expect(world.timers == 0)
  }

  @Test func settledCallGetsStaleCopyOrTimeoutOnce() throws {
    let world = CacheWorld()
    let catalog = world.catalog()
    let results = Answers()
    catalog.settle(catalog.find(question, results.take))
    #expect(results.all == [.failure(.unavailable(.timeout))])
    world.source.answerOldest(.success(facts))
    #expect(results.all.count == 1 && catalog.cached(question) != nil)
    world.pass(seconds: 2 * 86_400)
    let ticket = catalog.find(question, results.take)
    catalog.settle(ticket)
    catalog.settle(ticket)
    #expect(try results.all.dropFirst().map { try $0.get().isStale } == [true])
  }

  /// The negative entry carries the time of the source's answer.
  @Test func notFoundAnswerCreatesNegativeEntry() {
    let world = CacheWorld()
    let catalog = world.catalog()
    catalog.find(question) { _ in }
    #expect(catalog.negativeEntry(of: question) == nil)
    world.source.answerOldest(.failure(.notFound))
    let answeredAt = world.now
    world.pass(seconds: 60)
    let negativeEntry = catalog.negativeEntry(of: question)
    #expect(negativeEntry?.fetchedAt == answeredAt && negativeEntry?.source == .tmdb && negativeEntry?.isStale == false)
    #expect(negativeEntry?.facts == .found(ExternalIDMatches(movies: [], series: [])))
    catalog.find(.movie(1)) { _ in }
    world.source.answerOldest(.success(facts))
    #expect(catalog.negativeEntry(of: .movie(1)) == nil)
  }

  /// Entries that another process has stored are loaded without a request. A missing entry is remembered for a minute.
  @Test func recallLoadsStoredEntriesWithoutSource() {
    let world = CacheWorld()
    world.catalog().find(question) { _ in }
    world.source.answerOldest(.success(facts))
    let catalog = world.catalog()
    #expect(catalog.notInMemory([question, .movie(1)]) == [question, .movie(1)])
    catalog.recall([question, .movie(1)]) { _ in }
    #expect(catalog.known(question)?.facts == facts && catalog.known(.movie(1)) == nil)
    #expect(catalog.notInMemory([question, .movie(1)]).isEmpty)
    #expect(world.source.total == 1)
    world.pass(seconds: 60)
    #expect(catalog.notInMemory([question, .movie(1)]) == [.movie(1)])
    world.store.isBroken = true
    let done = Locked(0)
    catalog.recall([.movie(1)]) { _ in done.withLock { $0 += 1 } }
    #expect(done.withLock { $0 } == 1 && world.failures(.read) == 1)
  }

  @Test func callerThatLeftIsNotAnswered() {
    let world = CacheWorld()
    let catalog = world.catalog()
    let results = Answers()
    let ticket = catalog.find(question, results.take)
    catalog.leave(ticket)
    world.source.answerOldest(.success(facts))
    #expect(results.all.isEmpty && catalog.cached(question) != nil)
  }

  @Test func unreadableStoreEntryIsAMiss() {
    let key = CatalogStoreKey(kind: "movie", language: "en-US", id: "550")
    let other = CatalogStoreKey(kind: "movie", language: "en-US", id: "551")
    let now = CacheWorld().now
    let entry = CatalogEntry(facts: facts, fetchedAt: now, changedAt: now)
    let whole = StoredEntry.bytes(of: entry, for: key)
    #expect((try? StoredEntry.entry(whole, answering: question, language: "en-US")) == entry)
    for bytes in [[], Array("{}".utf8), Array(whole.dropLast()), StoredEntry.bytes(of: entry, for: other)] {
      let world = CacheWorld()
      world.put(bytes, key)
      let catalog = world.catalog()
      catalog.find(question) { _ in }
      #expect(world.source.asked == [question])
      #expect(world.failures(.read) == 1)
    }
  }

  @Test func requestsSucceedWhileStoreIsBroken() {
    let world = CacheWorld()
    world.store.isBroken = true
    let catalog = world.catalog()
    let results = Answers()
    catalog.find(question, results.take)
    world.source.answerOldest(.success(facts))
    #expect((try? results.all.first?.get().facts) == facts)
    #expect(world.failures(.read) == 1 && world.failures(.write) == 1)
    let report = StoreReport(failedReads: 1, failedWrites: 0, message: "broken")
    #expect(world.events.contains(.storeFailed(.read, report)))
    let status = CollectedValues<CatalogStatus>()
    catalog.status(status.take)
    #expect(status.all.map(\.size) == [nil])
    world.store.isBroken = false
    catalog.find(question, refresh: true, results.take)
    world.source.answerOldest(.success(facts))
    catalog.status(status.take)
    #expect(status.all.last?.size?.entries == 1)
  }

  /// Returns an environment whose store has `count` movies and holds its tasks, and a catalog with none of them in
  /// memory.
  private func makeCatalog(_ count: Int) -> (CacheWorld, Catalog) {
    let world = CacheWorld()
    for id in 1...count {
      let entry = CatalogEntry(
        facts: .movie(MovieFacts(id: id, title: "\(id)")), fetchedAt: world.now, changedAt: world.now)
      let key = CatalogStoreKey(kind: "movie", language: "en-US", id: "\(id)")
      world.put(StoredEntry.bytes(of: entry, for: key), key)
    }
    world.holdsTasks = true
    return (world, world.catalog())
  }

  /// A long queue does not make the store count as failed while the store makes progress.
  @Test func queuedReadsWaitWhileStoreMakesProgress() {
    let (world, catalog) = makeCatalog(900)
    let results = Answers()
    for id in 1...900 { catalog.find(.movie(id), results.take) }
    for _ in 1...3 {
      world.work(off: 225)
      world.pass(milliseconds: 450)
    }
    #expect(results.all.count == 675 && world.source.asked.isEmpty)
    world.work()
    #expect(results.all.count == 900 && results.all.allSatisfy { (try? $0.get().isStale) == false })
    #expect(world.source.total == 0 && world.failures(.read) == 0)
    // Touches that do not fit into the store's queue do not count as failures.
    world.pass(seconds: 3600)
    for id in 1...900 { _ = catalog.cached(.movie(id)) }
    world.work()
    #expect(world.failures(.write) == 0)
    #expect(!world.events.contains { if case .storeFailed = $0 { true } else { false } })
  }

  @Test func callersOfSlowStoreFallBackToSourceInTime() {
    let (world, catalog) = makeCatalog(20)
    for id in 1...20 { catalog.find(.movie(id)) { _ in } }
    for _ in 1...5 {
      world.work(off: 1)
      world.pass(milliseconds: 400)
    }
    #expect(world.source.asked.count == 15)
  }

  @Test func operatorCallsTimeOutWhenStoreIsSilent() throws {
    let (world, catalog) = makeCatalog(2)
    let status = CollectedValues<CatalogStatus>()
    let cleared = CollectedValues<Result<Int, CatalogStoreError>>()
    let exported = CollectedValues<Result<CatalogExport, CatalogStoreError>>()
    catalog.status(status.take)
    catalog.export(limit: 9, exported.take)
    catalog.clear(cleared.take)
    world.pass(seconds: 2)
    #expect(status.all.map(\.size) == [nil])
    world.pass(seconds: 8)
    #expect(cleared.all.count == 1 && cleared.all.allSatisfy { (try? $0.get()) == nil })
    #expect(exported.all.count == 1 && exported.all.allSatisfy { (try? $0.get()) == nil })
    // When the store completes the work later, no callback runs a second time.
    world.work()
    #expect(try world.store.size().entries == 0)
    #expect(status.all.count == 1 && cleared.all.count == 1 && exported.all.count == 1)
  }

  @Test func queueOfHangingStoreIsBounded() {
    let world = CacheWorld()
    world.holdsTasks = true
    let catalog = world.catalog()
    let count = Catalog.maximumStoreReads + 1000
    for id in 1...count { catalog.find(.movie(id)) { _ in } }
    #expect(world.tasks == Catalog.maximumStoreReads)
    #expect(world.source.asked.count == 1000)
    world.pass(seconds: 1)
    #expect(world.source.asked.count == count && world.failures(.read) == count)
  }

  @Test func storeThatKeepsUpReportsNoFailures() {
    let world = CacheWorld()
    let catalog = world.catalog()
    for id in 1...Catalog.maximumStoreTasks + 10 {
      catalog.find(.movie(id)) { _ in }
      world.source.answerOldest(.success(facts))
    }
    #expect(world.failures(.read) == 0 && world.failures(.write) == 0)
  }

  @Test func useInMemoryTouchesStoreOnce() throws {
    let world = CacheWorld()
    let catalog = world.catalog()
    catalog.find(question) { _ in }
    world.source.answerOldest(.success(facts))
    world.pass(seconds: 3600)
    _ = catalog.cached(question)
    catalog.find(question) { _ in }
    #expect(world.store.touched == [CatalogStoreKey(kind: "movie", language: "en-US", id: "550")])
  }

  @Test func memoryStoreEvictsLeastRecentlyUsedEntry() throws {
    let store = MemoryCatalogStore(limit: 2)
    let keys = ["1", "2", "3"].map { CatalogStoreKey(kind: "movie", language: "en-US", id: $0) }
    let now = CacheWorld().now
    try store.write([1], for: keys[0], at: now)
    try store.write([2], for: keys[1], at: now.advanced(bySeconds: 1))
    #expect(try store.read(keys[0], at: now.advanced(bySeconds: 2)) == [1])
    try store.write([3], for: keys[2], at: now.advanced(bySeconds: 3))
    #expect(try store.page(after: nil, limit: 9).map(\.key) == [keys[0], keys[2]])
    #expect(try store.size() == CatalogStoreSize(entries: 2, bytes: 2))
  }

  @Test func clearedEntryIsRequestedAgain() throws {
    let world = CacheWorld()
    let catalog = world.catalog()
    let (season, episode) = (CatalogQuestion.season(series: 1, 2), CatalogQuestion.episode(series: 1, season: 2, 3))
    catalog.find(season) { _ in }
    world.source.answerOldest(.success(.season(SeasonFacts(seriesID: 1, seasonNumber: 2))))
    catalog.find(episode) { _ in }
    world.source.answerOldest(.success(.episode(EpisodeFacts(seriesID: 1, seasonNumber: 2, episodeNumber: 3))))
    let removed = CollectedValues<Result<Int, CatalogStoreError>>()
    catalog.clear(kind: .season, id: "1/2", removed.take)
    #expect(try removed.all.map { try $0.get() } == [1])
    #expect(catalog.cached(season) == nil && catalog.cached(episode) != nil)
    catalog.find(season) { _ in }
    #expect(world.source.asked == [season])
    #expect(world.catalog().cached(episode) == nil)
    world.catalog().find(episode) { _ in }
    #expect(world.source.asked == [season], "the store still has the episode")
  }

  @Test func entryReadDuringClearIsForgotten() {
    let world = CacheWorld()
    world.catalog().find(question) { _ in }
    world.source.answerOldest(.success(facts))
    let catalog = world.catalog()
    world.beforeTask { catalog.find(.movie(550)) { _ in } }
    catalog.clear { _ in }
    #expect(catalog.cached(question) == nil)
  }

  @Test func exportContainsEveryUsableEntryOnce() throws {
    let world = CacheWorld()
    let catalog = world.catalog()
    for id in 1...25 {
      catalog.find(.movie(id)) { _ in }
      world.source.answerOldest(.success(.movie(MovieFacts(id: id, title: "\(id)"))))
    }
    catalog.find(.movie(99)) { _ in }
    world.source.answerOldest(.failure(.notFound))
    world.put(Array("damaged".utf8), CatalogStoreKey(kind: "movie", language: "en-US", id: "98"))
    let tooOld = world.now.advanced(bySeconds: -181 * Timestamp.secondsPerDay)
    let key = CatalogStoreKey(kind: "movie", language: "en-US", id: "97")
    let entry = CatalogEntry(facts: facts, fetchedAt: tooOld, changedAt: tooOld)
    world.put(StoredEntry.bytes(of: entry, for: key), key)
    var lines: [[UInt8]] = []
    var cursor: String?
    repeat {
      let parts = CollectedValues<Result<CatalogExport, CatalogStoreError>>()
      catalog.export(after: cursor, limit: 4, parts.take)
      let part = try #require(try parts.all.first?.get())
      lines += part.lines
      cursor = part.nextCursor
    } while cursor != nil
    let documents = try lines.map { try JSONDocument($0).root }
    let header = try #require(lines.first)
    #expect(String(decoding: header, as: UTF8.self) == #"{"catalog":1,"attribution":"\#(CatalogAttribution.tmdb)"}"#)
    let entries = documents.dropFirst()
    #expect(Set(entries.compactMap { $0["id"]?.string }) == Set((1...25).map(String.init)) && entries.count == 25)
    #expect(entries.allSatisfy { $0["kind"]?.string == "movie" && $0["language"]?.string == "en-US" })
  }

  @Test func largeExportIsSplitIntoParts() throws {
    let world = CacheWorld()
    let text = String(repeating: "a", count: 600_000)
    for id in 1...3 {
      let entry = CatalogEntry(
        facts: .movie(MovieFacts(id: id, title: text)), fetchedAt: world.now, changedAt: world.now)
      let key = CatalogStoreKey(kind: "movie", language: "en-US", id: "\(id)")
      world.put(StoredEntry.bytes(of: entry, for: key), key)
    }
    let parts = CollectedValues<Result<CatalogExport, CatalogStoreError>>()
    world.catalog().export(limit: 100, parts.take)
    let part = try #require(try parts.all.first?.get())
    #expect(part.lines.count == 2 && part.nextCursor == "movie/en-US/1")
    // An entry larger than the limit of an export's part becomes a part of its own.
    let entry = CatalogEntry(
      facts: .movie(MovieFacts(id: 0, title: text + text)), fetchedAt: world.now, changedAt: world.now)
    let key = CatalogStoreKey(kind: "movie", language: "en-US", id: "0")
    world.put(StoredEntry.bytes(of: entry, for: key), key)
    world.catalog().export(limit: 100, parts.take)
    #expect(try parts.all.last?.get().nextCursor == "movie/en-US/0")
  }

  @Test func fileSourceAnswersDirectlyWithoutCaching() {
    let world = CacheWorld(CacheSource(.file))
    let catalog = world.catalog()
    world.source.immediateAnswer = .success(facts)
    let start = world.now
    world.pass(seconds: 60)
    #expect(
      catalog.cached(question)
        == CatalogAnswer(facts: facts, source: .file, fetchedAt: start, changedAt: start, isStale: false))
    world.source.immediateAnswer = .failure(.notFound)
    #expect(catalog.cached(question) == nil)
    let results = Answers()
    catalog.find(question, results.take)
    #expect(results.all == [.failure(.notFound)])
    #expect(catalog.health.counters.counts[.movie]?.hits == 2 && catalog.health.counters.counts[.movie]?.notFound == 1)
    #expect((try? world.store.size().entries) == 0)
  }

  @Test func eventsNameRequestsButNotSearchText() {
    let world = CacheWorld()
    let catalog = world.catalog()
    catalog.find(.searchMovies("secret", year: nil, page: 1)) { _ in }
    world.source.sendUpdate(
      .requested(UpstreamRequest(microseconds: 1_000_000, failure: .unavailable(.timeout))))
    world.source.answerOldest(.failure(.unavailable(.timeout)))
    catalog.find(question) { _ in }
    // The first request fails and is retried. The next question sends no request, because the circuit breaker is open.
    for failure in [CatalogFailure.unavailable(.status(500)), nil] {
      world.source.sendUpdate(.requested(UpstreamRequest(microseconds: 0, failure: failure)))
    }
    world.source.answerOldest(.success(facts))
    catalog.find(.movie(551)) { _ in }
    world.source.answerOldest(.failure(.unavailable(.circuitOpen)))
    _ = catalog.cached(question)
    let search = CatalogRequest(
      operation: .search, key: "6 characters", cache: .miss,
      request: UpstreamRequest(microseconds: 1_000_000, failure: .unavailable(.timeout)))
    let movies = [CatalogFailure.unavailable(.status(500)), nil].map {
      CatalogRequest(
        operation: .movie, key: "550", cache: .miss, request: UpstreamRequest(microseconds: 0, failure: $0))
    }
    #expect(
      world.events == [
        .asked(search), .answered(.search, .miss), .asked(movies[0]), .asked(movies[1]), .answered(.movie, .miss),
        .answered(.movie, .miss), .answered(.movie, .hit),
      ])
  }

  @Test func stoppedCatalogFailsCallsWithoutAskingSource() {
    let world = CacheWorld()
    let catalog = world.catalog()
    let results = Answers()
    catalog.find(question, results.take)
    catalog.stop()
    #expect(results.all == [.failure(.unavailable(.circuitOpen))])
    catalog.find(.movie(1), results.take)
    world.source.answerOldest(.success(facts))
    #expect(results.all.count == 2 && world.source.asked.isEmpty)
  }

  /// Eight threads share seven questions, and the source answers immediately.
  @Test func concurrentCallsAreEachAnsweredOnce() async {
    let world = CacheWorld()
    world.source.immediateAnswer = .success(facts)
    let catalog = world.catalog(CatalogOptions(memoryEntries: 2))
    let answerCount = Locked(0)
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<8 {
        group.addTask {
          for round in 0..<500 {
            let question = CatalogQuestion.movie((thread + round) % 7)
            _ = catalog.cached(question)
            catalog.find(question, refresh: round % 5 == 0) { _ in answerCount.withLock { $0 += 1 } }
          }
        }
      }
    }
    #expect(answerCount.withLock { $0 } == 4000)
    #expect(world.source.mostRequestsForOneQuestion == 1)
  }
}
