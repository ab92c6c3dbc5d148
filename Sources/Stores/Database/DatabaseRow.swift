import EventStore
import MovieNightPrimitives

/// A row of a query's result. Columns are numbered from 0.
protocol DatabaseRow {
  func isNull(_ column: Int32) -> Bool
  /// Returns the integer; 0 for null.
  func integer(_ column: Int32) -> Int
  func timestamp(_ column: Int32) -> Timestamp
  /// Returns the bytes of a text or blob, which are valid as long as the row.
  func bytes(_ column: Int32) -> UnsafeRawBufferPointer
  func invalidIdentifier(_ column: Int32) -> StoreError
}

extension DatabaseRow {
  func array(_ column: Int32) -> [UInt8] { Array(bytes(column)) }
  func string(_ column: Int32) -> String { String(decoding: bytes(column), as: UTF8.self) }
  func checksum(_ column: Int32) -> UInt32 { UInt32(truncatingIfNeeded: integer(column)) }

  /// Returns the id; nil if the column does not have 16 bytes.
  func optionalIdentifier<Kind>(_ column: Int32) -> Identifier<Kind>? {
    let bytes = bytes(column)
    guard bytes.count == 16 else { return nil }
    return Identifier(
      high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
      low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
  }

  func identifier<Kind>(_ column: Int32) throws(StoreError) -> Identifier<Kind> {
    guard let id: Identifier<Kind> = optionalIdentifier(column) else { throw invalidIdentifier(column) }
    return id
  }
}

extension ReadModelState {
  static let columns = "name, version, checkpoint, generation, stopped_position, stopped_reason"

  init(_ row: some DatabaseRow) {
    self.init(
      name: row.string(0), version: row.integer(1), checkpoint: row.integer(2), generation: row.integer(3),
      stopped: row.isNull(4) ? nil : Stopped(position: row.integer(4), reason: row.string(5)))
  }
}

extension Row {
  static let columns = "shelf, item, owner, sort_order, tie, position, document"

  init(_ row: some DatabaseRow) throws(StoreError) {
    self.init(
      key: try RowKey(row), owner: try row.identifier(2),
      sortKey: row.isNull(3)
        ? nil : SortKey(order: Int64(row.integer(3)), tie: try row.identifier(4) as Identifier<TieKind>),
      position: row.integer(5), document: row.array(6))
  }
}

extension RowKey {
  /// Decodes the first two columns. SQLite stores `onlyItem` as an empty blob.
  init(_ row: some DatabaseRow) throws(StoreError) {
    self.init(
      partition: try row.identifier(0), item: row.bytes(1).isEmpty ? Self.onlyItem : try row.identifier(1))
  }
}

/// A decoder that reads events from rows with the columns `columns`, and verifies their checksums.
struct EventReader {
  static let columns = "position, stream, owner, revision, type, version, data, metadata, recorded_at, checksum"

  let place: String
  private var strings = StringTable()
  private var columns = EventColumns()

  init(place: String) { self.place = place }

  /// Decodes the event in a row. `checksum` must be that of the previous event, and is replaced by that of this one.
  /// - Throws: `damaged` if the event does not match its checksum.
  mutating func event(_ row: some DatabaseRow, after checksum: inout UInt32) throws(StoreError) -> RecordedEvent {
    guard isSound(row, after: &checksum) else { throw .damagedEvent(place, at: row.integer(0)) }
    return try event(row)
  }

  /// Returns whether the event in a row matches its checksum. `checksum` must be the checksum of the previous event,
  /// and is replaced by the one stored with this event.
  mutating func isSound(_ row: some DatabaseRow, after checksum: inout UInt32) -> Bool {
    columns.set(row)
    let stored = row.checksum(9)
    defer { checksum = stored }
    return columns.checksum(after: checksum) == stored
  }

  /// Decodes the event in a row without verifying its checksum.
  mutating func event(_ row: some DatabaseRow) throws(StoreError) -> RecordedEvent {
    RecordedEvent(
      position: row.integer(0), stream: try stream(row.bytes(1)), owner: try row.identifier(2),
      revision: row.integer(3), type: strings.string(row.bytes(4)), version: row.integer(5), data: row.array(6),
      metadata: try metadata(row.bytes(7), of: row.integer(0)), recordedAt: row.timestamp(8))
  }

  func metadata(_ text: UnsafeRawBufferPointer, of position: Position) throws(StoreError) -> EventMetadata {
    do {
      return try EventMetadata(recorded: text)
    } catch {
      throw StoreError(.damaged, "\(place): position \(position): metadata: \(error)")
    }
  }

  mutating func stream(_ text: UnsafeRawBufferPointer) throws(StoreError) -> StreamID {
    guard let stream = StreamID(utf8: text, intern: { strings.string($0) }) else {
      throw StoreError(.damaged, "\(place): '\(String(decoding: text, as: UTF8.self))' is not a stream")
    }
    return stream
  }
}

extension EventColumns {
  /// Sets the columns from a row with the columns `EventReader.columns`, without decoding the event.
  fileprivate mutating func set(_ row: some DatabaseRow) {
    set(
      position: row.integer(0), revision: row.integer(3), version: row.integer(5), time: row.timestamp(8).microseconds,
      owner: row.optionalIdentifier(2) ?? OwnerID(high: 0, low: 0), stream: row.bytes(1), type: row.bytes(4),
      metadata: row.bytes(7), data: row.bytes(6))
  }
}

/// An audit of the events in a database, which checks their checksums, their sequence, and whether they can be decoded.
struct EventAudit {
  var findings = AuditFindings()
  private(set) var sequence = EventSequence()
  private var reader: EventReader
  private var checksum: UInt32 = 0

  init(place: String) { reader = EventReader(place: place) }

  /// Checks the event in the next row with the columns `EventReader.columns`. Returns it, or nil if undecodable.
  mutating func check(_ row: some DatabaseRow) throws(StoreError) -> RecordedEvent? {
    let position = row.integer(0)
    // The check of the next event uses the checksum stored with this one, so a damaged event leads to one finding.
    if !reader.isSound(row, after: &checksum) {
      findings.add("position \(position): the event does not match its checksum")
    }
    var event: RecordedEvent?
    do {
      let found = try reader.event(row)
      findings.add(try sequence.follow(with: found))
      event = found
    } catch  where error.code == .damaged {
      findings.add(error.message)
    }
    do {
      _ = try JSONDocument(stored: row.array(6))
    } catch {
      findings.add("position \(position): data: \(error)")
    }
    return event
  }
}
