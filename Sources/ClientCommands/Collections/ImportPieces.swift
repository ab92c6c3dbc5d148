/// Cuts a file to import into pieces that fit into requests.
enum ImportPieces {
  /// The server takes 200. The last record of the file before can come on top.
  static let maximumRecords = 150
  /// In JSON a byte may take six, and a request has at most 1 MiB.
  static let maximumBytes = 160 << 10

  /// Returns at least one piece of `bytes`, which are UTF-8. A piece ends between two characters, and may end inside a
  /// record. A file that begins with a bracket is JSON.
  static func of(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    let first = bytes.first { !Array(" \t\r\n\u{FEFF}".utf8).contains($0) }
    let isJSON = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    // Each record ends with this byte, which may also be inside it, so a piece has at most as many records.
    let recordEnd = isJSON ? UInt8(ascii: "}") : UInt8(ascii: "\n")
    var pieces: [ArraySlice<UInt8>] = []
    var (start, ends) = (0, 0)
    for (index, byte) in bytes.enumerated() {
      // A character has at most four bytes.
      if ends == maximumRecords || index - start > maximumBytes - 4, byte & 0xC0 != 0x80 {
        pieces.append(bytes[start..<index])
        (start, ends) = (index, 0)
      }
      if byte == recordEnd { ends += 1 }
    }
    return pieces + [bytes[start...]]
  }
}
