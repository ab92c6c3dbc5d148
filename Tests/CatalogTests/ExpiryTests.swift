import MovieNightPrimitives
import Testing

@testable import Catalog

/// Entries are removed when TMDb's terms require it, even if no one asks for them again.
@Suite struct ExpiryTests {
  private let world = CacheWorld()
  private static let halfAYear = 180 * Timestamp.secondsPerDay

  private func key(_ id: Int, kind: String = "movie", language: String = "en-US") -> CatalogStoreKey {
    CatalogStoreKey(kind: kind, language: language, id: "\(id)")
  }

  /// Stores a movie that was fetched `secondsAgo` and used just now.
  private func put(_ id: Int, secondsAgo: Int64, language: String = "en-US") {
    let at = world.now.advanced(bySeconds: -secondsAgo)
    let entry = CatalogEntry(facts: .movie(MovieFacts(id: id, title: "\(id)")), fetchedAt: at, changedAt: at)
    let key = key(id, language: language)
    world.put(StoredEntry.bytes(of: entry, for: key), key)
  }

  private var storedKeys: [String] { get throws { try world.store.page(after: nil, limit: 1000).map(\.key.text) } }

  @Test func entriesOver180DaysOldOrUnreadableAreRemoved() throws {
    put(1, secondsAgo: 0)
    put(2, secondsAgo: Self.halfAYear)
    put(3, secondsAgo: Self.halfAYear + 1)
    put(4, secondsAgo: 3 * Self.halfAYear)
    // This entry is in a language that is no longer served.
    put(5, secondsAgo: Self.halfAYear + 1, language: "de-DE")
    // This entry was dated in the future by another clock.
    put(6, secondsAgo: -2 * Self.halfAYear)
    let unknown = CatalogEntry(
      facts: nil, fetchedAt: world.now.advanced(bySeconds: -Self.halfAYear - 1), changedAt: world.now)
    world.put(StoredEntry.bytes(of: unknown, for: key(7, kind: "series")), key(7, kind: "series"))
    for (id, text) in [(8, "damaged"), (9, "{}"), (10, #"{"fetched_at":7}"#)] { world.put(Array(text.utf8), key(id)) }
    world.catalog().removeExpired()
    #expect(try storedKeys == ["movie/en-US/1", "movie/en-US/2", "movie/en-US/6"])
  }

  @Test func expiryRunsInStepsOnceADay() throws {
    let catalog = world.catalog()
    let count = 2 * Expiry.entriesAtOnce + 50
    for id in 1...count { put(id, secondsAgo: Self.halfAYear + 1) }
    for left in [Expiry.entriesAtOnce + 50, 50, 0, 0] {
      catalog.removeExpired()
      #expect(try storedKeys.count == left)
    }
    put(1, secondsAgo: Self.halfAYear + 1)
    world.pass(seconds: Timestamp.secondsPerDay - 1)
    catalog.removeExpired()
    #expect(try storedKeys.count == 1)
    world.pass(seconds: 1)
    catalog.removeExpired()
    #expect(try storedKeys.isEmpty)
    // Another server removes expired entries right after its start.
    put(1, secondsAgo: Self.halfAYear + 1)
    world.catalog().removeExpired()
    #expect(try storedKeys.isEmpty)
  }

  /// Entries that have not expired do not stop the scan.
  @Test func expiryReachesEveryEntry() throws {
    let catalog = world.catalog()
    for id in 1...500 { put(id, secondsAgo: id % 2 == 0 ? 0 : Self.halfAYear + 1) }
    for _ in 1...3 { catalog.removeExpired() }
    #expect(try Set(storedKeys) == Set((1...250).map { "movie/en-US/\($0 * 2)" }))
  }

  @Test func expiryRetriesAfterSlowOrFailingStore() throws {
    let catalog = world.catalog()
    put(1, secondsAgo: Self.halfAYear + 1)
    world.holdsTasks = true
    for _ in 1...3 { catalog.removeExpired() }
    #expect(world.tasks == 1)
    world.store.isBroken = true
    world.work()
    #expect(world.failures(.read) == 1)
    world.holdsTasks = false
    world.store.isBroken = false
    #expect(try storedKeys.count == 1)
    catalog.removeExpired()
    #expect(try storedKeys.isEmpty)
  }

  @Test func clockSetBackDoesNotDelayExpiry() throws {
    let catalog = world.catalog()
    world.pass(seconds: 1000 * Timestamp.secondsPerDay)
    catalog.removeExpired()
    world.pass(seconds: -900 * Timestamp.secondsPerDay)
    put(1, secondsAgo: Self.halfAYear + 1)
    catalog.removeExpired()
    #expect(try storedKeys.isEmpty)
  }

  @Test func expiredEntryIsRemovedWhenRead() throws {
    let results = CollectedValues<Result<CatalogAnswer, CatalogFailure>>()
    put(1, secondsAgo: Self.halfAYear + 1)
    put(2, secondsAgo: Self.halfAYear)
    let catalog = world.catalog()
    for id in 1...2 {
      catalog.find(.movie(id), results.take)
      world.source.answerOldest(.failure(.unavailable(.timeout)))
    }
    #expect(results.all.first == .failure(.unavailable(.timeout)))
    #expect(try results.all.last?.get().isStale == true)
    #expect(try storedKeys == ["movie/en-US/2"])
    put(3, secondsAgo: Self.halfAYear + 1)
    catalog.recall([.movie(3)]) { _ in }
    #expect(try storedKeys == ["movie/en-US/2"] && catalog.known(.movie(3)) == nil)
  }

  @Test func expiredEntryIsRemovedFromMemory() {
    let catalog = world.catalog()
    for id in 1...2 {
      catalog.find(.movie(id)) { _ in }
      world.source.answerOldest(.success(.movie(MovieFacts(id: id, title: "\(id)"))))
      world.pass(seconds: Self.halfAYear)
    }
    catalog.removeExpired()
    let known = catalog.state.withLock { state in (1...2).map { state.stateMachine.memory.peek(.movie($0)) != nil } }
    #expect(known == [false, true])
  }
}
