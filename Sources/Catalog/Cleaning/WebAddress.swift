import MovieNightPrimitives

/// Addresses that an upstream may give to people.
enum WebAddress {
  static let maximumBytes = 300

  /// `https`, a host, and nothing that ends an address where it is written down.
  static func isValid(_ address: String) -> Bool {
    let scheme = "https://"
    guard address.utf8.count <= maximumBytes, address.utf8.starts(with: scheme.utf8) else { return false }
    let host = address.utf8.dropFirst(scheme.utf8.count).prefix { !"/?#".utf8.contains($0) }
    return !host.isEmpty && host.allSatisfy(isOfHost) && address.utf8.allSatisfy(isWritable)
  }

  /// Without a user's name, behind which the host could be hidden.
  private static func isOfHost(_ byte: UInt8) -> Bool { ASCII.isLetterOrDigit(byte) || ".-:".utf8.contains(byte) }

  private static func isWritable(_ byte: UInt8) -> Bool {
    (0x21...0x7E).contains(byte) && !#""'<>\^`{|}"#.utf8.contains(byte)
  }
}
