import Mustache

/// The templates of all areas.
struct Templates: Sendable {
  private var library = MustacheLibrary()

  init(_ areas: [any Area.Type]) throws {
    MustacheContentTypes.register(EscapedHTML(), named: EscapedHTML.name)
    for area in areas {
      for (name, bytes) in area.templates {
        // The pragma precedes each template, because a partial begins with the engine's own escaping.
        let text = "{{% CONTENT_TYPE:\(EscapedHTML.name)}}" + String(decoding: bytes, as: UTF8.self)
        library.register(try MustacheTemplate(string: text), named: name)
      }
    }
  }

  func render(_ model: Any, with name: String) -> String {
    guard let text = library.render(Properties(model), withTemplate: name) else {
      preconditionFailure("No area has a template named \(name)")
    }
    return text
  }
}

/// Escapes the bytes that end a text or a quoted attribute.
///
/// The engine's own escaping compares characters. It leaves a `"` unescaped if a combining mark follows it, because both are one
/// character.
struct EscapedHTML: MustacheContentType {
  static let name = "ESCAPED"

  func escapeText(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 < 0x40 && Self.escape($0) != nil }) else { return text }
    var escaped: [UInt8] = []
    escaped.reserveCapacity(text.utf8.count + 16)
    for byte in text.utf8 {
      if let replacement = Self.escape(byte) { escaped += Array(replacement.utf8) } else { escaped.append(byte) }
    }
    return String(decoding: escaped, as: UTF8.self)
  }

  private static func escape(_ byte: UInt8) -> String? {
    switch byte {
    case UInt8(ascii: "<"): "&lt;"
    case UInt8(ascii: ">"): "&gt;"
    case UInt8(ascii: "&"): "&amp;"
    case UInt8(ascii: "\""): "&quot;"
    case UInt8(ascii: "'"): "&#39;"
    default: nil
    }
  }

}
