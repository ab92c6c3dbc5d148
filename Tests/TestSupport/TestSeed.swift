import Foundation

/// Returns a shorter list of steps that still fails. Repeatedly removes steps, at first many at once and in the end one
/// at a time, as long as the remaining steps fail.
public func shrunk<Step>(_ steps: [Step], fails: ([Step]) -> Bool) -> [Step] {
  var steps = steps
  var size = max(1, steps.count / 2)
  while true {
    var hasShrunk = false
    var start = 0
    while start < steps.count {
      var shorter = steps
      shorter.removeSubrange(start..<min(start + size, steps.count))
      if fails(shorter) {
        steps = shorter
        hasShrunk = true
      } else {
        start += size
      }
    }
    if size > 1 { size /= 2 } else if !hasShrunk { return steps }
  }
}

/// The seed of a run's random numbers, which is random unless an environment variable sets it.
public enum TestSeed {
  private static let variable = "MOVIENIGHT_TEST_SEED"

  public static let current: UInt64 =
    ProcessInfo.processInfo.environment[variable].flatMap(UInt64.init) ?? UInt64.random(in: 0..<1_000_000_000)

  /// Returns the command that repeats a run with `seed`.
  public static func command(seed: UInt64, filter: String) -> String {
    "\(variable)=\(seed) swift test --filter \(filter)"
  }
}

/// The seeds of tests of random cases. `make test` runs a quarter of them, and `make test-long`, which CI also runs, all.
/// `make test-long` has the tests of the targets `CommandsTests` and `ProjectionsTests`, so use it only there.
public enum RandomCases {
  private static let isLongRun = ProcessInfo.processInfo.environment["MOVIENIGHT_LONG_TESTS"] != nil

  /// Returns `count` seeds in a long run, otherwise a quarter of them, but at least two.
  public static func seeds(_ count: UInt64) -> Range<UInt64> { 0..<(isLongRun ? count : max(2, count / 4)) }
}
