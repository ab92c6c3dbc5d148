import EventStore
import Platform
import MovieNightPrimitives
import Projections
import WritePath

/// Tells the operator of damage in the store that was come upon. It lasts as long as the server: nothing mends it but
/// a backup.
struct DamageReport: Sendable {
  let problems: HealthProblems
  let log: Log
  let clock: @Sendable () -> Timestamp

  /// Takes up an error, whatever it is.
  ///
  /// - Returns: what clients are answered; nil where it is no damage. An administrator may be told more of what is no
  ///   event.
  @discardableResult
  func note(_ error: any Error) -> Refusal? {
    guard let damage = StoreError(behind: error), damage.code == .damaged else { return nil }
    let position = damage.position
    let message = position.map { "The event at position \($0) is not what was written, and is not given out." }
    let isNew = problems.report(
      HealthProblem(
        reason: .storeDamaged, subject: position.map(String.init) ?? "",
        message: "\(message ?? "Something in the store is not what was written; the log says what.") Restore a backup.",
        since: clock(), details: .init(position: position)))
    if isNew { log.error("store_damaged", ["error": .string(damage.description)]) }
    return position.map(Refusal.damagedEvent) ?? .storeUnavailable
  }
}

extension StoreError {
  /// What the store said, where that is why; nil where it is not.
  fileprivate init?(behind error: any Error) {
    switch error {
    case let error as StoreError: self = error
    case ProjectionError.store(let error): self = error
    case CommitFailure.unavailable(let error), CommitFailure.unreadable(.store(let error)): self = error
    default: return nil
    }
  }
}
