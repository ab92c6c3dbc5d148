/// The PROXY protocol, with which a proxy names the client of a connection before it sends anything else. Version 1 is
/// text and version 2 is binary, as specified by HAProxy (in its `doc/proxy-protocol.txt`).
enum ProxyHeader {
  enum Reading: Equatable {
    /// The bytes may be the beginning of a header.
    case incomplete
    /// The first `length` bytes are a header. `source` is nil if the proxy acts for itself or the client has no IP.
    case complete(source: IPAddress?, length: Int)
    /// No header begins with these bytes.
    case invalid
  }

  /// The maximum length of a header in bytes. A header of version 1 has up to 107. Version 2 would allow 65,551,
  /// including extensions that are ignored here, such as the names in a TLS certificate.
  static let longest = 4096

  static func read(_ bytes: some RandomAccessCollection<UInt8>) -> Reading {
    let bytes = Array(bytes.prefix(longest))
    if bytes.starts(with: Binary.signature) { return Binary.read(bytes) }
    if bytes.starts(with: Text.beginning) { return Text.read(bytes) }
    let isBeginning = Binary.signature.starts(with: bytes) || Text.beginning.starts(with: bytes)
    return isBeginning ? .incomplete : .invalid
  }
}

/// Version 1: `PROXY TCP4 192.0.2.1 198.51.100.7 56324 443` and a line ending.
private enum Text {
  static let beginning = Array("PROXY ".utf8)
  private static let longest = 107

  static func read(_ bytes: [UInt8]) -> ProxyHeader.Reading {
    guard let end = bytes.prefix(longest).firstIndex(of: UInt8(ascii: "\n")) else {
      return bytes.count < longest ? .incomplete : .invalid
    }
    guard bytes[end - 1] == UInt8(ascii: "\r") else { return .invalid }
    let words = bytes[..<(end - 1)].split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    // The specification requires that the rest of the line be ignored.
    if words[1] == "UNKNOWN" { return .complete(source: nil, length: end + 1) }
    guard words.count == 6, let isVersion4 = ["TCP4": true, "TCP6": false][words[1]],
      let source = address(words[2], isVersion4), address(words[3], isVersion4) != nil, isPort(words[4]),
      isPort(words[5])
    else { return .invalid }
    return .complete(source: source, length: end + 1)
  }

  private static func address(_ word: String, _ isVersion4: Bool) -> IPAddress? {
    word.contains(":") == !isVersion4 ? IPAddress(word) : nil
  }

  private static func isPort(_ word: String) -> Bool { UInt16(word).map { "\($0)" } == word }
}

/// Version 2: signature, version and command, address family and protocol, length, addresses, ignored extensions.
private enum Binary {
  static let signature: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A, 0x00, 0x0D, 0x0A, 0x51, 0x55, 0x49, 0x54, 0x0A]
  private static let fixedLength = 16

  static func read(_ bytes: [UInt8]) -> ProxyHeader.Reading {
    guard bytes.count >= fixedLength else {
      // The command byte may already show that this is not a header.
      return bytes.count > 12 && !isCommand(bytes[12]) ? .invalid : .incomplete
    }
    let length = fixedLength + Int(bytes[14]) << 8 + Int(bytes[15])
    guard isCommand(bytes[12]), length <= ProxyHeader.longest else { return .invalid }
    let isLocal = bytes[12] == 0x20
    // If the proxy connects on its own behalf, the specification requires that the rest of the header be ignored.
    guard isLocal || length >= fixedLength + (addressLength(bytes[13]) ?? .max - fixedLength) else { return .invalid }
    guard bytes.count >= length else { return .incomplete }
    return .complete(source: isLocal ? nil : source(bytes), length: length)
  }

  /// Whether the byte stands for version 2 with the command LOCAL or PROXY.
  private static func isCommand(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x21 }

  /// Returns the length of both addresses with their ports; nil for an unknown family or protocol.
  private static func addressLength(_ familyAndProtocol: UInt8) -> Int? {
    switch familyAndProtocol {
    case 0x00: 0
    case 0x11, 0x12: 12
    case 0x21, 0x22: 36
    case 0x31, 0x32: 216
    default: nil
    }
  }

  private static func source(_ bytes: [UInt8]) -> IPAddress? {
    switch bytes[13] {
    case 0x11: IPAddress(bytes: bytes[16..<20])
    case 0x21: IPAddress(bytes: bytes[16..<32])
    default: nil
    }
  }
}

/// Collects the header at the beginning of a connection, which may arrive in several pieces.
struct ProxyHeaderReader {
  private var held: [UInt8] = []

  /// Adds bytes, and reads the header from all bytes so far. The `length` of a complete header counts only `bytes`.
  mutating func take(_ bytes: UnsafeRawBufferPointer) -> ProxyHeader.Reading {
    let before = held.count
    held += bytes.prefix(ProxyHeader.longest - before)
    let reading = ProxyHeader.read(held)
    guard case .complete(let source, let length) = reading else { return reading }
    return .complete(source: source, length: length - before)
  }
}
