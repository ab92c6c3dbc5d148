/// A title or search text, normalized for comparison: lower-case words and digits without accents, separated by single
/// spaces. Apostrophes are removed ("Howl's" is "howls"). Non-Latin marks are kept, except Greek and Cyrillic accents.
public struct FoldedText: Hashable, Sendable {
  public let bytes: [UInt8]

  public init(_ text: String) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    var separates = false
    for scalar in text.unicodeScalars {
      switch Self.folded(scalar) {
      case .nothing: break
      case .separator: separates = true
      case .letters(let letters):
        if separates, !bytes.isEmpty { bytes.append(UInt8(ascii: " ")) }
        separates = false
        bytes.append(contentsOf: letters.utf8)
      }
    }
    self.bytes = bytes
  }

  public var words: [ArraySlice<UInt8>] { bytes.split(separator: UInt8(ascii: " ")) }

  public func begins(with other: FoldedText) -> Bool { bytes.starts(with: other.bytes) }

  private enum Folded {
    case nothing, separator
    case letters(String)
  }

  private static func folded(_ scalar: Unicode.Scalar) -> Folded {
    switch scalar {
    case "a"..."z", "0"..."9": return .letters(String(scalar))
    case "A"..."Z": return .letters(scalar.properties.lowercaseMapping)
    case "'", "’", "‘", "ʼ", "`", "´": return .nothing
    case _ where scalar.isASCII: return .separator
    case "\u{300}"..."\u{36F}": return .nothing
    default: break
    }
    let properties = scalar.properties
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark: return .letters(String(scalar))
    case _ where properties.isAlphabetic || properties.numericType != nil:
      return .letters(
        properties.lowercaseMapping.unicodeScalars.map { withoutAccent($0) }.joined())
    default: return .separator
    }
  }

  private static func withoutAccent(_ scalar: Unicode.Scalar) -> String {
    if let base = bases[scalar] { return base }
    // The Unicode name of a Latin letter contains its base letter, as in "LATIN SMALL LETTER E WITH ACUTE".
    let latin = "LATIN SMALL LETTER "
    guard let name = scalar.properties.name, name.hasPrefix(latin) else { return String(scalar) }
    let base = name.dropFirst(latin.count).prefix { $0 != " " }
    return base.count <= 2 ? base.lowercased() : String(scalar)
  }

  /// The base letters of letters whose Unicode names do not contain them. Marks that lower-casing produces have none.
  private static let bases: [Unicode.Scalar: String] = [
    "\u{307}": "", "ß": "ss", "œ": "oe", "ĳ": "ij", "ð": "d", "þ": "th", "ı": "i", "ſ": "s",
    "ά": "α", "έ": "ε", "ή": "η", "ί": "ι", "ϊ": "ι", "ΐ": "ι", "ό": "ο", "ύ": "υ", "ϋ": "υ", "ΰ": "υ", "ώ": "ω",
    "ς": "σ", "ё": "е",
  ]
}
