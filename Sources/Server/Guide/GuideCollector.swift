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
/// When the time to wait is over, it passes on what is known by then, and asks on in the background, so that a later
/// request finds the rest.
final class GuideCollector: Sendable {
  private let catalog: CatalogAccess
  private let seasons: @Sendable (SeriesFacts) -> [Int]
  private let mayContinue: @Sendable () -> Bool
  private let ended: @Sendable () -> Void
  private let state = Locked(State())

  private struct State {
    var answers: GuideAnswers = [:]
    var asking: Set<CatalogQuestion> = []
    /// The questions to ask after those that are being asked.
    var waiting = Queue<CatalogQuestion>()
    /// Whether a thread is asking the waiting questions.
    var isAskingNext = false
    var phase = Phase.waitedFor
  }

  private enum Phase {
    case waitedFor
    /// The time to wait is over, and the rest is collected in the background.
    case background
    /// The time to wait is over, and nothing else is asked.
    case ended
  }

  /// The number of questions asked at the same time. The source accepts 256 from all requests together.
  private static let askedAtOnce = 64

  /// - Parameters:
  ///   - seasons: returns the numbers of the seasons that are needed of a series.
  ///   - mayContinue: returns whether to ask on when the time to wait is over. If so, `ended` is called at the end.
  init(
    _ catalog: CatalogAccess, seasons: @escaping @Sendable (SeriesFacts) -> [Int],
    mayContinue: @escaping @Sendable () -> Bool = { false }, ended: @escaping @Sendable () -> Void = {}
  ) {
    self.catalog = catalog
    self.seasons = seasons
    self.mayContinue = mayContinue
    self.ended = ended
  }

  /// Looks up series, their seasons and other questions, for at most `milliseconds`.
  func collect(series: [Int], _ others: [CatalogQuestion], within milliseconds: Int) -> Lookup<CollectedAnswers> {
    let questions = others + series.map { .series($0) }
    let lookup = Lookup<CollectedAnswers>.pending { [self] done in
      state.withLock { $0.waiting.append(contentsOf: questions) }
      askNext { done(.success($0)) }
    }
    return lookup.within(milliseconds, catalog.schedule) { [self] done in done(.success(stopWaiting())) }
  }

  /// Asks waiting questions. If none is left, calls `done` with all answers.
  private func askNext(_ done: @escaping @Sendable (CollectedAnswers) -> Void) {
    enum Step {
      case ask(CatalogQuestion, inBackground: Bool)
      case pause
      case finish(GuideAnswers, Phase)
    }
    // An answer that is known at once is received inside `ask`. The flag keeps such answers from nesting.
    let isAsking = state.withLock { state in
      defer { state.isAskingNext = true }
      return state.isAskingNext
    }
    if isAsking { return }
    while true {
      let step = state.withLock { state -> Step in
        if state.asking.count < Self.askedAtOnce, let question = state.waiting.popFirst() {
          state.asking.insert(question)
          return .ask(question, inBackground: state.phase != .waitedFor)
        }
        state.isAskingNext = false
        return state.asking.isEmpty && state.waiting.isEmpty ? .finish(state.answers, state.phase) : .pause
      }
      switch step {
      case .ask(let question, let inBackground):
        catalog.ask(question, inBackground: inBackground) { [self] result in receive(result, to: question, done) }
      case .pause: return
      case .finish(let answers, .waitedFor): return done(CollectedAnswers(answers: answers, isComplete: true))
      case .finish(_, .background): return ended()
      case .finish(_, .ended): return
      }
    }
  }

  private func receive(
    _ result: CatalogAccess.AnswerResult, to question: CatalogQuestion,
    _ done: @escaping @Sendable (CollectedAnswers) -> Void
  ) {
    let further = seasonQuestions(after: result)
    state.withLock { state in
      state.asking.remove(question)
      state.answers[question] = result
      if state.phase != .ended { state.waiting.append(contentsOf: further) }
    }
    askNext(done)
  }

  private func seasonQuestions(after result: CatalogAccess.AnswerResult) -> [CatalogQuestion] {
    guard case .success(let answer) = result, case .series(let series) = answer.facts else { return [] }
    return seasons(series).map { .season(series: series.id, $0) }
  }

  /// Returns the answers so far, and old ones for the other questions.
  private func stopWaiting() -> CollectedAnswers {
    let phase = mayContinue() ? Phase.background : .ended
    let (answers, open) = state.withLock { state in
      let waiting = state.waiting.takeAll()
      if phase == .background { state.waiting.append(contentsOf: waiting) }
      state.phase = phase
      return (state.answers, Array(state.asking) + waiting)
    }
    var known = answers
    func add(_ question: CatalogQuestion) {
      if known[question] == nil { known[question] = catalog.catalog.known(question).map { .success($0) } }
    }
    for question in open {
      add(question)
      if let result = known[question] { seasonQuestions(after: result).forEach(add) }
    }
    return CollectedAnswers(answers: known, isComplete: false)
  }
}
