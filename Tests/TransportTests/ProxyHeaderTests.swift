import TestSupport
import Testing

@testable import Transport

/// Headers of the PROXY protocol, as specified by HAProxy.
@Suite struct ProxyHeaderTests {
  private static let signature = Array("\r\n\r\n\0\r\nQUIT\n".utf8)

  private static func binary(_ command: UInt8, _ family: UInt8, _ rest: [UInt8], length: Int? = nil) -> [UInt8] {
    let length = length ?? rest.count
    return signature + [command, family, UInt8(length >> 8), UInt8(length & 0xFF)] + rest
  }

  private static let ports: [UInt8] = [0xDC, 0x04, 0x01, 0xBB]
  private static let version4: [UInt8] = [192, 0, 2, 1, 198, 51, 100, 7] + ports
  private static let version6: [UInt8] =
    [0x20, 0x01, 0x0D, 0xB8] + [UInt8](repeating: 0, count: 11) + [1] + [UInt8](repeating: 9, count: 16) + ports
  // Two optional fields: a certificate's common name (type 0x22) and a no-op (type 0x04).
  private static let additions: [UInt8] = [0x22, 0, 3, 0x61, 0x62, 0x63, 0x04, 0, 0]

  /// Valid headers with the client address that they name.
  private static let valid: [(bytes: [UInt8], source: String?)] = [
    (Array("PROXY TCP4 192.0.2.1 198.51.100.7 56324 443\r\n".utf8), "192.0.2.1"),
    (Array("PROXY TCP4 255.255.255.255 255.255.255.255 65535 65535\r\n".utf8), "255.255.255.255"),
    (Array("PROXY TCP6 2001:db8::1 2001:db8::2 0 443\r\n".utf8), "2001:db8::1"),
    (Array("PROXY TCP6 ::ffff:192.0.2.1 ::1 1 2\r\n".utf8), "192.0.2.1"),
    (Array("PROXY UNKNOWN\r\n".utf8), nil),
    (Array("PROXY UNKNOWN ffff:f...f:ffff whatever it likes\r\n".utf8), nil),
    (Array(("PROXY UNKNOWN " + String(repeating: "x", count: 91) + "\r\n").utf8), nil),
    (binary(0x21, 0x11, version4), "192.0.2.1"),
    (binary(0x21, 0x21, version6), "2001:db8::1"),
    (binary(0x21, 0x11, version4 + additions), "192.0.2.1"),
    (binary(0x21, 0x21, version6 + [UInt8](repeating: 0, count: 4096 - 16 - 36)), "2001:db8::1"),
    (binary(0x20, 0x00, []), nil),
    (binary(0x20, 0x11, version4), nil),
    (binary(0x20, 0xFF, [1, 2, 3]), nil),
    (binary(0x21, 0x00, []), nil),
    (binary(0x21, 0x00, additions), nil),
    (binary(0x21, 0x12, version4), nil),
    (binary(0x21, 0x22, version6), nil),
    (binary(0x21, 0x31, [UInt8](repeating: 0x2F, count: 216)), nil),
  ]

  private static let invalidTexts = [
    "{\"jsonrpc\":\"2.0\"}\n", "GET / HTTP/1.1\r\n", "\n", "\r\n\n", "proxy TCP4 1.2.3.4 1.2.3.4 1 2\r\n",
    "PROXY\r\n", "PROXY \r\n", "PROXY TCP5 1.2.3.4 1.2.3.4 1 2\r\n", "PROXY TCP4 1.2.3.4 1.2.3.4 1\r\n",
    "PROXY TCP4 1.2.3.4 1.2.3.4 1 2 3\r\n", "PROXY TCP4  1.2.3.4 1.2.3.4 1 2\r\n", "PROXY  UNKNOWN\r\n",
    "PROXY TCP4 1.2.3.4 1.2.3.4 1 2 \r\n", "PROXY TCP4 1.2.3.4 1.2.3.4 1 65536\r\n",
    "PROXY TCP4 1.2.3.4 1.2.3.4 01 2\r\n", "PROXY TCP4 1.2.3.4 1.2.3.4 +1 2\r\n", "PROXY TCP4 1.2.3.4 1.2.3.4 1 2\n",
    "PROXY TCP4 1.2.3.04 1.2.3.4 1 2\r\n", "PROXY TCP4 1.2.3.4\u{0}x 1.2.3.4 1 2\r\n",
    "PROXY TCP4 ::1 ::1 1 2\r\n", "PROXY TCP6 1.2.3.4 1.2.3.4 1 2\r\n", "PROXY TCP6 fe80::1%lo ::1 1 2\r\n",
    "PROXY UNKNOWN " + String(repeating: "x", count: 92) + "\r\n", "PROXY " + String(repeating: "x", count: 107),
  ]
  private static let invalidBinaries: [[UInt8]] = [
    binary(0x11, 0x11, version4), binary(0x31, 0x11, version4), binary(0x22, 0x11, version4), binary(0x2F, 0, []),
    binary(0x21, 0x13, version4), binary(0x21, 0x41, version6), binary(0x21, 0x01, version4),
    binary(0x21, 0x11, version4, length: 11), binary(0x21, 0x21, version6, length: 35),
    binary(0x21, 0x31, [], length: 215), binary(0x21, 0x11, version4, length: 4081), binary(0x20, 0, [], length: 65535),
  ]

  /// Feeds `bytes` to a reader in chunks. If the header is complete, also returns the number of bytes that follow it.
  private func outcome(_ bytes: [UInt8], chunks: [Int]) -> (reading: ProxyHeader.Reading, rest: Int?) {
    var reader = ProxyHeaderReader()
    var start = 0
    for size in chunks where start < bytes.count {
      let chunk = bytes[start..<min(bytes.count, start + size)]
      let reading = chunk.withUnsafeBytes { reader.take($0) }
      start += chunk.count
      switch reading {
      case .incomplete: continue
      case .complete(_, let length): return (reading, bytes.count - (start - chunk.count + length))
      case .invalid: return (reading, nil)
      }
    }
    return (.incomplete, nil)
  }

  @Test func validHeaderIsReadWithItsLength() throws {
    for (bytes, source) in Self.valid {
      for follows in ["", "{}\n", "PROXY UNKNOWN\r\n"] {
        let reading = ProxyHeader.read(bytes + Array(follows.utf8))
        #expect(reading == .complete(source: source.flatMap { IPAddress($0) }, length: bytes.count), "\(bytes)")
      }
    }
  }

  @Test func validHeaderIsReadInAnyChunks() throws {
    for (bytes, source) in Self.valid {
      let sent = bytes + Array("{}\n".utf8)
      for split in 1..<sent.count {
        let (reading, rest) = outcome(sent, chunks: [split, sent.count])
        guard case .complete(let read, _) = reading else {
          Issue.record("\(bytes) split at \(split): \(reading)")
          continue
        }
        #expect(read == source.flatMap { IPAddress($0) } && rest == 3, "\(bytes) split at \(split)")
      }
      #expect(outcome(sent, chunks: Array(repeating: 1, count: sent.count)).rest == 3)
    }
  }

  @Test func truncatedHeaderIsIncomplete() {
    for (bytes, _) in Self.valid {
      for length in 0..<bytes.count { #expect(ProxyHeader.read(bytes.prefix(length)) == .incomplete, "\(bytes)") }
    }
  }

  @Test func invalidHeaderIsRefused() {
    for bytes in Self.invalidTexts.map({ Array($0.utf8) }) + Self.invalidBinaries {
      #expect(ProxyHeader.read(bytes) == .invalid, "\(String(decoding: bytes, as: UTF8.self))")
      #expect(outcome(bytes, chunks: Array(repeating: 1, count: bytes.count)).reading == .invalid, "\(bytes)")
    }
  }

  /// Reads random bytes, and headers with some bytes changed.
  @Test(arguments: 1...200)
  func randomBytesReadTheSameInAnyChunks(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      var bytes = Self.valid.randomElement(using: &random)?.bytes ?? []
      if bytes.count > 300 { bytes.removeLast(bytes.count - 300) }
      switch UInt8.random(in: 0...3, using: &random) {
      case 0: bytes = (0..<Int.random(in: 0...300, using: &random)).map { _ in .random(in: 0...255, using: &random) }
      case 1:
        bytes = bytes.dropLast(Int.random(in: 0...bytes.count, using: &random)) + [.random(in: 0...255, using: &random)]
      default:
        for _ in 0...Int.random(in: 0...3, using: &random) {
          bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
        }
      }
      let whole = outcome(bytes, chunks: [bytes.count])
      if case .complete(_, let length) = whole.reading { #expect((1...bytes.count).contains(length), "seed \(seed)") }
      let chunks = (0..<bytes.count).map { _ in Int.random(in: 1...40, using: &random) }
      for chunks in [chunks, Array(repeating: 1, count: bytes.count)] {
        let cut = outcome(bytes, chunks: chunks)
        #expect(cut.rest == whole.rest, "seed \(seed): \(bytes)")
        #expect(isSame(cut.reading, whole.reading), "seed \(seed): \(bytes)")
      }
    }
  }

  private func isSame(_ left: ProxyHeader.Reading, _ right: ProxyHeader.Reading) -> Bool {
    if case .complete(let left, _) = left, case .complete(let right, _) = right { return left == right }
    return left == right
  }
}
