import EventStore
import Glibc

/// Opens read models: adopts the rows in the store, and rebuilds or replays all other rows.
struct Opening {
  let models: ReadModels

  private var store: any EventLog & RowStore & SharedStore { models.store }

  func run(_ progress: (RebuildProgress) throws -> Void) throws {
    if store.isShared { return try runShared(progress) }
    try addMissingModels(to: store.keepsRows ? store.readModels() : [])
    let head = try store.head()
    let outdated = adoptRows(store.keepsRows ? try store.readModels() : [], at: head)
    if !outdated.isEmpty {
      let rebuild = try Rebuild(models, names: outdated)
      try rebuild.run(progress: progress)
      try rebuild.swap(at: head)
    }
    while models.position < head {
      try models.catchUpPage()
      if models.unflushedEvents >= models.limits.eventsBetweenFlushes { try models.flush() }
    }
  }

  private func addMissingModels(to known: [ReadModelState]) throws(StoreError) {
    let missing = models.areas.names.filter { name in !known.contains { $0.name == name } }
    if store.keepsRows, !missing.isEmpty { try store.addReadModels(missing) }
  }

  /// Adopts the rows in the store, and returns the read models that must be rebuilt.
  private func adoptRows(_ known: [ReadModelState], at head: Position) -> [String] {
    let known = Dictionary(uniqueKeysWithValues: known.map { ($0.name, $0) })
    return models.served.withLock { served in
      var outdated: [String] = []
      for table in served.tables.all {
        served.generations[table.name] = known[table.name]?.generation
        if let model = known[table.name], model.version == table.version {
          // Retries the event at which the model stopped, because this program may be able to read it. In a shared
          // store, a stopped model stays stopped until a rebuild.
          table.reset(checkpoint: model.checkpoint, stopped: store.isShared ? model.stopped : nil)
        } else if head > 0 {
          outdated.append(table.name)
          table.reset(checkpoint: head, stopped: nil)
        }
      }
      served.position = served.tables.all.map { store.isShared ? head : $0.checkpoint }.min() ?? 0
      served.flushedPosition = served.position
      return outdated
    }
  }

  // MARK: Shared stores

  /// Opens a shared store. If another server is rebuilding, waits until it has finished.
  private func runShared(_ progress: (RebuildProgress) throws -> Void) throws {
    try addMissingModels(to: store.readModels())
    while true {
      let outdated = try adoptSharedRows()
      if outdated.isEmpty { return }
      do {
        let rebuild = try Rebuild(models, names: outdated)
        do {
          try rebuild.reserve()
          // Another server may have rebuilt the models before this server got the reservation.
          guard try adoptSharedRows() == outdated else {
            rebuild.end()
            continue
          }
          try rebuild.foldAll(progress)
          try rebuild.finish()
        } catch {
          rebuild.end()
          throw error
        }
      } catch let error as StoreError where error.code == .locked {
        try progress(RebuildProgress(position: 0, head: try store.head(), eventsPerSecond: 0))
        usleep(Self.microsecondsBetweenAttempts)
      }
    }
  }

  private func adoptSharedRows() throws(StoreError) -> [String] {
    let storeChanges = try store.storeChanges(after: .max, limit: 0)
    for model in storeChanges.readModels {
      let version = models.served.withLock { $0.tables.table(model.name)?.version }
      if let version, model.version > version { throw .newerRows(model) }
    }
    return adoptRows(storeChanges.readModels, at: storeChanges.head)
  }

  private static let microsecondsBetweenAttempts: UInt32 = 200_000
}

extension StoreError {
  static func newerRows(_ model: ReadModelState) -> StoreError {
    StoreError(
      .newerSchema, "the rows of \(model.name) have version \(model.version), newer than this program's",
      hint: "Use the newer movienight version that serves this database.")
  }
}
