import EventStore
import MovieNightPrimitives

// Parsers of the texts in a store. They build no JSON documents, because a rebuild parses millions of texts.

struct TextCursor {
  private let bytes: UnsafeRawBufferPointer
  private var offset = 0

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  var isAtEnd: Bool { offset == bytes.count }

  /// Consumes `word` and returns true, if the rest of the text begins with it.
  mutating func take(_ word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    guard bytes.count - offset >= count else { return false }
    for index in 0..<count where bytes[offset + index] != word.utf8Start[index] { return false }
    offset += count
    return true
  }

  /// Consumes a lower-case UUID of 36 characters; nil if the rest of the text does not begin with one.
  mutating func identifier<Kind>() -> Identifier<Kind>? {
    guard bytes.count - offset >= 36, let base = bytes.baseAddress,
      let id = Identifier<Kind>(lowercaseText: base + offset)
    else { return nil }
    offset += 36
    return id
  }

  /// Consumes up to 16 lower-case hexadecimal digits; nil if there are none.
  mutating func hexadecimal() -> UInt64? {
    let start = offset
    var value: UInt64 = 0
    while offset < bytes.count, offset - start < 16, let digit = hexDigitValue(bytes[offset]) {
      value = value << 4 | UInt64(digit)
      offset += 1
    }
    return offset > start ? value : nil
  }
}

extension StreamID {
  /// Parses `category-uuid`. `intern` makes a string of the category's bytes.
  init?(utf8 text: UnsafeRawBufferPointer, intern: (UnsafeRawBufferPointer) -> String) {
    guard text.count > 37, let base = text.baseAddress, text[text.count - 37] == UInt8(ascii: "-"),
      let id = Identifier<StreamKind>(lowercaseText: base + text.count - 36)
    else { return nil }
    self.init(category: intern(UnsafeRawBufferPointer(rebasing: text[..<(text.count - 37)])), id: id)
  }
}

extension EventMetadata {
  /// Parses metadata as a JSON object, with a fast path for the layout that `json` writes.
  init(recorded text: UnsafeRawBufferPointer) throws(JSONError) {
    if let metadata = Self(layoutOf: text) {
      self = metadata
    } else {
      try self.init(json: JSONDocument(stored: Array(text)).root)
    }
  }

  private init?(layoutOf text: UnsafeRawBufferPointer) {
    var cursor = TextCursor(text)
    guard cursor.take("{") else { return nil }
    self.init()
    var hasMembers = false
    func begin(_ first: StaticString, _ next: StaticString) -> Bool { cursor.take(hasMembers ? next : first) }
    if begin(#""actor":""#, #","actor":""#) {
      actor = cursor.identifier()
      guard actor != nil, cursor.take("\"") else { return nil }
      hasMembers = true
    }
    if begin(#""acting_as":""#, #","acting_as":""#) {
      actingAs = cursor.identifier()
      guard actingAs != nil, cursor.take("\"") else { return nil }
      hasMembers = true
    }
    if begin(#""command_id":""#, #","command_id":""#) {
      guard let id: CommandID = cursor.identifier(), cursor.take(#"","fingerprint":""#),
        let fingerprint = cursor.hexadecimal(), cursor.take("\"")
      else { return nil }
      command = CommandMark(id: id, fingerprint: fingerprint)
    }
    guard cursor.take("}"), cursor.isAtEnd else { return nil }
  }
}

/// A table of frequent strings, such as event types and stream categories, so that each is created only once.
struct StringTable {
  // The number of slots is fixed, so that memory stays bounded. A string whose slot is in use is created each time.
  private static let slotCount = 512
  private var slots: [(utf8: [UInt8], string: String)?] = Array(repeating: nil, count: slotCount)

  mutating func string(_ text: UnsafeRawBufferPointer) -> String {
    var hash = UInt64(truncatingIfNeeded: text.count)
    for byte in text { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    let slot = Int(truncatingIfNeeded: hash ^ hash >> 32) & (Self.slotCount - 1)
    if let entry = slots[slot] {
      if entry.utf8.count == text.count, entry.utf8.elementsEqual(text) { return entry.string }
      return String(decoding: text, as: UTF8.self)
    }
    let string = String(decoding: text, as: UTF8.self)
    slots[slot] = (Array(text), string)
    return string
  }
}
