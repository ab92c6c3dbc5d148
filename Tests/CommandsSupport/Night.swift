import Domain
import EventStore
import MovieNightPrimitives
import Testing

@testable import Commands

/// A household in memory. It does what the committer does around the deciders: resolve the actor, apply due deadlines,
/// decide, fold.
struct Night {
  private(set) var now = Cast.evening
  private(set) var household = HouseholdState(id: Cast.household)
  private(set) var library = LibraryState()
  private(set) var rounds: [RoundID: RoundState] = [:]
  private(set) var collections: [MemberID: CollectionState] = [:]
  private(set) var guide = GuideState(household: Cast.household)
  /// All recorded events, in order.
  private(set) var log: [LogEntry] = []
  /// The personal texts that belong to the events.
  private(set) var texts: [TextID: PersonalText] = [:]

  struct LogEntry: Equatable {
    let stream: StreamID
    let event: Event
    let time: Timestamp
  }

  enum Outcome: Equatable {
    case recorded([Event])
    case refused(Refusal)
  }

  init(founding: [HouseholdEvent] = Cast.founding) {
    for event in founding {
      record(.household(event), in: .household(Cast.household))
      if let text = Cast.text(of: event) { texts[text.id] = text }
    }
  }

  /// Creates a household of these independent members. The first one is the creator.
  init(members: [MemberID]) {
    self.init(
      founding: [.founded(HouseholdFounded(createdBy: members[0]))] + members.map { Cast.joined($0, parent: nil) })
  }

  func round(_ id: RoundID = Cast.round(1)) -> RoundState { rounds[id] ?? RoundState(id: id) }
  func collection(_ member: MemberID = Cast.ann) -> CollectionState {
    collections[member] ?? CollectionState(member: member)
  }

  // MARK: Sending

  /// Expires due rounds, then sends a command as `sender`.
  @discardableResult
  mutating func send(
    _ command: RoundCommand, to id: RoundID = Cast.round(1), by sender: MemberID, as actingAs: MemberID? = nil
  ) -> Outcome {
    send(command, to: id, from: .member(sender, actingAs: actingAs))
  }

  @discardableResult
  mutating func send(_ command: RoundCommand, to id: RoundID = Cast.round(1), from sender: Sender) -> Outcome {
    expireDueRounds()
    do throws(Refusal) {
      let decision = try decide(command, id, sender)
      record(decision)
      return .recorded(decision.appends.flatMap(\.events))
    } catch {
      return .refused(error)
    }
  }

  private func decide(_ command: RoundCommand, _ id: RoundID, _ sender: Sender) throws(Refusal) -> Decision {
    guard case .member(let member, let actingAs) = sender else { throw .memberIsGone }
    let actor = try household.actor(sender: member, actingAs: actingAs, allowed: command.canBeSentForManaged)
    let context = RoundContext(household: household, library: library, actor: actor)
    guard case .start(let start) = command else { return try round(id).decide(command, in: context) }
    return try round(id).start(
      start, in: context, active: household.activeRound.map { round($0) }, replaced: start.replaces.map { round($0) })
  }

  @discardableResult
  mutating func send(_ command: HouseholdCommand, by sender: Sender) -> Result<Decision, Refusal> {
    expireDueRounds()
    do throws(Refusal) {
      let context = HouseholdContext(
        sender: sender, now: now,
        departures: [
          OpenRounds(rounds: openRounds), CollectionDepartures(collections: collections, household: household.id),
          guide,
        ], profile: profile(changedBy: command))
      let decision = try household.decide(command, in: context)
      record(decision)
      return .success(decision)
    } catch {
      return .failure(error)
    }
  }

  @discardableResult
  mutating func send(_ command: LibraryCommand, by sender: Sender) -> Result<Decision, Refusal> {
    expireDueRounds()
    do throws(Refusal) {
      guard case .member(let member, let actingAs) = sender else { throw .memberIsGone }
      let actor = try household.actor(sender: member, actingAs: actingAs, allowed: true)
      let context = LibraryContext(
        household: household, awaitedRounds: household.awaitedRounds.map { round($0) }, actor: actor, now: now)
      let decision = try library.decide(command, in: context)
      record(decision)
      return .success(decision)
    } catch {
      return .failure(error)
    }
  }

  @discardableResult
  mutating func send(_ command: CollectionCommand, by sender: Sender = .member(Cast.ann)) -> Result<Decision, Refusal> {
    expireDueRounds()
    do {
      guard case .member(let member, let actingAs) = sender else { throw Refusal.memberIsGone }
      let actor = try household.actor(sender: member, actingAs: actingAs, allowed: true)
      let decision = try collection(actor).decide(command, in: context(of: actor))
      record(decision)
      return .success(decision)
    } catch let refusal as Refusal {
      return .failure(refusal)
    } catch {
      preconditionFailure("a text cannot be read: \(error)")
    }
  }

  @discardableResult
  mutating func send(_ command: GuideCommand, by sender: Sender = .member(Cast.ann)) -> Result<Decision, Refusal> {
    expireDueRounds()
    do throws(Refusal) {
      guard case .member(let member, let actingAs) = sender else { throw .memberIsGone }
      let actor = try household.actor(sender: member, actingAs: actingAs, allowed: command.canBeSentForManaged)
      let collections = household.members.map { collection($0.id) }
      let decision = try guide.decide(command, by: member, for: actor, collections)
      record(decision)
      return .success(decision)
    } catch {
      return .failure(error)
    }
  }

  private func context(of member: MemberID) -> CollectionContext {
    let others = household.members.map(\.id).filter { $0 != member }
    return CollectionContext(
      household: household, member: member, now: now, text: { [texts] id throws(StoreError) in texts[id] },
      others: Dictionary(uniqueKeysWithValues: others.map { ($0, collection($0)) }))
  }

  /// Imports a piece into a member's collection. A dry run leaves the night as it is.
  @discardableResult
  mutating func importPiece(
    _ entries: [ImportEntry], lists: [ImportedList] = [], of member: MemberID = Cast.ann, isDryRun: Bool = false
  ) throws -> (decision: Decision, outcome: ImportOutcome) {
    let (draft, outcome) = try collection(member).importing(lists, entries, in: context(of: member))
    if !isDryRun { record(draft.decision) }
    return (draft.decision, outcome)
  }

  /// Sends a command to `id` as the creator of another household, to which the round does not belong.
  func sendFromOtherHousehold(_ command: RoundCommand, to id: RoundID) -> Outcome {
    var other = HouseholdState(id: HouseholdID(high: 7, low: 2))
    other.evolve(.founded(HouseholdFounded(createdBy: Cast.nonMember)), at: now)
    other.evolve(Cast.joined(Cast.nonMember, parent: nil), at: now)
    other.evolve(Cast.joined(Cast.member(98), parent: nil), at: now)
    do throws(Refusal) {
      let actor = try other.actor(sender: Cast.nonMember, actingAs: nil, allowed: true)
      let context = RoundContext(household: other, library: LibraryState(), actor: actor)
      guard case .start(let start) = command else {
        return .recorded(try round(id).decide(command, in: context).appends.flatMap(\.events))
      }
      let replaced = start.replaces.map { round($0) }
      let decision = try round(id).start(start, in: context, active: nil, replaced: replaced)
      return .recorded(decision.appends.flatMap(\.events))
    } catch {
      return .refused(error)
    }
  }

  @discardableResult
  mutating func importRound(_ id: RoundID, _ imported: RoundImported, by sender: Sender = .administrator)
    -> Result<Decision, Refusal>
  {
    expireDueRounds()
    do throws(Refusal) {
      let decision = try round(id).decideImport(imported, by: sender, in: household)
      record(decision)
      return .success(decision)
    } catch {
      return .failure(error)
    }
  }

  private func profile(changedBy command: HouseholdCommand) -> PersonalText? {
    if case .updateProfile(let update) = command { texts[TextID(update.memberID)] } else { nil }
  }

  private var openRounds: [RoundState] {
    household.awaitedRounds.map { round($0) } + (household.activeRound.map { [round($0)] } ?? [])
  }

  mutating func join(_ member: MemberID, parent: MemberID) {
    record(.household(Cast.joined(member, parent: parent)), in: .household(Cast.household))
  }

  // MARK: Passage of time

  /// Advances the time without expiring rounds. The next command expires those that are due.
  mutating func wait(until time: Timestamp) { now = max(now, time) }

  mutating func expireDueRounds() {
    let deadlines = rounds.compactMap { id, round in round.dueAt(household.settings).map { (due: $0, id: id) } }
    for (_, id) in deadlines.sorted(by: { ($0.due, $0.id) < ($1.due, $1.id) }) {
      while true {
        let decision = round(id).expire(at: now, in: household)
        if decision.appends.isEmpty { break }
        record(decision)
      }
    }
  }

  // MARK: Folding

  private mutating func record(_ decision: Decision) {
    for append in decision.appends {
      for event in append.events { record(event, in: append.stream) }
    }
    for change in decision.texts {
      switch change {
      case .put(let text): texts[text.id] = text
      case .delete(let id, _): texts[id] = nil
      }
    }
  }

  private mutating func record(_ event: Event, in stream: StreamID) {
    log.append(LogEntry(stream: stream, event: event, time: now))
    fold(event, in: stream, at: now)
  }

  private mutating func fold(_ event: Event, in stream: StreamID, at time: Timestamp) {
    switch event.domainEvent {
    case let event as HouseholdEvent: household.evolve(event, at: time)
    case let event as LibraryEvent: library.evolve(event, at: time)
    case let event as RoundEvent:
      let id = RoundID(stream.id)
      rounds[id, default: RoundState(id: id)].evolve(event, at: time, in: Cast.household)
    case let event as CollectionEvent:
      let id = MemberID(stream.id)
      collections[id, default: CollectionState(member: id)].evolve(event, at: time)
    case let event as GuideEvent: guide.evolve(event, at: now, in: household.id)
    default: Issue.record("an event of another area: \(event)")
    }
  }

  /// Decodes an event from the bytes that would be stored, and folds it.
  mutating func replay(_ entry: LogEntry) throws {
    let payload = entry.event.payload
    let event = try EventSchema.current.decode(
      type: type(of: payload).type, version: type(of: payload).version, data: payload.data)
    guard admits(event, in: entry.stream) else { throw NotAdmitted() }
    now = entry.time
    log.append(entry)
    fold(event, in: entry.stream, at: entry.time)
  }

  /// Thrown when a state does not admit an event that its decider recorded.
  private struct NotAdmitted: Error {}

  private func admits(_ event: Event, in stream: StreamID) -> Bool {
    switch event.domainEvent {
    case let event as HouseholdEvent: household.admits(event)
    case let event as RoundEvent: round(RoundID(stream.id)).admits(event)
    default: true
    }
  }

  func hasSameStates(as other: Night) -> Bool {
    household == other.household && library == other.library && rounds == other.rounds
      && collections == other.collections && guide == other.guide
  }
}

extension Night {
  /// Returns a night with a round that commands have brought to `stage`, with movies and attendees.
  static func at(_ stage: Stage, startedBy starter: MemberID = Cast.starter) -> Night {
    var night = Night()
    guard stage != .none else { return night }
    let attendees = Attendees.fixed([Cast.creator, Cast.starter, Cast.ann, Cast.child])
    night.send(.start(StartRound(attendees: attendees, movies: Cast.movies(1...2))), by: starter)
    guard stage != .draft else { return night }
    night.send(.openVoting, by: Cast.creator)
    night.send(.propose(Cast.movie(3), allowWatched: false), by: Cast.ann)
    for member in [Cast.creator, Cast.starter, Cast.ann] { night.send(.vote(1, .up), by: member) }
    night.send(.vote(1, .down), by: Cast.ann, as: Cast.child)
    switch stage {
    case .none, .draft, .open: break
    case .closed: night.send(.closeVoting, by: Cast.creator)
    case .expired: night.send(.discard, by: Cast.creator)
    case .selected, .watched, .rated:
      night.send(.pick(1), by: Cast.creator)
      if stage != .selected { night.send(.markWatched, by: Cast.creator) }
      if stage == .rated { night.send(.closeRatings, by: Cast.creator) }
    }
    return night
  }
}

/// The stages of a round that the rule tables distinguish.
enum Stage: String, CaseIterable {
  case none, draft, open, closed, selected, watched, rated, expired
}

extension RoundState {
  var stage: Stage {
    switch status {
    case nil: .none
    case .draft: .draft
    case .voting: votingIsClosed ? .closed : .open
    case .selected: .selected
    case .watched: .watched
    case .rated: .rated
    case .expired: .expired
    }
  }
}

extension Sender {
  static func member(_ id: MemberID) -> Sender { .member(id, actingAs: nil) }
}

extension Result<Decision, Refusal> {
  /// The refusal's code and reason, such as `403 creator_only`; nil if the command succeeded.
  var refused: String? { refusal?.name }

  var refusal: Refusal? {
    if case .failure(let refusal) = self { return refusal }
    return nil
  }

  /// The recorded events; empty if refused.
  var events: [Event] { (try? get())?.appends.flatMap(\.events) ?? [] }

  /// The types of the recorded events; nil if refused.
  var types: [String]? { (try? get())?.appends.flatMap(\.events).map { type(of: $0.payload).type } }

  /// The parameters that a refusal names.
  var fields: [String] {
    guard let refusal, refusal == .badParameters else { return [] }
    return refusal.message.split(separator: ":").prefix(1).map(String.init)
  }
}

extension Night.Outcome {
  var refusal: Refusal? {
    if case .refused(let refusal) = self { return refusal }
    return nil
  }

  /// The types of the recorded events; nil if refused.
  var types: [String]? {
    guard case .recorded(let events) = self else { return nil }
    return events.map { type(of: $0.payload).type }
  }
}

extension Refusal {
  /// Whether message and data are equal too. `==` compares only code and reason, which identify a declared refusal.
  func isIdentical(to other: Refusal) -> Bool { self == other && message == other.message && data == other.data }

  /// The code and reason as the documents write them, such as `409 wrong_state`.
  var name: String { "\(code) \(reason)" }
}

extension LibraryState {
  var watched: [MovieID: Watched] {
    Dictionary(uniqueKeysWithValues: watchedMovies.compactMap { movie in howWatched(movie).map { (movie, $0) } })
  }
}
