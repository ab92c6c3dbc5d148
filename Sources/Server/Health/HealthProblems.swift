import MovieNightPrimitives

/// The server's problems, for `server.health`. Each part reports its problems, and resolves them when they end.
final class HealthProblems: Sendable {
  private struct Key: Hashable {
    var reason: HealthProblem.Reason
    var subject: String
  }

  /// The maximum number of problems per reason, so that widespread damage fills neither memory nor the answer.
  static let maximumPerReason = 16

  private let current = Locked<[Key: HealthProblem]>([:])

  /// Adds or updates a problem. An updated problem keeps its first `since`. Returns whether the problem is new.
  @discardableResult
  func report(_ problem: HealthProblem) -> Bool {
    current.withLock { current in
      let key = Key(reason: problem.reason, subject: problem.subject)
      let known = current[key]
      guard known != nil || current.keys.count(where: { $0.reason == problem.reason }) < Self.maximumPerReason else {
        return false
      }
      var problem = problem
      problem.since = known?.since ?? problem.since
      current[key] = problem
      return known == nil
    }
  }

  /// Removes a problem. Returns whether the problem had been reported.
  @discardableResult
  func resolve(_ reason: HealthProblem.Reason, _ subject: String = "") -> Bool {
    current.withLock { $0.removeValue(forKey: Key(reason: reason, subject: subject)) != nil }
  }

  func replaceAll(_ reason: HealthProblem.Reason, _ problems: [HealthProblem]) {
    for key in current.withLock({ $0.keys }) where key.reason == reason {
      if !problems.contains(where: { $0.subject == key.subject }) { resolve(reason, key.subject) }
    }
    for problem in problems { report(problem) }
  }

  /// All problems in the order of their reasons. Problems with the same reason are ordered by age, the oldest first.
  var all: [HealthProblem] {
    let order = HealthProblem.Reason.allCases
    return current.withLock { $0.values }.sorted { left, right in
      let ranks = [left, right].map { order.firstIndex(of: $0.reason) ?? 0 }
      return (ranks[0], left.since, left.subject) < (ranks[1], right.since, right.subject)
    }
  }
}

extension [HealthProblem] {
  var severity: HealthProblem.Severity { map(\.reason.severity).max() ?? .harmless }
}
