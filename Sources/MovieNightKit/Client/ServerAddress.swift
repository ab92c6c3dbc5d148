/// The address of a server: `HOST:PORT`, `[::1]:PORT` or `unix:PATH`.
public enum ServerAddress: Hashable, Sendable, CustomStringConvertible {
  /// A host name or IP address, without brackets, and a port.
  case tcp(host: String, port: UInt16)
  /// The path of a Unix socket.
  case unix(path: String)

  /// The address that `movienight serve` listens on by default.
  public static let standard = ServerAddress.tcp(host: "127.0.0.1", port: 6684)

  /// Parses an address as a person types it. Throws `badAddress` for anything else.
  public init(_ text: String) throws(ClientError) {
    if text.hasPrefix("unix:") {
      let path = String(text.dropFirst(5))
      guard !path.isEmpty, path.utf8.count < Self.maximumPathBytes, !path.utf8.contains(0) else {
        throw .badAddress(text)
      }
      self = .unix(path: path)
      return
    }
    guard let colon = text.lastIndex(of: ":") else { throw .badAddress(text) }
    let digits = text[text.index(after: colon)...]
    // Check the digits, because `UInt16` also accepts "+80".
    guard digits.utf8.allSatisfy({ (48...57).contains($0) }), let port = UInt16(digits) else {
      throw .badAddress(text)
    }
    var host = text[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = host.dropFirst().dropLast()
    } else if host.contains(":") {
      throw .badAddress(text)
    }
    guard !host.isEmpty, !host.utf8.contains(0) else { throw .badAddress(text) }
    self = .tcp(host: String(host), port: port)
  }

  public var description: String {
    switch self {
    case .tcp(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    case .unix(let path): "unix:\(path)"
    }
  }

  /// The size of `sun_path` on Linux, including the terminating zero.
  static let maximumPathBytes = 108
}
