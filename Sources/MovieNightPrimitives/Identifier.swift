/// A 128-bit id whose kind is part of its type, so that a round's id cannot stand where a member's is due.
///
/// Its text is a lower-case UUID (`docs/protocol`). `Kind` is never made; it only tells ids apart.
@frozen
public struct Identifier<Kind>: Hashable, Comparable, Sendable {
  public let high: UInt64
  public let low: UInt64

  @inlinable
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// The same 128 bits read as an id of another kind: a stream's id is the id of what it tells about.
  @inlinable
  public init<Other>(_ other: Identifier<Other>) {
    self.init(high: other.high, low: other.low)
  }

  /// Byte order of the text, so that sorting ids and sorting their texts agree.
  @inlinable
  public static func < (left: Self, right: Self) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }

  // Ids are random or made by us, so their own bits are a good hash; the default would feed 16 bytes to SipHash.
  @inlinable
  public func hash(into hasher: inout Hasher) {
    hasher.combine(high ^ low)
  }
}

extension Identifier {
  /// Reads the 36 characters of a UUID; upper-case digits are accepted. Nil for anything else.
  public init?(text: some Collection<UInt8>) {
    let words =
      text.withContiguousStorageIfAvailable { uuidWords($0) } ?? Array(text).withUnsafeBufferPointer(uuidWords)
    guard let words else { return nil }
    self.init(high: words.high, low: words.low)
  }

  /// The same, from a string.
  public init?(_ text: some StringProtocol) {
    self.init(text: Array(text.utf8))
  }

  /// A version 7 UUID (RFC 9562): its first 48 bits are the milliseconds of `time`, so that ids made later sort later.
  public init(version7At time: Timestamp, using generator: inout some RandomNumberGenerator) {
    let milliseconds = UInt64(bitPattern: max(0, time.microseconds / 1000)) & 0xFFFF_FFFF_FFFF
    let random: (UInt64, UInt64) = (generator.next(), generator.next())
    self.init(
      high: milliseconds << 16 | 0x7000 | (random.0 & 0x0FFF),
      low: 0x8000_0000_0000_0000 | (random.1 >> 2))
  }

  /// The 16 bytes, most significant first.
  public var bytes: [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 16) { buffer, count in
      for index in 0..<8 {
        buffer[index] = UInt8(truncatingIfNeeded: high >> (56 - 8 * UInt64(index)))
        buffer[8 + index] = UInt8(truncatingIfNeeded: low >> (56 - 8 * UInt64(index)))
      }
      count = 16
    }
  }

  /// Reads the 16 bytes that `bytes` gives; nil for any other count.
  public init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 16 else { return nil }
    var high: UInt64 = 0
    var low: UInt64 = 0
    for (index, byte) in bytes.enumerated() {
      if index < 8 { high = high << 8 | UInt64(byte) } else { low = low << 8 | UInt64(byte) }
    }
    self.init(high: high, low: low)
  }
}

extension Identifier: CustomStringConvertible {
  /// The lower-case UUID.
  public var description: String {
    String(unsafeUninitializedCapacity: 36) { buffer in
      writeText(to: buffer.baseAddress!)
      return 36
    }
  }

  /// Writes the 36 characters of the UUID.
  @inline(__always)
  public func writeText(to target: UnsafeMutablePointer<UInt8>) {
    writeUUID(high: high, low: low, to: target)
  }
}

// A free function because a method of a generic type is compiled for no type in particular where its caller
// is generic too, and then takes ten times as long.

/// The 128 bits of a UUID's 36 characters; nil for anything else.
func uuidWords(_ text: UnsafeBufferPointer<UInt8>) -> (high: UInt64, low: UInt64)? {
  guard text.count == 36, let base = text.baseAddress else { return nil }
  if let words = lowercaseUUIDWords(base) { return words }
  var (high, low): (UInt64, UInt64) = (0, 0)
  for offset in 0..<36 {
    let byte = text[offset]
    if offset == 8 || offset == 13 || offset == 18 || offset == 23 {
      guard byte == UInt8(ascii: "-") else { return nil }
      continue
    }
    guard let digit = hexDigitValue(byte) else { return nil }
    if offset < 18 { high = high << 4 | UInt64(digit) } else { low = low << 4 | UInt64(digit) }
  }
  return (high, low)
}

/// The value of one hexadecimal digit, nil for any other character.
@inlinable
public func hexDigitValue(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte &- 48
  case UInt8(ascii: "a")...UInt8(ascii: "f"): byte &- 87
  case UInt8(ascii: "A")...UInt8(ascii: "F"): byte &- 55
  default: nil
  }
}
