import Domain

/// Submissions that wait for states, and those behind them in the same households: a household's commands keep their order,
/// while other households overtake. All of them are unanswered, so the limits for commands in flight bound them.
struct HeldSubmissions {
  /// By household, in order of arrival.
  private var submissions: [HouseholdID: ArraySlice<Submission>] = [:]
  private var released: [Submission] = []

  var isEmpty: Bool { submissions.isEmpty }

  func hasEarlier(than submission: Submission) -> Bool {
    guard let first = submissions[submission.command.addressed.household]?.first else { return false }
    return first.arrival < submission.arrival
  }

  mutating func hold(_ submission: Submission) {
    var all = submissions.removeValue(forKey: submission.command.addressed.household) ?? []
    // Nearly always the last; earlier if it had been decided and was rolled back.
    let index = all.lastIndex { $0.arrival < submission.arrival }.map { $0 + 1 } ?? all.startIndex
    all.insert(submission, at: index)
    submissions[submission.command.addressed.household] = all
  }

  mutating func take(_ household: HouseholdID, where isTaken: (Submission) -> Bool) -> [Submission] {
    guard let all = submissions.removeValue(forKey: household) else { return [] }
    var (taken, kept): ([Submission], [Submission]) = ([], [])
    for submission in all {
      if isTaken(submission) { taken.append(submission) } else { kept.append(submission) }
    }
    if !kept.isEmpty { submissions[household] = kept[...] }
    return taken
  }

  /// Releases a household's submissions up to the first that is not ready.
  mutating func release(_ household: HouseholdID, while isReady: (Submission) -> Bool) {
    guard let all = submissions.removeValue(forKey: household) else { return }
    let end = all.firstIndex { !isReady($0) } ?? all.endIndex
    released += all[..<end]
    if end < all.endIndex { submissions[household] = all[end...] }
  }

  mutating func takeReleased() -> [Submission] {
    defer { released.removeAll() }
    return released
  }
}
