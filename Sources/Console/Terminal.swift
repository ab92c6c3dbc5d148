import Glibc

package struct Terminal: Sendable {
  package let isTerminal: Bool
  /// Whether text can be redrawn. This requires a terminal that supports escape codes (not `TERM=dumb`).
  package let movesCursor: Bool
  /// Whether to use colours. This requires a terminal that supports escape codes, and `NO_COLOR` must not be set.
  package let isStyled: Bool
  /// Returns the current width. It is read each time, because a window's size can change.
  package let readColumns: @Sendable () -> Int
  package let write: @Sendable ([UInt8]) -> Void

  package var columns: Int { readColumns() }

  package func text(_ text: String) { write(Array(text.utf8)) }
  package func line(_ text: String = "") { write(Array(text.utf8) + [UInt8(ascii: "\n")]) }
  package func lines(_ lines: [String]) { write(Array(lines.map { $0 + "\n" }.joined().utf8)) }

  package func styled(_ text: String, _ style: Style) -> String { isStyled ? style.applied(to: text) : text }

  /// Writes a document of lines. A program receives the bytes unchanged. On a terminal, characters that could control
  /// it are replaced.
  package func document(_ bytes: [UInt8]) {
    guard isTerminal else { return write(bytes) }
    let rows = bytes.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    lines(rows.map { printable(String(decoding: $0, as: UTF8.self)) })
  }

  /// Writes a sentence. On a terminal it is wrapped; words are never cut.
  package func sentence(_ text: String) { lines(isTerminal ? wrapped(text, columns: columns) : [text]) }

  /// Writes a line that begins with a label of at most eight letters. On a terminal the text is wrapped beside the
  /// label; words are never cut.
  package func entry(_ label: String, _ style: Style, _ text: String) {
    let indent = 9
    var start = styled(label, style) + padded("", to: indent - label.count)
    for part in isTerminal ? wrapped(text, columns: columns - indent) : [text] {
      line(start + part)
      start = padded("", to: indent)
    }
  }
}

/// A style of text, named after its meaning and not after a colour.
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
  /// The width to use if `COLUMNS` is not set and the terminal does not report its width, or there is no terminal.
  package static let defaultColumns = 80

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
        return columns > 0 ? columns : defaultColumns
      },
      write: { bytes in
        // A failure to write progress or errors is ignored, because it cannot be reported. Only results are checked.
        if !writeAll(bytes, to: descriptor), descriptor == STDOUT_FILENO { endProgram(errno) }
      })
  }

  /// Ends the command, because its result, such as a backup on a full disk, cannot be written. If the reader of a pipe
  /// has ended, the command ends without a message by SIGPIPE, as other programs do: `movienight events | head -1` is
  /// no failure.
  private static func endProgram(_ code: Int32) -> Never {
    if code == EPIPE {
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, SIGPIPE)
      signal(SIGPIPE, SIG_DFL)
      pthread_sigmask(SIG_UNBLOCK, &signals, nil)
      raise(SIGPIPE)
    }
    let text = "error: Standard output cannot be written: \(String(cString: strerror(code)))\n"
    _ = writeAll(Array((text + "  The output written so far is incomplete.\n").utf8), to: STDERR_FILENO)
    exit(ExitCode.failure.rawValue)
  }

  /// Opens the standard descriptors that are closed. Otherwise the next file or socket would get such a number, and
  /// results would be written into it.
  static func occupyClosedDescriptors() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) == -1 {
      // The file is opened in the wrong direction, so that reads and writes still fail.
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}

/// Writes all of `bytes`, with several calls if necessary. Returns false if a call fails, with the reason in `errno`.
package func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if count < 0, errno != EINTR, errno != EAGAIN { return false }
    rest = rest.dropFirst(max(0, count))
  }
  return true
}
