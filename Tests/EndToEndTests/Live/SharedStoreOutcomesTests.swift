import Commands
import Domain
import EventStore
import Glibc
import MovieNightPrimitives
import Projections
import Testing
import WritePath

@testable import Console
@testable import Platform
@testable import Server
@testable import Stores
@testable import Transport

/// Errors of a server on a shared store, and event pages that end before events that the server has not read.
@Suite struct SharedStoreOutcomesTests {
  private let store = SharedMemory()
  private let readModels: ReadModels
  private let outcomes: CommandOutcomes
  private let finished = Locked<[Result<[UInt8], Refusal>]>([])
  private let household: HouseholdID
  private let uptime = Locked(Duration.zero)
  private let problems = HealthProblems()
  /// The ends of the log's pipe.
  private let logReader: Int32
  private let logWriter: Int32

  init() throws {
    let server = try LocalServer(.journal)
    _ = try server.createHousehold()
    server.stop()
    let source = try openStore(server.store, mode: .readOnly)
    defer { source.close() }
    let events = try source.readAll(after: 0, limit: .max, owner: nil)
    household = HouseholdID(try #require(events.first).owner)
    let rows = InlineRows(store: store, schema: .current, areas: .current)
    try store.importEvents(events, texts: []) { events throws(StoreError) in try rows.rows(changedBy: events) }
    readModels = ReadModels(store: store, schema: .current, areas: .current)
    try readModels.open()
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    (logReader, logWriter) = (ends[0], ends[1])
    outcomes = CommandOutcomes(
      store: store, areas: .current, readModels: readModels, nameCache: NameCache(store: store),
      metrics: ServiceMetrics(MetricRegistry()), problems: problems,
      log: Log(minimumLevel: .error, format: .json, sink: LogSink(descriptor: logWriter)), clock: SystemClock.wallTime,
      uptime: { [uptime] in uptime.withLock { $0 } })
    outcomes.deliver = { [finished] commands, _ in finished.withLock { $0 += commands.map { $0.1 } } }
  }

  /// Closes the log and returns its text.
  private func takeLog() -> String {
    close(logWriter)
    defer { close(logReader) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(logReader, &bytes, bytes.count)
    return String(decoding: bytes[..<max(0, count)], as: UTF8.self)
  }

  @Test func stoppedProjectionIsLoggedOnce() throws {
    let stopped = ReadModelState(
      name: "rounds", version: RoundDetails.version, checkpoint: 1, generation: 0,
      stopped: .init(position: 2, reason: "NobodyKnows"))
    try outcomes.applyChanges(StoreChanges(events: [], head: try store.head(), readModels: [stopped]))
    let now = SystemClock.wallTime()
    for _ in 0..<5 {
      uptime.withLock { $0 += .seconds(2) }
      outcomes.tick(at: now)
    }
    let lines = takeLog().split(separator: "\n").filter { $0.contains("projection_stopped") }
    #expect(lines.count == 1 && lines[0].contains("NobodyKnows"), "\(lines)")
  }

  @Test func stalledServerProblemExpiresWhileClockIsBehind() throws {
    store.endedHolders.withLock { $0 = [EndedHolder(holder: "backend 7", silentMicroseconds: 5_000_000)] }
    let lastRecorded = SystemClock.wallTime()
    for (seconds, isListed) in [(0, true), (599, true), (600, false)] {
      uptime.withLock { $0 = .seconds(seconds) }
      outcomes.tick(at: lastRecorded)
      #expect(problems.all.contains { $0.reason == .serverStoodStill } == isListed, "after \(seconds) s")
    }
  }

  /// Returns the refusal of a repeated command. The store fails to read its events with `error`; if it is nil, the
  /// events cannot be folded into the result.
  private func refusalOfRepeatedCommand(_ error: StoreError?) throws -> Refusal? {
    let answer = HouseholdTypes.memberGone.answer { _ in
      if error == nil { throw ProjectionError.projectionStopped(name: "rounds") }
      return (MemberID(high: 1, low: 1), 1)
    }
    let reply = Reply(connection: ConnectionID(index: 1, generation: 1), slot: 1, id: nil, batch: nil)
    let method = try #require(MethodTable.current["members.leave"])
    let submission = Submission(
      command: AddressedHouseholdCommand(.leave, to: household), sender: .administrator,
      waiter: WaitingCommand(reply, answer, method, receivedAt: SystemClock.wallTime()))
    store.before.withLock { before in
      before = { call throws(StoreError) in
        if let error, call == .reading { throw error }
      }
    }
    let receipt = Receipt(
      key: ReceiptKey(actor: nil, command: Identifier(high: 1, low: 1)), fingerprint: 1, position: 2, eventCount: 1,
      recordedAt: Timestamp(microseconds: 0))
    outcomes.committed([CommitResult(submission, .repeated(receipt))])
    guard case .failure(let refusal)? = finished.withLock({ $0.last }) else { return nil }
    return refusal
  }

  @Test func repeatedCommandIsSentAgainWhileStoreIsUnavailable() throws {
    let error = StoreError(.unavailable, "the database does not answer")
    #expect(try refusalOfRepeatedCommand(error) == .outcomeUnknown)
    #expect(takeLog().contains("answer_failed"))
  }

  @Test func repeatedCommandWithUnreadableResultIsNotSentAgain() throws {
    for error in [StoreError.damagedEvent("the database", at: 2), nil] {
      #expect(try refusalOfRepeatedCommand(error) == .resultUnreadable)
    }
    #expect(takeLog().contains("answer_failed"))
  }

  @Test func eventPageEndsAtKnownHead() throws {
    let head = try store.head()
    let reader = EventReader(store: store, readModels: readModels)
    for known in 0...head {
      let request = PageRequest(number: 1, household: household, after: 0, head: known, views: [EventView()])
      let page = try EventPage(request, reader)
      #expect(page.positions == Array(1..<(known + 1)) && page.isLast)
    }
  }

  @Test func importFailureReasonSeparatesUnknownOutcomeFromRefusal() {
    #expect(Administration.failure(ofImport: StoreError(.outcomeUnknown, "lost")).reason == "outcome_unknown")
    #expect(Administration.failure(ofImport: StoreError(.misuse, "does not follow")).reason == "cannot_import")
  }
}
