import FakeServer
import MovieNightKit
import Platform
import MovieNightPrimitives

@testable import Console

/// Collects the output of a command.
package final class CapturedOutput: Sendable {
  private let bytes = Locked<[UInt8]>([])

  package init() {}

  package var text: String { String(decoding: bytes.withLock { $0 }, as: UTF8.self) }

  package func terminal(
    isTerminal: Bool, isDumb: Bool, isStyled: Bool, columns: @escaping @Sendable () -> Int
  ) -> Terminal {
    Terminal(isTerminal: isTerminal, movesCursor: isTerminal && !isDumb, isStyled: isStyled, readColumns: columns) {
      [bytes] written in
      bytes.withLock { $0 += written }
    }
  }
}

/// One run of the program inside the test process.
package struct TestRun {
  package let output = CapturedOutput()
  package let errors = CapturedOutput()
  package let clock = TestClock()
  package let environment: Environment

  /// - Parameter typed: The lines that the user types at the terminal; nil if standard input is not a terminal.
  package init(
    _ arguments: [String], variables: [String: String] = [:], input: String = "", typed: [String]? = nil,
    isTerminal: Bool = false, isDumb: Bool = false, isStyled: Bool = false, columns: Int = 80
  ) {
    let lines = Locked(typed ?? [])
    environment = Environment(
      arguments: arguments, variables: variables,
      output: output.terminal(isTerminal: isTerminal, isDumb: isDumb, isStyled: isStyled) { columns },
      errors: errors.terminal(isTerminal: isTerminal, isDumb: isDumb, isStyled: isStyled) { columns },
      readInput: { () throws(CommandFailure) in Array(input.utf8) },
      readSecret: { (_) throws(CommandFailure) in Array(input.utf8) }, inputIsTerminal: typed != nil,
      readLine: { () throws(CommandFailure) in lines.withLock { $0.isEmpty ? "" : $0.removeFirst() } },
      clock: clock.clientClock, localDate: { $0.date })
  }

  package func exitCode(of program: Program) -> ExitCode {
    let environment = environment
    return CallingThread.run { await program.run(environment) }
  }
}
