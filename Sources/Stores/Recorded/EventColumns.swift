import EventStore
import MovieNightPrimitives

/// The columns of one event, encoded into an array that is reused for the next event. Statements bind the columns from
/// this array, and the checksum covers all of it.
struct EventColumns {
  private(set) var bytes: [UInt8] = []
  private(set) var streamEnd = 0
  private(set) var typeEnd = 0
  private(set) var metadataEnd = 0
  private var lastMetadata = EventMetadata()
  private var lastMetadataText: [UInt8] = EventMetadata().json

  // The array begins with the event's numbers and the lengths of its texts, followed by the owner and the texts.
  // Because of the lengths, no two different events have the same bytes.
  static let ownerStart = 7 * 8
  static let streamStart = ownerStart + 16

  init() { bytes.reserveCapacity(4096) }

  mutating func set(_ event: RecordedEvent) {
    if event.metadata != lastMetadata {
      lastMetadata = event.metadata
      lastMetadataText = event.metadata.json
    }
    begin(event.position, event.revision, event.version, Int(event.recordedAt.microseconds), event.owner)
    event.stream.write(to: &bytes)
    streamEnd = bytes.count
    bytes.append(contentsOf: event.type.utf8)
    typeEnd = bytes.count
    bytes.append(contentsOf: lastMetadataText)
    metadataEnd = bytes.count
    bytes.append(contentsOf: event.data)
    writeLengths()
  }

  mutating func set(
    position: Int, revision: Int, version: Int, time: Int64, owner: OwnerID, stream: UnsafeRawBufferPointer,
    type: UnsafeRawBufferPointer, metadata: UnsafeRawBufferPointer, data: UnsafeRawBufferPointer
  ) {
    begin(position, revision, version, Int(time), owner)
    bytes.append(contentsOf: stream)
    streamEnd = bytes.count
    bytes.append(contentsOf: type)
    typeEnd = bytes.count
    bytes.append(contentsOf: metadata)
    metadataEnd = bytes.count
    bytes.append(contentsOf: data)
    writeLengths()
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

  var metadataText: [UInt8] { Array(bytes[typeEnd..<metadataEnd]) }

  /// Returns the event's checksum, computed as a continuation of the previous event's checksum.
  func checksum(after previous: UInt32) -> UInt32 {
    var sum = CRC32(continuing: previous)
    sum.update(bytes)
    return sum.value
  }
}
