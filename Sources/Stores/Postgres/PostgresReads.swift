#if Postgres
  import EventStore
  import MovieNightPrimitives

  /// A page of events, which ends before a damaged event.
  struct EventPage {
    var events: [RecordedEvent] = []
    /// The error for the event after `events`, if that event is damaged.
    var damage: StoreError?

    /// Calls `body` with each event, then throws `damage` if set. Returns the last event's position; nil if empty.
    func forEach(_ body: (RecordedEvent) throws -> Void) throws -> Position? {
      for event in events { try body(event) }
      if let damage { throw damage }
      return events.last?.position
    }
  }

  /// The reads of a store over one connection. Rows are read in `PostgresRows.swift`.
  struct PostgresReads: DatabaseReads {
    let connection: PostgresConnection

    private static let eventColumns = "\(EventReader.columns), command"
    static let eventsAfter = PostgresStatement(
      name: "events_after",
      sql: "SELECT \(eventColumns) FROM events WHERE position > $1 ORDER BY position LIMIT $2::bigint")
    private static let checksumBefore =
      "(SELECT before.checksum FROM events AS before WHERE before.position = events.position - 1)"
    private static let eventsOfOwner = PostgresStatement(
      name: "events_of_owner",
      sql: """
        SELECT \(eventColumns), \(checksumBefore) FROM events
        WHERE owner = $1 AND position > $2 ORDER BY position LIMIT $3::bigint
        """)
    private static let eventsOfStream = PostgresStatement(
      name: "events_of_stream",
      sql: """
        SELECT \(eventColumns), \(checksumBefore) FROM events
        WHERE stream = $1 AND revision >= $2 ORDER BY revision LIMIT $3::bigint
        """)
    static let lastPosition = PostgresStatement(name: "head", sql: "SELECT max(position) FROM events")
    static let headAndSchemaVersion = PostgresStatement(
      name: "head_and_schema_version",
      sql: "SELECT (SELECT max(position) FROM events), (SELECT max(version) FROM schema_migrations)")
    /// Selects the last event with the previous one's checksum, the schema version, and the latest receipt's time.
    static let end = PostgresStatement(
      name: "end",
      sql: """
        SELECT last.*, (SELECT max(version) FROM schema_migrations), (SELECT max(recorded_at) FROM receipts)
        FROM (SELECT) AS always LEFT JOIN (
          SELECT \(eventColumns), \(checksumBefore) FROM events ORDER BY position DESC LIMIT 1) AS last ON true
        """)
    private static let allStreams = PostgresStatement(
      name: "streams",
      sql: """
        SELECT first.stream, first.owner, (SELECT max(revision) FROM events WHERE stream = first.stream), first.position
        FROM events AS first WHERE first.revision = 0 AND first.position > $1 ORDER BY first.position LIMIT $2::bigint
        """)

    /// The number of events per page: large enough to make round trips negligible, and small enough for memory.
    static let pageSize = 2000

    // MARK: Events

    func head() throws(StoreError) -> Position { try connection.run(Self.lastPosition).integer(0, 0) }

    func read(_ stream: StreamID, from revision: Revision, limit: Int) throws(StoreError) -> [RecordedEvent] {
      try scatteredEvents(connection.run(Self.eventsOfStream, stream, revision, max(0, limit)))
    }

    func readAll(after position: Position, limit: Int, owner: OwnerID?) throws(StoreError) -> [RecordedEvent] {
      if let owner { return try scatteredEvents(connection.run(Self.eventsOfOwner, owner, position, max(0, limit))) }
      let page = try decodedEvents(after: position, limit: max(0, limit))
      if let damage = page.damage { throw damage }
      return page.events
    }

    func forEachEvent(after position: Position, through end: Position, _ body: (RecordedEvent) throws -> Void) throws {
      var position = position
      while let last = try page(after: position, through: end).forEach(body) { position = last }
    }

    /// Reads the events after `position`, up to the first damaged one.
    private func decodedEvents(after position: Position, limit: Int) throws(StoreError) -> EventPage {
      // The event at `position` is read, too, because its checksum is needed.
      let result = try connection.run(Self.eventsAfter, position - 1, limit == .max ? limit : limit + 1)
      let begins = result.first?.integer(0) == position
      var checksum = begins ? result[0].checksum(9) : 0
      var page = EventPage()
      page.events.reserveCapacity(result.count)
      // If there is no event at `position`, as always for 0, the result may contain one event more than `limit`.
      for row in (begins ? 1 : 0)..<(begins ? result.count : min(result.count, limit)) {
        do throws(StoreError) {
          page.events.append(try connection.events.event(result[row], after: &checksum))
        } catch {
          page.damage = error
          return page
        }
      }
      return page
    }

    /// Decodes events that need not be adjacent, from rows that also contain the checksum of the previous event.
    private func scatteredEvents(_ result: PostgresResult) throws(StoreError) -> [RecordedEvent] {
      try result.map { (row) throws(StoreError) in
        var checksum = row.checksum(11)
        return try connection.events.event(row, after: &checksum)
      }
    }

    /// Reads a page of the events after `position` through `end`. The page ends before a damaged event.
    func page(after position: Position, through end: Position) throws(StoreError) -> EventPage {
      position < end ? try decodedEvents(after: position, limit: min(Self.pageSize, end - position)) : EventPage()
    }

    private func page(after position: Position) throws(StoreError) -> PostgresResult {
      try connection.run(Self.eventsAfter, position, Self.pageSize)
    }

    /// Decodes the result of the statement `end`. `latest` is the latest time of an event or receipt. The time of a
    /// damaged last event is ignored, because later events get at least `latest`, and a damaged time may be wrong.
    func end(_ result: PostgresResult) -> (head: Position, checksum: UInt32, schema: Int, latest: Timestamp) {
      let none = Timestamp(microseconds: 0)
      let row = result[0]
      var sum = row.checksum(11)
      let event = !row.isNull(0) && connection.events.isSound(row, after: &sum) ? row.timestamp(8) : none
      let receipt = row.isNull(13) ? none : row.timestamp(13)
      return (row.integer(0), row.checksum(9), row.integer(12), max(event, receipt))
    }

    // MARK: Changes by other servers

    /// Returns the request for the event at `position`, whose checksum is needed, and for the events after it.
    static func storeChanges(after position: Position, limit: Int) -> PostgresRequest {
      PostgresRequest(eventsAfter, position - 1, min(max(0, limit), Int(Int32.max)) + 1)
    }

    /// Decodes the result of `storeChanges(after:limit:)`. Verifies every event's checksum, although other servers may
    /// be waiting for the append lock meanwhile.
    /// - Returns: The sound and damaged events after `position`, and the checksum of the last event from `position` on.
    /// - Throws: `otherHistory` if the event at `position` does not have the known `checksum`.
    func storeChanges(
      _ result: PostgresResult, after position: Position, limit: Int, checksum: UInt32?
    ) throws(StoreError) -> (events: [RecordedEvent], damaged: [DamagedEvent], checksum: UInt32?) {
      let begins = result.first?.integer(0) == position
      if let checksum, !begins || checksum != result[0].checksum(9) {
        throw .otherHistory(connection.place, at: position)
      }
      // If there is no event at `position`, as always for 0, the result may contain one event more than `limit`.
      let rows = (begins ? 1 : 0)..<(begins ? result.count : min(result.count, max(0, limit)))
      var events: [RecordedEvent] = []
      events.reserveCapacity(rows.count)
      var damaged: [DamagedEvent] = []
      var previous = begins ? result[0].checksum(9) : 0
      for row in result[rows] {
        do {
          events.append(try connection.events.event(row, after: &previous))
        } catch {
          let position = row.integer(0)
          damaged.append(
            DamagedEvent(
              stream: try? connection.events.stream(row.bytes(1)), owner: row.optionalIdentifier(2), position: position,
              error: .damagedEvent(connection.place, at: position)))
          // The check of the next event uses the checksum stored with this one, so a damaged event is reported once.
        }
      }
      return (events, damaged, begins || !rows.isEmpty ? result[rows.upperBound - 1].checksum(9) : nil)
    }

    func forEachStream(_ body: (StreamID, OwnerID, Revision) throws -> Void) throws {
      var position = 0
      while true {
        let page = try connection.run(Self.allStreams, position, Self.pageSize)
        for row in page { try body(connection.events.stream(row.bytes(0)), row.identifier(1), row.integer(2)) }
        guard let last = page.last else { return }
        position = last.integer(3)
      }
    }

    // MARK: Audit

    /// Checks all events page by page. The caller provides a transaction, so that all pages are from one snapshot.
    func findDamage(progress: (Position) -> Void) throws(StoreError) -> [String] {
      var audit = EventAudit(place: connection.place)
      var position = 0
      while true {
        let page = try page(after: position)
        guard let last = page.last else { return audit.findings.report }
        for row in page {
          if let event = try audit.check(row), event.metadata.command?.id != row.optionalIdentifier(10) {
            audit.findings.add("position \(event.position): the command column does not match the metadata")
          }
        }
        position = last.integer(0)
        progress(position)
      }
    }

    // MARK: Receipts

    private static let receiptsOf = PostgresStatement(
      name: "receipts_of",
      sql: """
        SELECT position, metadata, recorded_at, 1 AS events FROM events WHERE command = ANY ($1::uuid[])
        UNION ALL SELECT position, metadata, recorded_at, 0 FROM receipts WHERE command = ANY ($1::uuid[])
        ORDER BY recorded_at, position
        """)

    static func receipts(of keys: some Collection<ReceiptKey>) -> PostgresRequest {
      PostgresRequest(receiptsOf, PostgresArray(keys) { $0.command })
    }

    /// Raises an error if one of the commands was carried out before, in order to abort a transaction whose COMMIT is
    /// already in the pipeline. The error is a deliberate attempt to cast a text to an integer.
    static let requireNew = PostgresStatement(
      name: "require_new",
      sql: """
        SELECT ('command ' || min(command::text) || ' was carried out before')::integer FROM (
          SELECT command FROM events WHERE command = ANY ($1::uuid[]) AND recorded_at >= $2
          UNION ALL SELECT command FROM receipts WHERE command = ANY ($1::uuid[]) AND recorded_at >= $2) AS known
        """)

    /// Returns a request that fails if one of the command ids has a receipt, of any actor, that has not expired at
    /// `time`. In that case, the rest of the pipeline is skipped, and the error's code is `notNew`.
    static func requireNew(_ keys: some Collection<ReceiptKey>, at time: Timestamp) -> PostgresRequest {
      PostgresRequest(requireNew, PostgresArray(keys) { $0.command }, Receipt.expiry(at: time))
    }

    /// Decodes the latest receipt of each key from the result of `receipts(of:)`, expired or not.
    func receipts(_ result: PostgresResult) throws(StoreError) -> [ReceiptKey: Receipt] {
      var receipts: [ReceiptKey: Receipt] = [:]
      for row in result {
        let metadata = try connection.events.metadata(row.bytes(1), of: row.integer(0))
        guard let key = metadata.receiptKey, let mark = metadata.command else { continue }
        var receipt = Receipt(
          key: key, fingerprint: mark.fingerprint, position: row.integer(0), eventCount: row.integer(3),
          recordedAt: row.timestamp(2))
        // The events of one command are adjacent and have the same time.
        if let known = receipts[key], known.recordedAt == receipt.recordedAt, known.position == receipt.position - 1 {
          receipt.eventCount += known.eventCount
        }
        receipts[key] = receipt
      }
      return receipts
    }

    func receipt(for key: ReceiptKey) throws(StoreError) -> Receipt? {
      let results = try connection.run([Self.receipts(of: [key]), PostgresRequest(Self.end)])
      let latest = end(results[1]).latest
      return try receipts(results[0])[key].flatMap { $0.isExpired(at: latest) ? nil : $0 }
    }

    // MARK: Personal texts

    // LATERAL makes the server look up each id in its partition, instead of reading all partitions.
    private static let textsOf = PostgresStatement(
      name: "texts_of",
      sql: """
        SELECT texts.* FROM unnest($1::uuid[]) WITH ORDINALITY AS wanted (id, number) CROSS JOIN LATERAL (
          SELECT id, owner, subject, value FROM \(PostgresTexts.others) WHERE id = wanted.id
          UNION ALL SELECT id, owner, subject, value FROM \(PostgresTexts.bySubject) WHERE id = wanted.id
          LIMIT 1) AS texts
        ORDER BY number
        """)
    private static func selectingTexts(_ name: String, _ condition: String) -> PostgresStatement {
      PostgresStatement(
        name: name,
        sql: """
          SELECT id, owner, subject, value FROM (SELECT id, owner, subject, value FROM \(PostgresTexts.others)
            UNION ALL SELECT id, owner, subject, value FROM \(PostgresTexts.bySubject)) AS texts
          \(condition) ORDER BY id LIMIT $1::bigint
          """)
    }
    private static let firstTexts = selectingTexts("first_texts", "")
    private static let textsAfter = selectingTexts("texts_after", "WHERE id > $2")
    private static let firstTextsOfOwner = selectingTexts("first_texts_of_owner", "WHERE owner = $2")
    private static let textsOfOwnerAfter = selectingTexts("texts_of_owner_after", "WHERE owner = $2 AND id > $3")

    func texts(_ ids: [TextID]) throws(StoreError) -> [PersonalText] {
      try ids.isEmpty ? [] : texts(connection.run(Self.textsOf, PostgresArray(ids) { $0 }))
    }

    func allTexts(after id: TextID?, limit: Int, owner: OwnerID?) throws(StoreError) -> [PersonalText] {
      let limit = max(0, limit)
      let result =
        switch (id, owner) {
        case (nil, nil): try connection.run(Self.firstTexts, limit)
        case (nil, let owner?): try connection.run(Self.firstTextsOfOwner, limit, owner)
        case (let id?, nil): try connection.run(Self.textsAfter, limit, id)
        case (let id?, let owner?): try connection.run(Self.textsOfOwnerAfter, limit, owner, id)
        }
      return try texts(result)
    }

    private func texts(_ result: PostgresResult) throws(StoreError) -> [PersonalText] {
      try result.map { (row) throws(StoreError) in
        PersonalText(
          id: try row.identifier(0), owner: try row.identifier(1), subject: row.optionalIdentifier(2),
          value: row.array(3))
      }
    }
  }
#endif
