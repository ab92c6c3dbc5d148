import Glibc

/// Where text goes: a terminal, a file or a pipe.
package struct Terminal: Sendable {
  /// Whether a person looks at it now.
  package let isTerminal: Bool
  /// Whether what stands there can be drawn over: on a terminal that obeys escapes (`TERM=dumb` says that it does not).
  package let movesCursor: Bool
  /// Whether colours are wanted there: on a terminal that obeys escapes, unless `NO_COLOR` says no.
  package let isStyled: Bool
  /// How many columns a line has now: windows change.
  package let readColumns: @Sendable () -> Int
  package let write: @Sendable ([UInt8]) -> Void

  package var columns: Int { readColumns() }

  package func text(_ text: String) { write(Array(text.utf8)) }
  package func line(_ text: String = "") { write(Array(text.utf8) + [UInt8(ascii: "\n")]) }
  package func lines(_ lines: [String]) { write(Array(lines.map { $0 + "\n" }.joined().utf8)) }

  /// `text` in that style where styles are wanted.
  package func styled(_ text: String, _ style: Style) -> String { isStyled ? style.applied(to: text) : text }
}

/// How text looks on a terminal: named for what it says, not for a colour.
package enum Style: Sendable {
  case strong, faint, missing, accent, warning, success, failure

  package func applied(to text: String) -> String { text.isEmpty ? text : "\u{1B}[\(code)m\(text)\u{1B}[0m" }

  private var code: String {
    switch self {
    case .strong: "1"
    case .faint: "2"
    case .missing: "2;3"
    case .accent: "36"
    case .warning: "33"
    case .success: "32"
    case .failure: "31"
    }
  }
}

extension Terminal {
  /// What a line has off a terminal and on one that does not tell, unless `COLUMNS` says something else.
  package static let standardColumns = 80

  package static func descriptor(_ descriptor: Int32, _ variables: [String: String]) -> Terminal {
    let isTerminal = isatty(descriptor) == 1
    let wanted = variables["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    let movesCursor = isTerminal && variables["TERM"] != "dumb"
    return Terminal(
      isTerminal: isTerminal, movesCursor: movesCursor,
      isStyled: movesCursor && (variables["NO_COLOR"] ?? "").isEmpty,
      readColumns: {
        if let wanted { return wanted }
        let columns = isTerminal ? windowColumns(descriptor) : 0
        return columns > 0 ? columns : standardColumns
      },
      write: { bytes in
        // Progress and errors go beside the result, which counts, and there is no other place to tell them.
        if !writeAll(bytes, to: descriptor), descriptor == STDOUT_FILENO { endProgram(errno) }
      })
  }

  /// A result that could not be written is a failure, whatever the command would go on to do: a backup on a full disk.
  private static func endProgram(_ code: Int32) -> Never {
    let text = "error: Standard output cannot be written: \(String(cString: strerror(code)))\n"
    _ = writeAll(Array((text + "  What was written there is not whole.\n").utf8), to: STDERR_FILENO)
    exit(ExitCode.failure.rawValue)
  }
}

/// Writes all of `bytes`, however many calls that takes; false where that failed, with the reason in `errno`.
package func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if count < 0, errno != EINTR, errno != EAGAIN { return false }
    rest = rest.dropFirst(max(0, count))
  }
  return true
}
