import Catalog
import Domain
import MovieNightPrimitives

/// The catalog as methods use it, with rate limits and a record of recent searches.
struct CatalogAccess: Sendable {
  /// A single object, because each request copies this struct several times.
  private let parts: Parts
  /// The household on whose behalf questions are asked, so that households can take turns; nil for an administrator.
  private var household: HouseholdID?

  final class Parts: Sendable {
    let catalog: Catalog
    /// The base URL of images; nil for the source's own.
    let imageURL: String?
    let host: String?
    let workers: WorkerPool
    let schedule: Schedule
    let uptime: @Sendable () -> Duration
    let guides = GuideMemory()
    fileprivate let refreshes = Locked(RefreshLimiter())
    fileprivate let recalled = Locked(RecalledSearches())
    /// The time of the last background request for each question.
    fileprivate let backgroundRefreshedAt = Locked<[CatalogQuestion: Timestamp]>([:])

    init(
      _ catalog: Catalog, imageURL: String?, host: String?, workers: WorkerPool, schedule: @escaping Schedule,
      uptime: @escaping @Sendable () -> Duration
    ) {
      self.catalog = catalog
      self.imageURL = imageURL
      self.host = host
      self.workers = workers
      self.schedule = schedule
      self.uptime = uptime
    }
  }

  init(_ parts: Parts) { self.parts = parts }

  var catalog: Catalog { parts.catalog }
  /// The host that the source asks; nil for a file.
  var host: String? { parts.host }
  private var tenant: CatalogTenant? { household.map { CatalogTenant(high: $0.high, low: $0.low) } }
  var schedule: Schedule { parts.schedule }
  var guides: GuideMemory { parts.guides }

  /// Returns a copy that asks on behalf of `household`, or of an administrator if it is nil.
  func on(behalfOf household: HouseholdID?) -> CatalogAccess {
    var access = self
    access.household = household
    return access
  }

  /// Runs a job on a worker, in the household's turn. It may wait for the store. Returns false if the server stops.
  @Sendable func perform(_ job: @escaping @Sendable () -> Void) -> Bool {
    parts.workers.perform(for: household.map { .household($0) } ?? .server, job)
  }

  // MARK: Questions to the catalog

  typealias AnswerResult = Result<CatalogAnswer, CatalogFailure>
  typealias Answers = [CatalogQuestion: AnswerResult]

  /// Returns the catalog's answer to a question, or its failure. Uses a fresh answer in memory if there is one.
  func attempt(_ question: CatalogQuestion, refresh: Bool = false) -> Lookup<AnswerResult> {
    if !refresh, let answer = catalog.cached(question) { return .known(.success(answer)) }
    return .pending { [catalog, tenant] done in
      catalog.find(question, priority: .person(of: tenant), refresh: refresh) { done(.success($0)) }
    }
  }

  /// Asks a question for the household, or in the background. Calls `done` once, on any thread, within about 10 s.
  func ask(_ question: CatalogQuestion, inBackground: Bool, _ done: @escaping Catalog.Done) -> Catalog.Ticket {
    catalog.find(question, priority: inBackground ? .background : .person(of: tenant), done)
  }

  /// Returns the catalog's answer to a question. A failure becomes the refusal to send to clients.
  func find(_ question: CatalogQuestion, refresh: Bool = false) throws(Refusal) -> Lookup<CatalogAnswer> {
    try attempt(question, refresh: refresh).map { (result) throws(Refusal) in
      do throws(CatalogFailure) { return try result.get() } catch { throw Refusal(error, of: question) }
    }
  }

  /// Looks up all questions. A question without a fresh answer after `milliseconds` gets its cached answer, even if
  /// stale, or fails with a timeout if nothing is cached. `hasSubstitute` is then called on a thread that may read the
  /// store. If it returns false, the lookup keeps waiting, because the caller has nothing as good as a cached answer.
  func answers(
    to questions: [CatalogQuestion], refresh: Bool = false, within milliseconds: Int,
    settlingIf hasSubstitute: (@Sendable () -> Bool)? = nil
  ) -> Lookup<Answers> {
    var known: Answers = [:]
    if !refresh { for question in questions { known[question] = catalog.cached(question).map { .success($0) } } }
    let missing = questions.filter { known[$0] == nil }
    guard !missing.isEmpty else { return .known(known) }
    let (answers, count, tickets) = (Locked(known), known.count + missing.count, Locked<[Catalog.Ticket]>([]))
    let lookup = Lookup<Answers>.pending { [catalog, tenant] done in
      let asked = missing.map { question in
        catalog.find(question, priority: .person(of: tenant), refresh: refresh) { result in
          let whole = answers.withLock { answers in
            answers[question] = result
            return answers.count == count ? answers : nil
          }
          if let whole { done(.success(whole)) }
        }
      }
      tickets.withLock { $0 = asked }
    }
    return lookup.within(milliseconds, schedule) { [self] _ in
      @Sendable func settle() { for ticket in tickets.withLock({ $0 }) { catalog.settle(ticket) } }
      guard let hasSubstitute else { return settle() }
      _ = perform { if hasSubstitute() { settle() } }
    }
  }

  func movies(_ ids: Set<Int>, within milliseconds: Int) throws(Refusal) -> Lookup<[Int: AnswerResult]> {
    try answers(to: ids.sorted().map { .movie($0) }, within: milliseconds).map { answers in
      var details: [Int: AnswerResult] = [:]
      for id in ids { details[id] = answers[.movie(id)] }
      return details
    }
  }

  /// Loads stored details of a search's movies into memory. Asks no source, and waits at most `storeTimeout`.
  func recall(_ ids: [Int], foundBy search: CatalogQuestion?, at now: Timestamp) -> Lookup<Void> {
    // Skip a search that was recalled recently, because checking its movies takes as long as finding the answer.
    if let search, parts.recalled.withLock({ $0.holds(search, catalog.shownGeneration, at: now) }) { return .known(()) }
    let questions = catalog.notInMemory(ids.map { .movie($0) })
    @Sendable func note() {
      if let search { parts.recalled.withLock { $0.note(search, catalog.shownGeneration, at: now) } }
    }
    guard !questions.isEmpty else {
      note()
      return .known(())
    }
    let recalling = Lookup<Void>.pending { [catalog] done in
      catalog.recall(questions) { isKnown in
        if isKnown { note() }
        done(.success(()))
      }
    }
    return recalling.within(Self.storeTimeout, schedule, else: .success(()))
  }

  private static let storeTimeout = 500

  /// Limits the time for consecutive questions to the longest wait for one (`docs/catalog.md`, "Failures").
  func inTime<Value>(_ lookup: Lookup<Value>) -> Lookup<Value> {
    lookup.within(Self.longestWait, schedule, else: .failure(.catalogUnavailable))
  }

  private static let longestWait = 10_000

  /// The time by which a series of questions should be answered, in `uptime`. Leaves a second to process the answers.
  var questionDeadline: Duration { parts.uptime() + .milliseconds(Self.longestWait - 1000) }

  /// Returns the timeout for the next question in milliseconds: half of the time left, so that another can follow.
  func timeout(until end: Duration) -> Int {
    max(0, Int((end - parts.uptime()) / .milliseconds(1)) / 2)
  }

  /// Counts a request that asks the source even if a fresh answer is cached, or throws `too_many_refreshes`.
  func note(_ refresher: Refresher, at now: Timestamp) throws(Refusal) {
    try parts.refreshes.withLock { limiter throws(Refusal) in try limiter.note(refresher, at: now) }
  }

  // MARK: Images and genres

  /// Returns the base URL and sizes of images, or the built-in ones until the source has answered.
  func imageSizes(at now: Timestamp) -> ImageSizes {
    var sizes = ImageSizes.builtIn
    let known = catalog.known(.configuration)
    if case .configuration(let fetched)? = known?.facts { sizes = fetched }
    if known?.isStale != false { refreshInBackground(.configuration, at: now) }
    if let imageURL = parts.imageURL { sizes.baseURL = imageURL }
    return sizes
  }

  /// Returns the genres that results refer to by id: the last answer's, completed with the built-in English ones.
  func genres(of kind: MediaKind, at now: Timestamp) -> GenreList {
    let known = catalog.known(.genres(kind))
    if catalog.language != CatalogOptions.english, known?.isStale != false {
      refreshInBackground(.genres(kind), at: now)
    }
    guard case .genres(let list)? = known?.facts else { return .builtIn(kind) }
    return list.filled(from: .builtIn(kind))
  }

  /// Asks the source for later requests. No request waits for the answer. Asks each question at most once a minute.
  private func refreshInBackground(_ question: CatalogQuestion, at now: Timestamp) {
    let mayAsk = parts.backgroundRefreshedAt.withLock { askedAt in
      if let last = askedAt[question], now.isWithinMinute(of: last) { return false }
      askedAt[question] = now
      return true
    }
    if mayAsk { catalog.find(question, priority: .background) { _ in } }
  }
}

/// The searches whose movies have all of their stored details in memory.
private struct RecalledSearches {
  private var searches = RecentlyUsed<CatalogQuestion, (generation: UInt64, at: Timestamp)>(capacity: 500)

  /// Whether the details of a search's movies are still in memory. The record expires after a minute, because another
  /// server may write to the same store, and when `generation` changes, because cached details have changed.
  func holds(_ search: CatalogQuestion, _ generation: UInt64, at now: Timestamp) -> Bool {
    guard let known = searches.peek(search), known.generation == generation else { return false }
    return now.isWithinMinute(of: known.at)
  }

  mutating func note(_ search: CatalogQuestion, _ generation: UInt64, at now: Timestamp) {
    searches.set((generation, now), for: search)
    searches.age()
  }
}

extension Timestamp {
  /// Whether this is less than a minute after `start`. False before it, so setting the clock back ends the minute.
  func isWithinMinute(of start: Timestamp) -> Bool { (0..<60_000_000).contains(microseconds - start.microseconds) }
}
