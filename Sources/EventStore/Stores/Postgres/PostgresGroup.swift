#if Postgres
  import MovieNightPrimitives

  /// A group that has the append lock: what it began with, and so what it is decided on.
  struct PostgresGroup: CommitState {
    var head: Position
    /// The latest time of an event or a receipt.
    var latest: Timestamp
    /// Of the last event, with those that the group writes.
    var checksum: UInt32
    var models: [String: PostgresReadModel]
    var heads: [StreamID: StreamHead] = [:]
    /// Of the commands in `asked` that have one, expired or not.
    var receipts: [ReceiptKey: Receipt] = [:]
    var asked: Set<ReceiptKey> = []
    /// Of `asked`, those that must have none, which nobody has looked up yet.
    var supposedNew: [ReceiptKey] = []
    /// Whether something was written already that is to be committed (a swap).
    var isChanged = false

    func head(of stream: StreamID) -> StreamHead? { heads[stream] }
    func anyReceipt(for key: ReceiptKey) -> Receipt? { receipts[key] }
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
    static let putTexts = PostgresStatement(
      name: "put_texts",
      sql: """
        INSERT INTO personal_texts (id, owner, subject, value)
        SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[])
        ON CONFLICT (id) DO UPDATE SET owner = excluded.owner, subject = excluded.subject, value = excluded.value
        """)
    static let deleteTexts = PostgresStatement(
      name: "delete_texts",
      sql: """
        DELETE FROM personal_texts USING unnest($1::uuid[], $2::uuid[]) AS gone (id, owner)
        WHERE personal_texts.id = gone.id AND personal_texts.owner = gone.owner
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
    /// Writes to the log, so that the COMMIT waits for the log's end to be safe, and changes nothing.
    static let mark = PostgresStatement(
      name: "mark", sql: "SELECT pg_logical_emit_message(true, 'movienight', '')")
    static let notify = PostgresStatement(name: "notify", sql: "NOTIFY movienight_events")
    static let commit = PostgresStatement(name: "commit", sql: "COMMIT")
    static let rollback = PostgresStatement(name: "rollback", sql: "ROLLBACK")

    /// Inserts events, which begin after the one with `checksum`; it becomes that of the last one.
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
      return PostgresRequest(insertEvents) { parameters in
        func add(_ type: PostgresParameters.Element, _ write: (inout [UInt8], RecordedEvent) -> Void) {
          parameters.add(type, events) { bytes, event in
            write(&bytes, event)
            return true
          }
        }
        add(.bigint) { $0.append(bigEndian: Int64($1.position)) }
        add(.text) { $1.stream.write(to: &$0) }
        add(.uuid) { $0.append($1.owner) }
        add(.bigint) { $0.append(bigEndian: Int64($1.revision)) }
        add(.text) { $0.append(contentsOf: $1.type.utf8) }
        add(.integer) { $0.append(bigEndian: Int32($1.version)) }
        add(.text) { $0.append(contentsOf: $1.data) }
        parameters.add(.text, metadata) { bytes, text in
          bytes += text
          return true
        }
        add(.timestamp) { $0.append($1.recordedAt) }
        parameters.add(.uuid, events) { bytes, event in
          guard let command = event.metadata.command else { return false }
          bytes.append(command.id)
          return true
        }
        parameters.add(.bigint, sums) { bytes, sum in
          bytes.append(bigEndian: Int64(sum))
          return true
        }
      }
    }

    static func insert(_ receipts: [Receipt]) -> PostgresRequest {
      PostgresRequest(insertReceipts) { parameters in
        parameters.add(ids: receipts.map(\.key.command))
        parameters.add(ids: receipts.map { $0.key.actor ?? ActorID(high: 0, low: 0) })
        parameters.add(.text, receipts) { bytes, receipt in
          let mark = CommandMark(id: receipt.key.command, fingerprint: receipt.fingerprint)
          bytes += EventMetadata(actor: receipt.key.actor, command: mark).json
          return true
        }
        parameters.add(.bigint, receipts) { bytes, receipt in
          bytes.append(bigEndian: Int64(receipt.position))
          return true
        }
        parameters.add(.timestamp, receipts) { bytes, receipt in
          bytes.append(receipt.recordedAt)
          return true
        }
      }
    }

    /// A statement for each run of equal changes, so that they happen in their order.
    static func apply(_ changes: [PersonalTextChange]) -> [PostgresRequest] {
      var requests: [PostgresRequest] = []
      var puts: [PersonalText] = []
      var putIDs: Set<TextID> = []
      var deletes: [(id: TextID, owner: OwnerID)] = []
      func end() {
        if !puts.isEmpty { requests.append(put(puts)) }
        if !deletes.isEmpty {
          requests.append(
            PostgresRequest(deleteTexts) { parameters in
              parameters.add(ids: deletes.map(\.id))
              parameters.add(ids: deletes.map(\.owner))
            })
        }
        puts = []
        putIDs = []
        deletes = []
      }
      for change in changes {
        switch change {
        case .put(let text):
          // One statement does not change a row twice.
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

    private static func put(_ texts: [PersonalText]) -> PostgresRequest {
      PostgresRequest(putTexts) { parameters in
        parameters.add(ids: texts.map(\.id))
        parameters.add(ids: texts.map(\.owner))
        parameters.add(.uuid, texts) { bytes, text in
          guard let subject = text.subject else { return false }
          bytes.append(subject)
          return true
        }
        parameters.add(.text, texts) { bytes, text in
          bytes += text.value
          return true
        }
      }
    }

    /// How a read model stands after a flush, when the head is `head`.
    static func set(_ flush: ReadModelFlush, head: Position) -> PostgresRequest {
      PostgresRequest(setModel) { parameters in
        parameters.add(text: flush.name)
        parameters.add(flush.version)
        if flush.stopped == nil, flush.checkpoint == head {
          parameters.addNull()
        } else {
          parameters.add(flush.checkpoint)
        }
        if let stopped = flush.stopped {
          parameters.add(stopped.position)
          parameters.add(text: stopped.reason)
        } else {
          parameters.addNull()
          parameters.addNull()
        }
      }
    }
  }
#endif
