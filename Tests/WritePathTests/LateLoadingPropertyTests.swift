import Domain
import EventStore
import MovieNightPrimitives
import TestSupport
import Testing

@testable import Commands
@testable import CommandsSupport
@testable import WritePath

/// Random sequences in which states are repeatedly forgotten and loaded late, in any order. Events and answers must
/// equal those of the deciders alone, and the committer's thread must read no stream.
@Suite struct LateLoadingPropertyTests {
  @Test(arguments: [1_000_000, 1])
  func lateLoadingChangesNoOutcome(capacity: Int) throws {
    let seed = TestSeed.current
    for number in 0..<150 as Range<UInt64> {
      var generator = StepGenerator(seed: seed &+ number)
      let steps = generator.sequence()
      var run = LateRun(try ScriptedCommitter(stateMemory: capacity), seed: seed ^ number)
      guard let problem = try run.problem(in: steps) else { continue }
      Issue.record("\(problem); seed \(seed &+ number)")
      return
    }
  }
}

private struct LateRun {
  let path: ScriptedCommitter
  var dice: SeededGenerator

  init(_ path: ScriptedCommitter, seed: UInt64) {
    self.path = path
    path.loadsOnDemand = true
    dice = SeededGenerator(seed: seed)
  }

  mutating func problem(in steps: [Step]) throws -> String? {
    var (run, night) = (SequenceRun(), Night())
    var alone: [UInt64: Night.Outcome] = [:]
    for step in steps {
      guard let sent = run.resolve(step) else { continue }
      // Commands sent at one time are decided as of that time, however late their states are loaded.
      if sent.time != path.now { settle() }
      path.now = sent.time
      night.wait(until: sent.time)
      night.expireDueRounds()
      let number = UInt64(alone.count + 1)
      path.post(.round(sent.command, sent.round + 1, by: sent.sender, as: sent.actingAs, id: number))
      for _ in 0..<Int.random(in: 0...4, using: &dice) { doSomething() }
      alone[number] = night.send(sent.command, to: Cast.round(sent.round + 1), by: sent.sender, as: sent.actingAs)
      run.applyToModel(
        Step(jump: .no, sender: sent.sender, actingAs: sent.actingAs, roundsBack: step.roundsBack, action: step.action))
    }
    settle()
    if path.store.streamReadsOfCommitter > 0 {
      return "the committer read \(path.store.streamReadsOfCommitter) streams"
    }
    return difference(path.takeNumberedOutcomes(), alone) ?? night.difference(from: path.store.events)
  }

  private mutating func doSomething() {
    switch Int.random(in: 0..<6, using: &dice) {
    case 0: path.tick()
    case 1, 2: if path.loadCount > 0 { path.load(Int.random(in: 0..<path.loadCount, using: &dice)) }
    case 3: path.forgetStates()
    default: break
    }
  }

  /// Runs the committer until no command and no load is waiting, and no more deadlines are due.
  private mutating func settle() {
    var before: Int
    repeat {
      before = path.store.events.count
      path.tick()
      while path.isWaiting || path.loadCount > 0 {
        if path.loadCount > 0 { path.load(Int.random(in: 0..<path.loadCount, using: &dice)) }
        path.tick()
      }
    } while path.store.events.count != before
  }

  private func difference(_ outcomes: [UInt64: SubmissionOutcome], _ alone: [UInt64: Night.Outcome]) -> String? {
    if outcomes.count != alone.count { return "\(alone.count) commands, \(outcomes.count) answers" }
    for (number, outcome) in outcomes {
      switch (outcome, alone[number]) {
      case (.recorded(let recorded), .recorded(let events)):
        if recorded.events.map(\.data) != events.map(\.payload.data) { return "command \(number): other events" }
      case (.refused(let refusal), .refused(let expected)):
        if !refusal.isIdentical(to: expected) { return "command \(number): \(refusal), not \(expected)" }
      default: return "command \(number): \(outcome.summary), the deciders alone: \(String(describing: alone[number]))"
      }
    }
    return nil
  }
}
