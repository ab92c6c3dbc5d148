import MovieNightPrimitives
import TestSupport
import Testing

@Suite struct ChecksumTests {
  @Test(
    arguments: [
      ("", 0), ("a", 0xE8B7_BE43), ("abc", 0x3524_41C2), ("123456789", 0xCBF4_3926),
      ("message digest", 0x2015_9D7F), ("abcdefghijklmnopqrstuvwxyz", 0x4C27_50BD),
      ("The quick brown fox jumps over the lazy dog", 0x414F_A339),
    ] as [(String, UInt32)])
  func crc32MatchesKnownValues(_ text: String, _ sum: UInt32) {
    #expect(CRC32.of(Array(text.utf8)) == sum)
  }

  @Test func checksumInPiecesEqualsChecksumOfWhole() {
    var random = SeededGenerator(seed: 2)
    for _ in 0..<300 {
      let bytes = (0..<Int.random(in: 0..<70, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      let cut = Int.random(in: 0...bytes.count, using: &random)
      var sum = CRC32()
      sum.update(Array(bytes[..<cut]))
      var rest = CRC32(continuing: sum.value)
      rest.update(Array(bytes[cut...]))
      #expect(rest.value == CRC32.of(bytes))
      #expect(rest.value == bitByBit(bytes))
    }
  }

  @Test func anyFlippedBitChangesChecksum() {
    let bytes = Array(#"{"type":"VoteCast","vote":"up"}"#.utf8)
    let sum = CRC32.of(bytes)
    for index in bytes.indices {
      for bit in 0..<8 {
        var damaged = bytes
        damaged[index] ^= 1 << bit
        #expect(CRC32.of(damaged) != sum)
      }
    }
  }

  /// Computes the checksum from its definition, without tables.
  private func bitByBit(_ bytes: [UInt8]) -> UInt32 {
    var crc = ~UInt32(0)
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    return ~crc
  }
}
