import MovieNightPrimitives

@testable import Catalog

/// The environment of a `Catalog`: a clock that only the test advances, and a store that works immediately.
final class CacheWorld: Sendable {
  let source: CacheSource
  let store = CacheStore()
  private let state = Locked(State())

  private struct State: Sendable {
    var now = Timestamp(text: "2026-06-15T12:00:00Z")!
    /// The pending timers, sorted by due time, then by the order of scheduling.
    var timers: [(due: Timestamp, number: Int, body: @Sendable () -> Void)] = []
    var lastTimer = 0
    var events: [CatalogEvent] = []
    var holdsTasks = false
    var tasks: [@Sendable () -> Void] = []
    var beforeTask: (@Sendable () -> Void)?

    /// Returns the index of a timer, or the index at which to insert it.
    func index(of due: Timestamp, _ number: Int) -> Int {
      var (low, high) = (0, timers.count)
      while low < high {
        let middle = (low + high) / 2
        if (timers[middle].due, timers[middle].number) < (due, number) { low = middle + 1 } else { high = middle }
      }
      return low
    }
  }

  init(_ source: CacheSource = CacheSource()) { self.source = source }

  var now: Timestamp { state.withLock { $0.now } }
  var events: [CatalogEvent] { state.withLock { $0.events } }

  /// Returns the number of reported failures of a store operation.
  func failures(_ operation: StoreOperation) -> Int {
    events.count { if case .storeFailed(operation, _) = $0 { true } else { false } }
  }
  /// The number of store tasks that are held back because of `holdsTasks`.
  var tasks: Int { state.withLock { $0.tasks.count } }
  var holdsTasks: Bool {
    get { state.withLock { $0.holdsTasks } }
    set { state.withLock { $0.holdsTasks = newValue } }
  }

  /// The number of pending timers.
  var timers: Int { state.withLock { $0.timers.count } }

  /// Runs the first `count` of the held store tasks in order.
  func work(off count: Int = .max) {
    for _ in 0..<min(count, tasks) { state.withLock { $0.tasks.removeFirst() }() }
  }

  /// Runs `body` once, before the next store task is accepted.
  func beforeTask(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.beforeTask = body } }

  func catalog(_ options: CatalogOptions = CatalogOptions()) -> Catalog {
    Catalog(source: source, store: store, options: options, environment: environment)
  }

  var environment: CatalogEnvironment {
    CatalogEnvironment(
      clock: { self.now },
      schedule: { milliseconds, body in
        let (due, number) = self.state.withLock { state in
          let due = Timestamp(microseconds: state.now.microseconds + Int64(milliseconds) * 1000)
          state.lastTimer += 1
          let number = state.lastTimer
          state.timers.insert((due, number, body), at: state.index(of: due, number))
          return (due, number)
        }
        return {
          self.state.withLock { state in
            let index = state.index(of: due, number)
            if index < state.timers.count, state.timers[index].number == number { state.timers.remove(at: index) }
          }
        }
      },
      perform: { body in
        let before = self.state.withLock { state in
          defer { state.beforeTask = nil }
          return state.beforeTask
        }
        before?()
        let isHeld = self.state.withLock { state in
          if state.holdsTasks { state.tasks.append(body) }
          return state.holdsTasks
        }
        if !isHeld { body() }
      },
      observe: { event in self.state.withLock { $0.events.append(event) } })
  }

  func put(_ bytes: [UInt8], _ key: CatalogStoreKey) {
    do { try store.write(bytes, for: key, at: now) } catch { fatalError("\(error)") }
  }

  func pass(seconds: Int64) { pass(milliseconds: seconds * 1000) }

  func pass(milliseconds: Int64) {
    let end = Timestamp(microseconds: now.microseconds + milliseconds * 1000)
    while let body = nextTimer(until: end) { body() }
    state.withLock { $0.now = end }
  }

  private func nextTimer(until end: Timestamp) -> (@Sendable () -> Void)? {
    state.withLock { state in
      guard let timer = state.timers.first, timer.due <= end else { return nil }
      state.timers.removeFirst()
      state.now = max(state.now, timer.due)
      return timer.body
    }
  }
}

/// A source whose requests the test answers.
final class CacheSource: CatalogSource {
  typealias Answer = Result<CatalogFacts, CatalogFailure>

  let name: CatalogSourceName
  private let state = Locked(State())

  private struct State: Sendable {
    var pending:
      [(question: CatalogQuestion, meanwhile: @Sendable (SourceUpdate) -> Void, done: @Sendable (Answer) -> Void)] = []
    var total = 0
    var immediateAnswer: Answer?
    var atOnce: [CatalogQuestion: Int] = [:]
    var mostAtOnce = 0
  }

  init(_ name: CatalogSourceName = .tmdb) { self.name = name }

  /// The questions of the pending requests.
  var asked: [CatalogQuestion] { state.withLock { $0.pending.map(\.question) } }
  /// The number of requests so far.
  var total: Int { state.withLock { $0.total } }
  /// The largest number of simultaneous requests for one question.
  var mostRequestsForOneQuestion: Int { state.withLock { $0.mostAtOnce } }
  var immediateAnswer: Answer? {
    get { state.withLock { $0.immediateAnswer } }
    set { state.withLock { $0.immediateAnswer = newValue } }
  }

  func answer(
    _ question: CatalogQuestion, _ priority: CatalogPriority, meanwhile: @escaping @Sendable (SourceUpdate) -> Void,
    _ done: @escaping @Sendable (Answer) -> Void
  ) {
    let answer = state.withLock { state in
      state.total += 1
      state.atOnce[question, default: 0] += 1
      state.mostAtOnce = max(state.mostAtOnce, state.atOnce[question, default: 0])
      if state.immediateAnswer == nil { state.pending.append((question, meanwhile, done)) }
      return state.immediateAnswer
    }
    guard let answer else { return }
    state.withLock { $0.atOnce[question, default: 0] -= 1 }
    done(answer)
  }

  /// Sends an update to the oldest pending request.
  func sendUpdate(_ update: SourceUpdate) { state.withLock { $0.pending.first?.meanwhile }?(update) }

  /// Answers the oldest pending request.
  func answerOldest(_ answer: Answer) {
    let first = state.withLock { $0.pending.isEmpty ? nil : $0.pending.removeFirst() }
    guard let first else { return }
    state.withLock { $0.atOnce[first.question, default: 0] -= 1 }
    first.done(answer)
  }
}

/// An in-memory store that fails while `isBroken`.
final class CacheStore: CatalogStore {
  private let entries = MemoryCatalogStore(limit: 1000)
  private let broken = Locked(false)
  private let touches = Locked<[CatalogStoreKey]>([])

  var touched: [CatalogStoreKey] { touches.withLock { $0 } }

  var isBroken: Bool {
    get { broken.withLock { $0 } }
    set { broken.withLock { $0 = newValue } }
  }

  private func check() throws(CatalogStoreError) {
    if isBroken { throw CatalogStoreError("broken") }
  }

  func read(_ key: CatalogStoreKey, at now: Timestamp) throws(CatalogStoreError) -> [UInt8]? {
    try check()
    return try entries.read(key, at: now)
  }
  func write(_ bytes: [UInt8], for key: CatalogStoreKey, at now: Timestamp) throws(CatalogStoreError) {
    try check()
    try entries.write(bytes, for: key, at: now)
  }
  func touch(_ key: CatalogStoreKey, at now: Timestamp) throws(CatalogStoreError) {
    try check()
    touches.withLock { $0.append(key) }
    try entries.touch(key, at: now)
  }
  func remove(kind: String?, id: String?) throws(CatalogStoreError) -> Int {
    try check()
    return try entries.remove(kind: kind, id: id)
  }
  func remove(_ keys: [CatalogStoreKey]) throws(CatalogStoreError) {
    try check()
    try entries.remove(keys)
  }
  func page(after cursor: String?, limit: Int) throws(CatalogStoreError) -> [CatalogStoreEntry] {
    try check()
    return try entries.page(after: cursor, limit: limit)
  }
  func size() throws(CatalogStoreError) -> CatalogStoreSize {
    try check()
    return try entries.size()
  }
}

/// Collects the values passed to a callback.
final class CollectedValues<Value: Sendable>: Sendable {
  private let values = Locked<[Value]>([])

  var all: [Value] { values.withLock { $0 } }
  var take: @Sendable (Value) -> Void { { value in self.values.withLock { $0.append(value) } } }
}
