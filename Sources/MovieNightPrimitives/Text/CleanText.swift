/// Makes texts about movies and series, from a catalog or a client, safe to store and show.
public enum CleanText {
  public static let longestName = 300
  public static let longestOverview = 4_000
  /// The maximum length of a rating in bytes. A longer one counts as none: shortening it would make another rating.
  public static let longestRating = 20

  /// Returns the scrubbed text, cut after a whole character to at most `longest` bytes; nil if nothing visible is left.
  public static func cut(_ text: String, longest: Int) -> String? {
    let text = prefix(of: scrubbed(text, longest), longest)
    return isVisible(text) ? text : nil
  }

  /// Returns the scrubbed text; nil if it has more than `longest` bytes, or nothing visible.
  public static func whole(_ text: String, longest: Int) -> String? {
    let text = scrubbed(text, longest)
    return text.utf8.count <= longest && isVisible(text) ? text : nil
  }

  /// Returns the text without characters that would control a screen. Stops shortly after `longest` bytes.
  ///
  /// Each run of white space, including line breaks, becomes a single space, and is trimmed at both ends. Other control
  /// characters are removed, as are characters that change the direction of the text around them.
  private static func scrubbed(_ text: String, _ longest: Int) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(min(text.utf8.count, longest + 4))
    var needsSpace = false
    // Keep one scalar more than fits, to be able to see whether the character before it is complete.
    for scalar in text.unicodeScalars where bytes.count <= longest {
      if isSpace(scalar) {
        needsSpace = !bytes.isEmpty
      } else if !scalar.isControl, !scalar.isBidirectionalControl {
        if needsSpace { bytes.append(UInt8(ascii: " ")) }
        // Appending a scalar's UTF-8 takes ten times as long as appending one byte.
        if scalar.isASCII { bytes.append(UInt8(scalar.value)) } else { bytes.append(contentsOf: scalar.utf8) }
        needsSpace = false
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
