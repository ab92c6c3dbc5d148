import TestSupport
import Testing
import ProtocolSchema

@testable import CommandsSupport
@testable import Server

/// Compares the refusals that deciders give to round commands with those that the methods declare.
@Suite struct RoundRefusalTests {
  private static let sequences = 1000

  @Test func everyDeciderRefusalIsDeclaredByItsMethod() throws {
    let seed = TestSeed.current
    var seen: Set<String> = []
    for number in 0..<UInt64(Self.sequences) {
      var generator = StepGenerator(seed: seed &+ number)
      #expect(SequenceRun.problem(in: generator.sequence(), seen: &seen) == nil)
    }
    var count = 0
    for name in CommandName.allCases {
      let method = try #require(MethodTable.current[name.method], "\(name.method)")
      let declared = Set(method.description.refusals.map { $0.reason })
      let beginning = "\(name.rawValue) refused: "
      let met = Set(seen.filter { $0.hasPrefix(beginning) }.map { String($0.dropFirst(beginning.count)) })
      #expect(met.subtracting(declared) == [], "\(method.name), seed \(seed)")
      count += met.count
    }
    #expect(count > 80, "the sequences came across little; seed \(seed)")
  }
}
