/// A 128-bit id whose type includes its kind, so that a round's id cannot be passed as a member's.
///
/// Its text is a lower-case UUID (`docs/protocol`). `Kind` has no instances; it only distinguishes ids.
@frozen
public struct Identifier<Kind>: Hashable, Comparable, Sendable {
  public let high: UInt64
  public let low: UInt64

  @inlinable
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Converts an id of another kind without changing its 128 bits. A round and its stream have the same bits.
  @inlinable
  public init<Other>(_ other: Identifier<Other>) {
    self.init(high: other.high, low: other.low)
  }

  /// Orders ids like their texts.
  @inlinable
  public static func < (left: Self, right: Self) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }

  // Ids are random or made by the program, so the XOR of their halves is enough, and hashes faster than all 16 bytes.
  @inlinable
  public func hash(into hasher: inout Hasher) {
    hasher.combine(high ^ low)
  }
}

extension Identifier {
  /// Parses the 36 characters of a UUID in either case; nil for anything else.
  public init?(text: some Collection<UInt8>) {
    let words =
      text.withContiguousStorageIfAvailable { uuidWords($0) } ?? Array(text).withUnsafeBufferPointer(uuidWords)
    guard let words else { return nil }
    self.init(high: words.high, low: words.low)
  }

  /// Parses the 36 characters of a UUID in either case; nil for anything else.
  public init?(_ text: some StringProtocol) {
    self.init(text: Array(text.utf8))
  }

  /// Creates a version 7 UUID (RFC 9562): begins with the milliseconds of `time` in 48 bits, so later ids sort later.
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

  /// Creates an id from its 16 bytes; nil for any other count.
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

  /// Writes the UUID's 36 lower-case characters.
  @inline(__always)
  public func writeText(to target: UnsafeMutablePointer<UInt8>) {
    writeUUID(high: high, low: low, to: target)
  }
}

// A free function: a generic type's method is not specialized for a generic caller, and then ten times slower.

/// Returns the 128 bits of a UUID's 36 characters in either case; nil for anything else.
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

/// Returns the value of a hexadecimal digit; nil for any other character.
@inlinable
public func hexDigitValue(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte &- 48
  case UInt8(ascii: "a")...UInt8(ascii: "f"): byte &- 87
  case UInt8(ascii: "A")...UInt8(ascii: "F"): byte &- 55
  default: nil
  }
}
