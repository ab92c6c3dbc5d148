/// Validates a JSON text (RFC 8259) in one pass, and records the position of each value and key.
struct JSONParser {
  var nodes: [JSONDocument.Node]
  let limits: JSONDocument.Limits

  mutating func parse(_ bytes: [UInt8]) throws(JSONError) {
    var cursor = Cursor(bytes: bytes)
    skipSpace(&cursor)
    try parseValue(&cursor, depth: 0)
    skipSpace(&cursor)
    guard cursor.offset == bytes.count else { throw JSONError(.trailingBytes, offset: cursor.offset) }
    if cursor.sawNonASCII, String(validating: bytes, as: UTF8.self) == nil { throw JSONError(.invalidUTF8) }
    if limits.checksMarks, cursor.sawMarks { try checkMarks(bytes) }
  }

  private func checkMarks(_ bytes: [UInt8]) throws(JSONError) {
    let offset = bytes.withUnsafeBufferPointer { bytes -> Int? in
      for node in nodes where node.mayHaveMarks {
        var marks = CombiningMarks()
        var index = Int(node.start)
        while index < Int(node.end) {
          let (scalar, length) = jsonScalar(bytes, at: index)
          guard marks.take(scalar) else { return index }
          index += length
        }
      }
      return nil
    }
    if let offset { throw JSONError(.tooManyMarks, offset: offset) }
  }

  /// The position in the text. After the last byte, `byte` is zero, which no rule accepts, so the end needs no check.
  private struct Cursor {
    let bytes: [UInt8]
    var offset = 0
    var sawNonASCII = false
    var sawMarks = false

    var byte: UInt8 {
      @inline(__always) get { offset < bytes.count ? bytes[offset] : 0 }
    }

    func failure(_ reason: JSONError.Reason) -> JSONError {
      JSONError(offset < bytes.count ? reason : .unexpectedEnd, offset: offset)
    }
  }

  @inline(__always)
  private func skipSpace(_ cursor: inout Cursor) {
    while cursor.byte == 32 || (cursor.byte >= 9 && cursor.byte <= 13 && cursor.byte != 11 && cursor.byte != 12) {
      cursor.offset += 1
    }
  }

  private mutating func parseValue(_ cursor: inout Cursor, depth: Int) throws(JSONError) {
    switch cursor.byte {
    case UInt8(ascii: "\""): try parseString(&cursor)
    case UInt8(ascii: "{"): try parseObject(&cursor, depth: depth + 1)
    case UInt8(ascii: "["): try parseArray(&cursor, depth: depth + 1)
    case UInt8(ascii: "t"): try parseWord("true", .bool, &cursor)
    case UInt8(ascii: "f"): try parseWord("false", .bool, &cursor)
    case UInt8(ascii: "n"): try parseWord("null", .null, &cursor)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try parseNumber(&cursor)
    default: throw cursor.failure(.unexpectedByte)
    }
  }

  private mutating func open(_ kind: JSONKind, at start: Int, depth: Int) throws(JSONError) -> Int {
    guard depth <= JSONDocument.maximumDepth else { throw JSONError(.tooDeep, offset: start) }
    nodes.append(.init(kind: kind, start: UInt32(start), end: 0, next: 0))
    return nodes.count - 1
  }

  private mutating func close(_ node: Int, at end: Int) {
    nodes[node].end = UInt32(end)
    nodes[node].next = UInt32(nodes.count)
  }

  private mutating func parseObject(_ cursor: inout Cursor, depth: Int) throws(JSONError) {
    let node = try open(.object, at: cursor.offset, depth: depth)
    cursor.offset += 1
    skipSpace(&cursor)
    if cursor.byte == UInt8(ascii: "}") {
      cursor.offset += 1
      return close(node, at: cursor.offset)
    }
    while true {
      guard nodes.count < limits.values else { throw JSONError(.tooManyValues, offset: cursor.offset) }
      guard cursor.byte == UInt8(ascii: "\"") else { throw cursor.failure(.unexpectedByte) }
      try parseString(&cursor)
      skipSpace(&cursor)
      guard cursor.byte == UInt8(ascii: ":") else { throw cursor.failure(.unexpectedByte) }
      cursor.offset += 1
      skipSpace(&cursor)
      try parseValue(&cursor, depth: depth)
      skipSpace(&cursor)
      let separator = cursor.byte
      guard separator == UInt8(ascii: ",") || separator == UInt8(ascii: "}") else {
        throw cursor.failure(.unexpectedByte)
      }
      cursor.offset += 1
      if separator == UInt8(ascii: "}") { return close(node, at: cursor.offset) }
      skipSpace(&cursor)
    }
  }

  private mutating func parseArray(_ cursor: inout Cursor, depth: Int) throws(JSONError) {
    let node = try open(.array, at: cursor.offset, depth: depth)
    cursor.offset += 1
    skipSpace(&cursor)
    if cursor.byte == UInt8(ascii: "]") {
      cursor.offset += 1
      return close(node, at: cursor.offset)
    }
    var elementsLeft = depth == 1 ? limits.elements : .max
    while true {
      guard elementsLeft > 0 else { throw JSONError(.tooManyElements, offset: cursor.offset) }
      guard nodes.count < limits.values else { throw JSONError(.tooManyValues, offset: cursor.offset) }
      elementsLeft -= 1
      try parseValue(&cursor, depth: depth)
      skipSpace(&cursor)
      let separator = cursor.byte
      guard separator == UInt8(ascii: ",") || separator == UInt8(ascii: "]") else {
        throw cursor.failure(.unexpectedByte)
      }
      cursor.offset += 1
      if separator == UInt8(ascii: "]") { return close(node, at: cursor.offset) }
      skipSpace(&cursor)
    }
  }

  private mutating func parseString(_ cursor: inout Cursor) throws(JSONError) {
    cursor.offset += 1
    let start = cursor.offset
    var escaped = false
    var mayHaveMarks = false
    while true {
      let byte = cursor.byte
      switch byte {
      case UInt8(ascii: "\""):
        nodes.append(
          .init(
            kind: .string, escaped: escaped, mayHaveMarks: mayHaveMarks, start: UInt32(start),
            end: UInt32(cursor.offset), next: UInt32(nodes.count + 1)))
        if mayHaveMarks { cursor.sawMarks = true }
        cursor.offset += 1
        return
      case UInt8(ascii: "\\"):
        escaped = true
        if try skipEscape(&cursor) >= 0x300 { mayHaveMarks = true }
      case 0..<32: throw cursor.failure(.invalidString)
      default:
        if byte >= 0x80 {
          cursor.sawNonASCII = true
          // U+0300, the first combining mark, and all later scalars begin with such a byte.
          if byte >= 0xCC { mayHaveMarks = true }
        }
        cursor.offset += 1
      }
    }
  }

  /// Skips an escape, and returns the code unit of a `\u` escape, for a surrogate pair the first one; 0 for any other
  /// escape. A lone surrogate is an error.
  private func skipEscape(_ cursor: inout Cursor) throws(JSONError) -> UInt32 {
    cursor.offset += 1
    switch cursor.byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      cursor.offset += 1
    case UInt8(ascii: "u"):
      let unit = try readCodeUnit(&cursor)
      if (0xDC00..<0xE000).contains(unit) { throw cursor.failure(.invalidString) }
      guard (0xD800..<0xDC00).contains(unit) else { return unit }
      guard cursor.byte == UInt8(ascii: "\\") else { throw cursor.failure(.invalidString) }
      cursor.offset += 1
      guard cursor.byte == UInt8(ascii: "u"), (0xDC00..<0xE000).contains(try readCodeUnit(&cursor)) else {
        throw cursor.failure(.invalidString)
      }
      return unit
    default: throw cursor.failure(.invalidString)
    }
    return 0
  }

  private func readCodeUnit(_ cursor: inout Cursor) throws(JSONError) -> UInt32 {
    cursor.offset += 1
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = hexDigitValue(cursor.byte) else { throw cursor.failure(.invalidString) }
      unit = unit << 4 | UInt32(digit)
      cursor.offset += 1
    }
    return unit
  }

  private mutating func parseWord(_ word: StaticString, _ kind: JSONKind, _ cursor: inout Cursor)
    throws(JSONError)
  {
    let start = cursor.offset
    for index in 0..<word.utf8CodeUnitCount {
      guard cursor.byte == word.utf8Start[index] else { throw cursor.failure(.unexpectedByte) }
      cursor.offset += 1
    }
    appendScalar(kind, start, cursor.offset)
  }

  private mutating func parseNumber(_ cursor: inout Cursor) throws(JSONError) {
    let start = cursor.offset
    if cursor.byte == UInt8(ascii: "-") { cursor.offset += 1 }
    if cursor.byte == UInt8(ascii: "0") { cursor.offset += 1 } else { try skipDigits(&cursor) }
    if cursor.byte == UInt8(ascii: ".") {
      cursor.offset += 1
      try skipDigits(&cursor)
    }
    if cursor.byte | 0x20 == UInt8(ascii: "e") {
      cursor.offset += 1
      if cursor.byte == UInt8(ascii: "+") || cursor.byte == UInt8(ascii: "-") { cursor.offset += 1 }
      try skipDigits(&cursor)
    }
    appendScalar(.number, start, cursor.offset)
  }

  private func skipDigits(_ cursor: inout Cursor) throws(JSONError) {
    guard (48...57).contains(cursor.byte) else { throw cursor.failure(.invalidNumber) }
    while (48...57).contains(cursor.byte) { cursor.offset += 1 }
  }

  private mutating func appendScalar(_ kind: JSONKind, _ start: Int, _ end: Int) {
    nodes.append(.init(kind: kind, start: UInt32(start), end: UInt32(end), next: UInt32(nodes.count + 1)))
  }
}
