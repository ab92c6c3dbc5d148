import EventStore
import Glibc

extension ReadModels {
  /// Makes the read models ready: rebuilds those whose version is another one or whose rows the store does not
  /// keep, and replays for the others what follows their checkpoints.
  ///
  /// - Throws: `StoreError`; and what `progress` throws to break a rebuild off.
  public func open(progress: (RebuildProgress) throws -> Void = { _ in }) throws {
    if store.isShared { return try openShared(progress) }
    try addMissingModels(to: store.keepsRows ? store.readModels() : [])
    let head = try store.head()
    let outdated = takeUp(store.keepsRows ? try store.readModels() : [], at: head)
    if !outdated.isEmpty {
      let rebuild = try Rebuild(self, names: outdated)
      try rebuild.run(progress: progress)
      try swap(rebuild, at: head)
    }
    try replay(through: head)
  }

  /// So a new read model needs no migration.
  private func addMissingModels(to models: [ReadModelState]) throws(StoreError) {
    let missing = areas.names.filter { name in !models.contains { $0.name == name } }
    if store.keepsRows, !missing.isEmpty { try store.addReadModels(missing) }
  }

  /// Begins with the rows that the store has.
  /// - Returns: the read models that must be rebuilt.
  private func takeUp(_ models: [ReadModelState], at head: Position) -> [String] {
    let known = Dictionary(uniqueKeysWithValues: models.map { ($0.name, $0) })
    return state.withLock { state in
      var outdated: [String] = []
      for table in state.tables.all {
        state.generations[table.name] = known[table.name]?.generation
        if let model = known[table.name], model.version == table.version {
          // An event that stopped it is tried again: this program may be able to read it. Rows of a shared store go
          // on from where they are, and are mended by a rebuild.
          table.reset(checkpoint: model.checkpoint, stopped: store.isShared ? model.stopped : nil)
        } else if head > 0 {
          outdated.append(table.name)
          table.reset(checkpoint: head, stopped: nil)
        }
      }
      state.position = state.tables.all.map { store.isShared ? head : $0.checkpoint }.min() ?? 0
      state.flushedPosition = state.position
      return outdated
    }
  }

  private func replay(through head: Position) throws(StoreError) {
    while position < head {
      try catchUpPage()
      if unflushedEvents >= limits.eventsBetweenFlushes { try flush() }
    }
  }

  // MARK: A shared store

  /// Others may be doing the same at this moment: then it waits until they have.
  private func openShared(_ progress: (RebuildProgress) throws -> Void) throws {
    try addMissingModels(to: store.readModels())
    while true {
      let outdated = try takeUpShared()
      if outdated.isEmpty { return }
      do {
        let rebuild = try Rebuild(self, names: outdated)
        do {
          try rebuild.reserve()
          // Whoever had the reservation before may just have done it.
          if try takeUpShared() == outdated {
            try rebuild.foldAll(progress)
            try finish(rebuild)
          } else {
            abandon(rebuild)
          }
        } catch {
          abandon(rebuild)
          throw error
        }
      } catch let error as StoreError where error.code == .locked {
        try progress(RebuildProgress(position: 0, head: try store.head(), eventsPerSecond: 0))
        usleep(Self.microsecondsBetweenTries)
      }
    }
  }

  private func takeUpShared() throws(StoreError) -> [String] {
    let news = try store.news(after: .max, limit: 0)
    try refuseNewer(news.readModels)
    return takeUp(news.readModels, at: news.head)
  }

  private func refuseNewer(_ models: [ReadModelState]) throws(StoreError) {
    for model in models {
      guard let version = state.withLock({ $0.tables.table(model.name)?.version }), model.version > version else {
        continue
      }
      throw .newerRows(model)
    }
  }

  private static let microsecondsBetweenTries: UInt32 = 200_000
}

extension StoreError {
  static func newerRows(_ model: ReadModelState) -> StoreError {
    StoreError(
      .newerSchema, "the rows of \(model.name) are of version \(model.version), newer than this program's",
      hint: "Use the newer movienight that serves this database.")
  }
}
