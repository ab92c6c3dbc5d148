import Domain
import EventStore
import MovieNightPrimitives
import TestSupport
import Testing

@testable import Commands
@testable import CommandsSupport
@testable import WritePath

/// Random sequences through the committer. A command resent with its id must change nothing, and the recorded events
/// must equal those of the deciders alone.
@Suite struct CommitterPropertyTests {
  private static let sequences: UInt64 = 150

  @Test(arguments: [1_000, 1])
  func resendingEveryCommandChangesNothing(capacity: Int) throws {
    let seed = TestSeed.current
    for number in 0..<Self.sequences {
      var generator = StepGenerator(seed: seed &+ number)
      let steps = generator.sequence()
      guard try problem(in: steps, capacity: capacity) != nil else { continue }
      let shortest = shrunk(steps) { (try? problem(in: $0, capacity: capacity)) != .some(nil) }
      let lines = shortest.enumerated().map { "  \($0 + 1). \($1)" }.joined(separator: "\n")
      let again = TestSeed.command(seed: seed &+ number, filter: "CommitterPropertyTests")
      Issue.record("\(try problem(in: shortest, capacity: capacity) ?? "")\n\(lines)\nRun it again: \(again)")
      return
    }
  }

  private func problem(in steps: [Step], capacity: Int) throws -> String? {
    let path = try ScriptedCommitter(stateMemory: capacity)
    var run = SequenceRun()
    var night = Night()
    for (index, step) in steps.enumerated() {
      guard let sent = run.resolve(step) else { continue }
      path.now = sent.time
      night.wait(until: sent.time)
      night.expireDueRounds()
      let submission = Submission.round(
        sent.command, sent.round + 1, by: sent.sender, as: sent.actingAs, id: UInt64(index))
      let first = path.send(submission)
      let recorded = path.store.events
      let second = path.send(submission)
      let alone = night.send(
        sent.command, to: Cast.round(sent.round + 1), by: sent.sender, as: sent.actingAs)
      run.applyToModel(
        Step(jump: .no, sender: sent.sender, actingAs: sent.actingAs, roundsBack: step.roundsBack, action: step.action))
      if let problem = Self.disagreement(first, second, alone) { return "step \(index + 1): \(problem)" }
      if path.store.events != recorded { return "step \(index + 1): sent again, it recorded something" }
    }
    return night.difference(from: path.store.events)
  }

  /// Some groups fail. A command answered as recorded must be in the store, and no decision may depend on unrecorded
  /// events.
  @Test(arguments: [1_000, 1])
  func groupingCommandsChangesNoOutcome(capacity: Int) throws {
    let seed = TestSeed.current
    for number in 0..<Self.sequences {
      var generator = StepGenerator(seed: seed &+ number)
      let steps = generator.sequence()
      var dice = SeededGenerator(seed: seed ^ number)
      let fails = number % 2 == 1
      guard let problem = try problem(inGroupsOf: steps, capacity: capacity, fails: fails, &dice) else { continue }
      Issue.record("\(problem); seed \(seed &+ number)")
      return
    }
  }

  private func problem(
    inGroupsOf steps: [Step], capacity: Int, fails: Bool, _ dice: inout SeededGenerator
  ) throws -> String? {
    let path = try ScriptedCommitter(stateMemory: capacity)
    var run = SequenceRun()
    var night = Night()
    var alone: [UInt64: Night.Outcome] = [:]
    var posted: UInt64 = 0
    for step in steps {
      guard let sent = run.resolve(step) else { continue }
      // All commands of a group are decided as of one time, so the group ends before the time changes.
      if sent.time != path.now || dice.next() % 4 == 0 { path.tick() }
      path.now = sent.time
      night.wait(until: sent.time)
      night.expireDueRounds()
      posted += 1
      path.post(.round(sent.command, sent.round + 1, by: sent.sender, as: sent.actingAs, id: posted))
      alone[posted] = night.send(sent.command, to: Cast.round(sent.round + 1), by: sent.sender, as: sent.actingAs)
      run.applyToModel(
        Step(jump: .no, sender: sent.sender, actingAs: sent.actingAs, roundsBack: step.roundsBack, action: step.action))
      if fails, path.store.faults.isEmpty, dice.next() % 8 == 0 {
        path.store.faults = [[.unavailable, .outcomeUnknown(isRecorded: dice.next() % 2 == 0)][Int(dice.next() % 2)]]
      }
    }
    path.tick()
    let outcomes = path.takeNumberedOutcomes()
    if outcomes.count != posted { return "\(posted) commands, \(outcomes.count) answers" }
    for case .recorded(let recorded) in outcomes.values where !recorded.events.allSatisfy(path.store.events.contains) {
      return "told as recorded, and not there: \(recorded.events.map(\.type))"
    }
    for case .failed(.unavailable(let error)) in outcomes.values where error.description.contains("another process") {
      return "\(error)"
    }
    guard !fails else { return nil }
    for (number, outcome) in outcomes {
      guard let expected = alone[number] else { return "an answer to nothing" }
      if let problem = Self.disagreement(outcome, expected) { return "command \(number): \(problem)" }
    }
    return night.difference(from: path.store.events)
  }

  private static func disagreement(_ outcome: SubmissionOutcome, _ alone: Night.Outcome) -> String? {
    switch (outcome, alone) {
    case (.recorded(let recorded), .recorded(let events)):
      recorded.events.map(\.data) == events.map(\.payload.data) ? nil : "other events: \(recorded.events.map(\.type))"
    case (.refused(let refusal), .refused(let expected)):
      refusal.isIdentical(to: expected) ? nil : "\(refusal), the deciders alone: \(expected)"
    default: "\(outcome.summary), the deciders alone: \(alone)"
    }
  }

  private static func disagreement(_ first: SubmissionOutcome?, _ second: SubmissionOutcome?, _ alone: Night.Outcome)
    -> String?
  {
    switch (first, second, alone) {
    case (.recorded(let recorded), .repeated(let receipt), .recorded(let events)):
      receipt.position == recorded.position && receipt.eventCount == events.count
        && recorded.events.count == events.count ? nil : "another answer: \(receipt), \(recorded.events.map(\.type))"
    case (.refused(let refusal), .refused(let again), .refused(let expected)):
      refusal.isIdentical(to: again) && refusal.isIdentical(to: expected) ? nil : "\(refusal), \(again), \(expected)"
    default: "\(first?.summary ?? "nothing"), then \(second?.summary ?? "nothing"), the deciders alone: \(alone)"
    }
  }
}
