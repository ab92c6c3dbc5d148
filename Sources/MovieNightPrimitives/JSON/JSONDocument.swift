/// A parsed JSON text. It consists of the text's bytes, and a node for each value and key, in the order of the text.
///
/// Parsing validates everything once (grammar, UTF-8, escapes, depth) and creates no strings. Values are read from the
/// bytes on demand. A document takes two allocations; a tree would take at least one for each field.
public final class JSONDocument: Sendable {
  /// The maximum depth of nested arrays and objects; one level more is `tooDeep`.
  public static let maximumDepth = 32
  /// The maximum number of combining marks in a row; one more is `tooManyMarks`.
  public static let maximumMarks = CombiningMarks.limit

  let bytes: [UInt8]
  let nodes: [Node]

  struct Node {
    var kind: JSONKind
    /// Whether this is a string with escapes, whose bytes differ from its text.
    var escaped = false
    /// Whether this is a string whose characters may include combining marks.
    var mayHaveMarks = false
    var start: UInt32
    var end: UInt32
    /// The index of the node after this value and its contents.
    var next: UInt32
  }

  /// Limits on a text. Parsing stops where one of them is exceeded.
  public struct Limits: Sendable {
    /// The maximum number of values and keys.
    public var values: Int
    /// The maximum number of elements, if the root is an array.
    public var elements: Int
    /// Whether strings are limited to `CombiningMarks.limit` marks in a row.
    var checksMarks = true

    public init(values: Int = .max, elements: Int = .max) {
      self.values = values
      self.elements = elements
    }

    /// The limits for JSON from a store or a server, which may be older than the limit on combining marks.
    static let stored = {
      var limits = Limits()
      limits.checksMarks = false
      return limits
    }()
  }

  /// Parses one value, with optional white space around it.
  /// - Throws: The first violation of the grammar or of `limits`, with its offset. `invalidUTF8` has no offset.
  public init(_ bytes: [UInt8], limits: Limits = Limits()) throws(JSONError) {
    var parser = JSONParser(nodes: [], limits: limits)
    parser.nodes.reserveCapacity(bytes.count / 12 + 4)
    try parser.parse(bytes)
    self.bytes = bytes
    self.nodes = parser.nodes
  }

  /// Parses JSON from a store or a server, which may be older than the limit on combining marks.
  public convenience init(stored bytes: [UInt8]) throws(JSONError) { try self.init(bytes, limits: .stored) }

  public convenience init(_ text: String) throws(JSONError) {
    try self.init(Array(text.utf8))
  }

  public var root: JSONValue { JSONValue(document: self, index: 0) }
}

/// The kind of a value. All numbers have the same kind. Whether a number can be read as an integer depends on its text.
public enum JSONKind: UInt8, Sendable {
  case null, bool, number, string, array, object
}

/// One value of a document.
public struct JSONValue: Sendable {
  let document: JSONDocument
  let index: Int

  private var node: JSONDocument.Node { document.nodes[index] }

  public var kind: JSONKind { node.kind }
  public var isNull: Bool { node.kind == .null }

  /// The offset of the value in the text, in bytes.
  public var offset: Int { Int(node.start) }

  /// The bytes of the value in the text. For a string, those between the quotes.
  public var rawBytes: ArraySlice<UInt8> { document.bytes[Int(node.start)..<Int(node.end)] }

  /// The bytes of the value as JSON. For a string, they include its quotes.
  public var encoded: ArraySlice<UInt8> {
    let node = node
    guard node.kind == .string else { return rawBytes }
    return document.bytes[Int(node.start) - 1...Int(node.end)]
  }

  /// The text of a string; nil for any other kind.
  public var string: String? {
    let node = node
    guard node.kind == .string else { return nil }
    let range = Int(node.start)..<Int(node.end)
    if !node.escaped { return String(decoding: document.bytes[range], as: UTF8.self) }
    return String(decoding: unescape(document.bytes[range]), as: UTF8.self)
  }

  /// The text of a string of at most 64 ASCII characters, such as a word of the protocol; nil for any other value.
  ///
  /// To compare a value from outside with known words, use this property instead of `string`. Swift compares ASCII text
  /// byte by byte, but other text in canonical form.
  public var word: String? {
    let node = node
    guard node.kind == .string else { return nil }
    let limit = 64
    var bytes = document.bytes[Int(node.start)..<Int(node.end)]
    if node.escaped {
      // An escaped character takes at most six bytes.
      guard bytes.count <= limit * 6 else { return nil }
      bytes = unescape(bytes)[...]
    }
    guard bytes.count <= limit, bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether this is a string with exactly this text, which must be ASCII.
  public func isText(_ text: StaticString) -> Bool {
    let node = node
    guard node.kind == .string else { return false }
    return document.bytes.withUnsafeBufferPointer { document.hasText(node, text, in: $0) }
  }

  /// The exact integer; nil for any other kind, for a number with a fraction or an exponent, and beyond 64 bits.
  public var integer: Int? {
    let node = node
    guard node.kind == .number else { return nil }
    var index = Int(node.start)
    let end = Int(node.end)
    let negative = document.bytes[index] == UInt8(ascii: "-")
    if negative { index += 1 }
    var value = 0
    while index < end {
      let digit = document.bytes[index]
      guard (48...57).contains(digit) else { return nil }
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, overflow2) = product.subtractingReportingOverflow(Int(digit - 48))
      guard !overflow, !overflow2 else { return nil }
      value = sum
      index += 1
    }
    // The value is accumulated as a negative number, because the least integer has no positive counterpart.
    guard negative || value != Int.min else { return nil }
    return negative ? value : -value
  }

  /// The nearest binary floating-point number; nil for any other kind, and if the result is not finite.
  public var double: Double? {
    guard node.kind == .number, let value = Double(String(decoding: rawBytes, as: UTF8.self)), value.isFinite else {
      return nil
    }
    return value
  }

  /// The Boolean value; nil for any other kind.
  public var bool: Bool? {
    guard node.kind == .bool else { return nil }
    return document.bytes[Int(node.start)] == UInt8(ascii: "t")
  }

  /// Returns the id that a UUID string represents; nil for any other kind or text.
  @inlinable
  public func identifier<Kind>(of kind: Kind.Type = Kind.self) -> Identifier<Kind>? {
    guard let uuid else { return nil }
    return Identifier(high: uuid.high, low: uuid.low)
  }

  @usableFromInline
  var uuid: (high: UInt64, low: UInt64)? {
    let node = node
    guard node.kind == .string else { return nil }
    return document.bytes.withUnsafeBufferPointer {
      uuidWords(UnsafeBufferPointer(rebasing: $0[Int(node.start)..<Int(node.end)]))
    }
  }

  /// The elements of an array; empty for any other kind.
  public var elements: JSONElements { JSONElements(document: document, parent: index) }

  /// The members of an object in the order of the text; empty for any other kind.
  public var members: JSONMembers { JSONMembers(document: document, parent: index) }

  /// The first member with that name; nil if there is none, or if this is not an object.
  public subscript(name: StaticString) -> JSONValue? {
    let nodes = document.nodes
    let parent = nodes[index]
    guard parent.kind == .object else { return nil }
    return document.bytes.withUnsafeBufferPointer { bytes in
      var key = index + 1
      while key < Int(parent.next) {
        if document.hasText(nodes[key], name, in: bytes) { return JSONValue(document: document, index: key + 1) }
        key = Int(nodes[key + 1].next)
      }
      return nil
    }
  }

  /// Returns the member with that name; nil if there is none, or if this is not an object.
  ///
  /// The search starts at `place`, which the caller initializes to 0, and which becomes the place after the member. So
  /// members that are requested in the order of the text are found at once.
  public func member(named name: String, near place: inout Int) -> JSONValue? {
    let nodes = document.nodes
    guard nodes[index].kind == .object else { return nil }
    let (first, end) = (index + 1, Int(nodes[index].next))
    let start = max(first, min(place, end))
    var name = name
    let key: Int? = name.withUTF8 { wanted in
      document.bytes.withUnsafeBufferPointer { bytes in
        func key(from start: Int, to end: Int) -> Int? {
          var key = start
          while key < end {
            let node = nodes[key]
            let name = UnsafeBufferPointer(rebasing: bytes[Int(node.start)..<Int(node.end)])
            let isWanted =
              node.escaped
              ? unescape(document.bytes[Int(node.start)..<Int(node.end)]).elementsEqual(wanted)
              : name.count == wanted.count && name.elementsEqual(wanted)
            if isWanted { return key }
            key = Int(nodes[key + 1].next)
          }
          return nil
        }
        return key(from: start, to: end) ?? key(from: first, to: start)
      }
    }
    guard let key else { return nil }
    place = Int(nodes[key + 1].next)
    return JSONValue(document: document, index: key + 1)
  }
}

extension JSONDocument {
  /// Whether a string has this text, which must be ASCII. `bytes` are the document's bytes.
  @inline(__always)
  fileprivate func hasText(_ string: Node, _ text: StaticString, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let (start, end) = (Int(string.start), Int(string.end))
    let wanted = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    if string.escaped {
      var (index, matched) = (start, 0)
      while index < end, matched < wanted.count {
        let (scalar, length) = jsonScalar(bytes, at: index)
        guard scalar == UInt32(wanted[matched]) else { return false }
        index += length
        matched += 1
      }
      return index == end && matched == wanted.count
    }
    guard let left = bytes.baseAddress, let right = wanted.baseAddress else { return false }
    return end - start == wanted.count && memoryEqual(left + start, right, wanted.count)
  }
}

extension JSONValue {
  /// Returns the first member name that is a duplicate or not among `names` (at most 64); nil if there is none.
  public func memberName(notIn names: [StaticString]) -> String? {
    precondition(names.count <= UInt64.bitWidth)
    var seen: UInt64 = 0
    for (name, _) in members {
      guard let index = names.firstIndex(where: { Self.equal($0, name) }), seen & 1 << UInt64(index) == 0 else {
        return name
      }
      seen |= 1 << UInt64(index)
    }
    return nil
  }

  private static func equal(_ left: StaticString, _ right: String) -> Bool {
    guard left.utf8CodeUnitCount == right.utf8.count else { return false }
    return right.utf8.elementsEqual(UnsafeBufferPointer(start: left.utf8Start, count: left.utf8CodeUnitCount))
  }
}

@inline(__always)
private func memoryEqual(_ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, _ count: Int) -> Bool {
  for index in 0..<count where left[index] != right[index] { return false }
  return true
}

/// A sequence of an array's elements, which does not copy them.
public struct JSONElements: Sequence, IteratorProtocol, Sendable {
  private let document: JSONDocument
  private var position: Int
  private let end: Int

  init(document: JSONDocument, parent: Int) {
    self.document = document
    position = parent + 1
    end = document.nodes[parent].kind == .array ? Int(document.nodes[parent].next) : position
  }

  public mutating func next() -> JSONValue? {
    guard position < end else { return nil }
    defer { position = Int(document.nodes[position].next) }
    return JSONValue(document: document, index: position)
  }

  /// The element that `next()` would return; nil if there is none.
  public var first: JSONValue? {
    var rest = self
    return rest.next()
  }
}

/// A sequence of an object's members. If a name is a duplicate, the sequence contains each of its members.
public struct JSONMembers: Sequence, IteratorProtocol, Sendable {
  private let document: JSONDocument
  private var position: Int
  private let end: Int

  init(document: JSONDocument, parent: Int) {
    self.document = document
    position = parent + 1
    end = document.nodes[parent].kind == .object ? Int(document.nodes[parent].next) : position
  }

  public mutating func next() -> (name: String, value: JSONValue)? {
    guard position < end else { return nil }
    let key = JSONValue(document: document, index: position)
    let value = JSONValue(document: document, index: position + 1)
    position = Int(document.nodes[position + 1].next)
    return (key.string ?? "", value)
  }
}

// The parser has validated UTF-8 and every escape, so these functions do not check them.

private func unescape(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
  bytes.withUnsafeBufferPointer { bytes in
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "\\") else {
        text.append(bytes[index])
        index += 1
        continue
      }
      let (scalar, length) = jsonScalar(bytes, at: index)
      text.append(contentsOf: (Unicode.Scalar(scalar) ?? "\u{FFFD}").utf8)
      index += length
    }
    return text
  }
}

/// Returns the scalar at `index` inside a string, whether it is in UTF-8 or an escape, and its length in bytes.
@inline(__always)
func jsonScalar(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> (value: UInt32, length: Int) {
  let byte = UInt32(bytes[index])
  if byte < 0x80 { return byte == UInt8(ascii: "\\") ? escapedScalar(bytes, at: index) : (byte, 1) }
  let second = UInt32(bytes[index + 1] & 0x3F)
  if byte < 0xE0 { return ((byte & 0x1F) << 6 | second, 2) }
  let third = UInt32(bytes[index + 2] & 0x3F)
  if byte < 0xF0 { return ((byte & 0x0F) << 12 | second << 6 | third, 3) }
  return ((byte & 0x07) << 18 | second << 12 | third << 6 | UInt32(bytes[index + 3] & 0x3F), 4)
}

private func escapedScalar(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> (value: UInt32, length: Int) {
  func codeUnit(at start: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 << 4 | UInt32(hexDigitValue(bytes[start + $1]) ?? 0) }
  }
  switch bytes[index + 1] {
  case UInt8(ascii: "b"): return (8, 2)
  case UInt8(ascii: "f"): return (12, 2)
  case UInt8(ascii: "n"): return (10, 2)
  case UInt8(ascii: "r"): return (13, 2)
  case UInt8(ascii: "t"): return (9, 2)
  case UInt8(ascii: "u"):
    let unit = codeUnit(at: index + 2)
    guard (0xD800..<0xDC00).contains(unit) else { return (unit, 6) }
    return (0x10000 + (unit - 0xD800) << 10 + codeUnit(at: index + 8) - 0xDC00, 12)
  case let literal: return (UInt32(literal), 2)
  }
}
