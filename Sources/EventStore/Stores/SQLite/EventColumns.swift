#if SQLite
  import Primitives

  /// The columns of one event in one array that is used again for the next: what is bound and what the checksum is of.
  struct EventColumns {
    private var bytes: [UInt8] = []
    private var streamEnd = 0
    private var typeEnd = 0
    private var metadataEnd = 0
    // Events of one command share their metadata.
    private var lastMetadata = EventMetadata()
    private var lastMetadataText: [UInt8] = EventMetadata().json

    // Numbers and the texts' lengths, then the owner: so that no two events have the same bytes.
    private static let ownerStart = 7 * 8
    private static let streamStart = ownerStart + 16

    init() { bytes.reserveCapacity(4096) }

    mutating func set(_ event: RecordedEvent) {
      if event.metadata != lastMetadata {
        lastMetadata = event.metadata
        lastMetadataText = event.metadata.json
      }
      begin(event)
      event.stream.write(to: &bytes)
      streamEnd = bytes.count
      bytes.append(contentsOf: event.type.utf8)
      typeEnd = bytes.count
      bytes.append(contentsOf: lastMetadataText)
      metadataEnd = bytes.count
      bytes.append(contentsOf: event.data)
      writeLengths()
    }

    /// From a row of the events table (`SQLiteReads.eventColumns`), as it stands there.
    mutating func set(row: SQLiteStatement) {
      begin(
        row.integer(0), row.integer(3), row.integer(5), row.integer(8),
        row.optionalIdentifier(2) ?? OwnerID(high: 0, low: 0))
      bytes.append(contentsOf: row.bytes(1))
      streamEnd = bytes.count
      bytes.append(contentsOf: row.bytes(4))
      typeEnd = bytes.count
      bytes.append(contentsOf: row.bytes(7))
      metadataEnd = bytes.count
      bytes.append(contentsOf: row.bytes(6))
      writeLengths()
    }

    private mutating func begin(_ event: RecordedEvent) {
      begin(event.position, event.revision, event.version, Int(event.recordedAt.microseconds), event.owner)
    }

    private mutating func begin(_ position: Int, _ revision: Int, _ version: Int, _ time: Int, _ owner: OwnerID) {
      bytes.removeAll(keepingCapacity: true)
      withUnsafeBytes(
        of: (
          position.littleEndian, revision.littleEndian, version.littleEndian, time.littleEndian, 0, 0, 0,
          owner.high.bigEndian, owner.low.bigEndian
        )
      ) { bytes.append(contentsOf: $0) }
    }

    private mutating func writeLengths() {
      bytes.withUnsafeMutableBytes { bytes in
        bytes.storeBytes(of: (streamEnd - Self.streamStart).littleEndian, toByteOffset: 4 * 8, as: Int.self)
        bytes.storeBytes(of: (typeEnd - streamEnd).littleEndian, toByteOffset: 5 * 8, as: Int.self)
        bytes.storeBytes(of: (metadataEnd - typeEnd).littleEndian, toByteOffset: 6 * 8, as: Int.self)
      }
    }

    /// The event's checksum, going on from that of the event before.
    func checksum(after previous: UInt32) -> UInt32 {
      var sum = CRC32(continuing: previous)
      sum.update(bytes)
      return sum.value
    }

    static let insert = "INSERT INTO events VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)"

    /// Runs the prepared `insert`.
    func insert(_ event: RecordedEvent, checksum: UInt32, _ statement: SQLiteStatement) throws(StoreError) {
      try bytes.withUnsafeBufferPointer { (buffer) throws(StoreError) in
        let bytes = UnsafeRawBufferPointer(buffer)
        statement.bind(1, event.position)
        statement.bindInPlace(2, text: .init(rebasing: bytes[Self.streamStart..<streamEnd]))
        statement.bindInPlace(3, blob: .init(rebasing: bytes[Self.ownerStart..<Self.streamStart]))
        statement.bind(4, event.revision)
        statement.bindInPlace(5, text: .init(rebasing: bytes[streamEnd..<typeEnd]))
        statement.bind(6, event.version)
        statement.bindInPlace(7, text: .init(rebasing: bytes[metadataEnd...]))
        statement.bindInPlace(8, text: .init(rebasing: bytes[typeEnd..<metadataEnd]))
        statement.bind(9, event.recordedAt)
        statement.bind(10, Int(checksum))
        defer { statement.reset() }
        _ = try statement.step()
      }
    }
  }
#endif
