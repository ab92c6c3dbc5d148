import MovieNightPrimitives

/// An element of a JSON document: of the array that the document is, or of an array in the object that it is.
struct JSONElement: Sendable {
  /// The name of the array's member; empty if the document is an array.
  let path: String
  /// The line at which the element begins, from 1.
  let line: Int
  let json: JSONValue
}

/// A splitter of a JSON document into elements, of which only one is in memory. What is left of the document, with
/// empty arrays, is checked at its end.
struct JSONSplitter: Sendable {
  static let longestElement = 1 << 20
  static let limits = JSONDocument.Limits(values: 128 << 10)
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The document without elements.
  private var rest: [UInt8] = []
  private var element: [UInt8] = []
  /// The number of brackets that are open.
  private var depth = 0
  /// The depth of the array whose elements are being read; nil outside.
  private var elementDepth: Int?
  private var hasElements = false
  /// The place in `rest` of the last string, which is the name of the next array.
  private var name = 0
  private var path = ""
  private var isInString = false
  private var isEscaped = false
  private var line = 1
  private var startLine = 1

  /// Returns the elements that end in these bytes.
  mutating func take(_ input: ArraySlice<UInt8>) throws(ImportError) -> [JSONElement] {
    var elements: [JSONElement] = []
    for byte in input {
      if element.isEmpty { startLine = line }
      if let element = try take(byte) { elements.append(element) }
      if byte == UInt8(ascii: "\n") { line += 1 }
    }
    return elements
  }

  /// Checks that the document is complete, and returns it with empty arrays in place of those that were split.
  func finish() throws(ImportError) -> JSONValue {
    try parsed(rest.starts(with: Self.byteOrderMark) ? Array(rest.dropFirst(Self.byteOrderMark.count)) : rest)
  }

  /// Returns the element that ends before this byte; nil if none does.
  private mutating func take(_ byte: UInt8) throws(ImportError) -> JSONElement? {
    var ended: JSONElement?
    switch byte {
    case _ where isInString:
      isInString = isEscaped || byte != UInt8(ascii: "\"")
      isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
    case UInt8(ascii: "\""):
      isInString = true
      if elementDepth == nil { name = rest.count }
    case UInt8(ascii: "["), UInt8(ascii: "{"):
      depth += 1
      // Outside the array that a document is, an array at the second level is a member of the object that it is.
      guard elementDepth == nil, byte == UInt8(ascii: "["), depth <= 2 else { break }
      path = depth == 1 ? "" : try nameOfArray()
      rest.append(byte)
      (elementDepth, hasElements) = (depth, false)
      return nil
    case UInt8(ascii: "]"), UInt8(ascii: "}"):
      if depth == elementDepth {
        if hasElements || !element.isEmpty { ended = try endElement() }
        elementDepth = nil
      }
      depth -= 1
    case UInt8(ascii: ",") where depth == elementDepth: return try endElement()
    case 9, 10, 13, 32: if elementDepth != nil, element.isEmpty { return nil }
    default: break
    }
    if elementDepth == nil { rest.append(byte) } else { element.append(byte) }
    guard max(rest.count, element.count) <= Self.longestElement else { throw ImportError(.tooLong, line: startLine) }
    return ended
  }

  private func nameOfArray() throws(ImportError) -> String {
    // The rest ends with the name and a colon.
    var members = try parsed(Array("{".utf8) + rest[name...] + Array("0}".utf8)).members
    return members.next()?.name ?? ""
  }

  private mutating func endElement() throws(ImportError) -> JSONElement {
    let ended = JSONElement(path: path, line: startLine, json: try parsed(element))
    (element, hasElements) = ([], true)
    return ended
  }

  private func parsed(_ bytes: [UInt8]) throws(ImportError) -> JSONValue {
    do throws(JSONError) {
      return try JSONDocument(bytes, limits: Self.limits).root
    } catch {
      switch error.reason {
      case .invalidUTF8: throw ImportError(.badEncoding, line: startLine)
      case .tooManyValues: throw ImportError(.tooLong, line: startLine)
      default: throw ImportError(.badJSON, line: startLine)
      }
    }
  }
}
