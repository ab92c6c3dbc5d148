import MovieNightPrimitives

/// The rules for web addresses that come from a source and are shown to people.
enum WebAddress {
  static let maximumBytes = 300

  /// Whether the address uses `https`, has a host, and contains no character that would end a link within a text.
  static func isValid(_ address: String) -> Bool {
    let scheme = "https://"
    guard address.utf8.count <= maximumBytes, address.utf8.starts(with: scheme.utf8) else { return false }
    let host = address.utf8.dropFirst(scheme.utf8.count).prefix { !"/?#".utf8.contains($0) }
    return !host.isEmpty && host.allSatisfy(isHostByte) && address.utf8.allSatisfy(isAddressByte)
  }

  /// Whether the byte may be part of a host. Excludes `@`, because a user name could disguise the host.
  private static func isHostByte(_ byte: UInt8) -> Bool { ASCII.isLetterOrDigit(byte) || ".-:".utf8.contains(byte) }

  private static func isAddressByte(_ byte: UInt8) -> Bool {
    (0x21...0x7E).contains(byte) && !#""'<>\^`{|}"#.utf8.contains(byte)
  }
}
