import Commands
import Domain
import EventStore
import MovieNightPrimitives

/// The current offers in the order in which they were made, and the notes that have not been erased.
package struct SnackState: AggregateState, Equatable {
  private(set) var offers: [Offer] = []
  private(set) var notes: [Note] = []
  package private(set) var revision: Revision = noRevision

  struct Offer: Equatable {
    let member: MemberID
    let at: Timestamp

    var goneAt: Timestamp { at.advanced(bySeconds: 3600) }
  }

  struct Note: Equatable {
    let member: MemberID
    let id: SnackNoteID
  }

  package init(stream id: Identifier<StreamKind>) {}

  package var byteCount: Int {
    100 + offers.count * MemoryLayout<Offer>.stride + notes.count * MemoryLayout<Note>.stride
  }
  package var namedTexts: [TextID] { notes.map { TextID($0.id) } }

  package mutating func evolve(_ event: SnackEvent, at time: Timestamp, in household: HouseholdID) {
    revision += 1
    switch event {
    case .offered(let event):
      offers.append(Offer(member: event.memberID, at: time))
      if let id = event.noteID { notes.append(Note(member: event.memberID, id: id)) }
    case .gone(let event): offers.removeAll { $0.member == event.memberID }
    case .notesErased(let event): notes.removeAll { $0.member == event.memberID }
    }
  }
}

extension Refusal {
  static let oneSnackAtATime = Refusal(
    409, "one_snack_at_a_time", "the member offers a snack already",
    "You offer a snack already. Offer another when it is gone.", .offers(1))
  static let noSnack = Refusal(409, "no_snack", "the member offers no snack", "You offer no snack.")
}

extension RefusalData {
  static let offers = RefusalData(.field("snacks_offered", .integer(), "how many the member offers"))
}

extension PersonalTextKind {
  static let snackNote = PersonalTextKind("snack_note", ("text", 1...10_000))
}

package final class SnackStates: AreaStates {
  package static let textKinds = [PersonalTextKind.snackNote]
  package var states: StateCache<Identifier<StreamKind>, SnackState>

  package init(capacity: Int) { states = StateCache(capacity: capacity) }

  package func dueAt(_ id: Identifier<StreamKind>, in states: States) throws(NotLoaded) -> Timestamp? {
    try states.state(in: SnackStates.self, id).offers.first?.goneAt
  }

  package func due(_ id: Identifier<StreamKind>, at now: Timestamp, in states: States) throws(NotLoaded)
    -> DueDecision?
  {
    guard let offer = try states.state(in: SnackStates.self, id).offers.first, offer.goneAt <= now else { return nil }
    var decision = Decision()
    decision.record(.gone(SnackGone(memberID: offer.member, dueAt: offer.goneAt)), of: HouseholdID(id))
    return DueDecision(household: HouseholdID(id), decision: decision)
  }

  package func note(
    deadlinesChangedBy append: Decision.Append, of household: HouseholdID, in states: States,
    _ changedDeadlines: inout Set<StreamID>
  ) throws(NotLoaded) {
    if append.stream.category == Self.category { changedDeadlines.insert(append.stream) }
  }

  package func departures(of members: [MemberID], from household: HouseholdState, in states: States)
    throws(NotLoaded) -> (any DepartureEffects)?
  {
    let state = try states.state(in: SnackStates.self, Identifier(household.id))
    return SnackDepartureEffects(
      household: household.id, offers: state.offers.map(\.member).filter(members.contains),
      notes: state.notes.filter { members.contains($0.member) })
  }
}

/// The effects of departures on snacks. The offers of members who leave end, and the notes of erased members are
/// deleted.
private struct SnackDepartureEffects: DepartureEffects {
  let household: HouseholdID
  var offers: [MemberID]
  var notes: [SnackState.Note]

  mutating func memberLeft(_ id: MemberID, from household: inout HouseholdState, at now: Timestamp) -> Decision {
    var decision = Decision()
    if offers.contains(id) { decision.record(.gone(SnackGone(memberID: id, dueAt: nil)), of: household.id) }
    offers.removeAll { $0 == id }
    return decision
  }

  mutating func memberErased(_ id: MemberID) -> Decision {
    var decision = Decision()
    let erased = notes.filter { $0.member == id }
    guard !erased.isEmpty else { return decision }
    decision.record(.notesErased(SnackNotesErased(memberID: id)), of: household)
    decision.texts = erased.map { .delete(TextID($0.id), owner: OwnerID(household)) }
    notes.removeAll { $0.member == id }
    return decision
  }
}

extension Decision {
  fileprivate mutating func record(_ event: SnackEvent, of household: HouseholdID) {
    record(Event(event), in: .snacks(household))
  }
}

extension StreamID {
  package static func snacks(_ household: HouseholdID) -> StreamID {
    StreamID(category: SnackEvent.category, id: household)
  }
}

/// A command that offers a snack for a round in voting. Its decision needs the states of the round and of the snacks.
package struct OfferSnack: AddressedCommand {
  package let household: HouseholdID
  let round: RoundID
  let note: (id: SnackNoteID, text: String)?

  package init(household: HouseholdID, round: RoundID, note: (id: SnackNoteID, text: String)? = nil) {
    self.household = household
    self.round = round
    self.note = note
  }

  package var stream: StreamID { .snacks(household) }

  package func needed(in states: States) throws(NotLoaded) -> [StreamID] { [.round(round)] }
  package func deadlineStreams(in states: States) throws(NotLoaded) -> [StreamID] { [.round(round), stream] }

  package func decide(on basis: Basis) throws -> Decision {
    let household = try basis.states.household(household)
    let member = try basis.actor(in: household, allowed: true)
    let round = try basis.states.round(round)
    guard round.household == household.id, round.status == .voting else { throw Refusal.unknownRound }
    let snacks = try basis.states.state(in: SnackStates.self, stream.id)
    guard !snacks.offers.contains(where: { $0.member == member }) else { throw Refusal.oneSnackAtATime }
    var decision = Decision()
    decision.record(
      .offered(SnackOffered(memberID: member, roundID: round.id, noteID: note?.id)), of: household.id)
    if let note {
      decision.texts = [.put(PersonalTextKind.snackNote.text(note.id, of: household.id, about: member, note.text))]
    }
    return decision
  }
}

/// A command that ends the member's own offer.
struct FinishSnack: AddressedCommand {
  let household: HouseholdID

  var stream: StreamID { .snacks(household) }

  func deadlineStreams(in states: States) throws(NotLoaded) -> [StreamID] { [stream] }

  func decide(on basis: Basis) throws -> Decision {
    let household = try basis.states.household(household)
    let member = try basis.actor(in: household, allowed: true)
    let snacks = try basis.states.state(in: SnackStates.self, stream.id)
    guard snacks.offers.contains(where: { $0.member == member }) else { throw Refusal.noSnack }
    var decision = Decision()
    decision.record(.gone(SnackGone(memberID: member, dueAt: nil)), of: household.id)
    return decision
  }
}
