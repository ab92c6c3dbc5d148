import MovieNightKit

/// The files of an import in pieces that fit into requests, read as they are sent.
struct ImportPieces {
  struct Piece: Equatable {
    let file: String
    let text: String
  }

  /// A file that cannot be sent.
  enum Problem: Error, Equatable {
    case notText(String)
    case zip(String)
  }

  /// The server takes 200. The last one of the piece before can come on top.
  static let maximumRecords = 150
  /// In JSON a byte may take six, and a request has at most 1 MiB.
  static let maximumBytes = 160 << 10

  private var files: ArraySlice<ImportFile>
  private var offset = 0
  private var isJSON = false

  init(_ files: [ImportFile]) { self.files = files[...] }

  var isAtEnd: Bool { files.isEmpty }

  /// Returns the next piece; nil after the last. Each file has one, because the report names it.
  mutating func next() throws -> Piece? {
    guard let file = files.first else { return nil }
    let bytes = try file.contents?.bytes(from: offset, atMost: Self.maximumBytes) ?? []
    if offset == 0 {
      guard !bytes.starts(with: Array("PK\u{3}\u{4}".utf8)) else { throw Problem.zip(file.name) }
      isJSON = Self.isJSON(bytes)
    }
    let piece = bytes.prefix(Self.length(of: bytes, isJSON: isJSON))
    guard let text = String(validating: piece, as: UTF8.self) else { throw Problem.notText(file.name) }
    offset += piece.count
    if offset >= file.contents?.count ?? 0 {
      files = files.dropFirst()
      offset = 0
    }
    return Piece(file: file.name, text: text)
  }

  static func isJSON(_ bytes: [UInt8]) -> Bool {
    let first = bytes.first { !Array(" \t\r\n\u{FEFF}".utf8).contains($0) }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }

  /// Returns the length of the next piece. It ends between two characters, and may end inside a record.
  static func length(of bytes: [UInt8], isJSON: Bool) -> Int {
    // Each record ends with this byte, which may also be inside it, so a piece has at most as many records.
    let recordEnd = UInt8(ascii: isJSON ? "}" : "\n")
    var ends = 0
    for (index, byte) in bytes.enumerated() {
      // A character has at most four bytes.
      if ends == maximumRecords || index > maximumBytes - 4, byte & 0xC0 != 0x80 { return index }
      if byte == recordEnd { ends += 1 }
    }
    return bytes.count
  }
}

/// A file to import.
struct ImportFile: Sendable {
  /// The path below the chosen folder, by which the server recognizes the file.
  let name: String
  /// Nil for an image or another file that no service exports.
  let contents: UploadedFile?

  /// Returns the chosen files, and those of the chosen folder, in the order of their names.
  static func all(_ uploaded: [UploadedFile]) -> [ImportFile] {
    uploaded.compactMap { file -> ImportFile? in
      guard file.field == "folder" else { return ImportFile(name: file.name, contents: file) }
      let path = file.name.split(separator: "/").dropFirst()
      guard let last = path.last, !path.contains(where: { $0.hasPrefix(".") }) else { return nil }
      let isKnown = last.hasSuffix(".csv") || last.hasSuffix(".json")
      return ImportFile(name: path.joined(separator: "/"), contents: isKnown ? file : nil)
    }.sorted { $0.name < $1.name }
  }
}
