import Domain

/// Submissions that wait for states, and later submissions of the same households. A household's commands keep their
/// order, while commands of other households may overtake them. No held submission is answered yet, so the limits on
/// commands in flight also limit the number of held ones.
struct HeldSubmissions {
  /// The held submissions of each household, in order of arrival.
  private var submissions: [HouseholdID: ArraySlice<Submission>] = [:]
  private var released: [Submission] = []

  var isEmpty: Bool { submissions.isEmpty }

  func hasEarlier(than submission: Submission) -> Bool {
    guard let first = submissions[submission.command.household]?.first else { return false }
    return first.arrival < submission.arrival
  }

  mutating func hold(_ submission: Submission) {
    var all = submissions.removeValue(forKey: submission.command.household) ?? []
    // Submissions nearly always belong at the end, but one rolled back belongs before those that arrived after it.
    let index = all.lastIndex { $0.arrival < submission.arrival }.map { $0 + 1 } ?? all.startIndex
    all.insert(submission, at: index)
    submissions[submission.command.household] = all
  }

  /// Releases a household's submissions that cannot be decided, with the reason.
  mutating func fail(_ household: HouseholdID, _ failure: CommitFailure, where isFailed: (Submission) -> Bool) {
    guard let all = submissions.removeValue(forKey: household) else { return }
    var kept: [Submission] = []
    for var submission in all {
      if isFailed(submission) {
        submission.failure = failure
        released.append(submission)
      } else {
        kept.append(submission)
      }
    }
    if !kept.isEmpty { submissions[household] = kept[...] }
  }

  /// Releases a household's submissions, in order, up to the first one that is not ready.
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
