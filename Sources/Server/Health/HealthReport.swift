import Catalog
import EventStore
import MovieNightPrimitives
import Projections
import WritePath

/// Collects the data of `server.health`.
struct HealthReport: Sendable {
  let readModels: ReadModels
  let store: any SharedStore
  let problems: HealthProblems
  let startedAt: Timestamp
  /// Returns since when and why commands have been failing although reads work; nil if commands do not fail.
  let commandFailure: @Sendable () -> StoreFailures.Streak?
  /// The catalog; nil if the server has none. Its failures are not problems of the server, as voting works without it.
  let catalog: CatalogAccess?
  let clock: @Sendable () -> Timestamp

  /// Determines the current state. Queries a shared store, and waits for its answer.
  func check() -> ServerHealth {
    let now = clock()
    let projections = readModels.health()
    problems.replaceAll(.projectionStopped, projections.compactMap { stoppedProblem($0, now) })
    problems.replaceAll(.projectionRebuilding, projections.compactMap { rebuildingProblem($0, now) })
    problems.replaceAll(.commandsFailing, commandFailure().map { [commandsFailingProblem($0)] } ?? [])
    var appendLock: AppendLock?
    // Operators ask for the health when something is wrong, so report even if the database does not respond.
    do throws(StoreError) {
      appendLock = try store.appendLock()
      problems.resolve(.storeUnreachable)
    } catch {
      problems.report(
        HealthProblem(
          reason: .storeUnreachable, message: "The store does not respond, or refuses writes.\(Self.hint(error))",
          since: now))
    }
    return ServerHealth(
      problems: problems.all, store: store.kind, head: readModels.position, projections: projections,
      appendLock: appendLock, catalog: catalog?.catalog.health,
      uptime: Int((clock().microseconds - startedAt.microseconds) / 1_000_000))
  }

  private func stoppedProblem(_ projection: ProjectionHealth, _ now: Timestamp) -> HealthProblem? {
    guard projection.state == .stopped, let stopped = projection.stopped else { return nil }
    return HealthProblem(
      reason: .projectionStopped, subject: projection.name,
      message: "The read model \(projection.name) stopped at an event that it cannot read, and answers no queries.",
      since: now, details: .init(name: projection.name, position: stopped.position))
  }

  private func rebuildingProblem(_ projection: ProjectionHealth, _ now: Timestamp) -> HealthProblem? {
    guard projection.state == .rebuilding else { return nil }
    return HealthProblem(
      reason: .projectionRebuilding, subject: projection.name,
      message: "The read model \(projection.name) is being rebuilt; queries still work.", since: now,
      details: .init(name: projection.name))
  }

  private func commandsFailingProblem(_ failure: StoreFailures.Streak) -> HealthProblem {
    HealthProblem(
      reason: .commandsFailing, message: "Commands cannot be recorded; see the log.\(Self.hint(failure.error))",
      since: failure.since)
  }

  // Shows only the error's hint, because the rest of its message contains paths and addresses.
  private static func hint(_ error: StoreError) -> String { error.hint.map { " \($0)" } ?? "" }
}

struct ServerHealth {
  let problems: [HealthProblem]
  let store: String
  /// The last position that the server has seen.
  let head: Position
  let projections: [ProjectionHealth]
  let appendLock: AppendLock?
  let catalog: CatalogHealth?
  /// The time since the server was started, in seconds.
  let uptime: Int
}
