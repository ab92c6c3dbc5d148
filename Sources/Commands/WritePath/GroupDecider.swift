import Domain
import EventStore
import Primitives

/// Decides one group of submissions, each on what those before it will have recorded.
///
/// It asks the store for streams and receipts, and changes nothing but the states in memory.
struct GroupDecider {
  var states: States
  private let store: any EventStore
  /// What the group will append, and for whom; the clock's own appends have no submission.
  private(set) var appends: [(append: CommandAppend, decided: Decided)] = []
  private(set) var outcomes: [(submission: Submission, outcome: SubmissionOutcome)] = []
  /// Submissions whose command id stands in this group already: they are decided after its commit.
  private(set) var deferred: [Submission] = []
  /// Rounds that changed, whose deadlines are new.
  private(set) var touchedRounds: [RoundID: HouseholdID] = [:]
  /// Of what the group will append. What it only answers has no bearing on an equal id behind it.
  private var keysInGroup: Set<ReceiptKey> = []
  /// The texts that the group will change: what the store has of them is old.
  private var textsInGroup: [TextID: PersonalText?] = [:]
  /// Those of the group's commands, where the store gave them all at once.
  var receipts: [ReceiptKey: Receipt]?
  /// In a shared store, what the group's decisions rest on: the events of these households and rounds (and texts, none
  /// of which changes without an event of its household), ...
  private var basis: Set<Identifier<StreamKind>> = []
  /// ... and that nothing was recorded after the first of them was made.
  private var firstTime: Timestamp?

  enum Decided {
    case submission(Submission, revision: Revision)
    case clock
  }

  /// Whether some were carried out before, and are only answered.
  var repeats: Bool { outcomes.contains { if case .repeated = $0.outcome { true } else { false } } }

  init(store: any EventStore, schema: EventSchema, capacity: StateCapacity) {
    self.store = store
    states = States(store: store, schema: schema, capacity: capacity)
  }

  mutating func beginGroup() {
    receipts = nil
    states.age()
    if store.isShared { states.beginNoting() }
    basis.removeAll(keepingCapacity: true)
    firstTime = nil
    appends.removeAll(keepingCapacity: true)
    outcomes.removeAll(keepingCapacity: true)
    deferred.removeAll(keepingCapacity: true)
    touchedRounds.removeAll(keepingCapacity: true)
    keysInGroup.removeAll(keepingCapacity: true)
    textsInGroup.removeAll(keepingCapacity: true)
  }

  /// Has in memory what a group will be decided on, so that nobody who waits for the store waits for that.
  mutating func warm(_ submissions: some Sequence<Submission>, due: [RoundID]) {
    do throws(ReplayError) {
      for round in due {
        if let household = try states.round(round).household { _ = try states.household(household) }
      }
      for submission in submissions {
        let household = try states.household(submission.command.household)
        _ = try states.library(household.id)
        for round in rounds(in: household, for: submission.command) { _ = try states.round(round) }
      }
    } catch {
      // The decision that needs it meets the same, and says so.
    }
  }

  /// Whether all that a submission will be decided on is in memory.
  func isWarm(_ submission: Submission) -> Bool {
    guard let household = states.knownHousehold(submission.command.household) else { return false }
    return states.holds(.library(household.id))
      && rounds(in: household, for: submission.command).allSatisfy { states.holds(.round($0)) }
  }

  /// The rounds that a command can be decided on.
  private func rounds(in household: HouseholdState, for command: Command) -> [RoundID] {
    let named: [RoundID?] =
      switch command {
      case .round(let id, _, .start(let start)): [id, start.replaces]
      default: [command.round]
      }
    return household.waitingRounds + named.compactMap(\.self)
  }

  /// Whether something of the group has been decided, in a shared store.
  var hasBegun: Bool { firstTime != nil }

  /// Whether something of the group was decided on what is no longer so.
  func isContradicted(by news: News) -> Bool {
    guard let firstTime else { return false }
    // A damaged event may have been about anything.
    if news.latest > firstTime || !news.damaged.isEmpty { return true }
    // Another household may have begun a round under the same id.
    return news.events.contains { basis.contains(Identifier($0.owner)) || basis.contains($0.stream.id) }
  }

  /// As if nothing of the group had been decided: its commit does not take place.
  mutating func takeBack() {
    states.takeBack()
    beginGroup()
  }

  // MARK: A submission

  mutating func decide(_ submission: Submission, at now: Timestamp) {
    noteBasis(submission.command.household, submission.command.round, at: now)
    do {
      if let key = submission.receiptKey, let mark = submission.mark {
        guard !keysInGroup.contains(key) else { return deferred.append(submission) }
        if let receipt = try receipt(for: key) {
          guard receipt.fingerprint == mark.fingerprint else { throw Refusal.commandIDReused }
          return outcomes.append((submission, .repeated(receipt)))
        }
      }
      let household = try expireWhatIsDue(before: submission, at: now)
      let (decision, stream) = try decision(on: submission, at: now)
      try append(decision, submission.metadata, household, at: now)
      appends[appends.count - 1].decided = .submission(submission, revision: try revision(of: stream))
      if let key = submission.receiptKey { keysInGroup.insert(key) }
    } catch let refusal as Refusal {
      outcomes.append((submission, .refused(refusal)))
    } catch let error as ReplayError {
      outcomes.append((submission, .failed(Self.failure(error))))
    } catch let error as StoreError {
      outcomes.append((submission, .failed(.unavailable(error))))
    } catch {
      outcomes.append((submission, .failed(.unavailable(StoreError(.unavailable, "\(error)")))))
    }
  }

  private mutating func noteBasis(_ household: HouseholdID, _ round: RoundID?, at now: Timestamp) {
    guard store.isShared else { return }
    firstTime = firstTime ?? now
    basis.insert(Identifier(household))
    if let round { basis.insert(Identifier(round)) }
  }

  private func receipt(for key: ReceiptKey) throws(StoreError) -> Receipt? {
    if let receipts { return receipts[key] }
    return try store.receipt(for: key)
  }

  private static func failure(_ error: ReplayError) -> CommitFailure {
    if case .store(let storeError) = error { return .unavailable(storeError) }
    return .unreadable(error)
  }

  private mutating func decision(on submission: Submission, at now: Timestamp) throws -> (Decision, StreamID) {
    switch submission.command {
    case .household(let id, let command):
      let household = try states.household(id)
      try household.requireUnrevoked(submission.token)
      try check(submission.expectedRevision, against: household.revision)
      let context = HouseholdContext(
        sender: submission.sender, now: now, openRounds: try openRounds(of: household, for: command),
        profile: try profile(for: command))
      return (try household.decide(command, in: context), .household(id))
    case .library(let id, let command):
      let context = try libraryContext(id, submission, at: now)
      let library = try states.library(id)
      try check(submission.expectedRevision, against: library.revision)
      return (try library.decide(command, in: context), .library(id))
    case .round(let id, let householdID, let command):
      let context = try roundContext(command, householdID, submission)
      let round = try states.round(id)
      if case .start(let start) = command {
        try check(submission.expectedRevision, against: context.household.revision)
        let active = try context.household.activeRound.map { try states.round($0) }
        let replaced = try start.replaces.map { try states.round($0) }
        return (try round.start(start, in: context, active: active, replaced: replaced), .round(id))
      }
      // An unknown round has no revision to be wrong about.
      if round.household == householdID { try check(submission.expectedRevision, against: round.revision) }
      return (try round.decide(command, in: context), .round(id))
    case .importRound(let id, let householdID, let imported):
      let round = try states.round(id)
      try check(submission.expectedRevision, against: round.revision)
      let household = try states.household(householdID)
      return (try round.importing(imported, by: submission.sender, in: household), .round(id))
    }
  }

  private mutating func roundContext(_ command: RoundCommand, _ id: HouseholdID, _ submission: Submission) throws
    -> RoundContext
  {
    let household = try states.household(id)
    try household.requireUnrevoked(submission.token)
    guard case .member(let member, let actingAs) = submission.sender else { throw Refusal.memberIsGone }
    let actor = try household.actor(sender: member, actingAs: actingAs, allowed: command.canBeSentForManaged)
    return RoundContext(household: household, library: try states.library(id), actor: actor)
  }

  private mutating func libraryContext(
    _ id: HouseholdID, _ submission: Submission, at now: Timestamp
  ) throws -> LibraryContext {
    let household = try states.household(id)
    try household.requireUnrevoked(submission.token)
    guard case .member(let member, let actingAs) = submission.sender else { throw Refusal.memberIsGone }
    let actor = try household.actor(sender: member, actingAs: actingAs, allowed: true)
    return LibraryContext(
      household: household, awaitedRounds: try household.awaitedRounds.map { try states.round($0) }, actor: actor,
      now: now)
  }

  /// The rounds that a member's going can change; none for other commands.
  private mutating func openRounds(of household: HouseholdState, for command: HouseholdCommand) throws(ReplayError)
    -> [RoundState]
  {
    switch command {
    case .remove, .leave, .erase: break
    default: return []
    }
    var rounds: [RoundState] = []
    for id in household.awaitedRounds { rounds.append(try states.round(id)) }
    if let active = household.activeRound { rounds.append(try states.round(active)) }
    return rounds
  }

  /// What an update of a profile takes over; nil for other commands.
  private func profile(for command: HouseholdCommand) throws(StoreError) -> PersonalText? {
    guard case .updateProfile(let update) = command else { return nil }
    let id = TextID(update.memberID)
    if let text = textsInGroup[id] { return text }
    return try store.texts([id]).first
  }

  private func check(_ expected: Revision?, against actual: Revision) throws(Refusal) {
    if let expected, expected != actual { throw .wrongRevision(actual: actual) }
  }

  private mutating func revision(of stream: StreamID) throws(ReplayError) -> Revision {
    switch stream.category {
    case RoundEvent.category: try states.round(Identifier(stream.id)).revision
    case HouseholdEvent.category: try states.household(Identifier(stream.id)).revision
    default: try states.library(Identifier(stream.id)).revision
    }
  }

  // MARK: The clock

  /// A command at or past a deadline of its round meets the state after it.
  /// - Returns: the household that the command belongs to.
  private mutating func expireWhatIsDue(before submission: Submission, at now: Timestamp) throws(ReplayError)
    -> HouseholdID
  {
    switch submission.command {
    case .household(let id, _), .library(let id, _):
      // What is due in its rounds comes first: a member's going and a mark are decided on it.
      let household = try states.household(id)
      for round in household.awaitedRounds { try expire(round, at: now) }
      if let active = household.activeRound { try expire(active, at: now) }
      return id
    case .round(let id, let household, let command):
      if case .start(let start) = command {
        if let active = try states.household(household).activeRound { try expire(active, at: now) }
        if let replaced = start.replaces, try states.round(replaced).household == household {
          try expire(replaced, at: now)
        }
      } else {
        try expire(id, at: now)
      }
      return household
    case .importRound(_, let household, _):
      if let active = try states.household(household).activeRound { try expire(active, at: now) }
      return household
    }
  }

  /// Does what is due in a round; nothing, where it is too early or the round unknown.
  mutating func expire(_ id: RoundID, at now: Timestamp) throws(ReplayError) {
    while let householdID = try states.round(id).household {
      noteBasis(householdID, id, at: now)
      let household = try states.household(householdID)
      let decision = try states.round(id).expire(at: now, in: household)
      guard !decision.appends.isEmpty else { return }
      try append(decision, EventMetadata(), householdID, at: now)
    }
  }

  // MARK: Appending

  private mutating func append(
    _ decision: Decision, _ metadata: EventMetadata, _ household: HouseholdID, at now: Timestamp
  ) throws(ReplayError) {
    var streams: [StreamAppend] = []
    streams.reserveCapacity(decision.appends.count)
    for append in decision.appends {
      streams.append(
        StreamAppend(
          stream: append.stream, owner: Identifier(household), expectedRevision: try revision(of: append.stream),
          events: append.events.map(NewEvent.init)))
    }
    let waiting = try roundsThatWait(in: household, ifMovedBy: decision)
    // Only now, when nothing can fail any more, the states move on.
    for append in decision.appends {
      states.evolve(append, at: now, household: household)
      if append.stream.category == RoundEvent.category { touchedRounds[Identifier(append.stream.id)] = household }
    }
    for round in waiting { touchedRounds[round] = household }
    for change in decision.texts {
      switch change {
      case .put(let text): textsInGroup.updateValue(text, forKey: text.id)
      case .delete(let id, _): textsInGroup.updateValue(nil, forKey: id)
      }
    }
    appends.append(
      (CommandAppend(metadata: metadata, streams: streams, texts: decision.texts, time: now), .clock))
  }

  /// The rounds whose deadlines are new because the household's settings are; none for other decisions.
  private mutating func roundsThatWait(in id: HouseholdID, ifMovedBy decision: Decision) throws(ReplayError)
    -> [RoundID]
  {
    let setsSettings = decision.appends.contains { append in
      append.events.contains {
        if case HouseholdEvent.settingsSet? = $0.fact as? HouseholdEvent { true } else { false }
      }
    }
    guard setsSettings else { return [] }
    let household = try states.household(id)
    return household.waitingRounds
  }
}

extension NewEvent {
  init(_ event: Event) {
    let payload = event.payload
    self.init(type: Swift.type(of: payload).type, version: Swift.type(of: payload).version, data: payload.data)
  }
}
