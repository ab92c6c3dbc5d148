/// Texts about movies and series, of a catalog or a client, as they may be kept and shown.
public enum CleanText {
  public static let longestName = 300
  public static let longestOverview = 4_000
  /// A cut rating would be another one, so that a longer text is none.
  public static let longestRating = 20

  /// The text as `scrubbed`, cut to so many bytes at a character; nil where nothing is left to see.
  public static func cut(_ text: String, longest: Int) -> String? {
    let text = prefix(of: scrubbed(text, longest), longest)
    return isVisible(text) ? text : nil
  }

  /// The text as `scrubbed`; nil where it has more bytes, or nothing to see.
  public static func whole(_ text: String, longest: Int) -> String? {
    let text = scrubbed(text, longest)
    return text.utf8.count <= longest && isVisible(text) ? text : nil
  }

  /// The text without what would steer a screen; of a longer one not much more than `longest` bytes.
  ///
  /// White space becomes one space, line breaks too, and goes from both ends; other control characters go, and so do
  /// those that turn the text around them (as in people's names).
  private static func scrubbed(_ text: String, _ longest: Int) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(min(text.utf8.count, longest + 4))
    var isBehindSpace = false
    // One scalar too many is kept: it tells whether the character before it is complete.
    for scalar in text.unicodeScalars where bytes.count <= longest {
      if isSpace(scalar) {
        isBehindSpace = !bytes.isEmpty
      } else if !scalar.isControl, !scalar.isBidirectionalControl {
        if isBehindSpace { bytes.append(UInt8(ascii: " ")) }
        // A letter's sequence of bytes takes ten times as long as one byte.
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
