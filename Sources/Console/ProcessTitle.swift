import Glibc

/// What every user of the machine sees of this process: its command line.
enum ProcessTitle {
  /// Writes over all but the scheme of PostgreSQL's addresses in the process's own arguments, since they may hold a
  /// password. To be called when the arguments have been read; until then `ps` shows them.
  static func hideAddresses() {
    guard let arguments = arguments() else { return }
    for word in arguments.split(separator: 0, omittingEmptySubsequences: true) {
      guard let scheme = ["postgres://", "postgresql://"].compactMap({ end(of: $0, in: word) }).first else { continue }
      for index in scheme..<word.endIndex { arguments[index] = UInt8(ascii: "*") }
    }
  }

  private static func end(of text: String, in word: Slice<UnsafeMutableBufferPointer<UInt8>>) -> Int? {
    let text = Array(text.utf8)
    let starts = word.indices.dropLast(max(0, text.count - 1))
    return starts.first { word[$0...].starts(with: text) }.map { $0 + text.count }
  }

  /// The memory that /proc/PID/cmdline shows. Swift hands out a copy, so the kernel is asked where it is (proc(5),
  /// the 48th and 49th field of `stat`).
  private static func arguments() -> UnsafeMutableBufferPointer<UInt8>? {
    let descriptor = open("/proc/self/stat", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(descriptor, &bytes, bytes.count)
    // The program's name, in parentheses, may hold anything; it is followed by the third field.
    guard count > 0, let name = bytes[..<count].lastIndex(of: UInt8(ascii: ")")) else { return nil }
    let fields = bytes[(name + 1)..<count].split(separator: UInt8(ascii: " "))
    guard fields.count > 46, let start = UInt(String(decoding: fields[45], as: UTF8.self)),
      let end = UInt(String(decoding: fields[46], as: UTF8.self)), end > start, start > 0
    else { return nil }
    return UnsafeMutableBufferPointer(start: UnsafeMutablePointer(bitPattern: start), count: Int(end - start))
  }
}
