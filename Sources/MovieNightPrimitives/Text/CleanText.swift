/// Texts about movies and series, from a catalog or a client, made safe to keep and show.
public enum CleanText {
  public static let longestName = 300
  public static let longestOverview = 4_000
  /// A cut rating would be a different one, so a longer text counts as none.
  public static let longestRating = 20

  /// The scrubbed text, cut at a character to `longest` bytes; nil if nothing visible is left.
  public static func cut(_ text: String, longest: Int) -> String? {
    let text = prefix(of: scrubbed(text, longest), longest)
    return isVisible(text) ? text : nil
  }

  /// The scrubbed text; nil if it has more bytes, or nothing visible.
  public static func whole(_ text: String, longest: Int) -> String? {
    let text = scrubbed(text, longest)
    return text.utf8.count <= longest && isVisible(text) ? text : nil
  }

  /// The text without what would control a screen; of a longer text, not much more than `longest` bytes.
  ///
  /// White space, including line breaks, becomes a single space, and is trimmed at both ends. Other control characters are
  /// removed, and those that change the direction of the text around them (as in people's names).
  private static func scrubbed(_ text: String, _ longest: Int) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(min(text.utf8.count, longest + 4))
    var isBehindSpace = false
    // One scalar more than fits is kept, to see whether the character before it is complete.
    for scalar in text.unicodeScalars where bytes.count <= longest {
      if isSpace(scalar) {
        isBehindSpace = !bytes.isEmpty
      } else if !scalar.isControl, !scalar.isBidirectionalControl {
        if isBehindSpace { bytes.append(UInt8(ascii: " ")) }
        // Appending a scalar's UTF-8 takes ten times as long as appending one byte.
        if scalar.isASCII { bytes.append(UInt8(scalar.value)) } else { bytes.append(contentsOf: scalar.utf8) }
        isBehindSpace = false
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func prefix(of text: String, _ longest: Int) -> String {
    guard text.utf8.count > longest else { return text }
    var kept = ""
    for character in text {
      guard kept.utf8.count + character.utf8.count <= longest else { break }
      kept.append(character)
    }
    if kept.last == " " { kept.removeLast() }
    return kept
  }

  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09...0x0D, 0x20, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }

  public static func isVisible(_ text: String) -> Bool { text.unicodeScalars.contains(where: \.isVisible) }
}
