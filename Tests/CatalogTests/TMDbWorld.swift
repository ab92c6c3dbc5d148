import MovieNightPrimitives

@testable import Catalog

/// A `TMDbSource` with a manual clock whose requests the test answers.
final class TMDbWorld: Sendable {
  struct Sent: Sendable {
    let request: HTTPRequest
    let at: Timestamp
    let done: @Sendable (HTTPOutcome) -> Void
    /// The path below the base, without the query.
    var path: String { String(request.url.dropFirst(TMDbOptions.defaultBase.count).prefix { $0 != "?" }) }
    var language: String? {
      request.url.split(separator: "language=").dropFirst().first.map { String($0.prefix { $0 != "&" }) }
    }
  }

  struct Answer: Sendable {
    let result: Result<CatalogFacts, CatalogFailure>
    let at: Timestamp
  }

  private struct State: Sendable {
    var now = Timestamp(microseconds: 1_800_000_000_000_000)
    var timers: [(at: Timestamp, body: @Sendable () -> Void)] = []
    var scheduled = 0
    var sent: [Sent] = []
    /// The indices in `sent` of the requests that are in flight.
    var inFlight: [Int] = []
    var mostInFlight = 0
    var answers: [[Answer]] = []
    var incompleteAnswers = 0
    var events: [CatalogEvent] = []
  }

  let source: TMDbSource
  private let state: Locked<State>

  /// Returns a catalog with an empty store that uses this source and clock.
  func catalog() -> Catalog {
    let state = state
    return Catalog(
      source: source, store: MemoryCatalogStore(limit: 100),
      environment: CatalogEnvironment(
        clock: { state.withLock { $0.now } },
        schedule: { milliseconds, body in
          state.withLock { $0.timers.append((Self.later($0.now, Int64(milliseconds)), body)) }
          return {}
        }, perform: { $0() }, observe: { event in state.withLock { $0.events.append(event) } }))
  }

  /// The events that the catalog has reported.
  var events: [CatalogEvent] { state.withLock { $0.events } }

  init(language: String = "en-US", credential: TMDbCredential) throws {
    let state = Locked(State())
    self.state = state
    source = TMDbSource(
      try TMDbOptions(credential), language: language,
      TMDbSource.Environment(
        clock: { state.withLock { $0.now } },
        schedule: { milliseconds, body in
          state.withLock { state in
            state.scheduled += 1
            state.timers.append((Self.later(state.now, Int64(milliseconds)), body))
          }
          return {}
        },
        send: { request, done in
          state.withLock { state in
            state.inFlight.append(state.sent.count)
            state.mostInFlight = max(state.mostInFlight, state.inFlight.count)
            state.sent.append(Sent(request: request, at: state.now, done: done))
          }
        }))
  }

  convenience init(language: String = "en-US") throws {
    try self.init(language: language, credential: .token("t"))
  }

  var now: Timestamp { state.withLock { $0.now } }
  var sent: [Sent] { state.withLock { $0.sent } }
  var inFlight: Int { state.withLock { $0.inFlight.count } }
  var mostInFlight: Int { state.withLock { $0.mostInFlight } }
  func pendingPath(_ index: Int) -> String? {
    state.withLock { $0.inFlight.indices.contains(index) ? $0.sent[$0.inFlight[index]].path : nil }
  }
  var timersSet: Int { state.withLock { $0.scheduled } }
  /// The answers to each call, in the order of the calls.
  var answers: [[Answer]] { state.withLock { $0.answers } }

  /// The number of answers reported as incomplete.
  var incompleteAnswers: Int { state.withLock { $0.incompleteAnswers } }

  /// Returns the last result of a call, or nil if it is not answered yet.
  func result(_ asker: Int = 0) -> Result<CatalogFacts, CatalogFailure>? { answers[asker].last?.result }

  func ask(_ question: CatalogQuestion, _ priority: CatalogPriority = .person) {
    let state = state
    let asker = state.withLock { state in
      state.answers.append([])
      return state.answers.count - 1
    }
    let meanwhile: @Sendable (SourceUpdate) -> Void = { update in
      if update == .remainderFailed { state.withLock { $0.incompleteAnswers += 1 } }
    }
    source.answer(question, priority, meanwhile: meanwhile) { result in
      state.withLock { $0.answers[asker].append(Answer(result: result, at: $0.now)) }
    }
  }

  /// Answers a request in flight, by default the oldest.
  func respond(_ outcome: HTTPOutcome, to index: Int = 0) {
    let done = state.withLock { state -> (@Sendable (HTTPOutcome) -> Void)? in
      guard state.inFlight.indices.contains(index) else { return nil }
      return state.sent[state.inFlight.remove(at: index)].done
    }
    done?(outcome)
  }

  func respond(_ status: Int, _ body: String = "", retryAfter: Int? = nil, to index: Int = 0) {
    respond(.response(HTTPResponse(status: status, retryAfterSeconds: retryAfter, body: Array(body.utf8))), to: index)
  }

  /// Advances the clock and fires each timer when it is due. A request times out after 10 seconds.
  func pass(milliseconds: Int64) {
    let end = Self.later(now, milliseconds)
    while let due = takeDue(by: end) { due() }
    state.withLock { $0.now = end }
  }

  private func takeDue(by end: Timestamp) -> (@Sendable () -> Void)? {
    state.withLock { state in
      let timer = state.timers.indices.min { state.timers[$0].at < state.timers[$1].at }
      let timerAt = timer.map { state.timers[$0].at }
      let givesUpAt = state.inFlight.first.map { Self.later(state.sent[$0].at, 10_000) }
      if let givesUpAt, givesUpAt <= end, givesUpAt <= timerAt ?? end {
        state.now = max(state.now, givesUpAt)
        let done = state.sent[state.inFlight.removeFirst()].done
        return { done(.failed(.timeout)) }
      }
      guard let timer, let timerAt, timerAt <= end else { return nil }
      state.now = max(state.now, timerAt)
      return state.timers.remove(at: timer).body
    }
  }

  static func later(_ time: Timestamp, _ milliseconds: Int64) -> Timestamp {
    Timestamp(microseconds: time.microseconds + milliseconds * 1000)
  }
}
