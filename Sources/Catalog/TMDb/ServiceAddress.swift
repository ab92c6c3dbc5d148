import MovieNightPrimitives

/// The address of a service to which secrets are sent: `https://` and a host, or `http://` and this machine. Parsing is
/// strict, so that the host is unambiguous. The address has no user, query or fragment, and the host is not
/// percent-encoded. Numbers must be in canonical form, because some programs read "0127.0.0.1" as 87.0.0.1.
public struct ServiceAddress: Equatable, Sendable {
  public static let maximumBytes = 500

  /// The address without a slash at its end.
  public let text: String
  /// The host without the port. An IPv6 address is in brackets.
  let host: String

  /// Parses an address. Throws `badURL` or `unprotected`.
  public init(_ text: String) throws(TMDbOptionsError) {
    var address = text[...]
    while address.hasSuffix("/") { address = address.dropLast() }
    guard address.utf8.count <= Self.maximumBytes, Self.isPlain(address), let (scheme, authority) = Self.parts(address),
      let host = Self.host(of: authority)
    else { throw .badURL(Self.shown(text)) }
    guard scheme == "https" || Self.isLoopback(host.lowercased()) else { throw .unprotected(Self.shown(text)) }
    self.text = String(address)
    self.host = host
  }

  private static func isPlain(_ text: some StringProtocol) -> Bool {
    text.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"\"<>\\^`{|}@?#".utf8.contains($0) }
  }

  /// Returns an address for a message. Hides an address with invalid characters, which may contain a secret.
  private static func shown(_ text: String) -> String {
    text.utf8.count <= maximumBytes && isPlain(text) ? text : "That"
  }

  private static func parts(_ address: Substring) -> (scheme: String, authority: Substring)? {
    for scheme in ["https", "http"] {
      let start = scheme + "://"
      guard address.prefix(start.count).lowercased() == start else { continue }
      return (scheme, address.dropFirst(start.count).prefix { $0 != "/" })
    }
    return nil
  }

  /// Returns the host of `authority`; nil if the host or the port is invalid.
  private static func host(of authority: Substring) -> String? {
    let host: Substring
    if authority.hasPrefix("[") {
      guard let end = authority.firstIndex(of: "]") else { return nil }
      host = authority[...end]
      guard host.utf8.contains(UInt8(ascii: ":")),
        host.dropFirst().dropLast().allSatisfy({ $0.isHexDigit || $0 == ":" || $0 == "." })
      else { return nil }
    } else {
      host = authority.prefix { $0 != ":" }
      guard let first = host.utf8.first, let last = host.utf8.last, ASCII.isLetterOrDigit(first),
        ASCII.isLetterOrDigit(last), host.utf8.allSatisfy({ ASCII.isLetterOrDigit($0) || "-._".utf8.contains($0) })
      else { return nil }
    }
    let port = authority[host.endIndex...]
    guard port.isEmpty || number(port.dropFirst(), UInt16.self).map({ $0 > 0 }) == true else { return nil }
    return String(host)
  }

  private static func isLoopback(_ host: String) -> Bool {
    if host == "localhost" || host == "[::1]" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false).map { number($0, UInt8.self) }
    return parts.count == 4 && parts[0] == 127 && !parts.contains(nil)
  }

  private static func number<Number: FixedWidthInteger>(_ text: Substring, _: Number.Type) -> Number? {
    Number(text).flatMap { String($0) == text ? $0 : nil }
  }
}
