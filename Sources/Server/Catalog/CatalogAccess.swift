import Catalog
import Domain
import MovieNightPrimitives

/// The catalog as methods ask it: with what is limited and kept beside it.
struct CatalogAccess: Sendable {
  /// One object, because each request copies who asks several times.
  private let parts: Parts
  /// Who asks: households take turns.
  private var household: HouseholdID?

  private final class Parts: Sendable {
    let catalog: Catalog
    let imageURL: String?
    let host: String?
    let workers: WorkerPool
    let schedule: Schedule
    /// Monotonic: how long things take goes by it.
    let uptime: @Sendable () -> Duration
    let refreshes = Locked(RefreshLimiter())
    let written = Locked(WrittenAnswers())
    let recalled = Locked(RecalledSearches())
    /// When that was asked for last which nobody waits for.
    let askedAsideAt = Locked<[CatalogQuestion: Timestamp]>([:])

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

  /// - Parameter imageURL: where images are; nil for where the source says.
  init(
    _ catalog: Catalog, imageURL: String?, host: String?, workers: WorkerPool, schedule: @escaping Schedule,
    uptime: @escaping @Sendable () -> Duration
  ) {
    parts = Parts(catalog, imageURL: imageURL, host: host, workers: workers, schedule: schedule, uptime: uptime)
  }

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

  /// What comes of asking, from memory where it is there.
  func attempt(_ question: CatalogQuestion, refresh: Bool = false) -> Found<Result<CatalogAnswer, CatalogFailure>> {
    if !refresh, let answer = catalog.cached(question) { return .now(.success(answer)) }
    return .later(
      Later { [catalog, party] done in
        catalog.find(question, urgency: .person(of: party), refresh: refresh) { done(.success($0)) }
      })
  }

  /// The same for who may have something that is as good as a copy: then they wait as long as for a copy.
  ///
  /// - Parameter hasOther: whether they have; called after that time only, where the store may be read.
  func attempt(
    _ question: CatalogQuestion, refresh: Bool, unless hasOther: @escaping @Sendable () -> Bool
  ) -> Found<Result<CatalogAnswer, CatalogFailure>> {
    if !refresh, let answer = catalog.cached(question) { return .now(.success(answer)) }
    return .later(
      Later { [self] done in
        let gathering = Gathering([:], of: 1) { answers in
          if let answer = answers[question] { done(.success(answer)) }
        }
        let ticket = catalog.find(question, urgency: .person(of: party), refresh: refresh) {
          gathering.take($0, for: question)
        }
        gathering.limit {
          schedule(Self.patience) { [self] in
            _ = perform { if hasOther() { catalog.settle(ticket) } }
          }
        }
      })
  }

  /// The answer.
  func find(_ question: CatalogQuestion, refresh: Bool = false) throws(Refusal) -> Found<CatalogAnswer> {
    try attempt(question, refresh: refresh).map { (result) throws(Refusal) in
      do throws(CatalogFailure) { return try result.get() } catch { throw Refusal(error, of: question) }
    }
  }

  typealias Answers = [CatalogQuestion: Result<CatalogAnswer, CatalogFailure>]

  /// All answers. Of what has not come in that time it is what there is by then, be it old; else a timeout.
  func answers(to questions: [CatalogQuestion], within milliseconds: Int) -> Found<Answers> {
    var known: Answers = [:]
    for question in questions { known[question] = catalog.cached(question).map { .success($0) } }
    let missing = questions.filter { known[$0] == nil }
    guard !missing.isEmpty else { return .now(known) }
    return .later(
      Later { [self, known] done in
        let gathering = Gathering(known, of: known.count + missing.count) { done(.success($0)) }
        let tickets = missing.map { question in
          catalog.find(question, urgency: .person(of: party)) { gathering.take($0, for: question) }
        }
        gathering.limit {
          schedule(milliseconds) { [catalog] in for ticket in tickets { catalog.settle(ticket) } }
        }
      })
  }

  /// Details of movies, as `answers`.
  func movies(
    _ ids: Set<Int>, within milliseconds: Int
  ) throws(Refusal) -> Found<[Int: Result<CatalogAnswer, CatalogFailure>]> {
    try answers(to: ids.sorted().map { .movie($0) }, within: milliseconds).map { answers in
      var details: [Int: Result<CatalogAnswer, CatalogFailure>] = [:]
      for id in ids { details[id] = answers[.movie(id)] }
      return details
    }
  }

  /// Has what is kept over restarts of the movies that a search found in memory, so that it is known: nobody is asked. A store
  /// that is slow is not waited for.
  func recall(_ ids: [Int], foundBy search: CatalogQuestion?, at now: Timestamp) -> Found<Void> {
    // To look for each of them takes as long as to find the whole answer.
    if let search, parts.recalled.withLock({ $0.holds(search, catalog.shownGeneration, at: now) }) { return .now(()) }
    let questions = catalog.unread(ids.map { .movie($0) })
    @Sendable func note() {
      if let search { parts.recalled.withLock { $0.note(search, catalog.shownGeneration, at: now) } }
    }
    guard !questions.isEmpty else {
      note()
      return .now(())
    }
    let recalling = Later<Void> { [catalog] done in
      catalog.recall(questions) { isKnown in
        if isKnown { note() }
        done(.success(()))
      }
    }
    return Found.later(recalling).within(Self.patienceWithStore, else: .success(()), schedule)
  }

  private static let patienceWithStore = 500

  /// For what takes several questions, one after the other: nobody waits for longer than for a single one
  /// (`docs/catalog.md`, "Failures").
  func inTime<Value>(_ found: Found<Value>) -> Found<Value> {
    found.within(Self.longestWait, or: .catalogUnavailable, schedule)
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
      if let last = askedAt[question], (0..<60_000_000).contains(now.microseconds - last.microseconds) { return false }
      askedAt[question] = now
      return true
    }
    if mayAsk { catalog.find(question, urgency: .background) { _ in } }
  }

  /// A result that rests on one answer alone is written once, and sent as long as the answer counts.
  ///
  /// - Parameter view: nil where the answer is to another question.
  func result<Shown>(
    _ object: ResultObject<Shown>, of question: CatalogQuestion, _ answer: CatalogAnswer, at now: Timestamp,
    _ view: (CatalogAnswer, ImageSizes) -> Shown?
  ) throws(Refusal) -> [UInt8] {
    let sizes = imageSizes(at: now)
    if let known = parts.written.withLock({ $0.result(of: question, answer, sizes) }) { return known }
    guard let view = view(answer, sizes) else { throw .catalogUnavailable }
    let result = object.bytes(of: view, reserving: 4096)
    parts.written.withLock { $0.keep(result, of: question, answer, sizes) }
    return result
  }
}

/// Of which searches all is in memory that the store has of what they found.
private struct RecalledSearches {
  private var searches = RecentlyUsed<CatalogQuestion, (generation: UInt64, at: Timestamp)>(capacity: 500)

  /// Another server may keep something in the same store, so that it holds for a minute, and while no other details came.
  func holds(_ search: CatalogQuestion, _ generation: UInt64, at now: Timestamp) -> Bool {
    guard let known = searches.peek(search), known.generation == generation else { return false }
    return (0..<60_000_000).contains(now.microseconds - known.at.microseconds)
  }

  mutating func note(_ search: CatalogQuestion, _ generation: UInt64, at now: Timestamp) {
    searches.set((generation, now), for: search)
    searches.age()
  }
}

/// Answers to several questions, told together when all are there.
private final class Gathering: Sendable {
  private struct State: Sendable {
    var answers: CatalogAccess.Answers
    /// Takes back what would have ended the waiting.
    var cancel: CancelSchedule?
    var isWhole = false
  }

  private let state: Locked<State>
  private let count: Int
  private let done: @Sendable (CatalogAccess.Answers) -> Void

  init(_ answers: CatalogAccess.Answers, of count: Int, _ done: @escaping @Sendable (CatalogAccess.Answers) -> Void) {
    self.count = count
    self.done = done
    state = Locked(State(answers: answers))
  }

  func take(_ result: Result<CatalogAnswer, CatalogFailure>, for question: CatalogQuestion) {
    let whole: State? = state.withLock { state in
      state.answers[question] = result
      state.isWhole = state.answers.count == count
      return state.isWhole ? state : nil
    }
    guard let whole else { return }
    whole.cancel?()
    done(whole.answers)
  }

  /// - Parameter schedule: has the waiting end; not called where nothing is waited for any more.
  func limit(_ schedule: () -> CancelSchedule) {
    guard !state.withLock({ $0.isWhole }) else { return }
    let cancel = schedule()
    let isWhole = state.withLock { state in
      state.cancel = cancel
      return state.isWhole
    }
    if isWhole { cancel() }
  }
}
