import FakeServer
import MovieNightClient
import Primitives

@testable import ClientCommands
@testable import Console
@testable import movienight_api

/// What a command wrote.
final class Written: Sendable {
  private let bytes = Locked<[UInt8]>([])

  var text: String { String(decoding: bytes.withLock { $0 }, as: UTF8.self) }

  func terminal(
    isTerminal: Bool, isDumb: Bool, isStyled: Bool, columns: @escaping @Sendable () -> Int
  ) -> Terminal {
    Terminal(isTerminal: isTerminal, movesCursor: isTerminal && !isDumb, isStyled: isStyled, readColumns: columns) {
      [bytes] written in
      bytes.withLock { $0 += written }
    }
  }
}

/// One run of the program without a process.
struct TestRun {
  let output = Written()
  let errors = Written()
  let clock = TestClock()
  let environment: Environment

  init(
    _ arguments: [String], variables: [String: String] = [:], input: String = "", isTerminal: Bool = false,
    isDumb: Bool = false, isStyled: Bool = false, columns: Int = 80
  ) {
    environment = Environment(
      arguments: arguments, variables: variables,
      output: output.terminal(isTerminal: isTerminal, isDumb: isDumb, isStyled: isStyled) { columns },
      errors: errors.terminal(isTerminal: isTerminal, isDumb: isDumb, isStyled: isStyled) { columns },
      readInput: { () throws(CommandFailure) in Array(input.utf8) },
      readSecret: { (_) throws(CommandFailure) in Array(input.utf8) }, clock: clock.clientClock, localDate: { $0.date })
  }

  func exitCode() -> ExitCode { Program.movienight().run(environment) }

  var canvas: Canvas { Canvas(environment) }
}
