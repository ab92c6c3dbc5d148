#if Postgres
  import EventStore
  import MovieNightPrimitives

  /// A group in progress, which holds the append lock, with the state of the database when the group began.
  struct PostgresGroup: CommitState {
    var head: Position
    var latest: Timestamp
    /// The checksum of the last event, including the events that the group writes.
    var checksum: UInt32
    var models: [String: PostgresReadModel]
    var heads: [StreamID: StreamHead] = [:]
    /// The commands that are assumed to have no receipt, which the group's commit verifies.
    var assumedNew: [ReceiptKey] = []
    /// Whether the group has already written something that must be committed, such as a swap.
    var isChanged = false

    func head(of stream: StreamID) -> StreamHead? { heads[stream] }
  }

  /// A cache of stream heads, valid as of `asOf`. A gap between `asOf` and the events that `note` adds empties it.
  struct StreamHeads {
    private(set) var asOf: Position = 0
    private var heads = RecentlyUsed<StreamID, StreamHead>(capacity: 16_384)

    mutating func head(of stream: StreamID) -> StreamHead? { heads.value(for: stream) }

    /// Caches a head that was read when the store's head was `asOf`.
    mutating func remember(_ head: StreamHead, of stream: StreamID) {
      heads.set(head, for: stream)
      heads.age()
    }

    /// Adds all events after `position` through `end`. There must be no gap among them.
    mutating func note(_ events: some Collection<RecordedEvent>, after position: Position, through end: Position) {
      guard end > asOf else { return }
      if position > asOf { forget() }
      for event in events where event.position > asOf {
        heads.set(StreamHead(owner: event.owner, revision: event.revision), for: event.stream)
      }
      heads.age()
      asOf = end
    }

    /// Adds the events of `storeChanges`. If one is damaged, the cache is emptied, as the heads are then unknown.
    mutating func note(_ storeChanges: StoreChanges, after position: Position, through end: Position) {
      note(storeChanges.events, after: position, through: end)
      if !storeChanges.damaged.isEmpty { forget() }
    }

    mutating func forget() { heads.removeAll() }
  }

  /// The state in memory that outlives a store's connections.
  struct PostgresMemory: Sendable {
    let heads = Locked(StreamHeads())
    /// The last event that was recorded through this store.
    let lastRecorded = Locked<(position: Position, checksum: UInt32)?>(nil)
    /// The stalled holders of the append lock whose sessions this store terminated.
    let endedHolders = Locked<[EndedHolder]>([])
    /// The process id of the writer's backend. The listener ignores notifications from it.
    let ownWriter = Locked<Int32?>(nil)
    /// The number of groups begun, for the listener, because each group reads other servers' events.
    let ownGroups = Locked(0)
    var groups: Int { ownGroups.withLock { $0 } }
  }

  enum GroupStatements {
    static let begin = PostgresStatement(name: "begin", sql: "BEGIN ISOLATION LEVEL READ COMMITTED")
    static let lock = PostgresStatement(
      name: "lock", sql: "SELECT pg_advisory_xact_lock(\(PostgresLock.append.parameters))")
    static let headsOf = PostgresStatement(
      name: "heads_of",
      sql: """
        SELECT wanted.number, last.owner, last.revision
        FROM unnest($1::text[]) WITH ORDINALITY AS wanted (stream, number) CROSS JOIN LATERAL (
          SELECT owner, revision FROM events WHERE events.stream = wanted.stream ORDER BY revision DESC LIMIT 1) AS last
        """)
    static let insertEvents = PostgresStatement(
      name: "insert_events",
      sql: """
        INSERT INTO events (position, stream, owner, revision, type, version, data, metadata, recorded_at, command,
          checksum)
        SELECT * FROM unnest($1::bigint[], $2::text[], $3::uuid[], $4::bigint[], $5::text[], $6::integer[], $7::text[],
          $8::text[], $9::timestamptz[], $10::uuid[], $11::bigint[])
        """)
    static let insertReceipts = PostgresStatement(
      name: "insert_receipts",
      sql: """
        INSERT INTO receipts (command, actor, metadata, position, recorded_at)
        SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::bigint[], $5::timestamptz[])
        ON CONFLICT (command, actor) DO UPDATE SET metadata = excluded.metadata, position = excluded.position,
        recorded_at = excluded.recorded_at
        """)
    static let deleteReceipts = PostgresStatement(
      name: "delete_receipts", sql: "DELETE FROM receipts WHERE recorded_at < $1")
    /// Adds or replaces texts in a table. Those that were in the other table leave it.
    static func putTexts(into table: String, from other: String) -> PostgresStatement {
      PostgresStatement(
        name: "put_\(table)",
        sql: """
          WITH moved AS (DELETE FROM \(other) WHERE id = ANY ($1::uuid[]))
          INSERT INTO \(table) (id, owner, subject, value)
          SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[])
          ON CONFLICT (id) DO UPDATE SET owner = excluded.owner, subject = excluded.subject, value = excluded.value
          """)
    }
    /// Deletes texts of these owners. The first condition makes the server look up each id, instead of reading all
    /// partitions.
    static func deleteTexts(from table: String) -> PostgresStatement {
      PostgresStatement(
        name: "delete_\(table)",
        sql: """
          DELETE FROM \(table) AS texts USING unnest($1::uuid[], $2::uuid[]) AS gone (id, owner)
          WHERE texts.id = ANY ($1::uuid[]) AND texts.id = gone.id AND texts.owner = gone.owner
          """)
    }
    /// Selects the names of the tables and partitions that contain texts with these ids.
    static let tablesOfTexts = PostgresStatement(
      name: "tables_of_texts",
      sql: """
        SELECT tableoid::regclass::text FROM \(PostgresTexts.others) WHERE id = ANY ($1::uuid[])
        UNION SELECT tableoid::regclass::text FROM \(PostgresTexts.bySubject) WHERE id = ANY ($1::uuid[])
        """)
    static let addModel = PostgresStatement(
      name: "add_model",
      sql: """
        INSERT INTO read_models (name, half, version, checkpoint, generation)
        SELECT $1, coalesce(max(half / 2) + 1, 0) * 2, 0, 0, 0 FROM read_models ON CONFLICT (name) DO NOTHING
        """)
    static let setModel = PostgresStatement(
      name: "set_model",
      sql: """
        UPDATE read_models SET version = $2::bigint, checkpoint = $3, stopped_position = $4, stopped_reason = $5
        WHERE name = $1
        """)
    static let swapModel = PostgresStatement(
      name: "swap_model",
      sql: """
        UPDATE read_models SET half = half # 1, version = $2::bigint,
        checkpoint = $3, generation = generation + 1, stopped_position = NULL, stopped_reason = NULL WHERE name = $1
        """)
    /// Writes a WAL record that changes nothing, so that the COMMIT waits until the log up to here is durable.
    static let mark = PostgresStatement(
      name: "mark", sql: "SELECT pg_logical_emit_message(true, 'movienight', '')")
    static let notify = PostgresStatement(name: "notify", sql: "NOTIFY movienight_events")
    static let commit = PostgresStatement(name: "commit", sql: "COMMIT")
    static let rollback = PostgresStatement(name: "rollback", sql: "ROLLBACK")

    /// Returns the request that inserts events. `checksum` is that of the one before, and is set to the last one's.
    static func insert(
      _ events: [RecordedEvent], after checksum: inout UInt32, _ columns: inout EventColumns
    ) -> PostgresRequest {
      var sums: [UInt32] = []
      var metadata: [[UInt8]] = []
      sums.reserveCapacity(events.count)
      metadata.reserveCapacity(events.count)
      for event in events {
        columns.set(event)
        checksum = columns.checksum(after: checksum)
        sums.append(checksum)
        metadata.append(columns.metadataText)
      }
      return PostgresRequest(
        insertEvents, PostgresArray(events) { $0.position }, PostgresArray(events) { $0.stream },
        PostgresArray(events) { $0.owner }, PostgresArray(events) { $0.revision }, PostgresArray(events) { $0.type },
        PostgresArray(events) { Int32($0.version) }, PostgresArray(events) { $0.data }, PostgresArray(metadata) { $0 },
        PostgresArray(events) { $0.recordedAt }, PostgresArray(events) { $0.metadata.command?.id },
        PostgresArray(sums) { Int64($0) })
    }

    static func insert(_ receipts: [Receipt]) -> PostgresRequest {
      PostgresRequest(
        insertReceipts, PostgresArray(receipts) { $0.key.command },
        PostgresArray(receipts) { $0.key.actor ?? ActorID(high: 0, low: 0) },
        PostgresArray(receipts) { receipt in
          let mark = CommandMark(id: receipt.key.command, fingerprint: receipt.fingerprint)
          return EventMetadata(actor: receipt.key.actor, command: mark).json
        },
        PostgresArray(receipts) { $0.position }, PostgresArray(receipts) { $0.recordedAt })
    }

    /// Returns the requests that apply text changes, in order. Adjacent changes of the same kind share a request.
    static func apply(_ changes: [PersonalTextChange]) -> [PostgresRequest] {
      var requests: [PostgresRequest] = []
      var puts: [PersonalText] = []
      var putIDs: Set<TextID> = []
      var deletes: [(id: TextID, owner: OwnerID)] = []
      func end() {
        requests += put(puts.filter { !$0.isKeptBySubject }, into: PostgresTexts.others, from: PostgresTexts.bySubject)
        requests += put(puts.filter(\.isKeptBySubject), into: PostgresTexts.bySubject, from: PostgresTexts.others)
        if !deletes.isEmpty {
          for table in [PostgresTexts.others, PostgresTexts.bySubject] {
            requests.append(
              PostgresRequest(
                deleteTexts(from: table), PostgresArray(deletes) { $0.id }, PostgresArray(deletes) { $0.owner }))
          }
        }
        puts = []
        putIDs = []
        deletes = []
      }
      for change in changes {
        switch change {
        case .put(let text):
          // A single statement cannot change a row twice.
          if !deletes.isEmpty || putIDs.contains(text.id) { end() }
          puts.append(text)
          putIDs.insert(text.id)
        case .delete(let id, let owner):
          if !puts.isEmpty { end() }
          deletes.append((id, owner))
        }
      }
      end()
      return requests
    }

    private static func put(_ texts: [PersonalText], into table: String, from other: String) -> [PostgresRequest] {
      guard !texts.isEmpty else { return [] }
      return [
        PostgresRequest(
          putTexts(into: table, from: other), PostgresArray(texts) { $0.id }, PostgresArray(texts) { $0.owner },
          PostgresArray(texts) { $0.subject }, PostgresArray(texts) { $0.value })
      ]
    }

    /// Returns the request that updates a read model's state after a flush. If the flush reaches `head`, the checkpoint
    /// is stored as null, which means that the rows are as of the head.
    static func set(_ flush: ReadModelFlush, head: Position) -> PostgresRequest {
      PostgresRequest(
        setModel, flush.name, flush.version, flush.stopped == nil && flush.checkpoint == head ? nil : flush.checkpoint,
        flush.stopped?.position, flush.stopped?.reason)
    }
  }
#endif
