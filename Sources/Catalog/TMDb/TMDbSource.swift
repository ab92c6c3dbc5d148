import MovieNightPrimitives

/// Asks TMDb, within its limits and ours (`docs/catalog.md`, "Failures").
///
/// A text that is missing in the source's language is taken from English, by one more request.
public final class TMDbSource: CatalogSource {
  public let name = CatalogSourceName.tmdb
  private let options: TMDbOptions
  private let language: String
  private let surroundings: Surroundings
  private let state: Locked<State>

  /// What it needs of its surroundings.
  struct Surroundings: Sendable {
    /// Best one that is never set back: what waits would wait on.
    var clock: @Sendable () -> Timestamp
    var schedule: Schedule
    var send: @Sendable (_ request: HTTPRequest, _ done: @escaping @Sendable (HTTPOutcome) -> Void) -> Void
  }

  private struct Job: Sendable {
    let question: CatalogQuestion
    let language: String
    var urgency: CatalogUrgency
    let meanwhile: @Sendable (SourceNews) -> Void
    /// Told how urgent it is by then, too.
    let done: @Sendable (Result<CleanedBody, CatalogFailure>, CatalogUrgency) -> Void
    /// Whether whoever asked knows that it is not sent for now.
    var isHeldUp = false
  }

  private struct State: Sendable {
    var gate = RequestGate()
    var jobs: [RequestGate.Ticket: Job] = [:]
    var lastTicket: RequestGate.Ticket = 0
    /// For when it is to be woken; nil while for no time.
    var wakesAt: Timestamp?
    /// Takes that back.
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
      // Nobody who is in a hurry needs to wait for English.
      if case .success(let facts) = Self.facts(body, nil) { meanwhile(.partly(facts)) }
      ask(question, CatalogOptions.english, urgency, meanwhile) { english, _ in
        switch english {
        case .success(let english): return done(Self.facts(body, english))
        // There is none.
        case .failure(.notFound): break
        // Rather without a text, or with the one of before, than without an answer.
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

  /// What the gate decides is done outside of the lock.
  private func decide(_ decision: (inout State, Timestamp) -> [RequestGate.Action]) {
    let now = surroundings.clock()
    let (acts, wake) = state.withLock { state in
      let acts = decision(&state, now).compactMap { act($0, &state) } + Self.holds(&state, at: now)
      return (acts, Self.nextWake(&state, at: now))
    }
    if let wake {
      // It holds the source: whoever waits is answered, whoever else still needs it.
      let cancel = surroundings.schedule(wake.milliseconds) { [self] in
        decide { state, now in
          // A sooner one may have taken its place; then this one sets no other.
          if state.wakesAt == wake.at { state.wakesAt = nil }
          return state.gate.timePassed(at: now)
        }
      }
      let replaced = state.withLock { state in
        // Another thread may have found a sooner time meanwhile.
        guard state.wakesAt == wake.at else { return cancel }
        defer { state.cancelWake = cancel }
        return state.cancelWake ?? {}
      }
      replaced()
    }
    for act in acts { act() }
  }

  private typealias Act = @Sendable () -> Void

  /// Whoever has just come to wait for the end of a pause.
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

  /// When it is to be woken, where that is sooner than it is anyway.
  private static func nextWake(_ state: inout State, at now: Timestamp) -> (at: Timestamp, milliseconds: Int)? {
    guard let next = state.gate.nextTime(at: now) else { return nil }
    if let wakesAt = state.wakesAt, wakesAt <= next, wakesAt > now { return nil }
    state.wakesAt = next
    // Rounded up: too early it would find nothing to do.
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
      // It is told here; of what is no answer the gate says what becomes of it.
      if reply.answer != nil { answered = state.jobs.removeValue(forKey: ticket) }
      return state.gate.finished(ticket, reply.outcome, at: now)
    }
    if let answered, let answer = reply.answer { answered.done(answer, answered.urgency) }
  }
}

/// What a response means.
struct TMDbReply: Sendable {
  /// For whoever asked; nil where it is no answer.
  let answer: Result<CleanedBody, CatalogFailure>?
  let outcome: RequestGate.Outcome

  /// What log and metrics say of it; nil where it is an answer.
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
      // A minute is the most that counts; what it says may be any number.
      case 429: self.outcome = .limited(milliseconds: response.retryAfterSeconds.map { min(max($0, 0), 60) * 1000 })
      case let status: self.outcome = .failed(.status(status), mayPass: status >= 500)
      }
    }
    self.answer = answer
  }
}

extension HTTPFailure {
  /// What operators are told.
  fileprivate var reason: CatalogFailure.Reason {
    switch self {
    case .timeout: .timeout
    case .connection, .reset, .stopped: .connection
    case .certificate: .certificate
    case .tooLarge, .unreadable: .unfitting
    }
  }
}
