import Catalog
import MovieNightPrimitives

/// The file name of a cached answer: hashes of the key's kind, id and language, so that files can be selected by kind
/// or id without opening them. Different keys can share a file name. The last answer written then replaces the others,
/// and the key stored in the file tells which answer it is.
struct AnswerFileName {
  let text: String

  init(_ key: CatalogStoreKey) {
    text = [key.kind, key.id, key.language].map(Self.part).joined(separator: "-")
  }

  static func isName(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    return parts.count == 3 && parts.allSatisfy { $0.utf8.count == 16 && $0.allSatisfy(\.isHexDigit) }
  }

  /// Whether `text` is the file name of an answer with this kind and id. A nil `kind` or `id` matches any.
  static func matches(_ text: String, kind: String?, id: String?) -> Bool {
    let parts = text.split(separator: "-").map(String.init)
    guard parts.count == 3 else { return false }
    return (kind.map(part) ?? parts[0]) == parts[0] && (id.map(part) ?? parts[1]) == parts[1]
  }

  private static func part(_ text: String) -> String {
    // 64-bit FNV-1a.
    let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}

extension CatalogStoreEntry {
  private static let headerSize = 8

  /// The entry in its file format: a checksum of the rest, the length of the key's text, that text, and the answer.
  var file: [UInt8] {
    let text = Array(key.text.utf8)
    let rest = Self.bytes(of: UInt32(text.count)) + text + bytes
    return Self.bytes(of: CRC32.of(rest)) + rest
  }

  /// Decodes a file. Returns nil if it is truncated, its checksum does not match, or its key is invalid.
  init?(file encoded: [UInt8]) {
    guard encoded.count >= Self.headerSize else { return nil }
    let sum = Self.number(encoded[0..<4])
    let length = Int(Self.number(encoded[4..<8]))
    guard sum == CRC32.of(Array(encoded[4...])), encoded.count - Self.headerSize >= length else { return nil }
    let end = Self.headerSize + length
    let text = String(decoding: encoded[Self.headerSize..<end], as: UTF8.self)
    guard let key = CatalogStoreKey(text: text) else { return nil }
    self.init(key: key, bytes: Array(encoded[end...]))
  }

  private static func bytes(of number: UInt32) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }
}

extension CatalogStoreKey {
  init?(text: String) {
    let parts = text.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3 else { return nil }
    self.init(kind: parts[0], language: parts[1], id: parts[2])
  }
}
