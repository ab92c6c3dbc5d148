import MovieNightPrimitives

/// A source that asks TMDb within its limits and ours (`docs/catalog.md`, "Failures"), and English for missing texts.
public final class TMDbSource: CatalogSource {
  public let name = CatalogSourceName.tmdb
  private let options: TMDbOptions
  private let language: String
  private let environment: Environment
  private let state: Locked<State>

  struct Environment: Sendable {
    /// The clock. It should be monotonic, because a clock that is set back would delay waiting requests.
    var clock: @Sendable () -> Timestamp
    var schedule: Schedule
    var send: @Sendable (_ request: HTTPRequest, _ done: @escaping @Sendable (HTTPOutcome) -> Void) -> Void
  }

  private struct Job: Sendable {
    let question: CatalogQuestion
    let language: String
    var priority: CatalogPriority
    let meanwhile: @Sendable (SourceUpdate) -> Void
    /// Receives the result, and the current priority of the request.
    let done: @Sendable (Result<CleanedBody, CatalogFailure>, CatalogPriority) -> Void
    var isThrottled = false
  }

  private struct State: Sendable {
    var limiter = RequestRateLimiter()
    var jobs: [RequestRateLimiter.Ticket: Job] = [:]
    var lastTicket: RequestRateLimiter.Ticket = 0
    /// The time of the scheduled wake-up; nil if none is scheduled.
    var wakeTime: Timestamp?
    var cancelWake: CancelSchedule?
  }

  init(_ options: TMDbOptions, language: String, _ environment: Environment) {
    self.options = options
    self.language = language
    self.environment = environment
    state = Locked(State())
  }

  public func answer(
    _ question: CatalogQuestion, _ priority: CatalogPriority, meanwhile: @escaping @Sendable (SourceUpdate) -> Void,
    _ done: @escaping @Sendable (Result<CatalogFacts, CatalogFailure>) -> Void
  ) {
    ask(question, language, priority, meanwhile) { [self] result, priority in
      guard case .success(let body) = result, body.lacksText, language != CatalogOptions.english else {
        return done(result.flatMap { Self.facts($0, nil) })
      }
      // If an asker cannot wait for the English texts, it gets this answer.
      if case .success(let facts) = Self.facts(body, nil) { meanwhile(.partial(facts)) }
      ask(question, CatalogOptions.english, priority, meanwhile) { english, _ in
        switch english {
        case .success(let english): return done(Self.facts(body, english))
        // There is no answer in English.
        case .failure(.notFound): break
        // An answer with a missing or older text is better than none.
        case .failure: meanwhile(.remainderFailed)
        }
        done(Self.facts(body, nil))
      }
    }
  }

  public func raisePriority(_ question: CatalogQuestion, _ priority: CatalogPriority) {
    decide { state, _ in
      for (ticket, job) in state.jobs where job.question == question {
        state.jobs[ticket]?.priority = state.limiter.raisePriority(ticket, priority)
      }
      return []
    }
  }

  private static func facts(_ body: CleanedBody, _ english: CleanedBody?) -> Result<CatalogFacts, CatalogFailure> {
    do throws(UnexpectedBody) {
      return .success(try body.facts(filledFrom: english))
    } catch {
      return .failure(.unavailable(.unexpectedBody))
    }
  }

  // MARK: Sending requests through the rate limiter

  private func ask(
    _ question: CatalogQuestion, _ language: String, _ priority: CatalogPriority,
    _ meanwhile: @escaping @Sendable (SourceUpdate) -> Void,
    _ done: @escaping @Sendable (Result<CleanedBody, CatalogFailure>, CatalogPriority) -> Void
  ) {
    decide { state, now in
      state.lastTicket += 1
      state.jobs[state.lastTicket] = Job(
        question: question, language: language, priority: priority, meanwhile: meanwhile, done: done)
      return state.limiter.ask(state.lastTicket, priority, at: now)
    }
  }

  /// Makes a decision in the lock, and performs the rate limiter's actions outside of it.
  private func decide(_ decision: (inout State, Timestamp) -> [RequestRateLimiter.Action]) {
    let now = environment.clock()
    let (acts, wake) = state.withLock { state in
      let acts = decision(&state, now).compactMap { act($0, &state) } + Self.throttleNotices(&state, at: now)
      return (acts, Self.nextWake(&state, at: now))
    }
    if let wake {
      // The closure keeps the source alive, so that waiting requests are always answered.
      let cancel = environment.schedule(wake.milliseconds) { [self] in
        decide { state, now in
          // If an earlier wake-up has been scheduled since then, its time is kept.
          if state.wakeTime == wake.at { state.wakeTime = nil }
          return state.limiter.timePassed(at: now)
        }
      }
      let replaced = state.withLock { state in
        // Another thread may have scheduled an earlier wake-up in the meantime.
        guard state.wakeTime == wake.at else { return cancel }
        defer { state.cancelWake = cancel }
        return state.cancelWake ?? {}
      }
      replaced()
    }
    for act in acts { act() }
  }

  private typealias Act = @Sendable () -> Void

  private static func throttleNotices(_ state: inout State, at now: Timestamp) -> [Act] {
    state.limiter.throttled(at: now).compactMap { ticket in
      guard let job = state.jobs[ticket], !job.isThrottled else { return nil }
      state.jobs[ticket]?.isThrottled = true
      return { job.meanwhile(.throttled) }
    }
  }

  private func act(_ action: RequestRateLimiter.Action, _ state: inout State) -> Act? {
    switch action {
    case .send(let ticket):
      guard let job = state.jobs[ticket] else { return nil }
      return { self.send(ticket, job) }
    case .end(let ticket, let failure):
      guard let job = state.jobs.removeValue(forKey: ticket) else { return nil }
      return { job.done(.failure(failure), job.priority) }
    }
  }

  /// Returns the next wake-up, if it is earlier than the scheduled one.
  private static func nextWake(_ state: inout State, at now: Timestamp) -> (at: Timestamp, milliseconds: Int)? {
    guard let next = state.limiter.nextTime(at: now) else { return nil }
    if let wakeTime = state.wakeTime, wakeTime <= next, wakeTime > now { return nil }
    state.wakeTime = next
    // Rounded up, because a wake-up that is too early finds nothing to do.
    return (next, Int(max(0, next.microseconds - now.microseconds) / 1000) + 1)
  }

  private func send(_ ticket: RequestRateLimiter.Ticket, _ job: Job) {
    let sentAt = environment.clock()
    let isOver = Locked(false)
    environment.send(options.request(job.question, language: job.language)) { [self] outcome in
      guard isOver.set() else { return }
      let reply = TMDbReply(options.withoutSecret(outcome), to: job.question, in: job.language)
      finish(ticket, job, reply, since: sentAt)
    }
  }

  private func finish(_ ticket: RequestRateLimiter.Ticket, _ job: Job, _ reply: TMDbReply, since sentAt: Timestamp) {
    let microseconds = max(0, environment.clock().microseconds - sentAt.microseconds)
    job.meanwhile(.requested(UpstreamRequest(microseconds: microseconds, failure: reply.failure)))
    if case .success(let body)? = reply.answer, body.dropped > 0 { job.meanwhile(.dropped(body.dropped)) }
    var answered: Job?
    decide { state, now in
      // Without an answer, the rate limiter decides how to continue.
      if reply.answer != nil { answered = state.jobs.removeValue(forKey: ticket) }
      return state.limiter.finished(ticket, reply.outcome, at: now)
    }
    if let answered, let answer = reply.answer { answered.done(answer, answered.priority) }
  }
}

struct TMDbReply: Sendable {
  /// The answer for the asker; nil if the response contains no answer.
  let answer: Result<CleanedBody, CatalogFailure>?
  let outcome: RequestRateLimiter.Outcome

  /// The failure for logs and metrics; nil if the source answered the question.
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
    case .failed(let failure): self.outcome = .failed(failure.reason, isTransient: failure == .reset)
    case .response(let response):
      switch response.status {
      case 200:
        do throws(UnexpectedBody) {
          answer = .success(try CleanedBody(response.body, answering: question, in: language))
          self.outcome = .answered
        } catch {
          self.outcome = .failed(.unexpectedBody, isTransient: false)
        }
      case 404:
        answer = .failure(.notFound)
        self.outcome = .answered
      case 401, 403: self.outcome = .unauthorised(status: response.status)
      // The delay is limited to one minute, because the header may contain any number.
      case 429: self.outcome = .limited(milliseconds: response.retryAfterSeconds.map { min(max($0, 0), 60) * 1000 })
      case let status: self.outcome = .failed(.status(status), isTransient: status >= 500)
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
    case .tooLarge, .unreadable: .unexpectedBody
    }
  }
}
