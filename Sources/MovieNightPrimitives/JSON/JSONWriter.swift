/// Writes JSON into one array of bytes, with keys in the order of the calls, and without spaces or line breaks.
///
/// The same calls produce the same bytes, so that read models can be compared byte for byte.
public struct JSONWriter: Sendable {
  public private(set) var bytes: [UInt8]
  private var needsComma = false

  public init(reserving capacity: Int = 256) {
    bytes = []
    bytes.reserveCapacity(capacity)
  }

  public var text: String { String(decoding: bytes, as: UTF8.self) }

  // MARK: Objects, arrays and keys

  public mutating func beginObject() { open(UInt8(ascii: "{")) }
  public mutating func endObject() { close(UInt8(ascii: "}")) }
  public mutating func beginArray() { open(UInt8(ascii: "[")) }
  public mutating func endArray() { close(UInt8(ascii: "]")) }

  // Inlinable, because generic calls are specialized only if the caller's module sees the body.

  /// Writes an object, whose members `body` writes.
  @inlinable
  @inline(__always)
  public mutating func object(_ body: (inout JSONWriter) -> Void) {
    beginObject()
    body(&self)
    endObject()
  }

  /// Returns a writer with one object, whose members `body` writes.
  @inlinable
  @inline(__always)
  public static func object(reserving capacity: Int = 256, _ body: (inout JSONWriter) -> Void) -> JSONWriter {
    var writer = JSONWriter(reserving: capacity)
    writer.object(body)
    return writer
  }

  /// Writes an array. `body` writes one value for each element.
  @inlinable
  @inline(__always)
  public mutating func array<Elements: Sequence>(
    _ elements: Elements, _ body: (inout JSONWriter, Elements.Element) -> Void
  ) {
    beginArray()
    for element in elements { body(&self, element) }
    endArray()
  }

  /// Writes the name of the member that the next value belongs to. The program's own names need no escapes.
  public mutating func key(_ name: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    bytes.append(contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes a member name that was encoded in advance.
  public mutating func key(_ key: JSONKey) {
    key.bytes.withUnsafeBufferPointer {
      bytes.append(contentsOf: needsComma ? $0 : UnsafeBufferPointer(rebasing: $0[1...]))
    }
    needsComma = false
  }

  /// Writes a member name that is not known at compile time.
  public mutating func key(_ name: String) {
    string(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  // MARK: Values

  public mutating func null() { literal("null") }
  public mutating func bool(_ value: Bool) { literal(value ? "true" : "false") }

  public mutating func integer(_ value: Int) {
    separate()
    appendDigits(value)
    needsComma = true
  }

  /// Writes the shortest text that reads back as the same number; null if it is not finite.
  public mutating func double(_ value: Double) {
    guard value.isFinite else { return null() }
    separate()
    if value == value.rounded(), abs(value) < 1e15 {
      appendDigits(Int(value))
      bytes.append(contentsOf: ".0".utf8)
    } else {
      bytes.append(contentsOf: value.description.utf8)
    }
    needsComma = true
  }

  /// Writes a string with only those escapes that JSON requires.
  public mutating func string(_ value: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    // A native string gives its bytes without a copy. `span` would do the same, but only on newer Apple systems.
    let written: Void? = value.utf8.withContiguousStorageIfAvailable { appendEscaped($0) }
    if written == nil {
      var copy = value
      copy.withUTF8 { appendEscaped($0) }
    }
    bytes.append(UInt8(ascii: "\""))
    needsComma = true
  }

  @inlinable
  public mutating func identifier<Kind>(_ value: Identifier<Kind>) {
    uuid(high: value.high, low: value.low)
  }

  @usableFromInline
  mutating func uuid(high: UInt64, low: UInt64) {
    separate()
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 38) { buffer in
      buffer[0] = UInt8(ascii: "\"")
      writeUUID(high: high, low: low, to: buffer.baseAddress! + 1)
      buffer[37] = UInt8(ascii: "\"")
      bytes.append(contentsOf: buffer)
    }
    needsComma = true
  }

  public mutating func timestamp(_ value: Timestamp, _ precision: TimestampPrecision = .seconds) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    value.write(precision, to: &bytes)
    bytes.append(UInt8(ascii: "\""))
    needsComma = true
  }

  /// Writes a value that is JSON already.
  public mutating func raw(_ value: some Collection<UInt8>) {
    separate()
    bytes.append(contentsOf: value)
    needsComma = true
  }

  // MARK: Members with their values

  @inlinable
  public mutating func field<Value: JSONWritable>(_ name: StaticString, _ value: Value) {
    key(name)
    value.write(to: &self)
  }
  public mutating func field(_ name: StaticString, _ value: Timestamp, _ precision: TimestampPrecision = .seconds) {
    key(name)
    timestamp(value, precision)
  }
  /// Writes a time, or null if `value` is nil.
  public mutating func field(_ name: StaticString, _ value: Timestamp?) {
    key(name)
    if let value { timestamp(value) } else { null() }
  }
  public mutating func field(_ name: StaticString, raw value: some Collection<UInt8>) {
    key(name)
    raw(value)
  }
  /// Writes a member with an object, whose members `body` writes.
  public mutating func object(_ name: StaticString, _ body: (inout JSONWriter) -> Void) {
    key(name)
    object(body)
  }
  /// Writes a member with an array. `body` writes one value for each element.
  public mutating func array<Elements: Sequence>(
    _ name: StaticString, _ elements: Elements, _ body: (inout JSONWriter, Elements.Element) -> Void
  ) {
    key(name)
    array(elements, body)
  }
  /// Writes a member with an array of objects. `body` writes the members of one object for each element.
  public mutating func objects<Elements: Sequence>(
    _ name: StaticString, _ elements: Elements, _ body: (inout JSONWriter, Elements.Element) -> Void
  ) {
    array(name, elements) { json, element in json.object { body(&$0, element) } }
  }
  public mutating func nullField(_ name: StaticString) {
    key(name)
    null()
  }

  // MARK: Bytes of the text

  private mutating func open(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    needsComma = false
  }

  private mutating func close(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
  }

  private mutating func literal(_ word: StaticString) {
    separate()
    bytes.append(contentsOf: UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
    needsComma = true
  }

  @inline(__always)
  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
  }

  private mutating func appendDigits(_ value: Int) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { buffer in
      var magnitude = value.magnitude
      var start = 20
      repeat {
        start -= 1
        buffer[start] = UInt8(48 + magnitude % 10)
        magnitude /= 10
      } while magnitude > 0
      if value < 0 {
        start -= 1
        buffer[start] = UInt8(ascii: "-")
      }
      bytes.append(contentsOf: UnsafeMutableBufferPointer(rebasing: buffer[start..<20]))
    }
  }

  private mutating func appendEscaped(_ text: UnsafeBufferPointer<UInt8>) {
    var runStart = 0
    for index in 0..<text.count {
      let byte = text[index]
      guard byte < 32 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { continue }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[runStart..<index]))
      runStart = index + 1
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(contentsOf: [UInt8(ascii: "\\"), byte])
      case 10: bytes.append(contentsOf: "\\n".utf8)
      case 13: bytes.append(contentsOf: "\\r".utf8)
      case 9: bytes.append(contentsOf: "\\t".utf8)
      default:
        let hex = Array("0123456789abcdef".utf8)
        bytes.append(contentsOf: "\\u00".utf8)
        bytes.append(hex[Int(byte >> 4)])
        bytes.append(hex[Int(byte & 15)])
      }
    }
    bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[runStart...]))
  }
}

/// A member name with the quotes, comma and colon around it, which is faster to write than the name alone.
public struct JSONKey: Sendable {
  /// The comma, the name in quotes, and the colon.
  fileprivate let bytes: [UInt8]

  /// - Parameter name: a name that needs no escapes.
  public init(_ name: StaticString) {
    bytes = Array(",\"\(name)\":".utf8)
  }
}

extension [UInt8] {
  /// The same bytes without spare capacity. An array filled piece by piece often has as much spare capacity as bytes.
  public var compacted: [UInt8] {
    guard capacity - count > count / 8 else { return self }
    return [UInt8](unsafeUninitializedCapacity: count) { room, initializedCount in
      initializedCount = room.initialize(fromContentsOf: self)
    }
  }
}

/// A value that can be written as JSON.
public protocol JSONWritable {
  /// Writes this value in a place where JSON allows one.
  func write(to json: inout JSONWriter)
}
