import MovieNightKit

/// The fields of a form or of a query, in their order.
struct Form: Sendable, Equatable {
  /// More fields than any form of the page has.
  static let maximumFields = 1000

  private(set) var fields: [(name: String, value: String)] = []

  init() {}

  /// Parses `a=1&b=2`; nil if it has too many fields, or is not in UTF-8.
  init?(urlEncoded text: some StringProtocol) {
    for part in text.split(separator: "&") {
      guard fields.count < Self.maximumFields else { return nil }
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = Self.decoded(sides[0]), let value = sides.count == 2 ? Self.decoded(sides[1]) : "" else {
        return nil
      }
      fields.append((name, value))
    }
  }

  mutating func append(_ name: String, _ value: String) { fields.append((name, value)) }

  static func == (left: Form, right: Form) -> Bool {
    left.fields.elementsEqual(right.fields) { $0.name == $1.name && $0.value == $1.value }
  }

  /// The first value of the field, without surrounding white space; nil if it is missing or empty.
  subscript(name: String) -> String? {
    let value = fields.first { $0.name == name }?.value.trimmed
    return value?.isEmpty == false ? value : nil
  }

  /// All values of a field, such as the checked boxes of one name.
  func all(_ name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }

  func id<Kind>(_ name: String) -> Identifier<Kind>? { self[name].flatMap { Identifier($0) } }

  func movie(_ name: String = "movie") -> MovieID? { self[name].flatMap { Int($0) }.map { MovieID($0) } }

  /// The child for whom the reader acts; nil for the reader.
  var child: MemberID? {
    get throws(PageError) {
      guard let text = self["as"] else { return nil }
      guard let child = MemberID(text) else { throw .badRequest }
      return child
    }
  }

  /// A path of this page in the field, for returning to the form's page; nil for anything that leads elsewhere.
  func localPath(_ name: String) -> String? { self[name].flatMap { LocalPath.isValid($0) ? $0 : nil } }

  private static func decoded(_ text: some StringProtocol) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        guard let high = rest.popFirst().flatMap(hexadecimal), let low = rest.popFirst().flatMap(hexadecimal) else {
          return nil
        }
        bytes.append(high << 4 | low)
      default: bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func hexadecimal(_ byte: UInt8) -> UInt8? {
    Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) }
  }
}

enum LocalPath {
  /// Returns a path with the field `as`, so that the page is about a child; nil for the reader.
  static func path(_ path: String, as child: String?) -> String {
    child.map { "\(path)\(path.contains("?") ? "&" : "?")as=\($0.urlEncoded)" } ?? path
  }

  /// The longest path with its query, in bytes.
  static let maximum = 2000

  /// Whether a text is a path of this page. `//host` and `/\host` are addresses of other sites.
  static func isValid(_ text: String) -> Bool {
    text.hasPrefix("/") && !text.hasPrefix("//") && !text.hasPrefix("/\\") && text.utf8.count <= maximum
      && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }
}

extension StringProtocol {
  var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }

  /// The text with everything but letters, digits and `-._~` percent-encoded, for a path or a query.
  var urlEncoded: String {
    var text = ""
    for byte in utf8 {
      let character = Character(Unicode.Scalar(byte))
      if character.isASCII && (character.isLetter || character.isNumber) || "-._~".contains(character) {
        text.append(character)
      } else {
        text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    return text
  }
}
