import TestSupport
import Testing

@testable import CommandsSupport

/// Compares random sequences of commands with a second implementation of the rules, `RuleModel`.
///
/// A failure prints the shortest sequence that still fails, and the command that runs it again.
@Suite struct RoundPropertyTests {
  private static let sequences: UInt64 = 2000

  @Test func randomSequencesMatchRuleModel() {
    let seed = TestSeed.current
    var seen: Set<String> = []
    for number in 0..<Self.sequences {
      // A shorter run also continues until it has seen all outcomes.
      if number >= RandomCases.seeds(Self.sequences).upperBound, Self.mustBeSeen.isSubset(of: seen) { break }
      var generator = StepGenerator(seed: seed &+ number)
      let steps = generator.sequence()
      guard SequenceRun.problem(in: steps, seen: &seen) != nil else { continue }
      let shortest = shrunk(steps) { SequenceRun.problem(in: $0, seen: &seen) != nil }
      let problem = SequenceRun.problem(in: shortest, seen: &seen) ?? ""
      let lines = shortest.enumerated().map { "  \($0 + 1). \($1)" }.joined(separator: "\n")
      let again = TestSeed.command(seed: seed &+ number, filter: "RoundPropertyTests")
      Issue.record("\(problem)\n\(lines)\nRun it again: \(again)")
      return
    }
    let missing = Self.mustBeSeen.subtracting(seen).sorted()
    #expect(missing.isEmpty, "no sequence came across these: \(missing); seed \(seed)")
  }

  /// The outcomes that the sequences must cover. Otherwise the sequences prove little.
  private static let mustBeSeen: Set<String> = Set(CommandName.allCases.map { "\($0.rawValue) accepted" }).union([
    "active_round_exists", "not_members", "too_few_attendees", "already_in_round", "round_full", "already_watched",
    "over_ceiling", "too_few_suggestions", "member_proposal_limit", "round_proposal_limit", "proposal_has_votes",
    "not_a_proposal", "not_in_round", "no_vote", "nothing_voted", "wrong_state", "voting_closed", "not_an_attendee",
    "cannot_act_as", "creator_only", "starter_or_creator_only", "proposer_or_creator_only", "unknown_round",
    "not_authenticated", "VotingClosed", "RoundRated", "RoundExpired", "RoundWatched", "MovieWatched",
  ])

  /// In this example, only two of fifty steps matter.
  @Test func shrinkingKeepsOnlyStepsThatMatter() {
    let shortest = shrunk(Array(1...50)) { $0.contains(17) && $0.contains(33) }
    #expect(shortest == [17, 33])
  }
}
