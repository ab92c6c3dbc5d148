import Glibc

/// Splits the input of one connection into lines that end with `\n` or `\r\n`. Empty lines are skipped.
struct LineCutter {
  enum Outcome: Equatable {
    /// All input has been processed. If it ends in the middle of a line, the next bytes continue that line.
    case wantsMore
    /// As many lines as allowed were passed to `take`. The rest of the input is kept for `cutHeld`.
    case full
    /// A line is too long. The input after it cannot be processed.
    case tooLong
  }

  // The start of an unfinished line or, if `holdsLines` is true, input that has not been split yet.
  private var held: [UInt8] = []
  private(set) var holdsLines = false

  var heldBytes: Int { held.count }

  /// Passes the lines in `bytes` to `take`, at most `room` of them. Copies each line once.
  mutating func cut(
    _ bytes: UnsafeRawBufferPointer, longest: Int, room: Int, _ take: ([UInt8]) -> Void
  ) -> Outcome {
    var start = 0
    var room = room
    while start < bytes.count {
      guard let end = Self.lineEnd(in: bytes, from: start) else {
        // One byte more than the longest line, because the last byte may turn out to be a `\r`.
        guard held.count + bytes.count - start <= longest + 1 else { return .tooLong }
        held.append(contentsOf: bytes[start...])
        return .wantsMore
      }
      guard room > 0 else {
        held.append(contentsOf: bytes[start...])
        holdsLines = true
        return .full
      }
      let line = finishLine(bytes[start..<end])
      guard line.count <= longest else { return .tooLong }
      if !line.isEmpty {
        take(line)
        room -= 1
      }
      start = end + 1
    }
    return .wantsMore
  }

  /// Continues with the input that was kept when an earlier call returned `full`.
  mutating func cutHeld(longest: Int, room: Int, _ take: ([UInt8]) -> Void) -> Outcome {
    let bytes = held
    held = []
    holdsLines = false
    return bytes.withUnsafeBytes { cut($0, longest: longest, room: room, take) }
  }

  mutating func discard() {
    held = []
    holdsLines = false
  }

  private mutating func finishLine(_ rest: Slice<UnsafeRawBufferPointer>) -> [UInt8] {
    guard !held.isEmpty else {
      let hasReturn = rest.last == UInt8(ascii: "\r")
      return [UInt8](UnsafeRawBufferPointer(rebasing: hasReturn ? rest.dropLast() : rest))
    }
    var line = held
    held = []
    line.append(contentsOf: rest)
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    return line
  }

  private static func lineEnd(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
    guard let base = bytes.baseAddress,
      let found = memchr(base + start, Int32(UInt8(ascii: "\n")), bytes.count - start)
    else { return nil }
    return UnsafeRawPointer(found) - base
  }
}
