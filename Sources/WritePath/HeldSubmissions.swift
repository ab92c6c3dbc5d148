import Domain
import Primitives

/// Submissions that wait for states, and those that came behind them in the same households: what a client sent one after
/// the other is decided in that order, while other households overtake.
///
/// Everything in here is unanswered, so the limits for commands in flight bound it.
struct HeldSubmissions {
  /// By household, in the order they came.
  private var submissions: [HouseholdID: [Submission]] = [:]
  /// Those that wait no longer.
  private var released: [Submission] = []

  var isEmpty: Bool { submissions.isEmpty }

  /// Whether an earlier one of its household waits.
  func hasEarlier(than submission: Submission) -> Bool {
    guard let first = submissions[submission.command.addressed.household]?.first else { return false }
    return first.arrival < submission.arrival
  }

  mutating func hold(_ submission: Submission) {
    var all = submissions.removeValue(forKey: submission.command.addressed.household) ?? []
    // Nearly always behind all others; before them where it had been decided, and that was taken back.
    let index = all.lastIndex { $0.arrival < submission.arrival }.map { $0 + 1 } ?? 0
    all.insert(submission, at: index)
    submissions[submission.command.addressed.household] = all
  }

  /// Takes one out.
  /// - Returns: false where it is not held any more.
  mutating func remove(_ submission: Submission) -> Bool {
    let household = submission.command.addressed.household
    guard let index = submissions[household]?.firstIndex(where: { $0.arrival == submission.arrival }) else {
      return false
    }
    submissions[household]?.remove(at: index)
    return true
  }

  /// Lets all of a household be decided.
  mutating func release(_ household: HouseholdID) { released += submissions.removeValue(forKey: household) ?? [] }

  /// What was released since the last call.
  mutating func takeReleased() -> [Submission] {
    defer { released.removeAll() }
    return released
  }
}
