import Domain
import EventStore
import Primitives

@testable import Commands
@testable import WritePath

/// Who offers something, in the order in which they offered it.
struct SnackState: AggregateState, Equatable {
  private(set) var offers: [Offer] = []
  private(set) var revision: Revision = noRevision

  struct Offer: Equatable {
    let member: MemberID
    let at: Timestamp

    var goneAt: Timestamp { at.advanced(bySeconds: 3600) }
  }

  init(stream id: Identifier<StreamKind>) {}

  var byteCount: Int { 100 + offers.count * MemoryLayout<Offer>.stride }

  mutating func evolve(_ event: SnackEvent, at time: Timestamp, in household: HouseholdID) {
    revision += 1
    switch event {
    case .offered(let event): offers.append(Offer(member: event.memberID, at: time))
    case .gone(let event): offers.removeAll { $0.member == event.memberID }
    }
  }
}

final class SnackStates: AreaStates {
  static let share = 1
  var states: StateCache<Identifier<StreamKind>, SnackState>

  init(capacity: Int) { states = StateCache(capacity: capacity) }

  func dueAt(_ id: Identifier<StreamKind>, in states: States) throws(NotLoaded) -> Timestamp? {
    try states.state(in: SnackStates.self, id).offers.first?.goneAt
  }

  func due(_ id: Identifier<StreamKind>, at now: Timestamp, in states: States) throws(NotLoaded) -> DueDecision? {
    guard let offer = try states.state(in: SnackStates.self, id).offers.first, offer.goneAt <= now else { return nil }
    var decision = Decision()
    decision.record(SnackGone(memberID: offer.member, dueAt: offer.goneAt), of: HouseholdID(id))
    return DueDecision(household: HouseholdID(id), decision: decision)
  }

  func note(
    movedBy append: Decision.Append, of household: HouseholdID, in states: States, _ moved: inout Set<StreamID>
  ) throws(NotLoaded) {
    if append.stream.category == Self.category { moved.insert(append.stream) }
  }

  func departures(from household: HouseholdState, in states: States) throws(NotLoaded) -> (any DepartureEffects)? {
    Offers(members: try states.state(in: SnackStates.self, Identifier(household.id)).offers.map(\.member))
  }
}

/// Who leaves takes along what they offer.
private struct Offers: DepartureEffects {
  var members: [MemberID]

  mutating func memberLeft(_ id: MemberID, from household: inout HouseholdState, at now: Timestamp) -> Decision {
    var decision = Decision()
    if members.contains(id) { decision.record(SnackGone(memberID: id, dueAt: nil), of: household.id) }
    members.removeAll { $0 == id }
    return decision
  }
}

extension Decision {
  fileprivate mutating func record(_ event: SnackGone, of household: HouseholdID) {
    record(Event(SnackEvent.gone(event)), in: .snacks(household))
  }
}

extension StreamID {
  static func snacks(_ household: HouseholdID) -> StreamID { StreamID(category: SnackEvent.category, id: household) }
}

/// Something to eat for a round that is voting: decided on the round and on the snacks.
struct OfferSnack: AddressedCommand {
  let household: HouseholdID
  let round: RoundID

  var stream: StreamID { .snacks(household) }

  func needed(in states: States) throws(NotLoaded) -> [StreamID] { [.round(round)] }
  func clocked(in states: States) throws(NotLoaded) -> [StreamID] { [.round(round), stream] }

  func decide(on basis: Basis) throws -> Decision {
    let household = try basis.states.household(household)
    let member = try basis.actor(in: household, allowed: true)
    let round = try basis.states.round(round)
    guard round.household == household.id, round.status == .voting else { throw Refusal.unknownRound }
    let snacks = try basis.states.state(in: SnackStates.self, stream.id)
    guard !snacks.offers.contains(where: { $0.member == member }) else { throw Refusal.cannotActAs }
    var decision = Decision()
    decision.record(
      Event(SnackEvent.offered(SnackOffered(memberID: member, roundID: round.id))), in: .snacks(household.id))
    return decision
  }
}
