/// A CRC-32 checksum (IEEE 802.3, as in zip and zlib). It detects accidental damage, not deliberate changes.
public struct CRC32: Sendable {
  private var state: UInt32

  /// Starts with the checksum of no bytes, which is 0.
  public init() { state = ~0 }

  /// Continues from an earlier checksum, as if its bytes had been added first.
  public init(continuing value: UInt32) { state = ~value }

  /// The checksum of all bytes so far.
  public var value: UInt32 { ~state }

  /// Adds bytes. The checksum does not depend on how the bytes are divided among calls.
  public mutating func update(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { update($0) }
  }

  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    var crc = state
    Self.tables.withUnsafeBufferPointer { tables in
      var offset = 0
      while offset + 8 <= bytes.count {
        let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian ^ UInt64(crc)
        crc = tables[Int(7 * 256 + (word & 0xFF))]
        crc ^= tables[Int(6 * 256 + (word >> 8 & 0xFF))]
        crc ^= tables[Int(5 * 256 + (word >> 16 & 0xFF))]
        crc ^= tables[Int(4 * 256 + (word >> 24 & 0xFF))]
        crc ^= tables[Int(3 * 256 + (word >> 32 & 0xFF))]
        crc ^= tables[Int(2 * 256 + (word >> 40 & 0xFF))]
        crc ^= tables[Int(256 + (word >> 48 & 0xFF))]
        crc ^= tables[Int(word >> 56)]
        offset += 8
      }
      while offset < bytes.count {
        crc = tables[Int((crc ^ UInt32(bytes[offset])) & 0xFF)] ^ (crc >> 8)
        offset += 1
      }
    }
    state = crc
  }

  public static func of(_ bytes: [UInt8]) -> UInt32 {
    var sum = CRC32()
    sum.update(bytes)
    return sum.value
  }

  // Table k holds the remainder of each byte followed by k zero bytes.
  private static let tables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: 8 * 256)
    for byte in 0..<256 {
      var remainder = UInt32(byte)
      for _ in 0..<8 { remainder = remainder & 1 == 1 ? remainder >> 1 ^ 0xEDB8_8320 : remainder >> 1 }
      tables[byte] = remainder
    }
    for table in 1..<8 {
      for byte in 0..<256 {
        let previous = tables[(table - 1) * 256 + byte]
        tables[table * 256 + byte] = tables[Int(previous & 0xFF)] ^ previous >> 8
      }
    }
    return tables
  }()
}
