import Glibc

/// Reads a secret from standard input: one line without echo at a terminal, otherwise everything up to the end.
package enum SecretInput {
  @Sendable package static func read(asking question: String) throws(CommandFailure) -> [UInt8] {
    guard isatty(STDIN_FILENO) == 1 else { return try readAll(STDIN_FILENO, "Standard input") }
    var shown = termios()
    guard tcgetattr(STDIN_FILENO, &shown) == 0 else { throw failure("examined") }
    var hidden = shown
    hidden.c_lflag &= ~tcflag_t(ECHO)
    // Control-C must end the reading and not the program, because the program must restore the terminal's echo first.
    let interruption = InterruptedReading()
    guard tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden) == 0 else {
      interruption.end()
      throw failure("set to hide the input")
    }
    Terminal.descriptor(STDERR_FILENO, [:]).text(question)
    let line = Result { () throws(CommandFailure) in try readLine() }
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &shown)
    interruption.end()
    Terminal.descriptor(STDERR_FILENO, [:]).line()
    return try line.get()
  }

  /// Reads a line with the terminal's echo.
  @Sendable static func readVisibleLine() throws(CommandFailure) -> String {
    String(decoding: try readLine(), as: UTF8.self)
  }

  private static func readLine() throws(CommandFailure) -> [UInt8] {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while true {
      let count = Glibc.read(STDIN_FILENO, &byte, 1)
      if count == 0 || count == 1 && byte == UInt8(ascii: "\n") { return line }
      guard count == 1 else {
        throw errno == EINTR ? CommandFailure("Interrupted") : failure("read")
      }
      line.append(byte)
    }
  }

  private static func failure(_ action: String) -> CommandFailure {
    CommandFailure("The terminal cannot be \(action): \(String(cString: strerror(errno)))")
  }
}

/// Makes SIGINT, SIGTERM and SIGHUP interrupt a `read` instead of ending the program, until `end` is called.
private struct InterruptedReading {
  private static let signals = [SIGINT, SIGTERM, SIGHUP]
  private var earlier: [sigaction] = []

  init() {
    for signal in Self.signals {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { _ in }
      var before = sigaction()
      sigaction(signal, &action, &before)
      earlier.append(before)
    }
  }

  func end() {
    for (signal, action) in zip(Self.signals, earlier) {
      var action = action
      sigaction(signal, &action, nil)
    }
  }
}
