import MovieNightPrimitives
import Testing

@Suite struct XXHash64Tests {
  /// Published test vectors with the seed 0.
  @Test(
    arguments: [
      ("", 0xEF46_DB37_51D8_E999), ("a", 0xD24E_C4F1_A98C_6E5B), ("as", 0x1C33_0FB2_D66B_E179),
      ("asd", 0x631C_37CE_72A9_7393), ("asdf", 0x4158_72F5_99CE_A71E),
      ("Call me Ishmael. Some years ago--never mind how long precisely-", 0x02A2_E854_70D6_FD96),
    ] as [(String, UInt64)])
  func hashMatchesPublishedVector(_ text: String, _ hash: UInt64) {
    #expect(XXHash64.of(Array(text.utf8)) == hash)
  }

  @Test func eachByteOfEachLengthCounts() {
    var seen: Set<UInt64> = []
    for length in 0..<70 {
      let bytes = [UInt8](repeating: 0, count: length)
      seen.insert(XXHash64.of(bytes))
      for index in bytes.indices {
        var changed = bytes
        changed[index] = 1
        seen.insert(XXHash64.of(changed))
      }
    }
    #expect(seen.count == 70 + 69 * 70 / 2)
  }
}
