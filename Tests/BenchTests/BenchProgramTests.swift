import CommandLineSupport
import Testing

@testable import Bench
@testable import Console

@Suite struct BenchProgramTests {
  private func run(_ words: String...) -> (code: ExitCode, run: TestRun) {
    let run = TestRun(words)
    return (run.exitCode(of: .bench), run)
  }

  @Test(arguments: Program.bench.commands.map(\.name)) func everyMeasurementHasHelp(_ name: String) throws {
    let (code, shown) = run(name, "--help")
    #expect(code == .success)
    #expect(shown.output.text.contains("Usage: movienight-bench \(name) [options]"))
    let command = try #require(Program.bench.commands.first { $0.name == name })
    #expect(!command.examples.isEmpty)
    for example in command.examples {
      let words = shellWords(example.line)
      #expect(words.prefix(2) == ["movienight-bench", name])
      #expect(throws: Never.self) {
        try ArgumentParser(options: command.options, positionals: "").parse(Array(words.dropFirst(2)))
      }
    }
  }

  @Test func unknownMeasurementSuggestsNearestOne() {
    let (code, shown) = run("vote")
    #expect(code == .usage)
    #expect(
      shown.errors.text == """
        error: Unknown command 'vote'. Did you mean 'votes'?
          See: movienight-bench help

        """)
  }
}
