import Glibc

/// Control-C for commands that go on until somebody ends them.
package enum Interruption {
  /// From now on Control-C ends the program with code 0, and SIGTERM with the usual one; a terminal that was drawn over is given back.
  @Sendable package static func endProgram(restoringTerminal: Bool) {
    // What a handler may do is little: no closure with a context, nothing that allocates.
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

  /// What gives back a terminal that was drawn over: lines wrap again, the cursor shows, what stood there before is back.
  package static var screenEnding: StaticString { "\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l" }

  private static func restoreTerminal() {
    let text = Interruption.screenEnding
    _ = write(STDOUT_FILENO, text.utf8Start, text.utf8CodeUnitCount)
  }
}
