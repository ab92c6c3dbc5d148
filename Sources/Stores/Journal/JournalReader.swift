import EventStore
import MovieNightPrimitives

/// A reader that decodes the groups in a part of the journal's file.
struct JournalReader {
  private let path: String
  private let bytes: [UInt8]
  /// The offset of `bytes` in the file.
  private let start: Int
  private var strings = StringTable()
  /// The offset of the next group in the file, and the number of its first line, counted from 1.
  private(set) var offset: Int
  private(set) var line: Int
  /// The number and the checksum of the last group that was read.
  private(set) var group: Int
  private(set) var checksum: UInt32

  enum End: Equatable {
    case whole
    /// Some bytes follow the last complete group. They are part of a group that was never acknowledged.
    case torn(bytes: Int)
  }

  init(path: String, bytes: [UInt8], start: Int = 0, line: Int = 1, group: Int = 0, checksum: UInt32 = 0) {
    self.path = path
    self.bytes = bytes
    self.start = start
    self.line = line
    self.group = group
    self.checksum = checksum
    offset = start
  }

  /// Calls `body` with the lines and the checksum of each complete group, in order.
  /// - Throws: `damaged`, with file, line and byte, if a complete group follows invalid bytes.
  mutating func readGroups(_ body: ([JournalLine], UInt32) throws(StoreError) -> Void) throws(StoreError) -> End {
    while offset - start < bytes.count {
      guard let frame = Frame(bytes, at: offset - start) else {
        guard !hasFrame(after: offset - start) else { throw damage("is not the group that was recorded") }
        return .torn(bytes: bytes.count - (offset - start))
      }
      guard frame.number == group + 1, frame.previous == checksum else {
        throw damage("holds group \(frame.number), which does not follow group \(group)")
      }
      try body(lines(of: frame), frame.checksum)
      offset = start + frame.end
      line += 1 + frame.lineCount
      group = frame.number
      checksum = frame.checksum
    }
    return .whole
  }

  private mutating func lines(of frame: Frame) throws(StoreError) -> [JournalLine] {
    var lines: [JournalLine] = []
    for text in bytes[frame.lines].split(separator: UInt8(ascii: "\n")) {
      do {
        lines.append(try JournalLine(text, &strings))
      } catch {
        throw damage("has a group whose line \(lines.count + 1) cannot be read: \(error)")
      }
    }
    guard lines.count == frame.lineCount else { throw damage("has a group of \(lines.count) lines") }
    return lines
  }

  /// Returns whether a complete group begins later. Tries every byte, as the line break before it may be damaged, too.
  private func hasFrame(after position: Int) -> Bool {
    bytes[(position + 1)...].indices.contains { bytes[$0] == UInt8(ascii: "{") && Frame(bytes, at: $0) != nil }
  }

  private func damage(_ what: String) -> StoreError {
    StoreError(
      .damaged, "\(path) line \(line) (byte \(offset)) \(what)",
      hint: "Restore a backup, or truncate the file there if the rest may be lost.")
  }

  /// The header of a complete group, and the range of the group's lines in `bytes`.
  private struct Frame {
    var number: Int
    var previous: UInt32
    var checksum: UInt32
    var lineCount: Int
    var lines: Range<Int>
    var end: Int { lines.upperBound }

    // The bytes with which every header begins. Comparing them is faster than parsing each line of a damaged file.
    private static let beginning = Array(#"{"group":"#.utf8)

    init?(_ bytes: [UInt8], at start: Int) {
      guard bytes[start...].starts(with: Self.beginning),
        let headerEnd = bytes[start...].firstIndex(of: UInt8(ascii: "\n")),
        let header = try? JSONDocument(stored: Array(bytes[start..<headerEnd])).root,
        let number = try? header.integer("group"), let lineCount = try? header.integer("lines"),
        let length = try? header.integer("bytes"), length >= 0, length <= bytes.count - headerEnd - 1,
        let previous = try? header.integer("previous"), let checksum = try? header.integer("crc32"),
        let comma = bytes[start..<headerEnd].lastIndex(of: UInt8(ascii: ","))
      else { return nil }
      let lines = headerEnd + 1..<headerEnd + 1 + length
      var sum = CRC32()
      bytes.withUnsafeBytes { bytes in
        sum.update(UnsafeRawBufferPointer(rebasing: bytes[start..<comma]))
        sum.update(UnsafeRawBufferPointer(rebasing: bytes[lines]))
      }
      guard Int(sum.value) == checksum, let previous = UInt32(exactly: previous) else { return nil }
      // The checksum covers only the part of the header before the comma, so the rest of the header is compared.
      guard Array(bytes[comma...headerEnd]) == Array(",\"crc32\":\(checksum)}\n".utf8) else { return nil }
      self.number = number
      self.previous = previous
      self.checksum = sum.value
      self.lineCount = lineCount
      self.lines = lines
    }
  }
}
