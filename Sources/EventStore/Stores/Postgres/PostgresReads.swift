#if Postgres
  import MovieNightPrimitives

  /// The reads of events and texts, on one connection.
  struct PostgresReads {
    let connection: PostgresConnection

    private static let eventColumns =
      "position, stream, owner, revision, type, version, data, metadata, recorded_at, checksum, command"
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
    /// Where the history ends, and by which schema.
    static let standing = PostgresStatement(
      name: "standing",
      sql: "SELECT (SELECT max(position) FROM events), (SELECT max(version) FROM schema_migrations)")
    /// The last event, with the checksum of the one before; the schema, and the time of the latest receipt.
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

    /// Events of one answer: enough that the round trip does not count, few enough to hold in memory.
    static let pageSize = 2000

    // MARK: Events

    func head() throws(StoreError) -> Position { try connection.run(Self.lastPosition).integer(0, 0) }

    func read(_ stream: StreamID, from revision: Revision, limit: Int) throws(StoreError) -> [RecordedEvent] {
      try scatteredEvents(
        connection.run(Self.eventsOfStream) { parameters in
          parameters.add(text: stream.utf8)
          parameters.add(revision)
          parameters.add(max(0, limit))
        })
    }

    func readAll(after position: Position, limit: Int, owner: OwnerID?) throws(StoreError) -> [RecordedEvent] {
      guard let owner else { return try readAll(after: position, limit: max(0, limit)) }
      return try scatteredEvents(
        connection.run(Self.eventsOfOwner) { parameters in
          parameters.add(owner)
          parameters.add(position)
          parameters.add(max(0, limit))
        })
    }

    private func readAll(after position: Position, limit: Int) throws(StoreError) -> [RecordedEvent] {
      let (events, damage) = try soundEvents(after: position, limit: limit)
      if let damage { throw damage }
      return events
    }

    /// The events after `position`, before the first one that is not what was written.
    private func soundEvents(
      after position: Position, limit: Int
    ) throws(StoreError) -> (events: [RecordedEvent], damage: StoreError?) {
      // The event at `position` comes along, for its checksum.
      let result = try connection.run(Self.eventsAfter) { parameters in
        parameters.add(position - 1)
        parameters.add(limit == .max ? limit : limit + 1)
      }
      let begins = result.count > 0 && result.integer(0, 0) == position
      var checksum = begins ? self.checksum(result, 0) : 0
      var events: [RecordedEvent] = []
      events.reserveCapacity(result.count)
      // Before the first event there is none that comes along, but one more than wanted.
      for row in (begins ? 1 : 0)..<(begins ? result.count : min(result.count, limit)) {
        do throws(StoreError) {
          events.append(try event(result, row, after: &checksum))
        } catch {
          return (events, error)
        }
      }
      return (events, nil)
    }

    /// The events of rows that have the checksum of the event before, too.
    private func scatteredEvents(_ result: PostgresResult) throws(StoreError) -> [RecordedEvent] {
      var events: [RecordedEvent] = []
      events.reserveCapacity(result.count)
      for row in 0..<result.count {
        var checksum = checksum(result, row, column: 11)
        events.append(try event(result, row, after: &checksum))
      }
      return events
    }

    /// A page of the events after `position`, through `end`; it ends before one that is not what was written.
    func page(
      after position: Position, through end: Position
    ) throws(StoreError) -> (events: [RecordedEvent], damage: StoreError?) {
      guard position < end else { return ([], nil) }
      return try soundEvents(after: position, limit: min(Self.pageSize, end - position))
    }

    /// The same page as the database has it.
    func page(after position: Position) throws(StoreError) -> PostgresResult {
      try connection.run(Self.eventsAfter) { parameters in
        parameters.add(position)
        parameters.add(Self.pageSize)
      }
    }

    private func checksum(_ result: PostgresResult, _ row: Int, column: Int32 = 9) -> UInt32 {
      UInt32(truncatingIfNeeded: result.integer(row, column))
    }

    /// What the result of `end` says: the head, its checksum, the schema, and the latest time of an event or a receipt.
    ///
    /// A last event that is not what was written has no say in the time: what is recorded next is never before it.
    func end(_ result: PostgresResult) -> (head: Position, checksum: UInt32, schema: Int, latest: Timestamp) {
      let none = Timestamp(microseconds: 0)
      var sum = checksum(result, 0, column: 11)
      let event = !result.isNull(0, 0) && isSound(result, 0, after: &sum) ? result.timestamp(0, 8) : none
      let receipt = result.isNull(0, 13) ? none : result.timestamp(0, 13)
      return (result.integer(0, 0), checksum(result, 0), result.integer(0, 12), max(event, receipt))
    }

    // MARK: News

    /// The question for the events after `position`, and for the one at it.
    static func news(after position: Position, limit: Int) -> PostgresRequest {
      PostgresRequest(eventsAfter) { parameters in
        parameters.add(position - 1)
        parameters.add(min(max(0, limit), Int(Int32.max)) + 1)
      }
    }

    /// The answer to it: each event is compared with its checksum, also while others wait for the append lock.
    /// - Returns: the events after `position`, and the checksum of the last one, or of the one at `position`.
    /// - Throws: `otherHistory` where the event at `position` has not the `checksum` that is known.
    func news(
      _ result: PostgresResult, after position: Position, limit: Int, checksum: UInt32?
    ) throws(StoreError) -> (events: [RecordedEvent], damaged: [DamagedEvent], checksum: UInt32?) {
      let begins = result.count > 0 && result.integer(0, 0) == position
      if let checksum, !begins || checksum != self.checksum(result, 0) {
        throw .otherHistory(connection.place, at: position)
      }
      // Before the first event there is none to ask for, and one more than wanted has come.
      let rows = (begins ? 1 : 0)..<(begins ? result.count : min(result.count, max(0, limit)))
      var events: [RecordedEvent] = []
      events.reserveCapacity(rows.count)
      var damaged: [DamagedEvent] = []
      var previous = begins ? self.checksum(result, 0) : 0
      for row in rows {
        do {
          events.append(try event(result, row, after: &previous))
        } catch {
          let position = result.integer(row, 0)
          damaged.append(
            DamagedEvent(
              stream: try? stream(result.bytes(row, 1)), owner: result.optionalIdentifier(row, 2), position: position,
              error: .damagedEvent(connection.place, at: position)))
          // Going on from the stored sum, one damaged event is one.
        }
      }
      return (events, damaged, begins || !rows.isEmpty ? self.checksum(result, rows.upperBound - 1) : nil)
    }

    /// The event in a row, if it is what was written.
    ///
    /// - Parameter checksum: that of the event before; becomes that of this one.
    /// - Throws: `damaged` where the event is not what its checksum says.
    private func event(_ result: PostgresResult, _ row: Int, after checksum: inout UInt32) throws(StoreError)
      -> RecordedEvent
    {
      guard isSound(result, row, after: &checksum) else {
        throw .damagedEvent(connection.place, at: result.integer(row, 0))
      }
      return try event(result, row)
    }

    /// Whether the event in a row is what was written.
    ///
    /// - Parameter checksum: that of the event before; becomes the one that is stored with this one.
    private func isSound(_ result: PostgresResult, _ row: Int, after checksum: inout UInt32) -> Bool {
      connection.columns.set(row: row, of: result)
      let stored = self.checksum(result, row)
      defer { checksum = stored }
      return connection.columns.checksum(after: checksum) == stored
    }

    /// The event in a row, as far as it can be read.
    func event(_ result: PostgresResult, _ row: Int) throws(StoreError) -> RecordedEvent {
      RecordedEvent(
        position: result.integer(row, 0), stream: try stream(result.bytes(row, 1)),
        owner: try result.identifier(row, 2), revision: result.integer(row, 3),
        type: connection.strings.string(result.bytes(row, 4)), version: result.integer(row, 5),
        data: result.array(row, 6), metadata: try metadata(result, row, 7), recordedAt: result.timestamp(row, 8))
    }

    private func metadata(_ result: PostgresResult, _ row: Int, _ column: Int32) throws(StoreError) -> EventMetadata {
      do {
        return try EventMetadata(recorded: result.bytes(row, column))
      } catch {
        throw StoreError(.damaged, "\(connection.place): position \(result.integer(row, 0)): metadata: \(error)")
      }
    }

    private func stream(_ text: UnsafeRawBufferPointer) throws(StoreError) -> StreamID {
      guard let stream = StreamID(utf8: text, intern: { connection.strings.string($0) }) else {
        throw StoreError(.damaged, "\(connection.place): '\(String(decoding: text, as: UTF8.self))' is no stream")
      }
      return stream
    }

    /// A page of streams, in the order of their first events, which stand after `position`.
    func streams(after position: Position) throws(StoreError) -> [(
      stream: StreamID, owner: OwnerID, revision: Revision, first: Position
    )] {
      let result = try connection.run(Self.allStreams) { parameters in
        parameters.add(position)
        parameters.add(Self.pageSize)
      }
      var streams: [(stream: StreamID, owner: OwnerID, revision: Revision, first: Position)] = []
      for row in 0..<result.count {
        streams.append(
          (
            try stream(result.bytes(row, 0)), try result.identifier(row, 1), result.integer(row, 2),
            result.integer(row, 3)
          ))
      }
      return streams
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
      PostgresRequest(receiptsOf) { $0.add(ids: keys.map(\.command)) }
    }

    /// The error is what ends a transaction whose COMMIT is under way already.
    static let requireNew = PostgresStatement(
      name: "require_new",
      sql: """
        SELECT ('command ' || min(command::text) || ' was carried out before')::integer FROM (
          SELECT command FROM events WHERE command = ANY ($1::uuid[]) AND recorded_at >= $2
          UNION ALL SELECT command FROM receipts WHERE command = ANY ($1::uuid[]) AND recorded_at >= $2) AS known
        """)

    /// Fails where the id of one of these commands has a receipt that has not expired at `time`, whoever made it: then all
    /// that follows it in the pipeline is left out, and `PostgresFailure` says `notNew`.
    static func requireNew(_ keys: some Collection<ReceiptKey>, at time: Timestamp) -> PostgresRequest {
      PostgresRequest(requireNew) { parameters in
        parameters.add(ids: keys.map(\.command))
        parameters.add(Receipt.expiry(at: time))
      }
    }

    /// The last receipt of each key in the result of `receipts(of:)`, expired or not.
    func receipts(_ result: PostgresResult) throws(StoreError) -> [ReceiptKey: Receipt] {
      var receipts: [ReceiptKey: Receipt] = [:]
      for row in 0..<result.count {
        let metadata = try metadata(result, row, 1)
        guard let key = metadata.receiptKey, let mark = metadata.command else { continue }
        var receipt = Receipt(
          key: key, fingerprint: mark.fingerprint, position: result.integer(row, 0), eventCount: result.integer(row, 3),
          recordedAt: result.timestamp(row, 2))
        // The events of one command stand side by side, at one time.
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

    private static let textsOf = PostgresStatement(
      name: "texts_of",
      sql: """
        SELECT texts.id, owner, subject, value FROM unnest($1::uuid[]) WITH ORDINALITY AS wanted (id, number)
        JOIN personal_texts AS texts ON texts.id = wanted.id ORDER BY number
        """)
    private static let textsAfter = PostgresStatement(
      name: "texts_after",
      sql: "SELECT id, owner, subject, value FROM personal_texts WHERE id > $1 ORDER BY id LIMIT $2::bigint")
    private static let firstTexts = PostgresStatement(
      name: "first_texts", sql: "SELECT id, owner, subject, value FROM personal_texts ORDER BY id LIMIT $1::bigint")
    private static let textsOfOwnerAfter = PostgresStatement(
      name: "texts_of_owner_after",
      sql: """
        SELECT id, owner, subject, value FROM personal_texts WHERE id > $1 AND owner = $3 ORDER BY id LIMIT $2::bigint
        """)
    private static let firstTextsOfOwner = PostgresStatement(
      name: "first_texts_of_owner",
      sql: "SELECT id, owner, subject, value FROM personal_texts WHERE owner = $2 ORDER BY id LIMIT $1::bigint")

    func texts(_ ids: [TextID]) throws(StoreError) -> [PersonalText] {
      guard !ids.isEmpty else { return [] }
      return try texts(connection.run(Self.textsOf) { $0.add(ids: ids) })
    }

    func allTexts(after id: TextID?, limit: Int, owner: OwnerID?) throws(StoreError) -> [PersonalText] {
      let statement =
        id == nil
        ? (owner == nil ? Self.firstTexts : Self.firstTextsOfOwner)
        : (owner == nil ? Self.textsAfter : Self.textsOfOwnerAfter)
      return try texts(
        connection.run(statement) { parameters in
          if let id { parameters.add(id) }
          parameters.add(max(0, limit))
          if let owner { parameters.add(owner) }
        })
    }

    private func texts(_ result: PostgresResult) throws(StoreError) -> [PersonalText] {
      var texts: [PersonalText] = []
      for row in 0..<result.count {
        texts.append(
          PersonalText(
            id: try result.identifier(row, 0), owner: try result.identifier(row, 1),
            subject: result.optionalIdentifier(row, 2), value: result.array(row, 3)))
      }
      return texts
    }
  }
#endif
