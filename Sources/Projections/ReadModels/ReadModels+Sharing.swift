import Domain
import EventStore

// In a shared store every server records rows together with its events: so the store always has all of them, and memory
// only mirrors some.
extension ReadModels {
  /// Takes in how the rows stand that others record and replace. What events say is `apply`'s.
  ///
  /// - Throws: `newerSchema` where the rows are of a fold that this program does not know: from then on its read
  ///   models do not answer.
  public func follow(_ models: [ReadModelState]) throws(StoreError) {
    let newer = state.withLock { state in
      models.compactMap { state.follow($0) }.first
    }
    if let newer { throw .newerRows(newer) }
  }

  /// Takes in events some of which are damaged, by forgetting the rows in memory: the store has them all, recorded with
  /// their events.
  public func forgetRows(through position: Position) {
    state.withLock { state in
      state.position = max(state.position, position)
      for table in state.tables.all { table.reset(checkpoint: state.checkpoint(of: table), stopped: table.stopped) }
    }
  }

  /// Answers no more, since what is in memory is no longer what the store says; until `follow` finds that it is.
  public func stopAll(_ reason: String) {
    state.withLock { state in
      for table in state.tables.all {
        table.reset(checkpoint: state.position, stopped: .init(position: state.position + 1, reason: reason))
      }
    }
  }
}

extension ReadModels {
  /// Whether no read model answers, as after `stopAll`.
  public var haveAllStopped: Bool { health().allSatisfy { $0.state == .stopped } }

  /// Takes in events whose rows the store has already: into those rows that are in memory, and into new ones. With
  /// many servers most events are of households that another one serves: those cost no decoding.
  ///
  /// - Parameters: what the events say, where that is known, and from which one on they are taken in.
  func mirror(_ all: [RecordedEvent], said: [Event] = [], from next: Int = 0) {
    let events = all[next...]
    let wanted = state.withLock { state in events.map { $0.revision == 0 || state.tables.holds($0.stream, $0.owner) } }
    let decoded = zip(events.indices, wanted).map { index, isWanted in
      isWanted ? DecodedEvent(all[index], schema, known: said.isEmpty ? nil : said[index]) : nil
    }
    let needsTrim = state.withLock { state in
      for (event, decoded) in zip(events, decoded) { state.mirror(event, decoded) }
      return state.tables.byteCount > limits.rowMemory
    }
    if needsTrim { trim() }
  }
}

extension ReadModels.State {
  fileprivate mutating func mirror(_ event: RecordedEvent, _ decoded: DecodedEvent?) {
    var next = 0
    if let decoded {
      _ = tables.fold([decoded], from: &next, isMirror: true)
    } else {
      // A query may have installed it meanwhile, as it was before.
      tables.drop(event.stream, event.owner)
    }
    changes.note(.stream(event.stream))
    position = max(position, event.position)
  }

  /// Takes in how a read model stands.
  /// - Returns: it, where its rows are newer than this program.
  fileprivate mutating func follow(_ model: ReadModelState) -> ReadModelState? {
    guard let table = tables.table(model.name) else { return nil }
    if model.version > table.version {
      let reason = "rows of version \(model.version), newer than this program's \(table.version)"
      if table.stopped?.reason != reason {
        table.reset(checkpoint: position, stopped: .init(position: position + 1, reason: reason))
      }
      return model
    }
    let isReplaced = generations[model.name] != model.generation
    if isReplaced || table.stopped != model.stopped {
      table.reset(checkpoint: model.stopped.map { $0.position - 1 } ?? position, stopped: model.stopped)
      generations[model.name] = model.generation
    }
    return nil
  }
}
