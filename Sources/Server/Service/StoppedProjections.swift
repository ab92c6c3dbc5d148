import Platform
import Projections

/// Tells the operator of each projection that has met an event it cannot read; again only if it went on meanwhile.
final class StoppedProjections {
  private let readModels: ReadModels
  private let log: Log
  private var reportedStops: Set<String> = []

  init(readModels: ReadModels, log: Log) {
    self.readModels = readModels
    self.log = log
  }

  func report() {
    let stops = readModels.health().filter { $0.stopped != nil }
    defer { reportedStops = Set(stops.map(\.name)) }
    for projection in stops {
      guard let stopped = projection.stopped, !reportedStops.contains(projection.name) else { continue }
      log.error(
        "projection_stopped",
        [
          "name": .string(projection.name), "position": .integer(stopped.position), "reason": .string(stopped.reason),
        ])
    }
  }
}
