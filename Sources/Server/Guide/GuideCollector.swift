import Catalog
import MovieNightPrimitives

/// The catalog's answers for a guide, by question. A question without an answer is still being looked up.
typealias GuideAnswers = CatalogAccess.Answers

struct CollectedAnswers: Sendable {
  let answers: GuideAnswers
  /// Whether all questions were answered in time.
  let isComplete: Bool
}

/// Asks the catalog about series and then, as soon as one is known, about those of its seasons that are needed.
///
/// When the time to wait is over, it passes on what is known by then. It may then ask on in the background, so that a
/// later request finds the rest. Otherwise it withdraws, and only lookups that have begun continue.
final class GuideCollector: Sendable {
  private let catalog: CatalogAccess
  private let seasons: @Sendable (SeriesFacts) -> [Int]
  private let beginBackground: @Sendable () -> Bool
  private let endBackground: @Sendable () -> Void
  private let state = Locked(State())

  private struct State {
    var answers: GuideAnswers = [:]
    /// The questions being asked; without a ticket until the catalog has accepted them.
    var asking: [CatalogQuestion: Catalog.Ticket?] = [:]
    /// The questions to ask after those that are being asked.
    var waiting = Queue<CatalogQuestion>()
    /// Whether a thread is asking the waiting questions.
    var isAskingNext = false
    var phase = Phase.waitedFor
  }

  /// `waitedFor` is followed by `finished`, or after the time to wait by `background` and `finished`.
  private enum Phase { case waitedFor, background, finished }

  private typealias Done = @Sendable (CollectedAnswers) -> Void

  /// The number of questions asked at the same time. The source accepts 256 from all requests together.
  private static let askedAtOnce = 64

  /// - Parameters:
  ///   - seasons: returns the numbers of the seasons that are needed of a series.
  ///   - beginBackground: returns whether to ask on when the time to wait is over. If so, `endBackground` is called once.
  init(
    _ catalog: CatalogAccess, seasons: @escaping @Sendable (SeriesFacts) -> [Int],
    beginBackground: @escaping @Sendable () -> Bool = { false }, endBackground: @escaping @Sendable () -> Void = {}
  ) {
    self.catalog = catalog
    self.seasons = seasons
    self.beginBackground = beginBackground
    self.endBackground = endBackground
  }

  /// Looks up series, their seasons and other questions, for at most `milliseconds`.
  func collect(series: [Int], _ others: [CatalogQuestion], within milliseconds: Int) -> Lookup<CollectedAnswers> {
    var known: GuideAnswers = [:]
    func unknown(_ questions: [CatalogQuestion]) -> [CatalogQuestion] {
      questions.filter { question in
        known[question] = catalog.catalog.cached(question).map { .success($0) }
        return known[question] == nil
      }
    }
    let first = unknown(others + series.map { .series($0) })
    let questions = first + unknown(known.values.flatMap(seasonQuestions))
    if questions.isEmpty { return .known(CollectedAnswers(answers: known, isComplete: true)) }
    let lookup = Lookup<CollectedAnswers>.pending { [self, known] done in
      state.withLock { state in
        state.answers = known
        state.waiting.append(contentsOf: questions)
      }
      askNext { done(.success($0)) }
    }
    return lookup.within(milliseconds, catalog.schedule) { [self] done in
      // The timers' thread must not be held up.
      if !catalog.perform({ [self] in done(.success(stopWaiting())) }) { done(.failure(.stopping)) }
    }
  }

  /// Asks waiting questions. If none is left, calls `done` with all answers.
  private func askNext(_ done: @escaping Done) {
    // An answer that is known at once is received inside `ask`. The flag keeps such answers from nesting.
    let isAsking = state.withLock { state in
      defer { state.isAskingNext = true }
      return state.isAskingNext
    }
    if isAsking { return }
    while let (question, inBackground) = nextQuestion(done) {
      let ticket = catalog.ask(question, inBackground: inBackground) { [self] in receive($0, to: question, done) }
      let isWithdrawn = state.withLock { state in
        if state.asking[question] != nil { state.asking[question] = ticket }
        return state.phase == .finished
      }
      if isWithdrawn { catalog.catalog.leave(ticket) }
    }
  }

  /// Takes the next question to ask; nil if there is none now. Finishes after the last answer.
  private func nextQuestion(_ done: Done) -> (question: CatalogQuestion, inBackground: Bool)? {
    let (next, finished, answers) = state.withLock { state -> (CatalogQuestion?, Phase?, GuideAnswers) in
      if state.phase != .finished, state.asking.count < Self.askedAtOnce, let question = state.waiting.popFirst() {
        state.asking[question] = .some(nil)
        return (question, state.phase, [:])
      }
      state.isAskingNext = false
      guard state.phase != .finished, state.asking.isEmpty, state.waiting.isEmpty else { return (nil, nil, [:]) }
      defer { state.phase = .finished }
      return (nil, state.phase, state.answers)
    }
    if let next { return (next, finished == .background) }
    switch finished {
    case .waitedFor: done(CollectedAnswers(answers: answers, isComplete: true))
    case .background: endBackground()
    case .finished, nil: break
    }
    return nil
  }

  private func receive(
    _ result: CatalogAccess.AnswerResult, to question: CatalogQuestion, _ done: @escaping Done
  ) {
    let further = seasonQuestions(after: result)
    state.withLock { state in
      state.asking[question] = nil
      if state.phase == .waitedFor { state.answers[question] = result }
      // A source that accepts no questions now is not asked on.
      if state.phase == .background, case .failure(let failure) = result, failure != .notFound,
        failure != .unavailable(.timeout)
      {
        _ = state.waiting.takeAll()
      } else {
        state.waiting.append(contentsOf: further)
      }
    }
    askNext(done)
  }

  private func seasonQuestions(after result: CatalogAccess.AnswerResult) -> [CatalogQuestion] {
    guard case .success(let answer) = result, case .series(let series) = answer.facts else { return [] }
    return seasons(series).map { .season(series: series.id, $0) }
  }

  /// Returns the answers so far, and old ones for the other questions.
  private func stopWaiting() -> CollectedAnswers {
    let (answers, asking, waiting) = state.withLock { state in
      if state.phase == .waitedFor { state.phase = beginBackground() ? .background : .finished }
      let waiting = state.waiting.takeAll()
      if state.phase == .background { state.waiting.append(contentsOf: waiting) }
      return (state.answers, state.asking, waiting)
    }
    if state.withLock({ $0.phase == .finished }) {
      for case let ticket? in asking.values { catalog.catalog.leave(ticket) }
    }
    var known = answers
    func add(_ question: CatalogQuestion) {
      if known[question] == nil { known[question] = catalog.catalog.known(question).map { .success($0) } }
    }
    for question in Array(asking.keys) + waiting {
      add(question)
      if let result = known[question] { seasonQuestions(after: result).forEach(add) }
    }
    return CollectedAnswers(answers: known, isComplete: false)
  }
}
