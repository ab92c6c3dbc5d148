import MovieNightPrimitives

/// A source that asks TMDb, within its rate limits and ours (`docs/catalog.md`, "Failures"). It fills texts that are missing in
/// its language from English, with a second request.
public final class TMDbSource: CatalogSource {
  public let name = CatalogSourceName.tmdb
  private let options: TMDbOptions
  private let language: String
  private let surroundings: Surroundings
  private let state: Locked<State>

  struct Surroundings: Sendable {
    /// A clock that should be monotonic: setting it back would delay waiting requests.
    var clock: @Sendable () -> Timestamp
    var schedule: Schedule
    var send: @Sendable (_ request: HTTPRequest, _ done: @escaping @Sendable (HTTPOutcome) -> Void) -> Void
  }

  private struct Job: Sendable {
    let question: CatalogQuestion
    let language: String
    var urgency: CatalogUrgency
    let meanwhile: @Sendable (SourceNews) -> Void
    /// Also receives the request's current priority.
    let done: @Sendable (Result<CleanedBody, CatalogFailure>, CatalogUrgency) -> Void
    var isHeldUp = false
  }

  private struct State: Sendable {
    var gate = RequestGate()
    var jobs: [RequestGate.Ticket: Job] = [:]
    var lastTicket: RequestGate.Ticket = 0
    /// The time of the scheduled wake-up.
    var wakesAt: Timestamp?
    var cancelWake: CancelSchedule?
  }

  init(_ options: TMDbOptions, language: String, _ surroundings: Surroundings) {
    self.options = options
    self.language = language
    self.surroundings = surroundings
    state = Locked(State())
  }

  public func answer(
    _ question: CatalogQuestion, _ urgency: CatalogUrgency, meanwhile: @escaping @Sendable (SourceNews) -> Void,
    _ done: @escaping @Sendable (Result<CatalogFacts, CatalogFailure>) -> Void
  ) {
    ask(question, language, urgency, meanwhile) { [self] result, urgency in
      guard case .success(let body) = result, body.lacksText, language != CatalogOptions.english else {
        return done(result.flatMap { Self.facts($0, nil) })
      }
      // An asker that cannot wait need not wait for English.
      if case .success(let facts) = Self.facts(body, nil) { meanwhile(.partly(facts)) }
      ask(question, CatalogOptions.english, urgency, meanwhile) { english, _ in
        switch english {
        case .success(let english): return done(Self.facts(body, english))
        // There is no English version.
        case .failure(.notFound): break
        // An answer without a text, or with an earlier one, is better than none.
        case .failure: meanwhile(.restFailed)
        }
        done(Self.facts(body, nil))
      }
    }
  }

  public func hurry(_ question: CatalogQuestion, _ urgency: CatalogUrgency) {
    decide { state, _ in
      for (ticket, job) in state.jobs where job.question == question {
        state.jobs[ticket]?.urgency = state.gate.hurry(ticket, urgency)
      }
      return []
    }
  }

  private static func facts(_ body: CleanedBody, _ english: CleanedBody?) -> Result<CatalogFacts, CatalogFailure> {
    do throws(UnfittingBody) {
      return .success(try body.facts(filledFrom: english))
    } catch {
      return .failure(.unavailable(.unfitting))
    }
  }

  // MARK: Through the gate

  private func ask(
    _ question: CatalogQuestion, _ language: String, _ urgency: CatalogUrgency,
    _ meanwhile: @escaping @Sendable (SourceNews) -> Void,
    _ done: @escaping @Sendable (Result<CleanedBody, CatalogFailure>, CatalogUrgency) -> Void
  ) {
    decide { state, now in
      state.lastTicket += 1
      state.jobs[state.lastTicket] = Job(
        question: question, language: language, urgency: urgency, meanwhile: meanwhile, done: done)
      return state.gate.ask(state.lastTicket, urgency, at: now)
    }
  }

  /// Performs the rate limiter's actions outside of the lock.
  private func decide(_ decision: (inout State, Timestamp) -> [RequestGate.Action]) {
    let now = surroundings.clock()
    let (acts, wake) = state.withLock { state in
      let acts = decision(&state, now).compactMap { act($0, &state) } + Self.holds(&state, at: now)
      return (acts, Self.nextWake(&state, at: now))
    }
    if let wake {
      // The closure keeps the source alive, so that waiting requests are always answered.
      let cancel = surroundings.schedule(wake.milliseconds) { [self] in
        decide { state, now in
          // If an earlier wake-up has replaced this one, keep that one's time.
          if state.wakesAt == wake.at { state.wakesAt = nil }
          return state.gate.timePassed(at: now)
        }
      }
      let replaced = state.withLock { state in
        // Another thread may have found an earlier time meanwhile.
        guard state.wakesAt == wake.at else { return cancel }
        defer { state.cancelWake = cancel }
        return state.cancelWake ?? {}
      }
      replaced()
    }
    for act in acts { act() }
  }

  private typealias Act = @Sendable () -> Void

  private static func holds(_ state: inout State, at now: Timestamp) -> [Act] {
    state.gate.heldUp(at: now).compactMap { ticket in
      guard let job = state.jobs[ticket], !job.isHeldUp else { return nil }
      state.jobs[ticket]?.isHeldUp = true
      return { job.meanwhile(.heldUp) }
    }
  }

  private func act(_ action: RequestGate.Action, _ state: inout State) -> Act? {
    switch action {
    case .send(let ticket):
      guard let job = state.jobs[ticket] else { return nil }
      return { self.send(ticket, job) }
    case .end(let ticket, let failure):
      guard let job = state.jobs.removeValue(forKey: ticket) else { return nil }
      return { job.done(.failure(failure), job.urgency) }
    }
  }

  /// Returns the next wake-up, if it is earlier than the scheduled one.
  private static func nextWake(_ state: inout State, at now: Timestamp) -> (at: Timestamp, milliseconds: Int)? {
    guard let next = state.gate.nextTime(at: now) else { return nil }
    if let wakesAt = state.wakesAt, wakesAt <= next, wakesAt > now { return nil }
    state.wakesAt = next
    // Rounded up, since a wake-up that is too early finds nothing to do.
    return (next, Int(max(0, next.microseconds - now.microseconds) / 1000) + 1)
  }

  private func send(_ ticket: RequestGate.Ticket, _ job: Job) {
    let sentAt = surroundings.clock()
    let isOver = Locked(false)
    surroundings.send(options.request(job.question, language: job.language)) { [self] outcome in
      guard isOver.set() else { return }
      let reply = TMDbReply(options.withoutSecret(outcome), to: job.question, in: job.language)
      finish(ticket, job, reply, since: sentAt)
    }
  }

  private func finish(_ ticket: RequestGate.Ticket, _ job: Job, _ reply: TMDbReply, since sentAt: Timestamp) {
    let microseconds = max(0, surroundings.clock().microseconds - sentAt.microseconds)
    job.meanwhile(.requested(UpstreamRequest(microseconds: microseconds, failure: reply.failure)))
    if case .success(let body)? = reply.answer, body.dropped > 0 { job.meanwhile(.dropped(body.dropped)) }
    var answered: Job?
    decide { state, now in
      // Without an answer, the rate limiter decides how to continue.
      if reply.answer != nil { answered = state.jobs.removeValue(forKey: ticket) }
      return state.gate.finished(ticket, reply.outcome, at: now)
    }
    if let answered, let answer = reply.answer { answered.done(answer, answered.urgency) }
  }
}

struct TMDbReply: Sendable {
  /// The answer for the asker; nil if the response is not one.
  let answer: Result<CleanedBody, CatalogFailure>?
  let outcome: RequestGate.Outcome

  /// The failure for logs and metrics; nil if there is an answer.
  var failure: CatalogFailure? {
    switch outcome {
    case .answered: if case .failure(let failure)? = answer { failure } else { nil }
    case .failed(let reason, _): .unavailable(reason)
    case .limited(let milliseconds): .limited(retryAfterMilliseconds: milliseconds ?? 1000)
    case .unauthorised(let status): .unauthorised(status: status)
    }
  }

  init(_ outcome: HTTPOutcome, to question: CatalogQuestion, in language: String) {
    var answer: Result<CleanedBody, CatalogFailure>?
    switch outcome {
    case .failed(let failure): self.outcome = .failed(failure.reason, mayPass: failure == .reset)
    case .response(let response):
      switch response.status {
      case 200:
        do throws(UnfittingBody) {
          answer = .success(try CleanedBody(response.body, answering: question, in: language))
          self.outcome = .answered
        } catch {
          self.outcome = .failed(.unfitting, mayPass: false)
        }
      case 404:
        answer = .failure(.notFound)
        self.outcome = .answered
      case 401, 403: self.outcome = .unauthorised(status: response.status)
      // At most a minute counts, since the header may have any number.
      case 429: self.outcome = .limited(milliseconds: response.retryAfterSeconds.map { min(max($0, 0), 60) * 1000 })
      case let status: self.outcome = .failed(.status(status), mayPass: status >= 500)
      }
    }
    self.answer = answer
  }
}

extension HTTPFailure {
  fileprivate var reason: CatalogFailure.Reason {
    switch self {
    case .timeout: .timeout
    case .connection, .reset, .stopped: .connection
    case .certificate: .certificate
    case .tooLarge, .unreadable: .unfitting
    }
  }
}
