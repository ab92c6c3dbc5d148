// Ids are read and written in every event, command and row, so this code handles eight digits at a time.

extension Identifier {
  /// Parses the 36 characters of a lower-case UUID at `text`; nil for anything else.
  public init?(lowercaseText text: UnsafeRawPointer) {
    guard let words = lowercaseUUIDWords(text) else { return nil }
    self.init(high: words.high, low: words.low)
  }
}

private let dash = UInt8(ascii: "-")

func lowercaseUUIDWords(_ text: UnsafeRawPointer) -> (high: UInt64, low: UInt64)? {
  guard text.load(fromByteOffset: 8, as: UInt8.self) == dash, text.load(fromByteOffset: 13, as: UInt8.self) == dash,
    text.load(fromByteOffset: 18, as: UInt8.self) == dash, text.load(fromByteOffset: 23, as: UInt8.self) == dash
  else { return nil }
  func eight(_ offset: Int) -> UInt64 { text.loadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian }
  func four(_ offset: Int) -> UInt64 {
    UInt64(text.loadUnaligned(fromByteOffset: offset, as: UInt32.self).littleEndian)
  }
  guard let first = number(ofHexDigits: eight(0)), let second = number(ofHexDigits: four(9) | four(14) << 32),
    let third = number(ofHexDigits: four(19) | four(24) << 32), let fourth = number(ofHexDigits: eight(28))
  else { return nil }
  return (first << 32 | second, third << 32 | fourth)
}

func writeUUID(high: UInt64, low: UInt64, to target: UnsafeMutablePointer<UInt8>) {
  let target = UnsafeMutableRawPointer(target)
  let (second, third) = (hexDigits(of: high), hexDigits(of: low >> 32))
  func store(_ digits: some FixedWidthInteger & BitwiseCopyable, _ offset: Int) {
    target.storeBytes(of: digits.littleEndian, toByteOffset: offset, as: type(of: digits))
  }
  store(hexDigits(of: high >> 32), 0)
  store(dash, 8)
  store(UInt32(truncatingIfNeeded: second), 9)
  store(dash, 13)
  store(UInt32(truncatingIfNeeded: second >> 32), 14)
  store(dash, 18)
  store(UInt32(truncatingIfNeeded: third), 19)
  store(dash, 23)
  store(UInt32(truncatingIfNeeded: third >> 32), 24)
  store(hexDigits(of: low), 28)
}

private let ones: UInt64 = 0x0101_0101_0101_0101

/// Returns the number of eight lower-case hexadecimal digits, the first in the lowest byte; nil for others.
private func number(ofHexDigits text: UInt64) -> UInt64? {
  // The low four bits of a digit are its value. Those of a letter are its value minus 9; only letters have bit 6 set.
  let values = (text & (ones * 15)) &+ ((text >> 6) & ones) &* 9
  guard values & (ones * 0xF0) == 0 else { return nil }
  let isLetter = ((values &+ ones * 6) >> 4) & ones
  guard values &+ ones * 48 &+ isLetter &* 39 == text else { return nil }
  var number: UInt64 = 0
  for digit in 0..<8 { number = number << 4 | (values >> (8 * UInt64(digit))) & 15 }
  return number
}

/// Returns the eight lower-case hexadecimal digits of the low half of `word`. The first digit is in the lowest byte.
private func hexDigits(of word: UInt64) -> UInt64 {
  // Each step halves all groups of digits, and puts higher halves into lower bytes, until each byte has one digit.
  var values = (word & 0xFFFF) << 32 | (word >> 16) & 0xFFFF
  values = (values & 0x0000_00FF_0000_00FF) << 16 | (values & 0x0000_FF00_0000_FF00) >> 8
  values = (values & 0x000F_000F_000F_000F) << 8 | (values & 0x00F0_00F0_00F0_00F0) >> 4
  let isLetter = ((values &+ ones * 6) >> 4) & ones
  return values &+ ones * 48 &+ isLetter &* 39
}
