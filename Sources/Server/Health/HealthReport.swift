import EventStore
import Primitives
import Projections
import WritePath

/// What `server.health` tells.
struct HealthReport: Sendable {
  let readModels: ReadModels
  let store: any EventStore
  let problems: HealthProblems
  let startedAt: Timestamp
  /// Since when and why commands fail, for all that reads pass; nil while they do not.
  let commandFailure: @Sendable () -> Committer.LastingFailure?
  /// Nil where the server has none. What it is in is no problem of the server: voting goes on.
  let catalog: CatalogAccess?
  let clock: @Sendable () -> Timestamp

  /// Looks at what can only be found out now. A shared store is asked, and waited for.
  fileprivate func look() -> (projections: [ProjectionHealth], appendLock: AppendLock?) {
    let now = clock()
    let projections = readModels.health()
    problems.settle(.projectionStopped, projections.compactMap { stopped($0, now) })
    problems.settle(.projectionRebuilding, projections.compactMap { rebuilding($0, now) })
    problems.settle(.commandsFailing, commandFailure().map { [failing($0)] } ?? [])
    var appendLock: AppendLock?
    // Health is asked for when something is wrong: the answer is what can be said without the database.
    do throws(StoreError) {
      appendLock = try store.appendLock()
      problems.takeBack(.storeUnreachable)
    } catch {
      problems.report(
        HealthProblem(
          reason: .storeUnreachable, message: "The store does not answer, or takes no writes.\(Self.hint(error))",
          since: now))
    }
    return (projections, appendLock)
  }

  private func stopped(_ projection: ProjectionHealth, _ now: Timestamp) -> HealthProblem? {
    guard projection.state == .stopped, let stopped = projection.stopped else { return nil }
    return HealthProblem(
      reason: .projectionStopped, subject: projection.name,
      message: "The read model \(projection.name) met an event that it cannot read, and answers no queries.",
      since: now, fields: ["name": .string(projection.name), "position": .integer(stopped.position)])
  }

  private func rebuilding(_ projection: ProjectionHealth, _ now: Timestamp) -> HealthProblem? {
    guard projection.state == .rebuilding else { return nil }
    return HealthProblem(
      reason: .projectionRebuilding, subject: projection.name,
      message: "The read model \(projection.name) is being folded anew; it answers meanwhile.", since: now,
      fields: ["name": .string(projection.name)])
  }

  private func failing(_ failure: Committer.LastingFailure) -> HealthProblem {
    HealthProblem(
      reason: .commandsFailing, message: "Commands cannot be recorded; the log says why.\(Self.hint(failure.error))",
      since: failure.since)
  }

  // Without the rest of its words: they name paths and addresses.
  private static func hint(_ error: StoreError) -> String { error.hint.map { " \($0)" } ?? "" }
}

extension JSONWriter {
  mutating func health(_ report: HealthReport) {
    let (projections, appendLock) = report.look()
    let problems = report.problems.all
    object { json in
      json.field("status", problems.severity.status.description)
      json.key("problems")
      json.array(problems) { $0.write($1) }
      json.field("store", report.store.kind)
      json.field("head", report.readModels.position)
      json.field("checkpoint", projections.map(\.checkpoint).min())
      json.key("projections")
      json.array(projections) { $0.write($1) }
      json.key("append_lock")
      if let appendLock { json.write(appendLock) } else { json.null() }
      json.key("catalog")
      json.catalogHealth(report.catalog)
      json.field("uptime_s", Int((report.clock().microseconds - report.startedAt.microseconds) / 1_000_000))
    }
  }

  private mutating func write(_ projection: ProjectionHealth) {
    object { json in
      json.field("name", projection.name)
      json.field("version", projection.version)
      json.field("checkpoint", projection.checkpoint)
      json.field("lag", projection.lag)
      json.field("state", projection.state.rawValue)
      json.field("stopped_position", projection.stopped?.position)
      json.field("stopped_reason", projection.stopped?.reason)
    }
  }

  private mutating func write(_ lock: AppendLock) {
    object { json in
      json.field("holder", lock.holder)
      json.field("held_ms", lock.heldMicroseconds.map { Int($0 / 1000) })
      json.field("waiting", lock.waiting)
    }
  }
}
