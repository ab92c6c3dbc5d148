/// Base64url without padding (RFC 4648, section 5), whose text needs no quoting anywhere.
public enum Base64URL {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  public static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count * 4 + 2) / 3)
    var bits: UInt32 = 0
    var bitCount = 0
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      bitCount += 8
      while bitCount >= 6 {
        bitCount -= 6
        text.append(alphabet[Int(bits >> UInt32(bitCount) & 63)])
      }
    }
    if bitCount > 0 { text.append(alphabet[Int(bits << UInt32(6 - bitCount) & 63)]) }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the decoded bytes; nil for invalid characters, lengths or spare bits, so each value has one text.
  public static func decode(_ text: some Sequence<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    var bits: UInt32 = 0
    var bitCount = 0
    for character in text {
      guard let value = value(of: character) else { return nil }
      bits = bits << 6 | value
      bitCount += 6
      guard bitCount >= 8 else { continue }
      bitCount -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(bitCount)))
      bits &= (1 << UInt32(bitCount)) - 1
    }
    return bits == 0 && bitCount < 6 ? bytes : nil
  }

  private static func value(of character: UInt8) -> UInt32? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character) - 65
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character) - 71
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character) + 4
    case UInt8(ascii: "-"): 62
    case UInt8(ascii: "_"): 63
    default: nil
    }
  }
}
