import Glibc

/// Control-C for commands that go on until somebody ends them.
enum Interruption {
  /// From now on Control-C ends the program with code 0, and SIGTERM with the usual one; a terminal that was drawn over is given back.
  @Sendable static func endProgram(restoringTerminal: Bool) {
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

  private static func restoreTerminal() {
    let text = WatchScreen.ending
    _ = write(STDOUT_FILENO, text.utf8Start, text.utf8CodeUnitCount)
  }
}
