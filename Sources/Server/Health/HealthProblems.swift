import MovieNightPrimitives

/// The problems that the server has now. Any part of it reports one here when it begins, and takes it back when it is
/// over; `server.health` tells them.
///
/// ```swift
/// problems.report(HealthProblem(reason: .commandsFailing, message: "Commands cannot be recorded.", since: now))
/// problems.takeBack(.commandsFailing)
/// ```
final class HealthProblems: Sendable {
  private struct Key: Hashable {
    var reason: HealthProblem.Reason
    var subject: String
  }

  /// Of one reason: damage everywhere must not fill the memory, nor the answer.
  static let mostOfOneReason = 16

  private let current = Locked<[Key: HealthProblem]>([:])

  /// Takes up a problem, or what there is to tell of it now: `since` stays as it was first reported.
  ///
  /// - Returns: whether it is new.
  @discardableResult
  func report(_ problem: HealthProblem) -> Bool {
    current.withLock { current in
      let key = Key(reason: problem.reason, subject: problem.subject)
      let known = current[key]
      guard known != nil || current.keys.count(where: { $0.reason == problem.reason }) < Self.mostOfOneReason else {
        return false
      }
      var problem = problem
      problem.since = known?.since ?? problem.since
      current[key] = problem
      return known == nil
    }
  }

  /// - Returns: whether there was one.
  @discardableResult
  func takeBack(_ reason: HealthProblem.Reason, _ subject: String = "") -> Bool {
    current.withLock { $0.removeValue(forKey: Key(reason: reason, subject: subject)) != nil }
  }

  /// Takes up `problems`, which are all that there are of that reason now, and takes back the others.
  func settle(_ reason: HealthProblem.Reason, _ problems: [HealthProblem]) {
    for subject in current.withLock({ $0.keys }) where subject.reason == reason {
      if !problems.contains(where: { $0.subject == subject.subject }) { takeBack(reason, subject.subject) }
    }
    for problem in problems { report(problem) }
  }

  /// All of them, in the order of their reasons, the oldest first.
  var all: [HealthProblem] {
    let order = HealthProblem.Reason.allCases
    return current.withLock { $0.values }.sorted { left, right in
      let ranks = [left, right].map { order.firstIndex(of: $0.reason) ?? 0 }
      return (ranks[0], left.since, left.subject) < (ranks[1], right.since, right.subject)
    }
  }
}

extension [HealthProblem] {
  /// The worst of what they do to the status.
  var severity: HealthProblem.Severity { map(\.reason.severity).max() ?? .harmless }
}
