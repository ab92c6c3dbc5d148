import CommandLineSupport
import Testing

@testable import Console
@testable import movienight

/// The output of an operator's commands in a window of 60 columns.
@Suite("Commands: narrow terminals") struct NarrowTerminalTests {
  private func lines(_ words: [String], isTerminal: Bool = true) -> [String] {
    let run = TestRun(words, isTerminal: isTerminal, columns: 60)
    #expect(run.exitCode(of: .movienight()) == .success, "\(words): \(run.errors.text)")
    return run.output.text.split(separator: "\n").map(String.init)
  }

  @Test func linesFitSixtyColumns() throws {
    let server = try LocalServer(.journal)
    var night = Night(administrator: try server.administrator())
    try night.play(on: server)
    server.stop()
    let store = ["--store", "\(server.store)"]
    let ofStore = [["events"], ["verify"], ["rebuild-projections"], ["rebuild-projections", "--verify"]]
    for words in ofStore.map({ $0 + store }) + [
      ["protocol"], ["protocol", "rounds.vote"], ["protocol", "households.update"],
    ] {
      let shown = lines(words)
      #expect(!shown.isEmpty)
      for line in shown { #expect(displayColumns(line) <= 60, "\(line)") }
      // In a pipe, each item has one line with the same words.
      let inPipe = lines(words, isTerminal: false)
      #expect(shown.flatMap { $0.split(separator: " ") } == inPipe.flatMap { $0.split(separator: " ") })
    }
    #expect(lines(["events"] + store, isTerminal: false).count < lines(["events"] + store).count)
  }
}
