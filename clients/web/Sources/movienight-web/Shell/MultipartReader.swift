import Glibc
/// Reads a form with files (RFC 7578) from pieces that are cut anywhere.
///
/// It keeps no more than a part's headers, or the beginning of what may be a boundary.
struct MultipartReader {
  /// A part of the form: a field, or a file if it has a file name.
  struct Part: Sendable, Equatable {
    let name: String
    let fileName: String?
  }

  enum Event: Sendable, Equatable {
    case part(Part)
    /// The next bytes of the part.
    case data([UInt8])
    /// The form has ended. What follows is ignored.
    case end
  }

  /// The form is not one that a browser sends, or exceeds a limit.
  struct Malformed: Error {}

  static let maximumParts = 1000
  static let maximumHeaderBytes = 8 << 10
  static let maximumNameBytes = 100
  static let maximumFileNameBytes = 1000

  private enum State {
    case boundary
    case afterBoundary
    case headers
    case data
    case ended
  }

  /// The end of a part: a line break and the boundary.
  private let delimiter: [UInt8]
  // The first boundary has no line break before it.
  private var buffer = Array("\r\n".utf8)
  private var state = State.boundary
  private var parts = 0

  /// - Parameter contentType: The header, such as `multipart/form-data; boundary=x`. Nil if it is of another type.
  init?(contentType: String) {
    let words = contentType.split(separator: ";").map(\.trimmed)
    guard words.first?.lowercased() == "multipart/form-data",
      let word = words.dropFirst().first(where: { $0.lowercased().hasPrefix("boundary=") })
    else { return nil }
    var boundary = word.dropFirst("boundary=".count)
    if boundary.count >= 2, boundary.hasPrefix("\""), boundary.hasSuffix("\"") {
      boundary = boundary.dropFirst().dropLast()
    }
    guard (1...70).contains(boundary.utf8.count), boundary.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      return nil
    }
    delimiter = Array("\r\n--\(boundary)".utf8)
  }

  /// Takes the next bytes of the form, and returns what they complete.
  mutating func read(_ bytes: some Sequence<UInt8>) throws(Malformed) -> [Event] {
    if state == .ended { return [] }
    buffer += bytes
    var events: [Event] = []
    while try advance(&events) {}
    return events
  }

  /// Throws if the form has not ended.
  func finish() throws(Malformed) {
    guard state == .ended else { throw Malformed() }
  }

  /// Returns false if more bytes are needed.
  private mutating func advance(_ events: inout [Event]) throws(Malformed) -> Bool {
    switch state {
    case .boundary:
      guard buffer.count >= delimiter.count else { return false }
      guard buffer.starts(with: delimiter) else { throw Malformed() }
      buffer.removeFirst(delimiter.count)
      state = .afterBoundary
    case .afterBoundary:
      guard buffer.count >= 2 else { return false }
      let isEnd = buffer.starts(with: Array("--".utf8))
      guard isEnd || buffer.starts(with: Array("\r\n".utf8)) else { throw Malformed() }
      if isEnd {
        buffer = []
        events.append(.end)
      }
      state = isEnd ? .ended : .headers
    case .headers:
      let end = Array("\r\n\r\n".utf8)
      guard let start = Self.index(of: end, in: buffer) else {
        guard buffer.count <= Self.maximumHeaderBytes else { throw Malformed() }
        return false
      }
      parts += 1
      guard start <= Self.maximumHeaderBytes, parts <= Self.maximumParts else { throw Malformed() }
      events.append(.part(try Self.part(of: buffer[..<start])))
      buffer.removeFirst(start + end.count)
      state = .data
    case .data:
      if let end = Self.index(of: delimiter, in: buffer) {
        if end > 0 { events.append(.data(Array(buffer[..<end]))) }
        buffer.removeFirst(end + delimiter.count)
        state = .afterBoundary
      } else {
        let known = buffer.count - (delimiter.count - 1)
        guard known > 0 else { return false }
        events.append(.data(Array(buffer[..<known])))
        buffer.removeFirst(known)
        return false
      }
    case .ended: return false
    }
    return true
  }

  private static func index(of wanted: [UInt8], in bytes: [UInt8]) -> Int? {
    bytes.withUnsafeBytes { bytes in
      var start = 0
      while start + wanted.count <= bytes.count {
        let rest = bytes.baseAddress! + start
        guard let found = memchr(rest, Int32(wanted[0]), bytes.count - start) else { return nil }
        start += UnsafeRawPointer(found) - rest
        if start + wanted.count <= bytes.count, memcmp(found, wanted, wanted.count) == 0 { return start }
        start += 1
      }
      return nil
    }
  }

  private static func part(of headers: ArraySlice<UInt8>) throws(Malformed) -> Part {
    guard let text = String(validating: headers, as: UTF8.self) else { throw Malformed() }
    for line in text.split(separator: "\r\n") {
      let sides = line.split(separator: ":", maxSplits: 1)
      guard sides.count == 2, sides[0].lowercased() == "content-disposition" else { continue }
      let fields = try parameters(sides[1])
      guard let name = fields["name"], name.utf8.count <= maximumNameBytes else { throw Malformed() }
      let fileName = fields["filename"]
      guard fileName?.utf8.count ?? 0 <= maximumFileNameBytes else { throw Malformed() }
      return Part(name: name, fileName: fileName)
    }
    throw Malformed()
  }

  /// Returns the parameters of ` form-data; name="files"; filename="a;b.csv"`. Browsers write a quotation mark in a value as `%22`.
  private static func parameters(_ text: Substring) throws(Malformed) -> [String: String] {
    var rest = text.drop { $0 != ";" }
    guard text[..<rest.startIndex].trimmed.lowercased() == "form-data" else { throw Malformed() }
    var parameters: [String: String] = [:]
    while !rest.isEmpty {
      rest = rest.dropFirst().drop { $0 == " " }
      guard let equals = rest.firstIndex(of: "=") else { throw Malformed() }
      let name = rest[..<equals].lowercased()
      rest = rest[equals...].dropFirst()
      guard rest.first == "\"", let end = rest.dropFirst().firstIndex(of: "\""), parameters[name] == nil else {
        throw Malformed()
      }
      parameters[name] = String(rest.dropFirst()[..<end]).replacing("%22", with: "\"")
      rest = rest[end...].dropFirst().drop { $0 == " " }
      guard rest.isEmpty || rest.first == ";" else { throw Malformed() }
    }
    return parameters
  }
}
