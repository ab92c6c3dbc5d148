/// The head of a request. The server expects no request to have a body.
struct HTTPHead: Sendable {
  let method: String
  /// The path as sent, percent-encoded.
  let path: String
  /// The decoded query parameters, in order.
  let parameters: [(name: String, value: String)]
  /// The header values by lowercase name.
  let headers: [String: String]

  var keepsAlive: Bool { headers["connection"]?.lowercased() != "close" }

  /// Parses a head, or returns nil if it is malformed.
  init?(_ bytes: some Sequence<UInt8>) {
    var lines = String(decoding: Array(bytes), as: UTF8.self).split(separator: "\r\n")[...]
    let words = lines.popFirst()?.split(separator: " ") ?? []
    guard words.count == 3, words[2].hasPrefix("HTTP/1.") else { return nil }
    method = String(words[0])
    let parts = words[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = String(parts[0])
    parameters = parts.count < 2 ? [] : parts[1].split(separator: "&").map(Self.parameter)
    var headers: [String: String] = [:]
    for line in lines {
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { return nil }
      headers[parts[0].lowercased()] = String(parts[1].drop { $0 == " " })
    }
    self.headers = headers
  }

  private static func parameter(_ text: Substring) -> (name: String, value: String) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    return (decoded(parts[0]), parts.count < 2 ? "" : decoded(parts[1]))
  }

  /// Decodes percent escapes, and plus signs if `plusIsSpace`.
  static func decoded(_ text: Substring, plusIsSpace: Bool = true) -> String {
    let bytes = Array(text.utf8)
    var decoded: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
        let byte = UInt8(String(decoding: bytes[(index + 1)...(index + 2)], as: UTF8.self), radix: 16)
      {
        decoded.append(byte)
        index += 3
      } else {
        decoded.append(plusIsSpace && bytes[index] == UInt8(ascii: "+") ? UInt8(ascii: " ") : bytes[index])
        index += 1
      }
    }
    return String(decoding: decoded, as: UTF8.self)
  }
}
