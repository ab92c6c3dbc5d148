import Domain
import EventStore
import MovieNightPrimitives
import TestSupport
import Testing

@testable import Commands
@testable import CommandsSupport
@testable import Projections

/// Compares random histories of a guide with a second implementation of the rules, `GuideModel`, and its rows with both.
///
/// A failure prints the shortest history that still fails, and the command that runs it again.
@Suite struct GuideHistoryTests {
  private static let histories: UInt64 = 1000

  @Test func randomHistoriesMatchModel() {
    let seed = TestSeed.current
    var seen: Set<String> = []
    for number in 0..<Self.histories {
      // A shorter run also continues until it has seen all outcomes.
      if number >= RandomCases.seeds(Self.histories).upperBound, Self.mustBeSeen.isSubset(of: seen) { break }
      var random = SeededGenerator(seed: seed &+ number)
      let steps = (0..<Int.random(in: 10...40, using: &random)).map { _ in GuideStep(using: &random) }
      guard GuideRun.problem(in: steps, seen: &seen) != nil else { continue }
      let shortest = shrunk(steps) { GuideRun.problem(in: $0, seen: &seen) != nil }
      let problem = GuideRun.problem(in: shortest, seen: &seen) ?? ""
      let lines = shortest.enumerated().map { "  \($0 + 1). \($1)" }.joined(separator: "\n")
      let again = TestSeed.command(seed: seed &+ number, filter: "GuideHistoryTests")
      Issue.record("\(problem)\n\(lines)\nRun it again: \(again)")
      return
    }
    let missing = Self.mustBeSeen.subtracting(seen).sorted()
    #expect(missing.isEmpty, "no history came across these: \(missing); seed \(seed)")
  }

  /// The outcomes that the histories must cover. Otherwise the histories prove little.
  private static let mustBeSeen: Set<String> = [
    "GuideShowSet", "GuideShowHidden", "ReminderSet", "ReminderRemoved", "not_in_guide", "unknown_reminder",
    "bad_parameters", "cannot_act_as", "not_authenticated", "MemberLeft and ReminderRemoved",
    "MemberErased and GuideShowHidden", "HouseholdClosed and ReminderRemoved",
  ]
}

/// One step of a random history. Its references are ids of small pools, so that it stays meaningful when shrunk.
private enum GuideStep: CustomStringConvertible {
  case send(GuideCommand, by: MemberID, actingAs: MemberID?)
  case setStatus(Int, TitleStatus?, isPrivate: Bool, of: MemberID)
  case depart(MemberID, DepartureReason)

  init(using random: inout SeededGenerator) {
    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    func maybe(_ range: ClosedRange<Int>) -> Int? { number(1...2) == 1 ? number(range) : nil }
    let member = Cast.member(number(1...6))
    let series = number(1...3)
    switch number(1...24) {
    case 1...7:
      var changes = GuideShowChanges()
      changes.serviceID = maybe(1...2)
      changes.bufferDays = maybe(0...2)
      changes.shiftDays = maybe(-1...1)
      changes.isHidden = maybe(0...1).map { $0 == 1 }
      let unset: [ClearedGuideField] = [.serviceID, .bufferDays, .shiftDays]
        .filter {
          [.serviceID: changes.serviceID, .bufferDays: changes.bufferDays, .shiftDays: changes.shiftDays][$0]! == nil
        }
      changes.cleared = Set(unset.filter { _ in number(1...2) == 1 })
      let child = Self.child(of: member, number(1...6))
      if child != nil, number(1...4) > 1 {
        changes = GuideShowChanges()
        changes.isHidden = number(1...2) == 1
      }
      self = .send(.setShow(series, changes), by: member, actingAs: child)
    case 8...12:
      let reminder = Cast.reminder(
        number(1...1_000_000), of: series, episode: maybe(1...2).map { EpisodeRef(1, $0) },
        premieresOnly: number(1...3) == 1, daysBefore: number(0...2))
      self = .send(.setReminder(reminder), by: member, actingAs: Self.child(of: member, number(1...6)))
    case 13...15:
      self = .send(
        .removeReminder(Cast.reminder(number(1...9), of: series).id), by: member,
        actingAs: Self.child(of: member, number(1...6)))
    case 16...22:
      let status = TitleStatus.allCases.randomElement(using: &random)
      self = .setStatus(series, number(1...6) == 1 ? nil : status, isPrivate: number(1...4) == 1, of: member)
    default: self = .depart(member, number(1...2) == 1 ? .left : .erased)
    }
  }

  /// Returns a member to act for, in a third of the cases: mostly the sender's child.
  private static func child(of member: MemberID, _ number: Int) -> MemberID? {
    switch number {
    case 1: Cast.child
    case 2: Cast.parents.first { $0.value == member }?.key
    default: nil
    }
  }

  var description: String {
    switch self {
    case .send(let command, let sender, let actingAs):
      "member \(sender.low)\(actingAs.map { " for \($0.low)" } ?? ""): \(command)"
    case .setStatus(let series, let status, let isPrivate, let member):
      "member \(member.low): series \(series) \(status?.rawValue ?? "removed")\(isPrivate ? ", private" : "")"
    case .depart(let member, let way): "member \(member.low) departs: \(way)"
    }
  }
}

/// Plays the same steps to the deciders and to the model, and folds the events into rows.
private struct GuideRun {
  private var night = Night()
  private var model = GuideModel()
  private var shows: [RowKey: GuideShow] = [:]
  private var reminders: [RowKey: GuideReminder] = [:]
  private var details: [RowKey: GuideDetails] = [:]
  private var folded = 0
  private var seen: Set<String> = []

  private init() { model.members = Self.members(of: night) }

  static func problem(in steps: [GuideStep], seen: inout Set<String>) -> String? {
    var run = GuideRun()
    for (index, step) in steps.enumerated() {
      if let problem = run.play(step) { return "step \(index + 1): \(problem)" }
    }
    seen.formUnion(run.seen)
    return nil
  }

  private static func members(of night: Night) -> [MemberID: MemberID?] {
    Dictionary(uniqueKeysWithValues: night.household.members.map { ($0.id, $0.parent) })
  }

  private mutating func play(_ step: GuideStep) -> String? {
    switch step {
    case .send(var command, let sender, let actingAs):
      if case .removeReminder(let id) = command {
        // A small number names one of the actor's reminders.
        let own = model.reminders[actingAs ?? sender] ?? []
        if !own.isEmpty, id.low % 3 != 0 { command = .removeReminder(own[Int(id.low) % own.count].id) }
      }
      if let problem = send(command, sender, actingAs) { return problem }
      // A repeated command changes nothing. Only a reminder is recorded again.
      let before = night
      let repeated = night.send(command, by: .member(sender, actingAs: actingAs)).types
      let mayRecord = if case .setReminder = command { true } else { false }
      if let repeated, !repeated.isEmpty, !mayRecord { return "the repeated command recorded \(repeated)" }
      if night.guide.shows != before.guide.shows || night.guide.reminders != before.guide.reminders {
        return "the repeated command changed the state"
      }
    case .setStatus(let series, let status, let isPrivate, let member): set(series, status, isPrivate, member)
    case .depart(let member, let way): depart(member, way)
    }
    do { try fold() } catch { return "a fold stops: \(error)" }
    return difference()
  }

  private mutating func send(_ command: GuideCommand, _ sender: MemberID, _ actingAs: MemberID?) -> String? {
    let before = night
    let expected = model.send(command, by: sender, actingAs: actingAs)
    let result = night.send(command, by: .member(sender, actingAs: actingAs))
    if let reason = result.refusal?.reason {
      seen.insert(reason)
      if night.log != before.log { return "a refused command recorded something" }
    }
    seen.formUnion(result.types ?? [])
    guard result.refusal?.reason != expected else { return nil }
    return "\(result.refused ?? "accepted"), the rules say \(expected ?? "accepted")"
  }

  private mutating func set(_ series: Int, _ status: TitleStatus?, _ isPrivate: Bool, _ member: MemberID) {
    guard let parent = model.members[member] else { return }
    let sender = parent.map { Sender.member($0, actingAs: member) } ?? .member(member)
    let ref = TitleRef.series(series)
    night.send(.removeTitles([ref]), by: sender)
    var title = Cast.newSeries(series)
    (title.status, title.isPrivate) = (status, isPrivate)
    if status != nil { night.send(.add(title), by: sender) }
    let watched = GuideModel.Watched(member: member, series: series)
    let isOpen = !isPrivate && (status == .watching || status == .planned)
    if isOpen { model.open.insert(watched) } else { model.open.remove(watched) }
  }

  private mutating func depart(_ member: MemberID, _ way: DepartureReason) {
    guard let parent = model.members[member] else { return }
    let command: HouseholdCommand =
      way == .erased ? .erase(member, confirmation: "DELETE") : parent == nil ? .leave : .remove(member)
    let types = night.send(command, by: .member(parent ?? member)).types ?? []
    for type in ["MemberLeft", "MemberErased", "HouseholdClosed"] where types.contains(type) {
      seen.formUnion(types.map { "\(type) and \($0)" })
    }
    let remaining = Self.members(of: night)
    for gone in model.members.keys where remaining[gone] == nil { model.depart(gone) }
    model.members = remaining
  }

  // MARK: Rows

  private mutating func fold() throws {
    let entries = night.log.filter { $0.event.domainEvent is GuideEvent }
    for (revision, entry) in entries.enumerated().dropFirst(folded) {
      let payload = entry.event.payload
      let kind = type(of: payload)
      let event = try EventSchema.current.decode(type: kind.type, version: kind.version, data: payload.data)
      guard event == entry.event, let domainEvent = event.domainEvent as? GuideEvent else { throw FoldError.outOfPlace }
      let envelope = EventEnvelope(
        RecordedEvent(
          position: revision + 1, stream: entry.stream, owner: OwnerID(Cast.household), revision: revision,
          type: kind.type, version: kind.version, data: [], metadata: EventMetadata(), recordedAt: entry.time))
      try Self.fold(domainEvent, envelope, into: &shows)
      try Self.fold(domainEvent, envelope, into: &reminders)
      try Self.fold(domainEvent, envelope, into: &details)
    }
    folded = entries.count
  }

  private static func fold<Model: Projection>(
    _ event: GuideEvent, _ envelope: EventEnvelope, into rows: inout [RowKey: Model]
  ) throws where Model.DomainEvent == GuideEvent {
    guard case .one(let touched) = Model.rows(touchedBy: event, envelope) else { return }
    switch touched {
    case .ended(let key): rows[key] = nil
    case .made(let key):
      var made: Model?
      try Model.fold(&made, key, event, envelope)
      rows[key] = made
    case .changed(let key): try Model.fold(&rows[key], key, event, envelope)
    }
  }

  /// Returns the first difference between the rows, the state and the model; nil if they agree.
  private func difference() -> String? {
    let state = night.guide
    let series = Set(model.settings.keys).union(model.hidden.map(\.series))
    var expected: [Int: GuideShowRecord] = [:]
    for series in series {
      let fields = model.settings[series] ?? [:]
      var record = GuideShowRecord()
      record.settings = GuideShowSettings(
        serviceID: fields["service_id"], bufferDays: fields["buffer_days"] ?? 0, shiftDays: fields["shift_days"] ?? 0)
      record.hiddenBy = model.hidden.filter { $0.series == series }.map(\.member).sorted()
      expected[series] = record
    }
    if state.shows != expected { return "the state has \(state.shows), the rules say \(expected)" }
    let rows = Dictionary(uniqueKeysWithValues: shows.values.map { ($0.tmdbID, $0.record) })
    if rows != expected { return "the rows have \(rows), the rules say \(expected)" }
    let own = model.reminders.filter { !$0.value.isEmpty }.mapValues(Set.init)
    if state.reminders.mapValues(Set.init) != own { return "the reminders differ from \(own)" }
    let listed = Dictionary(grouping: reminders.values) { MemberID($0.key.partition) }.mapValues {
      Set($0.map(\.reminder))
    }
    if listed != own { return "the rows of reminders differ from \(own)" }
    guard details.values.first?.revision ?? noRevision == state.revision else { return "the revisions differ" }
    return nil
  }
}
