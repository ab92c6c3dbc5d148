import EventStore
import Platform
import MovieNightPrimitives
import Projections

/// Writes changed rows and the store's own index when they are due, and runs the store's maintenance. A large flush is
/// written in parts, one part between two groups of commands (decision 0005).
final class RowFlusher {
  private let store: any RowStore & MaintainedStore
  private let readModels: ReadModels
  private var reportedStops: Set<String> = []
  private let problems: HealthProblems
  private let log: Log
  private let clock: @Sendable () -> Timestamp
  private let uptime: @Sendable () -> Duration
  private var pace: FlushPace
  /// The next part of the flush in progress; nil if no flush is in progress.
  private var nextPart: FlushPart?
  /// Whether a step of maintenance runs before the next part.
  private var isMaintenanceDue = false
  /// The uptime at the end of the last tick.
  private var lastTick: Duration
  /// The last recorded position. Rows that cannot take events stay behind it.
  private var head: Position
  /// The head when the last complete flush began.
  private var flushedHead: Position
  /// The head when the latest flush began.
  private var flushHead: Position

  init(
    store: any RowStore & MaintainedStore, readModels: ReadModels, problems: HealthProblems, log: Log,
    clock: @escaping @Sendable () -> Timestamp, uptime: @escaping @Sendable () -> Duration
  ) {
    self.store = store
    self.readModels = readModels
    self.problems = problems
    self.log = log
    self.clock = clock
    self.uptime = uptime
    let (now, position) = (uptime(), readModels.position)
    pace = FlushPace(at: now)
    lastTick = now
    (head, flushedHead, flushHead) = (position, position, position)
  }

  /// A part of a flush, written between two groups so that no group waits long. A flush writes the store's own index
  /// first, and then the rows with the events up to a position.
  private enum FlushPart {
    case index
    case rows(through: Position)
  }

  /// Writes rows or runs maintenance if they are due. Called between groups. `head` is the last recorded position.
  func tick(at uptime: Duration, head: Position) {
    defer { lastTick = self.uptime() }
    let recorded = head - self.head
    self.head = head
    // The index is due even if the rows cannot take events, because it must not grow in memory for ever.
    let events = store.isShared ? 0 : max(readModels.unflushedEvents, head - flushedHead)
    let rows = readModels.unflushedRows
    let pause = uptime - lastTick
    let size = FlushPace.part(recorded: recorded, unflushed: events, rows: rows, pause: pause)
    let isQuiet = FlushPace.isQuiet(pause, recorded: recorded)
    if let part = nextPart {
      if isQuiet { return flush() }
      // Alternate with maintenance, which has no other time to run under constant load.
      isMaintenanceDue.toggle()
      if !isMaintenanceDue || !performMaintenance() { write(part, of: size) }
      return
    }
    guard pace.isDue(events, rows: rows, areLarge: readModels.unflushedRowsAreLarge, at: uptime) else {
      performMaintenance()
      return
    }
    if isQuiet || FlushPace.fitsOneStep(events, rows: rows) { return flush() }
    reportStoppedProjections()
    flushHead = head
    write(.index, of: size)
  }

  private func write(_ part: FlushPart, of size: Int) {
    writeRows { () throws(StoreError) in
      switch part {
      case .index: nextPart = try store.flushIndex(pieceOf: size) ? .index : .rows(through: readModels.position)
      case .rows(let end): nextPart = try readModels.flushPart(through: end, rows: size) ? part : nil
      }
      return nextPart == nil
    }
  }

  /// Runs a step of maintenance. A failed step is tried again after a flush. Returns whether there was something to do.
  @discardableResult
  private func performMaintenance() -> Bool {
    do throws(StoreError) {
      return try store.performMaintenance()
    } catch {
      log.warning("maintenance_failed", ["error": .string(error.description)])
      return true
    }
  }

  /// Writes all changed rows. Rows that cannot be written now are written by a later flush.
  func flush() {
    reportStoppedProjections()
    nextPart = nil
    flushHead = head
    writeRows { () throws(StoreError) in
      try readModels.flush()
      return true
    }
  }

  /// Logs each projection that has stopped at an event it cannot read. Logs it again only after it has continued.
  func reportStoppedProjections() {
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

  /// Runs `write`, which returns whether everything is written. Reports a failure as a health problem.
  private func writeRows(_ write: () throws(StoreError) -> Bool) {
    do throws(StoreError) {
      guard try write() else { return }
      flushedHead = flushHead
      pace.succeeded(at: uptime())
      problems.resolve(.flushFailing)
    } catch {
      nextPart = nil
      pace.failed(at: uptime())
      let hint = error.hint.map { " \($0)" } ?? ""
      problems.report(
        HealthProblem(
          reason: .flushFailing,
          message: "Changed rows cannot be written, and stay in memory; see the log.\(hint)",
          since: clock()))
      log.error("flush_failed", ["error": .string(error.description)])
    }
  }
}
