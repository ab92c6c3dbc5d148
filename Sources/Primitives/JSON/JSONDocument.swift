/// A parsed JSON text: its bytes, and one node for every value and key in it, in the order of the text.
///
/// Parsing checks everything once (grammar, UTF-8, escapes, depth) and makes no strings; values are read from the
/// bytes when asked for. That costs two allocations a document, where a tree would cost one or more a field.
public final class JSONDocument: Sendable {
  /// How many arrays and objects may stand in one another; one more is `tooDeep`.
  public static let maximumDepth = 32

  let bytes: [UInt8]
  let nodes: [Node]

  struct Node {
    var kind: JSONKind
    /// Whether the string has escapes, so that its bytes are not its text.
    var escaped = false
    var start: UInt32
    var end: UInt32
    /// The node after this value and all that it holds.
    var next: UInt32
  }

  /// Bounds on a text, whose rest is not looked at once it is beyond one of them.
  public struct Limits: Sendable {
    /// How many values and keys it has.
    public var values: Int
    /// How many elements it has where it is an array.
    public var elements: Int

    public init(values: Int, elements: Int) {
      self.values = values
      self.elements = elements
    }

    public static let none = Limits(values: .max, elements: .max)
  }

  /// Reads one value, with white space around it at most.
  /// - Throws: what JSON or `limits` do not allow, and where; for `invalidUTF8` not where.
  public init(_ bytes: [UInt8], limits: Limits = .none) throws(JSONError) {
    var parser = JSONParser(nodes: [], limits: limits)
    parser.nodes.reserveCapacity(bytes.count / 12 + 4)
    try parser.parse(bytes)
    self.bytes = bytes
    self.nodes = parser.nodes
  }

  public convenience init(_ text: String) throws(JSONError) {
    try self.init(Array(text.utf8))
  }

  public var root: JSONValue { JSONValue(document: self, index: 0) }
}

/// What a value can be. Whole numbers and others are one kind: the text of a number decides what it can be read as.
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

  /// Where the value starts in its text, in bytes.
  public var offset: Int { Int(node.start) }

  /// The bytes of the value as they stand in the text (of a string: without its quotes).
  public var rawBytes: ArraySlice<UInt8> { document.bytes[Int(node.start)..<Int(node.end)] }

  /// The bytes of the value as JSON, those of a string with its quotes.
  public var encoded: ArraySlice<UInt8> {
    let node = node
    guard node.kind == .string else { return rawBytes }
    return document.bytes[Int(node.start) - 1...Int(node.end)]
  }

  /// The text of a string, nil for any other kind.
  public var string: String? {
    let node = node
    guard node.kind == .string else { return nil }
    let range = Int(node.start)..<Int(node.end)
    if !node.escaped { return String(decoding: document.bytes[range], as: UTF8.self) }
    return String(decoding: unescape(document.bytes[range]), as: UTF8.self)
  }

  /// The exact integer, nil for any other kind and for numbers with a fraction or beyond 64 bits.
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
    // Counted downwards, because the least integer has no positive counterpart.
    guard negative || value != Int.min else { return nil }
    return negative ? value : -value
  }

  /// The number as it is nearest in binary, nil for any other kind and for what is not finite.
  public var double: Double? {
    guard node.kind == .number, let value = Double(String(decoding: rawBytes, as: UTF8.self)), value.isFinite else {
      return nil
    }
    return value
  }

  /// Nil for any other kind.
  public var bool: Bool? {
    guard node.kind == .bool else { return nil }
    return document.bytes[Int(node.start)] == UInt8(ascii: "t")
  }

  /// A UUID string as an id, nil for any other kind and text.
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

  /// The values of an array, empty for any other kind.
  public var elements: JSONElements { JSONElements(document: document, parent: index) }

  /// The members of an object in the order of the text, empty for any other kind.
  public var members: JSONMembers { JSONMembers(document: document, parent: index) }

  /// The first member with that name; nil when there is none, or when this is not an object.
  public subscript(name: StaticString) -> JSONValue? {
    let wanted = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
    let nodes = document.nodes
    let parent = nodes[index]
    guard parent.kind == .object else { return nil }
    return document.bytes.withUnsafeBufferPointer { bytes in
      var key = index + 1
      while key < Int(parent.next) {
        let node = nodes[key]
        let isWanted =
          if node.escaped {
            unescape(document.bytes[Int(node.start)..<Int(node.end)]).elementsEqual(wanted)
          } else {
            Int(node.end - node.start) == wanted.count
              && memoryEqual(bytes.baseAddress! + Int(node.start), wanted.baseAddress!, wanted.count)
          }
        if isWanted { return JSONValue(document: document, index: key + 1) }
        key = Int(nodes[key + 1].next)
      }
      return nil
    }
  }
}

extension JSONValue {
  /// The name of the first member that is not among `names`, or that is there twice; nil when there is none.
  public func memberName(notIn names: [StaticString]) -> String? {
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

/// The elements of an array one by one, without a copy.
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
}

/// The members of an object one by one; a name that is there twice comes twice.
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

// The parser has checked every escape, so this only translates.
private func unescape(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
  var text: [UInt8] = []
  text.reserveCapacity(bytes.count)
  var index = bytes.startIndex
  func codeUnit(at start: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 << 4 | UInt32(hexDigitValue(bytes[start + $1]) ?? 0) }
  }
  while index < bytes.endIndex {
    guard bytes[index] == UInt8(ascii: "\\") else {
      text.append(bytes[index])
      index += 1
      continue
    }
    switch bytes[index + 1] {
    case UInt8(ascii: "b"): text.append(8)
    case UInt8(ascii: "f"): text.append(12)
    case UInt8(ascii: "n"): text.append(10)
    case UInt8(ascii: "r"): text.append(13)
    case UInt8(ascii: "t"): text.append(9)
    case UInt8(ascii: "u"):
      var scalar = codeUnit(at: index + 2)
      if (0xD800..<0xDC00).contains(scalar) {
        scalar = 0x10000 + (scalar - 0xD800) << 10 + codeUnit(at: index + 8) - 0xDC00
        index += 6
      }
      text.append(contentsOf: String(Unicode.Scalar(scalar) ?? "\u{FFFD}").utf8)
      index += 4
    case let literal: text.append(literal)
    }
    index += 2
  }
  return text
}
