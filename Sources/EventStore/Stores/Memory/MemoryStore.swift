import MovieNightPrimitives

/// A store that ends with its process: for tests.
public final class MemoryStore: IndexedStore {
  public let kind = "memory"
  let index = Locked(EventIndex())

  public init() {}

  public func commit(
    _ group: [CommandAppend], rows: ([RecordedEvent]) throws(StoreError) -> [ReadModelFlush]
  ) throws(StoreError) -> [CommitOutcome] {
    try index.withLock { index throws(StoreError) in
      let plan = try GroupPlan(group, after: index.head, at: index.latest, state: index)
      try index.apply(plan)
      return plan.outcomes
    }
  }

  public func importEvents(
    _ events: [RecordedEvent], texts: [PersonalText],
    rows: ([RecordedEvent]) throws(StoreError) -> [ReadModelFlush]
  ) throws(StoreError) {
    try index.withLock { index throws(StoreError) in
      try EventSequence.checkImport(events, after: index.head, at: index.latest) { index.head(of: $0) }
      for event in events { index.add(event) }
      for text in texts { index.apply(.put(text)) }
    }
  }

  public func findDamage(progress: (Position) -> Void) throws(StoreError) -> [String] {
    try sequenceProblems(progress: progress).report
  }

  public func reopen() throws(StoreError) {}
  public func close() {}
}
