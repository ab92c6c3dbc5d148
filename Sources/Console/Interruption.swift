import Glibc

/// The handling of Control-C for commands that run until the user ends them.
package enum Interruption {
  /// Makes Control-C end the program with code 0, and SIGTERM with its usual code. If `restoringTerminal`, the handlers
  /// first restore a terminal that was drawn on.
  @Sendable package static func endProgram(restoringTerminal: Bool) {
    // Signal handlers must neither allocate memory nor capture a context.
    if restoringTerminal {
      signal(SIGINT) { _ in
        Interruption.restoreTerminal()
        _exit(0)
      }
      signal(SIGTERM) { _ in
        Interruption.restoreTerminal()
        _exit(128 + SIGTERM)
      }
    } else {
      signal(SIGINT) { _ in _exit(0) }
    }
  }

  /// Escape codes that restore a terminal: they turn on line wrapping and cursor, and return to the main screen.
  package static var screenEnding: StaticString { "\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l" }

  private static func restoreTerminal() {
    let text = Interruption.screenEnding
    _ = write(STDOUT_FILENO, text.utf8Start, text.utf8CodeUnitCount)
  }
}
