struct HTTPAnswerReader {
  let bodyLimit: Int
  let headerLimit: Int
  private(set) var headerBytes = 0
  private(set) var body: [UInt8] = []
  private(set) var failure: HTTPFailure?

  /// The accepted encodings. Decoding any other encoding can take a hundred megabytes, even if the response is small.
  private static let encodings: Set<String> = ["gzip", "x-gzip", "deflate", "identity", "chunked"]

  /// Takes a header line, and returns whether to continue.
  mutating func takeHeader(_ line: UnsafeRawBufferPointer) -> Bool {
    headerBytes += line.count
    guard headerBytes <= headerLimit else { return end(.tooLarge) }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return true }
    let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
    guard name == "content-encoding" || name == "transfer-encoding" else { return true }
    let words = line[(colon + 1)...].split(whereSeparator: " \t\r\n".utf8.contains)
    let isKnown = words.count == 1 && Self.encodings.contains(String(decoding: words[0], as: UTF8.self).lowercased())
    return isKnown || end(.unreadable)
  }

  /// Takes decompressed bytes of the body, and returns whether to continue.
  mutating func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let count = body.count + bytes.count
    guard count <= bodyLimit else { return end(.tooLarge) }
    // An array that grows automatically could take twice the limit.
    if count > body.capacity { body.reserveCapacity(min(max(count, body.capacity * 2), bodyLimit)) }
    body.append(contentsOf: bytes)
    return true
  }

  private mutating func end(_ failure: HTTPFailure) -> Bool {
    self.failure = failure
    body = []
    return false
  }
}
