import MovieNightPrimitives

/// The current problems of the server. Any part of it reports a problem here and takes it back when it is over;
/// `server.health` shows them.
///
/// ```swift
/// problems.report(HealthProblem(reason: .commandsFailing, message: "Commands cannot be recorded.", since: now))
/// problems.resolve(.commandsFailing)
/// ```
final class HealthProblems: Sendable {
  private struct Key: Hashable {
    var reason: HealthProblem.Reason
    var subject: String
  }

  /// The most problems of one reason, so that widespread damage fills neither memory nor the answer.
  static let maximumPerReason = 16

  private let current = Locked<[Key: HealthProblem]>([:])

  /// Adds or updates a problem; `since` stays as first reported.
  /// - Returns: whether it is new.
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

  /// - Returns: whether the problem was reported.
  @discardableResult
  func resolve(_ reason: HealthProblem.Reason, _ subject: String = "") -> Bool {
    current.withLock { $0.removeValue(forKey: Key(reason: reason, subject: subject)) != nil }
  }

  /// Replaces all problems of one reason by `problems`.
  func settle(_ reason: HealthProblem.Reason, _ problems: [HealthProblem]) {
    for subject in current.withLock({ $0.keys }) where subject.reason == reason {
      if !problems.contains(where: { $0.subject == subject.subject }) { resolve(reason, subject.subject) }
    }
    for problem in problems { report(problem) }
  }

  /// All problems in the order of their reasons, the oldest first.
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
