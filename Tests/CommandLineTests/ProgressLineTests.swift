import CommandLineSupport
import Testing

@testable import Console

@Suite struct ProgressLineTests {
  @Test func terminalRedrawsOneLine() {
    let run = TestRun([], isTerminal: true)
    var progress = ProgressLine("Rebuilding", unit: "events", run.environment)
    progress.update(0, of: 1_000_000)
    run.clock.jump(.seconds(2))
    progress.update(500_000, of: 1_000_000)
    progress.update(500_001, of: 1_000_000)
    let drawings = run.errors.text.split(separator: "\r")
    #expect(drawings.count == 2)
    #expect(drawings[1].hasPrefix("Rebuilding: 50%, 500,000 of 1,000,000 events, 2"))
    #expect(drawings[1].hasSuffix("/s, 0:02 left\u{1B}[K"))
    #expect(!run.errors.text.contains("\n"))
  }

  @Test func plainLinesAppearPeriodicallyWithoutTerminal() {
    let run = TestRun([])
    var progress = ProgressLine("Rebuilding", unit: "events", run.environment)
    for step in 1...20 {
      run.clock.jump(.seconds(1))
      progress.update(step, of: nil)
    }
    progress.finish(20)
    let lines = run.errors.text.split(separator: "\n")
    #expect(lines.count == 5)
    #expect(lines[0].hasPrefix("Rebuilding: 5 events, "))
    #expect(lines[4].hasPrefix("Rebuilding: 20 events in 20."))
    #expect(!run.errors.text.contains("\u{1B}"))
  }

  @Test func numbersAndDurationsAreHumanReadable() {
    #expect([0, 999, 1000, -1_234_567].map(grouped) == ["0", "999", "1,000", "-1,234,567"])
    #expect([5, 75, 3675].map { clockText(.seconds($0)) } == ["0:05", "1:15", "1:01:15"])
  }
}
