import Domain
import EventStore
import MovieNightPrimitives

@testable import Commands

/// Plays the same steps to the deciders and to the rule model.
struct SequenceRun {
  private(set) var night = Night()
  private(set) var model = RuleModel(
    members: Set(Cast.independent).union(Cast.parents.keys), parents: Cast.parents, seen: [], rounds: [])
  private var time = Cast.evening.microseconds
  /// The night after each step, with the number of events that led to it.
  private var moments: [(events: Int, night: Night)] = []
  private var rows = FoldedRows()
  /// The coverage of the sequence: refusal reasons, event types and accepted commands.
  private(set) var seen: Set<String> = []

  /// A step with its relative time and ids resolved.
  struct ResolvedStep {
    let time: Timestamp
    let command: RoundCommand
    let round: Int
    let sender: MemberID
    let actingAs: MemberID?
  }

  /// Plays the steps. Returns the first violation, or nil if every rule held.
  static func problem(in steps: [Step], seen: inout Set<String>) -> String? {
    var run = SequenceRun()
    for (index, step) in steps.enumerated() {
      if let problem = run.play(step) { return "step \(index + 1): \(problem)" }
    }
    seen.formUnion(run.seen)
    return run.problemInReplay()
  }

  /// Returns the events that the steps record.
  static func events(of steps: [Step]) -> [Event] {
    var run = SequenceRun()
    for step in steps { _ = run.play(step) }
    return run.night.log.map(\.event)
  }

  // MARK: Playing one step

  mutating func applyToModel(_ step: Step) {
    guard let sent = resolve(step) else { return addChildToModel() }
    _ = model.send(sent.command, to: sent.round, by: sent.sender, as: sent.actingAs, at: time)
  }

  /// Advances the time and resolves a step. Returns nil for a new child.
  mutating func resolve(_ step: Step) -> ResolvedStep? {
    let started = model.rounds.count
    // If there is no such round, use an index at which no round is ever started.
    let index = started > step.roundsBack ? started - 1 - step.roundsBack : 999
    switch step.jump {
    case .no: break
    case .microseconds(let count): time += count
    case .deadline(let offset):
      if model.rounds.indices.contains(index), let due = RuleModel.due(model.rounds[index]) {
        time = max(time, due + offset)
      }
    }
    model.pass(to: time)
    func sent(_ command: RoundCommand, _ round: Int) -> ResolvedStep {
      ResolvedStep(
        time: Timestamp(microseconds: time), command: command, round: round, sender: step.sender,
        actingAs: step.actingAs)
    }
    switch step.action {
    case .newChild: return nil
    case .startReplacing(var start):
      let active = model.rounds.firstIndex { $0.isActive }
      start.replaces = (step.roundsBack == 0 ? active : index).map { Cast.round($0 + 1) }
      return sent(.start(start), started)
    case .command(let command): return sent(command, CommandName(command) == .start ? started : index)
    }
  }

  mutating func addChildToModel() {
    let child = Cast.member(10 + model.members.count)
    model.members.insert(child)
    model.parents[child] = Cast.ann
  }

  private mutating func play(_ step: Step) -> String? {
    let sent = resolve(step)
    night.wait(until: Timestamp(microseconds: time))
    night.expireDueRounds()
    if let problem = difference() { return "after the clock: \(problem)" }
    guard let sent else {
      night.join(Cast.member(10 + model.members.count), parent: Cast.ann)
      addChildToModel()
      return difference()
    }
    let before = night
    let id = Cast.round(sent.round + 1)
    let outcome = night.send(sent.command, to: id, by: sent.sender, as: sent.actingAs)
    let verdict = model.send(sent.command, to: sent.round, by: sent.sender, as: sent.actingAs, at: time)
    recordCoverage(outcome, sent.command)
    moments.append((night.log.count, night))
    return disagreement(outcome, verdict) ?? difference() ?? problem(since: before, outcome)
      ?? problemWhenResent(sent, id) ?? rows.problem(beside: night)
  }

  private mutating func recordCoverage(_ outcome: Night.Outcome, _ command: RoundCommand) {
    if let refusal = outcome.refusal {
      seen.insert(refusal.reason)
      seen.insert("\(CommandName(command).rawValue) refused: \(refusal.reason)")
    } else {
      seen.insert("\(CommandName(command).rawValue) accepted")
      for type in outcome.types ?? [] { seen.insert(type) }
    }
  }

  // MARK: Checks

  private func disagreement(_ outcome: Night.Outcome, _ verdict: RuleModel.Verdict) -> String? {
    switch (outcome, verdict) {
    case (.refused(let refusal), .refused(let reasons)) where reasons.contains(refusal.reason): nil
    case (.recorded(let events), .unchanged) where events.isEmpty: nil
    case (.recorded(let events), .changed) where !events.isEmpty: nil
    case (.refused(let refusal), _): "refused as \(refusal.reason), the rules say \(verdict)"
    case (.recorded, _): "recorded \(outcome.types ?? []), the rules say \(verdict)"
    }
  }

  private func problem(since before: Night, _ outcome: Night.Outcome) -> String? {
    if outcome.refusal != nil, night.log != before.log || !night.hasSameStates(as: before) {
      return "a refused command changed something"
    }
    for (id, round) in night.rounds {
      let old = before.round(id)
      if old.status?.isFinal == true, round != old { return "a final round changed" }
      if !Self.legal.contains("\(old.stage)>\(round.stage)") { return "from \(old.stage) to \(round.stage)" }
      let positions = round.movies.map(\.position)
      let fresh = positions.filter { !old.movies.map(\.position).contains($0) }
      if Set(positions).count != positions.count || fresh.contains(where: { $0 < old.nextPosition }) {
        return "a position was given twice"
      }
    }
    return night.rounds.values.count { $0.status?.isActive == true } > 1 ? "two active rounds" : nil
  }

  /// Every transition that one command can make. `selected>rated` passes through watched.
  private static let legal: Set<String> = {
    let others = [
      "none>draft", "none>open", "draft>open", "draft>expired", "open>closed", "open>selected", "open>expired",
      "closed>selected", "closed>expired", "selected>watched", "selected>rated", "selected>expired", "watched>rated",
    ]
    return Set(others + Stage.allCases.map { "\($0)>\($0)" })
  }()

  private func problemWhenResent(_ sent: ResolvedStep, _ id: RoundID) -> String? {
    var again = night
    again.send(sent.command, to: id, by: sent.sender, as: sent.actingAs)
    return again.log.count == night.log.count ? nil : "sent again, it recorded something again"
  }

  /// Compares the folded states with the model. Returns the first difference, or nil if there is none.
  private func difference() -> String? {
    guard night.rounds.count == model.rounds.count else { return "\(night.rounds.count) rounds" }
    let watched = Set(night.library.watched.keys)
    if watched != model.seen { return "watched \(watched), not \(model.seen)" }
    let active = model.rounds.firstIndex { $0.isActive }.map { Cast.round($0 + 1) }
    if night.household.activeRound != active { return "the active round is another" }
    for (index, expected) in model.rounds.enumerated() {
      let round = night.round(Cast.round(index + 1))
      if let what = difference(round, expected) { return "round \(index + 1): \(what)" }
    }
    return nil
  }

  private func difference(_ round: RoundState, _ expected: RuleModel.Round) -> String? {
    if "\(round.stage)" != "\(expected.phase)" { return "\(round.stage), not \(expected.phase)" }
    let fixed: Set<MemberID>? = if case .fixed(let ids) = round.attendees { Set(ids) } else { nil }
    if fixed != expected.fixed { return "attendees \(round.attendees)" }
    let movies = Dictionary(uniqueKeysWithValues: round.movies.map { ($0.movie.tmdbMovieID, $0.position) })
    if movies != expected.movies { return "movies \(movies), not \(expected.movies)" }
    var proposers: [Int: MemberID] = [:]
    var ballots: [RuleModel.Ballot: Vote] = [:]
    for movie in round.movies {
      proposers[movie.movie.tmdbMovieID] = movie.proposedBy
      for (member, vote) in movie.votes {
        ballots[RuleModel.Ballot(member: member, movie: movie.movie.tmdbMovieID)] = vote
      }
    }
    if proposers != expected.proposers { return "proposers \(proposers)" }
    if ballots != expected.ballots { return "votes \(ballots), not \(expected.ballots)" }
    if Set(round.done) != expected.done || round.done.count != expected.done.count { return "done \(round.done)" }
    if round.ratings != expected.ratings { return "ratings \(round.ratings)" }
    if round.pick != expected.pick || round.ceilingOverride != expected.override { return "pick or override" }
    let due = round.dueAt(HouseholdSettings())?.microseconds
    return due == RuleModel.due(expected) ? nil : "due at \(due ?? -1), not \(RuleModel.due(expected) ?? -1)"
  }

  /// Replays the events from their bytes. After the last event of each step, the states must equal those recorded after
  /// the step.
  private func problemInReplay() -> String? {
    var replayed = Night(founding: [])
    var moments = moments[...]
    for (index, entry) in night.log.enumerated() {
      do {
        try replayed.replay(entry)
      } catch {
        return "event \(index + 1) cannot be read back: \(error)"
      }
      while let moment = moments.first, moment.events == index + 1 {
        moments.removeFirst()
        if !replayed.hasSameStates(as: moment.night) { return "replaying \(index + 1) events gives another state" }
      }
    }
    return moments.isEmpty ? nil : "moments without events"
  }
}
