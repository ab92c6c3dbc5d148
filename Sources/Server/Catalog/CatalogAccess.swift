import Catalog
import Domain
import Primitives

/// The catalog as methods ask it: with what is limited and kept beside it.
struct CatalogAccess: Sendable {
  let catalog: Catalog
  /// Whom it asks; nil for a file.
  let host: String?
  /// Runs what may wait for the store; false where the server stops.
  let perform: @Sendable (_ job: @escaping @Sendable () -> Void) -> Bool
  /// Calls something after so many milliseconds, on another thread.
  let schedule: @Sendable (_ milliseconds: Int, _ body: @escaping @Sendable () -> Void) -> Void
  /// Who asks: households take turns.
  private var party: CatalogParty?
  private let imageURL: String?
  private let refreshes = Locked(RefreshLimiter())
  private let written = Locked(WrittenAnswers())
  private let imageSizesAskedAt = Locked<Timestamp?>(nil)

  /// - Parameter imageURL: where images are; nil for where the source says.
  init(
    _ catalog: Catalog, imageURL: String?, host: String?,
    perform: @escaping @Sendable (_ job: @escaping @Sendable () -> Void) -> Bool,
    schedule: @escaping @Sendable (_ milliseconds: Int, _ body: @escaping @Sendable () -> Void) -> Void
  ) {
    self.catalog = catalog
    self.imageURL = imageURL
    self.host = host
    self.perform = perform
    self.schedule = schedule
  }

  /// The same for one household; nil for an administrator.
  func on(behalfOf household: HouseholdID?) -> CatalogAccess {
    var access = self
    access.party = household.map { CatalogParty(high: $0.high, low: $0.low) }
    return access
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

  /// The answer.
  func find(_ question: CatalogQuestion, refresh: Bool = false) throws(WireError) -> Found<CatalogAnswer> {
    try attempt(question, refresh: refresh).map { (result) throws(WireError) in
      do throws(CatalogFailure) { return try result.get() } catch { throw WireError(error, of: question) }
    }
  }

  /// Details of movies; of those that have not come in that time nothing.
  ///
  /// - Parameter milliseconds: nil for as long as the catalog takes.
  func movies(_ ids: Set<Int>, within milliseconds: Int? = nil) -> Found<[Int: Result<CatalogAnswer, CatalogFailure>]> {
    var known: [Int: Result<CatalogAnswer, CatalogFailure>] = [:]
    for id in ids { known[id] = catalog.cached(.movie(id)).map { .success($0) } }
    let missing = ids.filter { known[$0] == nil }
    guard !missing.isEmpty else { return .now(known) }
    return .later(
      Later { [self, known] done in
        let gathering = Gathering(known, of: ids.count) { done(.success($0)) }
        if let milliseconds { schedule(milliseconds) { gathering.end() } }
        for id in missing.sorted() {
          catalog.find(.movie(id), urgency: .person(of: party)) { gathering.take($0, for: id) }
        }
      })
  }

  /// For what takes several questions, one after the other: nobody waits for longer than for a single one
  /// (`docs/catalog.md`, "Failures").
  func inTime<Value>(_ found: Found<Value>) -> Found<Value> {
    found.within(Self.longestWait, or: .catalogUnavailable(retryAfter: nil), schedule)
  }

  private static let longestWait = 10_000

  /// Counts a request that has the source asked in any case.
  ///
  /// - Throws: `too_many_refreshes`.
  func note(_ refresher: Refresher, at now: Timestamp) throws(WireError) {
    try refreshes.withLock { limiter throws(WireError) in try limiter.note(refresher, at: now) }
  }

  // MARK: Writing

  /// Where images are; those compiled in until the source has said it.
  func imageSizes(at now: Timestamp) -> ImageSizes {
    var sizes = ImageSizes.builtIn
    let known = catalog.known(.configuration)
    if case .configuration(let said)? = known?.facts { sizes = said }
    if known?.isStale != false { askForImageSizes(at: now) }
    if let imageURL { sizes.baseURL = imageURL }
    return sizes
  }

  /// The genres that lists of results name by id: as they were told last, else those that are compiled in.
  func genres(of kind: MediaKind) -> GenreList {
    if case .genres(let list)? = catalog.known(.genres(kind))?.facts { list } else { .builtIn(kind) }
  }

  /// For the next time. Nobody waits for it, and a source that fails is left alone for a minute.
  private func askForImageSizes(at now: Timestamp) {
    let mayAsk = imageSizesAskedAt.withLock { askedAt in
      if let askedAt, (0..<60_000_000).contains(now.microseconds - askedAt.microseconds) { return false }
      askedAt = now
      return true
    }
    if mayAsk { catalog.find(.configuration, urgency: .background) { _ in } }
  }

  /// A result that rests on one answer alone is written once, and sent as long as the answer counts.
  func result(
    of question: CatalogQuestion, _ answer: CatalogAnswer, at now: Timestamp,
    _ write: (inout JSONWriter, ImageSizes) -> Void
  ) -> [UInt8] {
    let sizes = imageSizes(at: now)
    if let known = written.withLock({ $0.result(of: question, answer, sizes) }) { return known }
    var json = JSONWriter(reserving: 4096)
    json.object { json in
      write(&json, sizes)
      json.provenance(answer)
    }
    written.withLock { $0.keep(json.bytes, of: question, answer, sizes) }
    return json.bytes
  }
}

/// Answers to several questions, told together: when all are there, or when it is time.
private final class Gathering: Sendable {
  typealias Results = [Int: Result<CatalogAnswer, CatalogFailure>]

  private let state: Locked<(results: Results, done: (@Sendable (Results) -> Void)?)>
  private let count: Int

  init(_ results: Results, of count: Int, _ done: @escaping @Sendable (Results) -> Void) {
    self.count = count
    state = Locked((results, done))
  }

  func take(_ result: Result<CatalogAnswer, CatalogFailure>, for id: Int) {
    let isWhole = state.withLock { state in
      state.results[id] = result
      return state.results.count == count
    }
    if isWhole { end() }
  }

  func end() {
    let (results, done) = state.withLock { state in
      defer { state.done = nil }
      return (state.results, state.done)
    }
    done?(results)
  }
}
