/// The path of an image at its source, such as "/kqjL17yufvn9OVLyXYpvtyrFfak.jpg".
public enum ImagePath {
  static let maximumBytes = 300

  /// Whether a path is a slash, then only letters, digits, `.`, `_` and `-`. In a URL, it must not lead elsewhere.
  public static func isValid(_ path: String) -> Bool {
    let name = path.utf8.dropFirst()
    guard path.utf8.first == UInt8(ascii: "/"), !name.isEmpty, path.utf8.count <= maximumBytes else { return false }
    return name.allSatisfy(isAllowed) && !name.allSatisfy { $0 == UInt8(ascii: ".") }
  }

  private static func isAllowed(_ byte: UInt8) -> Bool { ASCII.isLetterOrDigit(byte) || "._-".utf8.contains(byte) }
}

public enum ASCII {
  public static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
  public static func isCapital(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }

  public static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    isDigit(byte) || isCapital(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
  }
}
