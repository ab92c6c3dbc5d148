import Catalog
import Domain
import MovieNightPrimitives

/// The catalog as methods ask it: with what is limited and kept beside it.
struct CatalogAccess: Sendable {
  /// One object, because each request copies who asks several times.
  private let parts: Parts
  /// Who asks: households take turns.
  private var household: HouseholdID?

  final class Parts: Sendable {
    let catalog: Catalog
    /// Where images are; nil for where the source says.
    let imageURL: String?
    let host: String?
    let workers: WorkerPool
    let schedule: Schedule
    /// Monotonic: how long things take goes by it.
    let uptime: @Sendable () -> Duration
    fileprivate let refreshes = Locked(RefreshLimiter())
    fileprivate let recalled = Locked(RecalledSearches())
    /// When that was asked for last which nobody waits for.
    fileprivate let askedAsideAt = Locked<[CatalogQuestion: Timestamp]>([:])

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
  /// Whom it asks; nil for a file.
  var host: String? { parts.host }
  private var party: CatalogParty? { household.map { CatalogParty(high: $0.high, low: $0.low) } }
  var schedule: Schedule { parts.schedule }

  /// The same for one household; nil for an administrator.
  func on(behalfOf household: HouseholdID?) -> CatalogAccess {
    var access = self
    access.household = household
    return access
  }

  /// Runs what may wait for the store, in the household's turn; false where the server stops.
  @Sendable func perform(_ job: @escaping @Sendable () -> Void) -> Bool {
    parts.workers.perform(for: household.map { .household($0) } ?? .server, job)
  }

  // MARK: Asking

  typealias AnswerResult = Result<CatalogAnswer, CatalogFailure>
  typealias Answers = [CatalogQuestion: AnswerResult]

  /// What comes of asking, from memory where it is there.
  func attempt(_ question: CatalogQuestion, refresh: Bool = false) -> Lookup<AnswerResult> {
    if !refresh, let answer = catalog.cached(question) { return .known(.success(answer)) }
    return .pending { [catalog, party] done in
      catalog.find(question, urgency: .person(of: party), refresh: refresh) { done(.success($0)) }
    }
  }

  /// The answer.
  func find(_ question: CatalogQuestion, refresh: Bool = false) throws(Refusal) -> Lookup<CatalogAnswer> {
    try attempt(question, refresh: refresh).map { (result) throws(Refusal) in
      do throws(CatalogFailure) { return try result.get() } catch { throw Refusal(error, of: question) }
    }
  }

  /// All answers. Of what has not come in that time it is what there is by then, be it old; else a timeout.
  ///
  /// - Parameter hasOther: whether who asks has something that is as good as a copy: only then do they wait no longer than for
  ///   one. Called after that time, where the store may be read.
  func answers(
    to questions: [CatalogQuestion], refresh: Bool = false, within milliseconds: Int,
    unless hasOther: (@Sendable () -> Bool)? = nil
  ) -> Lookup<Answers> {
    var known: Answers = [:]
    if !refresh { for question in questions { known[question] = catalog.cached(question).map { .success($0) } } }
    let missing = questions.filter { known[$0] == nil }
    guard !missing.isEmpty else { return .known(known) }
    let (answers, count, tickets) = (Locked(known), known.count + missing.count, Locked<[Catalog.Ticket]>([]))
    let lookup = Lookup<Answers>.pending { [catalog, party] done in
      let asked = missing.map { question in
        catalog.find(question, urgency: .person(of: party), refresh: refresh) { result in
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
      guard let hasOther else { return settle() }
      _ = perform { if hasOther() { settle() } }
    }
  }

  /// Details of movies, as `answers`.
  func movies(_ ids: Set<Int>, within milliseconds: Int) throws(Refusal) -> Lookup<[Int: AnswerResult]> {
    try answers(to: ids.sorted().map { .movie($0) }, within: milliseconds).map { answers in
      var details: [Int: AnswerResult] = [:]
      for id in ids { details[id] = answers[.movie(id)] }
      return details
    }
  }

  /// Has what is kept over restarts of the movies that a search found in memory, so that it is known: nobody is asked. A store
  /// that is slow is not waited for.
  func recall(_ ids: [Int], foundBy search: CatalogQuestion?, at now: Timestamp) -> Lookup<Void> {
    // To look for each of them takes as long as to find the whole answer.
    if let search, parts.recalled.withLock({ $0.holds(search, catalog.shownGeneration, at: now) }) { return .known(()) }
    let questions = catalog.unread(ids.map { .movie($0) })
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
    return recalling.within(Self.patienceWithStore, schedule, else: .success(()))
  }

  private static let patienceWithStore = 500

  /// For what takes several questions, one after the other: nobody waits for longer than for a single one
  /// (`docs/catalog.md`, "Failures").
  func inTime<Value>(_ lookup: Lookup<Value>) -> Lookup<Value> {
    lookup.within(Self.longestWait, schedule, else: .failure(.catalogUnavailable))
  }

  private static let longestWait = 10_000

  /// By when whoever asks several questions from now on wants to have the answers: a second is left for what is made of them.
  var endOfQuestions: Duration { parts.uptime() + .milliseconds(Self.longestWait - 1000) }

  /// How long the next of several questions may take, in milliseconds: half of what is left, so that there is time for another.
  func patience(until end: Duration) -> Int {
    max(0, Int((end - parts.uptime()) / .milliseconds(1)) / 2)
  }

  /// Counts a request that has the source asked in any case.
  ///
  /// - Throws: `too_many_refreshes`.
  func note(_ refresher: Refresher, at now: Timestamp) throws(Refusal) {
    try parts.refreshes.withLock { limiter throws(Refusal) in try limiter.note(refresher, at: now) }
  }

  // MARK: Writing

  /// Where images are; those compiled in until the source has said it.
  func imageSizes(at now: Timestamp) -> ImageSizes {
    var sizes = ImageSizes.builtIn
    let known = catalog.known(.configuration)
    if case .configuration(let said)? = known?.facts { sizes = said }
    if known?.isStale != false { askAside(.configuration, at: now) }
    if let imageURL = parts.imageURL { sizes.baseURL = imageURL }
    return sizes
  }

  /// The genres that lists of results name by id: as they were told last, else those that are compiled in, in English.
  func genres(of kind: MediaKind, at now: Timestamp) -> GenreList {
    let known = catalog.known(.genres(kind))
    if catalog.language != CatalogOptions.english, known?.isStale != false { askAside(.genres(kind), at: now) }
    guard case .genres(let list)? = known?.facts else { return .builtIn(kind) }
    return list.filled(from: .builtIn(kind))
  }

  /// For the next time. Nobody waits for it, and a source that fails is left alone for a minute.
  private func askAside(_ question: CatalogQuestion, at now: Timestamp) {
    let mayAsk = parts.askedAsideAt.withLock { askedAt in
      if let last = askedAt[question], now.isWithinMinute(of: last) { return false }
      askedAt[question] = now
      return true
    }
    if mayAsk { catalog.find(question, urgency: .background) { _ in } }
  }
}

/// Of which searches all is in memory that the store has of what they found.
private struct RecalledSearches {
  private var searches = RecentlyUsed<CatalogQuestion, (generation: UInt64, at: Timestamp)>(capacity: 500)

  /// Another server may keep something in the same store, so that it holds for a minute, and while no other details came.
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
  /// Whether it is less than a minute later, and not before: a clock that was set back ends a minute too.
  func isWithinMinute(of start: Timestamp) -> Bool { (0..<60_000_000).contains(microseconds - start.microseconds) }
}
