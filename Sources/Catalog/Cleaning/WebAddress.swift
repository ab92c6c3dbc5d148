import MovieNightPrimitives

/// The rules for addresses from an upstream that people are shown.
enum WebAddress {
  static let maximumBytes = 300

  /// Whether the address is `https`, has a host, and has no character that would end it in a text.
  static func isValid(_ address: String) -> Bool {
    let scheme = "https://"
    guard address.utf8.count <= maximumBytes, address.utf8.starts(with: scheme.utf8) else { return false }
    let host = address.utf8.dropFirst(scheme.utf8.count).prefix { !"/?#".utf8.contains($0) }
    return !host.isEmpty && host.allSatisfy(isOfHost) && address.utf8.allSatisfy(isWritable)
  }

  /// Excludes user names, which could disguise the host.
  private static func isOfHost(_ byte: UInt8) -> Bool { ASCII.isLetterOrDigit(byte) || ".-:".utf8.contains(byte) }

  private static func isWritable(_ byte: UInt8) -> Bool {
    (0x21...0x7E).contains(byte) && !#""'<>\^`{|}"#.utf8.contains(byte)
  }
}
