import Domain

/// Submissions that wait for states, and those that came behind them in the same households: what a client sent one after
/// the other is decided in that order, while other households overtake.
///
/// Everything in here is unanswered, so the limits for commands in flight bound it.
struct HeldSubmissions {
  /// By household, in the order they came.
  private var submissions: [HouseholdID: ArraySlice<Submission>] = [:]
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
    let index = all.lastIndex { $0.arrival < submission.arrival }.map { $0 + 1 } ?? all.startIndex
    all.insert(submission, at: index)
    submissions[submission.command.addressed.household] = all
  }

  /// Takes some of a household's out.
  mutating func take(_ household: HouseholdID, where isTaken: (Submission) -> Bool) -> [Submission] {
    guard let all = submissions.removeValue(forKey: household) else { return [] }
    var (taken, kept): ([Submission], [Submission]) = ([], [])
    for submission in all {
      if isTaken(submission) { taken.append(submission) } else { kept.append(submission) }
    }
    if !kept.isEmpty { submissions[household] = kept[...] }
    return taken
  }

  /// Lets a household's be decided, up to the first that is not ready.
  mutating func release(_ household: HouseholdID, while isReady: (Submission) -> Bool) {
    guard let all = submissions.removeValue(forKey: household) else { return }
    let end = all.firstIndex { !isReady($0) } ?? all.endIndex
    released += all[..<end]
    if end < all.endIndex { submissions[household] = all[end...] }
  }

  /// What was released since the last call.
  mutating func takeReleased() -> [Submission] {
    defer { released.removeAll() }
    return released
  }
}
