import Glibc
import MovieNightPrimitives

/// The command line of this process, which every user of the machine can see.
enum ProcessTitle {
  /// Overwrites the secrets in this process's arguments, which `ps` shows until then. Call after reading them.
  static func hideSecrets() {
    guard let arguments = arguments() else { return }
    hideSecrets(in: arguments)
  }

  /// Overwrites the secrets in a command line of zero-terminated words. These are the part of a PostgreSQL address
  /// after the scheme, the value of `--token`, and words anywhere that look like tokens.
  static func hideSecrets(in arguments: UnsafeMutableBufferPointer<UInt8>) {
    var isTokenNext = false
    for word in arguments.split(separator: 0, omittingEmptySubsequences: true) {
      if isTokenNext {
        hide(word.indices, in: arguments)
      } else if let secret = secretStarts.lazy.compactMap({ end(of: $0, in: word) }).first {
        hide(secret..<word.endIndex, in: arguments)
      } else {
        hideTokens(word, in: arguments)
      }
      isTokenNext = !isTokenNext && word.elementsEqual("--token".utf8)
    }
  }

  private static let secretStarts = ["postgres://", "postgresql://", "--token="]

  /// The length of 256 random bits in base64url, as in clients' secrets. Tokens are longer, ids shorter.
  private static let shortestToken = 43

  private static func hideTokens(_ word: Slice<Words>, in arguments: Words) {
    let runs = word.split { !ASCII.isLetterOrDigit($0) && !"-_".utf8.contains($0) }
    for run in runs where run.count >= shortestToken { hide(run.indices, in: arguments) }
  }

  private typealias Words = UnsafeMutableBufferPointer<UInt8>

  private static func hide(_ range: Range<Int>, in arguments: Words) {
    for index in range { arguments[index] = UInt8(ascii: "*") }
  }

  private static func end(of text: String, in word: Slice<Words>) -> Int? {
    let text = Array(text.utf8)
    let starts = word.indices.dropLast(max(0, text.count - 1))
    return starts.first { word[$0...].starts(with: text) }.map { $0 + text.count }
  }

  /// Returns the memory that /proc/PID/cmdline shows. `CommandLine.arguments` is only a copy of it, so its address is
  /// taken from the kernel (fields 48 and 49 of `stat`, see proc(5)).
  private static func arguments() -> UnsafeMutableBufferPointer<UInt8>? {
    let descriptor = open("/proc/self/stat", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(descriptor, &bytes, bytes.count)
    // The second field, the program's name in parentheses, may contain any character, so count fields from its end.
    guard count > 0, let name = bytes[..<count].lastIndex(of: UInt8(ascii: ")")) else { return nil }
    let fields = bytes[(name + 1)..<count].split(separator: UInt8(ascii: " "))
    guard fields.count > 46, let start = UInt(String(decoding: fields[45], as: UTF8.self)),
      let end = UInt(String(decoding: fields[46], as: UTF8.self)), end > start, start > 0
    else { return nil }
    return UnsafeMutableBufferPointer(start: UnsafeMutablePointer(bitPattern: start), count: Int(end - start))
  }
}
