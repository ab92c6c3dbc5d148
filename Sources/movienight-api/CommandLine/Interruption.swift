import Glibc

/// Control-C for commands that go on until somebody ends them.
enum Interruption {
  /// From now on Control-C ends the program with code 0, and SIGTERM with the usual one; a hidden cursor is shown again.
  @Sendable static func endProgram(showingCursor: Bool) {
    // What a handler may do is little: no closure with a context, nothing that allocates.
    if showingCursor {
      signal(SIGINT) { _ in
        Interruption.showCursor()
        _exit(0)
      }
      signal(SIGTERM) { _ in
        Interruption.showCursor()
        _exit(128 + SIGTERM)
      }
    } else {
      signal(SIGINT) { _ in _exit(0) }
    }
  }

  private static func showCursor() {
    let text: StaticString = "\u{1B}[?7h\u{1B}[?25h\n"
    _ = write(STDOUT_FILENO, text.utf8Start, text.utf8CodeUnitCount)
  }
}
