import EventStore
import Platform
import MovieNightPrimitives
import Projections
import WritePath

/// Reports damage found in the store, until the server stops, because only restoring a backup repairs the damage.
struct DamageReport: Sendable {
  let problems: HealthProblems
  let log: Log
  let clock: @Sendable () -> Timestamp

  /// Reports damage to the store if it caused `error`.
  /// - Returns: the refusal for clients; nil if damage did not cause the error. If the damage is not in a single event,
  ///   the caller may show administrators a more detailed refusal.
  @discardableResult
  func note(_ error: any Error) -> Refusal? {
    guard let damage = StoreError(behind: error), damage.code == .damaged else { return nil }
    let position = damage.position
    let message = position.map { "The event at position \($0) is damaged and cannot be read." }
    let isNew = problems.report(
      HealthProblem(
        reason: .storeDamaged, subject: position.map(String.init) ?? "",
        message: "\(message ?? "The store is damaged; see the log.") Restore a backup.",
        since: clock(), details: .init(position: position)))
    if isNew { log.error("store_damaged", ["error": .string(damage.description)]) }
    return position.map(Refusal.damagedEvent) ?? .storeUnavailable
  }
}

extension StoreError {
  /// Finds the store's error that caused `error`; nil if the store did not cause it.
  init?(behind error: any Error) {
    switch error {
    case let error as StoreError: self = error
    case ProjectionError.store(let error): self = error
    case CommitFailure.unavailable(let error), CommitFailure.unreadable(.store(let error)): self = error
    default: return nil
    }
  }
}
