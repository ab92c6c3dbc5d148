import Dispatch
import EventStore
import Platform
import MovieNightPrimitives
import Projections
import Transport

/// The operations of an administrator on a running server: information, rebuilds and imports.
final class Administration: Sendable {
  private let store: any EventLog
  private let readModels: ReadModels
  private let commands: CommandPath
  private let metrics: MetricRegistry
  private let log: Log
  private let damage: DamageReport
  private let areas: ServerAreas
  private let isRebuilding = Locked(false)
  private let isStopping = Locked(false)
  private let rebuilds = Locked<[WorkerThread]>([])
  /// The queue that checks imports and waits for their commits, one import at a time.
  private let imports = DispatchQueue(label: "movienight.import")
  private let historyCheck = Locked<HistoryCheck?>(nil)
  private let methods: MethodTable
  /// The answer to `rpc.discover`, created on first use.
  private let discovery = Locked<[UInt8]?>(nil)

  typealias Completion = @Sendable (Result<[UInt8], Refusal>) -> Void

  private static let microsecondsBetweenReports: Int64 = 100_000

  init(
    store: any EventLog, areas: ServerAreas, methods: MethodTable, readModels: ReadModels, commands: CommandPath,
    metrics: MetricRegistry, log: Log, damage: DamageReport
  ) {
    self.store = store
    self.readModels = readModels
    self.commands = commands
    self.metrics = metrics
    self.log = log
    self.damage = damage
    self.areas = areas
    self.methods = methods
  }

  func info(_ catalog: CatalogAccess?, listen: ListenAddress?, at now: Timestamp) -> [UInt8] {
    ServerTypes.info.bytes(
      of: (
        store: store.kind, catalog: catalog.map { CatalogInfo($0, at: now) }, listen: listen?.description,
        methods: methods.names
      ))
  }

  func openRPC() -> [UInt8] {
    discovery.withLock { discovery in
      if let discovery { return discovery }
      let document = methods.description.openRPC
      discovery = document
      return document
    }
  }

  func metricsText() -> [UInt8] { ServerTypes.metrics.bytes(of: metrics.text(), reserving: 4096) }

  // MARK: Rebuild

  /// Rebuilds read models on a separate thread, while commands and queries continue.
  func rebuild(_ names: [String], progress: @escaping @Sendable ([UInt8]) -> Void, completion: @escaping Completion) {
    guard isRebuilding.set() else { return completion(.failure(.rebuildRunning)) }
    let thread = WorkerThread(name: "rebuild") { [self] in
      let result = rebuild(names, progress)
      isRebuilding.withLock { $0 = false }
      completion(result)
    }
    do throws(SystemError) {
      try thread.start()
      rebuilds.withLock { $0 = [thread] }
    } catch {
      isRebuilding.withLock { $0 = false }
      log.error("rebuild_failed", ["error": .string("\(error)")])
      completion(.failure(.internalError))
    }
  }

  /// Asks a running rebuild to stop. The active rows remain unchanged. May be called on any thread.
  func stopRebuild() {
    isStopping.withLock { $0 = true }
  }

  /// Waits for running rebuilds and imports. They need the committer, so it must still be running.
  func waitForWork() {
    imports.sync {}
    for thread in rebuilds.withLock({ $0 }) { thread.join() }
  }

  private func rebuild(_ names: [String], _ progress: (@Sendable ([UInt8]) -> Void)) -> Result<[UInt8], Refusal> {
    let start = SystemClock.monotonic()
    var nextReport = Duration.zero
    do {
      let rebuild = try Rebuild(readModels, names: names) { [self] body throws(StoreError) in
        // A shared store can write shadow rows while groups commit. Other stores write them on the committer's thread.
        if store.isShared { try body() } else { try onCommitter(body) }
      }
      do {
        try rebuild.run { [isStopping] step in
          if isStopping.withLock({ $0 }) { throw Refusal.stopping }
          let elapsed = SystemClock.monotonic() - start
          guard elapsed >= nextReport else { return }
          nextReport = elapsed + .microseconds(Self.microsecondsBetweenReports)
          progress(ServerTypes.rebuildProgress.bytes(of: step))
        }
        try onCommitter { try rebuild.finish() }
      } catch {
        rebuild.end()
        throw error
      }
      // Schedule all deadlines again, because the previous rows may have lacked some.
      commands.scheduleAllDeadlines()
      let seconds = (SystemClock.monotonic() - start) / .seconds(1)
      log.info("rebuilt", ["events": .integer(rebuild.position)])
      return .success(Self.result(rebuild, seconds: seconds))
    } catch let error as Refusal {
      return .failure(error)
    } catch let error as StoreError where error.code == .locked {
      return .failure(.rebuildRunning)
    } catch let error as StoreError where error.code == .outcomeUnknown {
      log.error("rebuild_failed", ["error": .string("\(error)")])
      return .failure(
        .outcomeUnknown.saying("The new rows may or may not be in use. Rebuild again to be sure."))
    } catch let error as StoreError where error.code == .unavailable {
      log.warning("rebuild_delayed", ["error": .string("\(error)")])
      return .failure(.reason(error, as: .storeUnavailable))
    } catch {
      log.error("rebuild_failed", ["error": .string("\(error)")])
      let damaged = damage.note(error)
      // If the damage is not in an event (a table may be missing), show the store's own message, which says more.
      if let damaged, (error as? StoreError)?.position != nil { return .failure(damaged) }
      return .failure(.reason(error, as: .internalError))
    }
  }

  private static let isStopping = StoreError(.unavailable, "the server is stopping")

  /// Runs `body` on the committer's thread and waits for it.
  private func onCommitter(_ body: @escaping () throws -> Void) throws(StoreError) {
    let done = Mailbox<(any Error)?>()
    let taken = commands.committer.perform { done.send([Result { try body() }.failure]) }
    guard taken, let outcome = done.receiveOne() else {
      throw Self.isStopping
    }
    if let error = outcome { throw error as? StoreError ?? StoreError(.unavailable, "\(error)") }
  }

  private static func result(_ rebuild: Rebuild, seconds: Double) -> [UInt8] {
    ServerTypes.rebuilt.bytes(
      of: (names: rebuild.names, events: rebuild.position, seconds: (seconds * 1000).rounded() / 1000))
  }

  // MARK: Import

  /// Records events of another store unchanged. They must follow the head and pass `HistoryCheck`, which does not run
  /// on the committer's thread. If `more` is true, further events will follow. No round expires before they arrive,
  /// because the event of its expiry would take the position of the next imported event.
  func importEvents(
    _ events: [RecordedEvent], _ texts: [PersonalText], more: Bool, completion: @escaping Completion
  ) {
    imports.async { [self] in
      do {
        try historyCheck.withLock { check in
          if check == nil { check = try HistoryCheck(store, areas: areas) }
          try check?.take(events)
          if !more { check = nil }
        }
        try onCommitter { [self] in try record(events, texts, more: more) }
        completion(.success(EventTypes.imported.bytes(of: readModels.position, reserving: 32)))
      } catch {
        // Discard the check, because it contains events that may not have been recorded.
        historyCheck.withLock { $0 = nil }
        log.error("import_failed", ["error": .string("\(error)")])
        completion(.failure(Self.failure(ofImport: error)))
      }
    }
  }

  private func record(_ events: [RecordedEvent], _ texts: [PersonalText], more: Bool) throws {
    try commands.committer.importEvents(events, texts: texts, more: more)
    try readModels.catchUp()
    // With a shared store, the events also arrive through `CommandOutcomes.applyChanges`, which announces them.
    if !store.isShared { commands.outcomes.announce(events) }
    if !more { commands.scheduleAllDeadlines() }
  }

  static func failure(ofImport error: any Error) -> Refusal {
    if error as? StoreError == isStopping { return .stopping }
    if let violation = error as? HistoryViolation {
      return .cannotImport.with("\(violation)", data: .firstPosition(violation.position))
    }
    guard (error as? StoreError)?.code == .outcomeUnknown else { return .cannotImport.with("\(error)") }
    return .outcomeUnknown.saying(
      "These events may or may not have been recorded. Import them again: recorded events are skipped.")
  }
}

extension Refusal {
  static let rebuildRunning = Refusal(
    409, "rebuild_running", "a rebuild is already running",
    "A rebuild is already running. Wait until it has finished.")

  /// Returns the refusal `kind` with the store's own error message. Only administrators see this answer.
  fileprivate static func reason(_ error: any Error, as kind: Refusal) -> Refusal {
    (error as? StoreError).map { kind.saying($0.description) } ?? kind
  }
}

extension Result {
  fileprivate var failure: Failure? {
    if case .failure(let failure) = self { return failure }
    return nil
  }
}
