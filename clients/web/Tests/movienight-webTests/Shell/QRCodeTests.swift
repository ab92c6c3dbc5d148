import Testing

@testable import movienight_web

@Suite struct QRCodeTests {
  /// Hashes of codes that zbarimg has read: the longest text of each version.
  @Test(
    arguments: [
      (14, 21, 8_089_842_414_190_605_670), (26, 25, 7_014_641_847_610_980_683), (42, 29, 8_910_173_253_612_050_854),
      (62, 33, 13_181_282_662_333_950_713), (84, 37, 9_577_688_506_701_639_745), (106, 41, 15_908_367_715_621_819_533),
      (122, 45, 14_618_161_876_973_454_268), (152, 49, 10_708_095_965_677_550_247),
      (180, 53, 14_449_128_950_332_177_310), (213, 57, 11_551_629_623_449_393_990),
      (251, 61, 8_967_406_688_898_295_569), (287, 65, 6_601_073_379_656_311_637),
    ] as [(Int, Int, UInt64)])
  func theLongestTextOfEachVersionHasTheKnownCode(length: Int, size: Int, hash: UInt64) throws {
    let code = try #require(QRCode(String(repeating: "7", count: length)))
    #expect(code.size == size)
    #expect(code.path.utf8.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 } == hash)
  }

  @Test func aTextThatIsTooLongHasNoCode() {
    #expect(QRCode(String(repeating: "7", count: 288)) == nil)
  }

  @Test func aTerminalShowsTwoRowsALineWithALightBorder() throws {
    let code = try #require(QRCode("HELLO WORLD"))
    let lines = code.terminalLines
    #expect(lines.count == 13)
    #expect(lines.allSatisfy { $0.count == 25 && $0.hasPrefix("██") && $0.hasSuffix("██") })
    #expect(lines[1].hasPrefix("██ ▄▄▄▄▄ █"))
  }
}
