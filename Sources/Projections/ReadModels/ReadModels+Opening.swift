import EventStore
import Primitives

extension ReadModels {
  /// Makes the read models ready: rebuilds those whose version is another one or whose rows the store does not
  /// keep, and replays for the others what follows their checkpoints.
  ///
  /// - Throws: `StoreError`; and what `progress` throws to break a rebuild off.
  public func open(progress: (RebuildProgress) throws -> Void = { _ in }) throws {
    let kept = store.keepsRows ? try store.readModels() : []
    let known = Dictionary(uniqueKeysWithValues: kept.map { ($0.name, $0) })
    let head = try store.head()
    let outdated = state.withLock { state in
      var outdated: [String] = []
      for table in state.tables.all {
        if let model = known[table.name], model.version == table.version {
          // An event that stopped it is tried again: this program may be able to read it.
          table.reset(checkpoint: model.checkpoint, stopped: nil)
        } else if head > 0 {
          outdated.append(table.name)
          table.reset(checkpoint: head, stopped: nil)
        }
      }
      state.position = state.tables.all.map(\.checkpoint).min() ?? 0
      state.flushedPosition = state.position
      return outdated
    }
    if !outdated.isEmpty {
      let rebuild = try Rebuild(self, names: outdated)
      try rebuild.run(progress: progress)
      try swap(rebuild, at: head)
    }
    try replay(through: head)
  }

  private func replay(through head: Position) throws(StoreError) {
    while position < head {
      try catchUpPage()
      if unflushedEvents >= limits.eventsBetweenFlushes { try flush() }
    }
  }
}
