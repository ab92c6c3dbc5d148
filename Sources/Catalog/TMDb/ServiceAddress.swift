import MovieNightPrimitives

/// Where a service is: `https://` and a host, or `http://` and this machine, because what is sent there is secret.
///
/// Strict, so that nobody reads another host in it: no user, query or fragment, nothing encoded in the host, numbers in
/// their one spelling (some read "0127.0.0.1" as 87.0.0.1).
public struct ServiceAddress: Equatable, Sendable {
  public static let maximumBytes = 500

  /// Without a slash at its end.
  public let text: String
  /// Without a port; an IPv6 address in its brackets.
  let host: String

  /// - Throws: `badURL`, `unprotected`.
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

  /// What is wrong in it may be a secret.
  private static func shown(_ text: String) -> String {
    text.utf8.count <= maximumBytes && isPlain(text) ? text : "That"
  }

  /// The scheme, and what stands before the path.
  private static func parts(_ address: Substring) -> (scheme: String, authority: Substring)? {
    for scheme in ["https", "http"] {
      let start = scheme + "://"
      guard address.prefix(start.count).lowercased() == start else { continue }
      return (scheme, address.dropFirst(start.count).prefix { $0 != "/" })
    }
    return nil
  }

  /// Nil where it is no host, or its port is none.
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

  /// Digits alone, and no zero before them.
  private static func number<Number: FixedWidthInteger>(_ text: Substring, _: Number.Type) -> Number? {
    Number(text).flatMap { String($0) == text ? $0 : nil }
  }
}
