import MovieNightPrimitives

extension Catalog {
  func run(_ actions: [CatalogAction]) { for action in actions { run(action) } }

  private func run(_ action: CatalogAction) {
    switch action {
    case .answer(let asker, let kind, let result, let use):
      environment.observe(.answered(kind, use))
      state.withLock { $0.askers.removeValue(forKey: asker) }?(result)
    case .read(let question, let flight): read(question, flight: flight)
    case .ask(let question, let priority, let flight, let cache):
      ask(question, priority, flight: flight, cache: cache)
    case .write(let question, let entry): write(entry, answering: question)
    case .touch(let question): touch(question)
    case .raisePriority(let question, let priority): source.raisePriority(question, priority)
    case .wait(let question, let flight, let milliseconds): wait(question, flight: flight, milliseconds)
    case .endWait(let flight): state.withLock { $0.waits.removeValue(forKey: flight) }?()
    case .noteFailure(let operation, let report): environment.observe(.storeFailed(operation, report))
    }
  }

  func decide(_ decision: (inout CatalogStateMachine, Timestamp) -> [CatalogAction]) {
    let now = environment.clock()
    run(state.withLock { decision(&$0.stateMachine, now) })
  }

  private func wait(_ question: CatalogQuestion, flight: UInt64, _ milliseconds: Int) {
    let cancel = environment.schedule(milliseconds) { [weak self] in
      self?.decide { $0.timePassed(question, flight: flight, at: $1) }
    }
    // Another thread may have ended the flight in the meantime.
    let isInProgress = state.withLock { state in
      guard state.stateMachine.flights[question]?.number == flight else { return false }
      state.waits[flight] = cancel
      return true
    }
    if !isInProgress { cancel() }
  }

  // MARK: Asking the source

  private func ask(
    _ question: CatalogQuestion, _ priority: CatalogPriority, flight: UInt64, cache: CacheUse
  ) {
    let meanwhile: @Sendable (SourceUpdate) -> Void = { update in
      switch update {
      case .requested(let request):
        self.environment.observe(
          .asked(CatalogRequest(operation: question.kind, key: question.shown, cache: cache, request: request)))
      case .dropped(let count): self.environment.observe(.dropped(count))
      case .throttled, .partial, .remainderFailed:
        self.decide { $0.sourceUpdated(update, of: question, flight: flight, at: $1) }
      }
    }
    source.answer(question, priority, meanwhile: meanwhile) { result in
      self.decide { $0.sourceAnswered(result, of: question, flight: flight, at: $1) }
    }
  }

  // MARK: Reading and writing the store

  /// The limits for queued reads and other tasks, in case the store hangs. All reads that can be requested at once fit.
  static let maximumStoreReads = 10_000
  static let maximumStoreTasks = 256

  private func read(_ question: CatalogQuestion, flight: UInt64) {
    let key = key(question)
    let work: StoreWork<CatalogEntry?> = { store, now throws(CatalogStoreError) in
      guard let bytes = try store.read(key, at: now) else { return nil }
      do throws(JSONError) {
        return try Self.entry(bytes, question, key, in: store, at: now)
      } catch {
        throw CatalogStoreError("a cached answer cannot be read: \(error)")
      }
    }
    perform(work, of: (\.storeReads, Self.maximumStoreReads)) { reply in
      self.decide { $0.storeReturned(reply, of: question, flight: flight, at: $1) }
    }
  }

  /// Decodes an entry of the store. If the entry has expired, removes it and returns nil.
  private static func entry(
    _ bytes: [UInt8], _ question: CatalogQuestion, _ key: CatalogStoreKey, in store: any CatalogStore, at now: Timestamp
  ) throws(JSONError) -> CatalogEntry? {
    let entry = try StoredEntry.entry(bytes, answering: question, language: key.language)
    guard CachePolicy.isExpired(entry.fetchedAt, at: now) else { return entry }
    // A failure does not matter, because the periodic expiry tries again.
    try? store.remove([key])
    return nil
  }

  /// Loads the store's entries for these questions into memory, without asking the source. Calls `done` once, on the
  /// store's thread, or immediately if too many reads are queued. `storeAnswered` is whether the store has answered.
  public func recall(_ questions: [CatalogQuestion], _ done: @escaping @Sendable (_ storeAnswered: Bool) -> Void) {
    let keys = questions.map { ($0, key($0)) }
    let work: StoreWork<[CatalogQuestion: CatalogEntry]> = { store, now throws(CatalogStoreError) in
      var found: [CatalogQuestion: CatalogEntry] = [:]
      for (question, key) in keys {
        // An unreadable entry counts as missing. A lookup of the question reports the error.
        guard let bytes = try store.read(key, at: now) else { continue }
        found[question] = try? Self.entry(bytes, question, key, in: store, at: now)
      }
      return found
    }
    perform(work, of: (\.storeReads, Self.maximumStoreReads)) { result in
      switch result {
      case .success(let found):
        self.decide { stateMachine, now in
          stateMachine.remember(found, of: questions, at: now)
          return []
        }
        return done(true)
      // If too many reads are queued, the store has not failed.
      case .failure(.queueFull): break
      case .failure(let error): self.decide { $0.storeFailed(.read, error, at: $1) }
      }
      done(false)
    }
  }

  private func write(_ entry: CatalogEntry, answering question: CatalogQuestion) {
    let key = key(question)
    let work: StoreWork<Void> = { store, now throws(CatalogStoreError) in
      try store.write(StoredEntry.bytes(of: entry, for: key), for: key, at: now)
    }
    perform(work, reportFailure)
  }

  private func touch(_ question: CatalogQuestion) {
    let key = key(question)
    let work: StoreWork<Void> = { store, now throws(CatalogStoreError) in try store.touch(key, at: now) }
    perform(work) { result in
      // If too much work is queued, the report is skipped, because the entry will be used again soon.
      if case .failure(.queueFull) = result { return }
      self.reportFailure(result)
    }
  }

  private func reportFailure(_ result: Result<Void, CatalogStoreError>) {
    guard case .failure(let error) = result else { return }
    decide { $0.storeFailed(.write, error, at: $1) }
  }

  private func key(_ question: CatalogQuestion) -> CatalogStoreKey {
    CatalogStoreKey(question, language: options.language)
  }

  typealias StoreWork<Value> = @Sendable (any CatalogStore, Timestamp) throws(CatalogStoreError) -> Value

  /// Runs `work` on the store's thread. `tasks` is the counter and the limit for this kind of work. Calls `done` on the
  /// store's thread, or immediately if too much work is queued.
  func perform<Value: Sendable>(
    _ work: @escaping StoreWork<Value>,
    of tasks: (count: WritableKeyPath<State, Int> & Sendable, most: Int) = (\.storeTasks, maximumStoreTasks),
    _ done: @escaping @Sendable (Result<Value, CatalogStoreError>) -> Void
  ) {
    let count = tasks.count
    let isTaken = state.withLock { state in
      guard state[keyPath: count] < tasks.most else { return false }
      state[keyPath: count] += 1
      return true
    }
    guard isTaken else { return done(.failure(.queueFull)) }
    environment.perform {
      let now = self.environment.clock()
      let result = Result { () throws(CatalogStoreError) in
        try work(self.store, now)
      }
      self.state.withLock { state in
        state[keyPath: count] -= 1
        state.stateMachine.storeAnswered(at: self.environment.clock())
      }
      done(result)
    }
  }

  /// Runs `work` with a timeout. Work that takes longer is still completed. Calls `done` once, on the store's thread
  /// or, after a timeout, on the thread of `schedule`.
  func perform<Value: Sendable>(
    _ work: @escaping StoreWork<Value>, within milliseconds: Int,
    _ done: @escaping @Sendable (Result<Value, CatalogStoreError>) -> Void
  ) {
    let hasReplied = Locked(false)
    let reply: @Sendable (Result<Value, CatalogStoreError>) -> Void = { if hasReplied.set() { done($0) } }
    let cancel = environment.schedule(milliseconds) { reply(.failure(.silent)) }
    perform(work) { result in
      cancel()
      reply(result)
    }
  }
}
