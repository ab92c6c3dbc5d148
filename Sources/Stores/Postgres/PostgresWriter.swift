#if Postgres
  import EventStore
  import Glibc
  import MovieNightPrimitives

  /// The writer of a store, with the only connection that records events. `PostgresStore` guards it with a lock.
  final class PostgresWriter {
    let connection: PostgresConnection
    private let memory: PostgresMemory
    private let textVacuum: PostgresTextVacuum
    private var group: PostgresGroup?
    private var columns = EventColumns()
    /// Whether the outcome of a COMMIT is unknown.
    private(set) var isInDoubt = false

    init(_ connection: PostgresConnection, _ memory: PostgresMemory, _ textVacuum: PostgresTextVacuum) {
      self.connection = connection
      self.memory = memory
      self.textVacuum = textVacuum
    }

    private var heads: Locked<StreamHeads> { memory.heads }
    private var reads: PostgresReads { PostgresReads(connection: connection) }

    // MARK: Groups

    /// Begins a group: takes the append lock and reads other servers' events after `position`, in one round trip.
    func begin(after position: Position, checksum known: UInt32? = nil, limit: Int) throws(StoreError) -> StoreChanges {
      endGroup()
      let requests = [
        PostgresRequest(GroupStatements.begin), PostgresRequest(GroupStatements.lock),
        // These statements come after the one that takes the lock, so they see all that its last holder committed.
        PostgresRequest(PostgresReads.end), PostgresRequest(PostgresReadModel.all),
        PostgresReads.storeChanges(after: position, limit: limit),
      ]
      do {
        let results = try runBegin(requests)
        let group = try group(end: results[2], models: results[3])
        let (events, damaged, checksum) = try reads.storeChanges(
          results[4], after: position, limit: limit, checksum: known)
        let storeChanges = StoreChanges(
          events: events, damaged: damaged, head: group.head, checksum: checksum,
          readModels: group.models.values.map(\.state).sorted(), latest: group.latest)
        let last = storeChanges.last ?? position
        heads.withLock { $0.note(storeChanges, after: position, through: last >= group.head ? group.head : last) }
        self.group = group
        return storeChanges
      } catch {
        rollBack()
        throw error
      }
    }

    /// Runs the requests that begin a group. After a lock timeout, tries again if the holder was terminated or let go.
    private func runBegin(_ requests: [PostgresRequest]) throws(StoreError) -> [PostgresResult] {
      var isLastAttempt = false
      while true {
        do throws(PostgresFailure) {
          return try connection.perform(requests)
        } catch {
          let failure = error.error(in: connection.place)
          let isLock =
            requests[min(max(0, error.index), requests.count - 1)].statement.name == GroupStatements.lock.name
          guard error.state == "55P03", isLock else { throw failure }
          rollBack()
          guard !isLastAttempt, try removeObstacle() else {
            throw StoreError(
              failure.code, failure.message,
              hint:
                "Another server, or an abandoned connection, holds the append lock; server.health shows the holder.")
          }
          isLastAttempt = true
        }
      }
    }

    /// Terminates the lock's holder if it is stalled, and returns whether the lock may be free. Checks for up to a
    /// second, because a holder just terminated by another server keeps the lock for a moment, and looks busy.
    private func removeObstacle() throws(StoreError) -> Bool {
      for check in 1...Self.obstacleChecks {
        if check > 1 { usleep(Self.microsecondsBetweenChecks) }
        switch try LockObstacle.remove(connection) {
        case .stays: continue
        case .gone: return true
        case .ended(let holder):
          memory.endedHolders.withLock { $0.append(holder) }
          return true
        }
      }
      return false
    }

    private static let obstacleChecks = 20
    private static let microsecondsBetweenChecks: UInt32 = 50_000

    /// Returns the commands' receipts that have not expired. Call this only in a group.
    func receipts(of commands: [ReceiptKey]) throws(StoreError) -> [ReceiptKey: Receipt] {
      guard let latest = group?.latest else { throw StoreError(.misuse, "no group has begun") }
      let found = try reads.receipts(connection.run([PostgresReads.receipts(of: commands)])[0])
      return found.filter { commands.contains($0.key) && !$0.value.isExpired(at: latest) }
    }

    /// Makes the group's commit verify that the commands are new before it writes anything. Call this only in a group.
    func assumeNew(_ commands: [ReceiptKey]) throws(StoreError) {
      guard group?.assumedNew.isEmpty == true else {
        throw StoreError(.misuse, "no group has begun, or its new commands are already set")
      }
      group?.assumedNew = commands
    }

    /// Returns the checks that must precede all writes of the group. Returns them only once.
    private func takeRequirements(_ group: inout PostgresGroup) -> [PostgresRequest] {
      guard !group.assumedNew.isEmpty else { return [] }
      defer { group.assumedNew = [] }
      return [PostgresReads.requireNew(group.assumedNew, at: group.latest)]
    }

    /// Commits only a mark in the write-ahead log. When the mark is durable, everything before it is durable, too.
    func confirmGroup() throws(StoreError) {
      try recording { (_) throws(StoreError) in ((), [PostgresRequest(GroupStatements.mark)]) }
    }

    private func group(end: PostgresResult, models: PostgresResult) throws(StoreError) -> PostgresGroup {
      let end = reads.end(end)
      try Migration.requireKnown(version: end.schema, in: connection.place)
      return PostgresGroup(
        head: end.head, latest: end.latest, checksum: end.checksum,
        models: Dictionary(models.map { ($0.string(0), PostgresReadModel($0)) }) { first, _ in first })
    }

    func endGroup() {
      guard group != nil else { return }
      rollBack()
    }

    private func rollBack() {
      group = nil
      connection.rollBack()
    }

    /// Runs `body` in the current group, or in a new one, and commits the requests that it returns.
    private func recording<Result>(
      _ body: (inout PostgresGroup) throws(StoreError) -> (Result, [PostgresRequest])
    ) throws(StoreError) -> Result {
      if group == nil { try begin() }
      guard var group else { throw StoreError(.misuse, "no group has begun") }
      let result: Result
      let requests: [PostgresRequest]
      do {
        (result, requests) = try body(&group)
      } catch {
        rollBack()
        throw error
      }
      let requirements = takeRequirements(&group)
      if requests.isEmpty, !group.isChanged {
        defer { rollBack() }
        if !requirements.isEmpty { _ = try connection.run(requirements) }
      } else {
        try commit(requirements + requests)
      }
      return result
    }

    private func begin() throws(StoreError) {
      _ = try begin(after: heads.withLock { $0.asOf }, limit: PostgresReads.pageSize)
    }

    private func commit(_ requests: [PostgresRequest]) throws(StoreError) {
      connection.warnings.wasStandbyWaitCanceled = false
      let all = requests + [PostgresRequest(GroupStatements.notify), PostgresRequest(GroupStatements.commit)]
      group = nil
      do throws(PostgresFailure) {
        _ = try connection.perform(all)
      } catch {
        let failure = error.error(in: connection.place)
        // If the server refused a statement before the COMMIT, the transaction is rolled back. If the server sent no
        // error, or closed the connection during the COMMIT, the outcome is unknown.
        if error.isConnectionLost, error.state == nil || error.index == all.count - 1 {
          throw markInDoubt(failure)
        }
        rollBack()
        throw failure
      }
      guard !connection.warnings.wasStandbyWaitCanceled else {
        throw markInDoubt(
          StoreError(
            .outcomeUnknown, "\(connection.place): the COMMIT's wait for a standby was interrupted",
            hint:
              "Check the standbys (pg_stat_replication). Only a COMMIT that a standby confirmed survives a failover."))
      }
    }

    private func markInDoubt(_ failure: StoreError) -> StoreError {
      isInDoubt = true
      heads.withLock { $0.forget() }
      return failure.with(.outcomeUnknown)
    }

    // MARK: Events

    func commit(_ commands: [CommandAppend], rows rowsOf: RowsOfEvents) throws(StoreError) -> [CommitOutcome] {
      var outdated: Set<String> = []
      let (plan, checksum) = try recording { (group) throws(StoreError) -> ((GroupPlan, UInt32), [PostgresRequest]) in
        try fetchHeads(of: Set(commands.flatMap { $0.streams.map(\.stream) }), &group)
        let plan = try GroupPlan(commands, after: group.head, at: group.latest, state: group)
        outdated = try tables(outdatedBy: plan.texts)
        let requests = try requests(plan, &group, rowsOf)
        return ((plan, group.checksum), requests)
      }
      let events = plan.events
      heads.withLock { $0.note(events, after: plan.head - events.count, through: plan.head) }
      if !events.isEmpty { memory.lastRecorded.withLock { $0 = (plan.head, checksum) } }
      // Not before the COMMIT, because an attempt meanwhile would rewrite the texts. If the COMMIT's outcome is unknown,
      // the store must be reopened, which requests all tables.
      textVacuum.request(outdated)
      // Only an erasure deletes a name, and its answer waits until the texts are gone from the files. Others' commands
      // wait, too, so the removal of a note is left to `vacuumWhenDue`.
      if outdated.contains(PostgresTexts.others) { textVacuum.vacuumNow() }
      return plan.outcomes
    }

    /// Returns the tables whose files must lose texts after these changes: deleted texts, and all replaced ones but
    /// names, which are removed with the next name that is deleted.
    private func tables(outdatedBy changes: [PersonalTextChange]) throws(StoreError) -> Set<String> {
      var tables: Set<String> = []
      var ids: [TextID] = []
      var put: [TextID: PersonalText] = [:]
      for change in changes {
        let (id, text): (TextID, PersonalText?) =
          switch change {
          case .put(let text): (text.id, text)
          case .delete(let id, _): (id, nil)
          }
        // No table has a text yet that the same group adds.
        if let old = put[id], old.isKeptBySubject || text == nil {
          tables.formUnion(old.isKeptBySubject ? PostgresTexts.partitions : [PostgresTexts.others])
        }
        if text?.isKeptBySubject ?? true { ids.append(id) }
        put[id] = text
      }
      guard !ids.isEmpty else { return tables }
      let found = try connection.run(GroupStatements.tablesOfTexts, PostgresArray(ids) { $0 })
      return tables.union(found.map { $0.string(0) })
    }

    /// Adds the heads of streams to the group, from the cache or from the database.
    private func fetchHeads(of streams: Set<StreamID>, _ group: inout PostgresGroup) throws(StoreError) {
      let unknown = addCachedHeads(of: streams, to: &group)
      if !unknown.isEmpty { try note(try connection.run([Self.headsOf(unknown)])[0], of: unknown, &group) }
    }

    /// Adds the cached heads of streams to the group. Returns the streams whose heads must be read from the database.
    private func addCachedHeads(of streams: Set<StreamID>, to group: inout PostgresGroup) -> [StreamID] {
      heads.withLock { heads in
        streams.filter { stream in
          guard heads.asOf == group.head, let head = heads.head(of: stream) else { return true }
          group.heads[stream] = head
          return false
        }
      }
    }

    private static func headsOf(_ streams: [StreamID]) -> PostgresRequest {
      PostgresRequest(GroupStatements.headsOf, PostgresArray(streams) { $0 })
    }

    private func note(
      _ result: PostgresResult, of streams: [StreamID], _ group: inout PostgresGroup
    ) throws(StoreError) {
      for row in result {
        let head = StreamHead(owner: try row.identifier(1), revision: row.integer(2))
        let stream = streams[row.integer(0) - 1]
        group.heads[stream] = head
        heads.withLock { heads in
          if heads.asOf == group.head { heads.remember(head, of: stream) }
        }
      }
    }

    private func requests(
      _ plan: GroupPlan, _ group: inout PostgresGroup, _ rowsOf: RowsOfEvents
    ) throws(StoreError) -> [PostgresRequest] {
      guard !plan.isEmpty else { return [] }
      let events = plan.events
      var requests: [PostgresRequest] = []
      if !events.isEmpty {
        // The server executes these statements while the rows are folded.
        let requirements = takeRequirements(&group)
        try connection.sendAhead(requirements + [GroupStatements.insert(events, after: &group.checksum, &columns)])
        group.isChanged = true
        requests += try self.requests(rowsOf(events), group, head: plan.head, isRecording: true)
      }
      requests += GroupStatements.apply(plan.texts)
      if !plan.eventlessReceipts.isEmpty {
        requests.append(PostgresRequest(GroupStatements.deleteReceipts, Receipt.expiry(at: plan.latest)))
        requests.append(GroupStatements.insert(plan.eventlessReceipts))
      }
      return requests
    }

    func importEvents(_ events: [RecordedEvent], texts: [PersonalText], rows rowsOf: RowsOfEvents) throws(StoreError) {
      let (head, checksum) = try recording { (group) throws(StoreError) -> ((Position, UInt32), [PostgresRequest]) in
        try fetchHeads(of: Set(events.map(\.stream)), &group)
        let known = group.heads
        try EventSequence.checkImport(events, after: group.head, at: group.latest) { known[$0] }
        let changes = GroupStatements.apply(texts.map { .put($0) })
        guard let last = events.last else { return ((group.head, group.checksum), changes) }
        let insert = GroupStatements.insert(events, after: &group.checksum, &columns)
        let rows = try requests(rowsOf(events), group, head: last.position, isRecording: true)
        return ((group.head, group.checksum), [insert] + rows + changes)
      }
      heads.withLock { $0.note(events, after: head, through: head + events.count) }
      if !events.isEmpty { memory.lastRecorded.withLock { $0 = (head + events.count, checksum) } }
    }

    // MARK: Rows

    func addReadModels(_ names: [String]) throws(StoreError) {
      try recording { (group) throws(StoreError) -> (Void, [PostgresRequest]) in
        ((), names.map { PostgresRequest(GroupStatements.addModel, $0) })
      }
    }

    func flush(_ flushes: [ReadModelFlush]) throws(StoreError) {
      try recording { (group) throws(StoreError) -> (Void, [PostgresRequest]) in
        ((), try requests(flushes, group, head: group.head, isRecording: false))
      }
    }

    /// Returns the requests that write rows, and update the states of those read models whose state changes.
    /// `isRecording` is true if the same transaction records events, which can change rows of any read model.
    private func requests(
      _ flushes: [ReadModelFlush], _ group: PostgresGroup, head: Position, isRecording: Bool
    ) throws(StoreError) -> [PostgresRequest] {
      var requests: [PostgresRequest] = []
      // The rows of a read model that this program does not know would be regarded as up to date with the head, but
      // would lack the events that are recorded now.
      let names = Set(flushes.map(\.name))
      if let unknown = group.models.values.first(where: { $0.state.version > 0 && !names.contains($0.state.name) }),
        !flushes.isEmpty, isRecording
      {
        throw StoreError(
          .newerSchema, "the database has the unknown read model \(unknown.state.name)",
          hint: "Use the newer movienight version that serves this database.")
      }
      for flush in flushes {
        guard let model = group.models[flush.name] else { throw .noReadModel(flush.name) }
        guard flush.checkpoint <= head else {
          throw StoreError(.misuse, "\(flush.name): checkpoint \(flush.checkpoint) is beyond the head \(head)")
        }
        guard flush.version >= model.state.version else {
          throw StoreError(
            .newerSchema,
            "the rows of \(flush.name) have version \(model.state.version), newer than \(flush.version)",
            hint: "Use the newer movienight version that serves this database.")
        }
        requests += PostgresRows.write(flush.changes, half: model.half)
        let isAsBefore =
          model.followsHead && flush.checkpoint == head && model.state.version == flush.version
          && model.state.stopped == nil && flush.stopped == nil
        if !isAsBefore { requests.append(GroupStatements.set(flush, head: head)) }
      }
      return requests
    }

    /// Makes the shadow rows the active ones, in the current group or in a new one that this commits. While it holds
    /// the append lock, calls `shadow`, which returns the half that is to become active, or nil if that is unknown.
    func swapShadow(
      _ model: String, version: Int, checkpoint: Position, shadow: () throws(StoreError) -> Int?
    ) throws(StoreError) {
      let isOwnStep = group == nil
      if isOwnStep { try begin() }
      do throws(StoreError) {
        guard let half = group?.models[model]?.half else { throw .noReadModel(model) }
        if try shadow() == half {
          throw StoreError(.unavailable, "\(connection.place): the rows of \(model) were replaced meanwhile")
        }
      } catch {
        rollBack()
        throw error
      }
      let head = group?.head
      let request = PostgresRequest(
        GroupStatements.swapModel, model, version, checkpoint == head ? nil : checkpoint)
      if isOwnStep { return try commit([request]) }
      do {
        _ = try connection.run([request])
        group?.isChanged = true
        group?.models[model]?.half ^= 1
      } catch {
        rollBack()
        throw error
      }
    }
  }

  extension [ReadModelState] {
    func sorted() -> [ReadModelState] { sorted { $0.name < $1.name } }
  }
#endif
